import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail, isMain, ROOT } from './process.mjs';

/** What a running server reads, from the root of the repository; the rest only builds or tests it. */
const RUNTIME = [
  ...['package.json', 'LICENSE', 'next.config.mjs', 'deploy/health.mjs', 'dist', '.next', 'docs'],
  ...['server/platform/db/migrations', 'server/platform/pdf/fonts', 'server/process/demo/pictures/files'],
];

/** Dependencies of a build that npm counts as the product's, because `npm start` builds (decision 112). */
const BUILDS = /^(?:esbuild|@esbuild|patch-package|@next\/swc-|typescript)/;
/** Of fonts, documents read two weights as WOFF (decision 920): a tenth of these packages. */
const OTHER_FONTS =
  /^@fontsource\/[^/]+\/(?:files\/(?!.*-(?:400|600)-normal\.woff$)|scss(?:\/|$)|[^/]*\.(?:css|md|css\.ts)$)/;
/** Written while building or running, and of no use to another machine. */
export const LEFTOVERS = /^\.next\/(?:cache|trace|types|dev|diagnostics)/;

/**
 * Copies the product as it runs into an empty folder: what was built, what it reads and, when asked, the installed
 * dependencies, which must be those of production alone.
 * @param {string} target
 * @param {{ packages?: boolean }} [options]
 * @throws Error when it isn't built, the folder holds something, or development dependencies are installed
 */
export function copyRuntime(target, { packages = true } = {}) {
  if (!existsSync(join(ROOT, '.next/BUILD_ID'))) throw new Error('Build first: npm run build.');
  if (packages && existsSync(join(ROOT, 'node_modules/vitest'))) {
    throw new Error('Remove the development dependencies first: npm prune --omit=dev.');
  }
  mkdirSync(target, { recursive: true });
  const copy = (path, filter) =>
    cpSync(join(ROOT, path), join(target, path), {
      recursive: true,
      errorOnExist: true,
      force: false,
      filter,
    });
  for (const path of RUNTIME) {
    copy(path, (source) => {
      const inside = source.slice(ROOT.length);
      return (
        !LEFTOVERS.test(inside) && !inside.startsWith('dist/.') && !inside.startsWith('dist/deploy-tools')
      );
    });
  }
  if (!packages) return;
  copy('node_modules', (source) => {
    const inside = source.split('node_modules/').at(-1) ?? '';
    if (source.endsWith('node_modules')) return true;
    return !(BUILDS.test(inside) || inside.startsWith('.bin') || OTHER_FONTS.test(inside));
  });
}

if (isMain(import.meta)) {
  const [target] = process.argv.slice(2);
  try {
    if (!target) throw new Error('usage: node scripts/runtime.mjs FOLDER');
    copyRuntime(resolve(target));
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    process.stderr.write(`copied version ${version} to ${target}\n`);
  } catch (error) {
    fail(error);
  }
}
