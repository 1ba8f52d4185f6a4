import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './ensure-installed.mjs';
import { fail, isMain, ROOT, run, withLock } from './process.mjs';
import { fixedKeys, settlePages } from './steady-pages.mjs';

/** What a part was built from. One file each: both may be built at the same time. */
const stampOf = (part) => join(ROOT, `dist/.${part}.stamp`);

/** The build parts: their sources, the file that proves the build, and the command. */
const PARTS = {
  server: {
    sources: ['server', 'package-lock.json', 'patches', 'tsconfig.json', 'scripts/build.mjs'],
    product: 'dist/main.js',
    build: bundleServer,
  },
  pages: {
    sources: [
      ...['app', 'components', 'server', 'public', 'package-lock.json', 'patches', 'tsconfig.json'],
      ...['next.config.mjs', 'postcss.config.mjs', 'instrumentation-client.ts'],
      'scripts/steady-chunks.mjs',
    ],
    product: '.next/BUILD_ID',
    build: buildPages,
  },
};

/** What the parts are built from: files and folders, some of which may be absent. */
export const SOURCES = [...new Set(Object.values(PARTS).flatMap(({ sources }) => sources))];

/**
 * Packages that are inlined into the server, with what they import: that takes a third off the CPU time of a start. Others
 * stay outside, as those must that are native or read files of their own.
 */
const INLINED = [
  ...['@flystorage/file-storage', '@flystorage/local-fs', '@trpc/server', 'busboy', 'drizzle-orm'],
  ...[
    'find-my-way',
    'ipaddr.js',
    'jose',
    'nodemailer',
    'otplib',
    'papaparse',
    'pdfjs-dist',
    'pino',
    'postgres',
  ],
  ...['prom-client', 'rate-limiter-flexible', 'safe-stable-stringify', 'standardwebhooks'],
  ...['trpc-to-openapi', 'uuid', 'zod', 'zod-openapi'],
];
const inlining = {
  name: 'inlining',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point' || /[\\/]node_modules[\\/]/.test(importer)) return undefined;
      const inlined = INLINED.some((name) => path === name || path.startsWith(`${name}/`));
      return inlined ? undefined : { path, external: true };
    }),
};
/** Inlined CommonJS packages load Node's modules by `require`. */
const REQUIRE =
  "import { createRequire as createBundleRequire } from 'node:module';\nconst require = createBundleRequire(import.meta.url);";

/** Returns the names of the given parts whose sources changed since their build. */
export function outdated(parts = Object.keys(PARTS)) {
  return parts.filter((part) => {
    if (part === 'pages' && !hasPages()) return false;
    return !existsSync(join(ROOT, PARTS[part].product)) || readStamp(part) !== hashOf(PARTS[part].sources);
  });
}

/**
 * Builds what is out of date; waits while another process builds.
 * @param {{ parts?: string[], force?: boolean }} [options]
 * @throws Error when a part does not build
 */
export async function build({ parts = Object.keys(PARTS), force = false } = {}) {
  for (const part of parts) {
    await withLock(`.${part}.lock`, async () => {
      if (!force && outdated([part]).length === 0) return;
      // Before the build, so that edits during the build count as changes.
      const hash = hashOf(PARTS[part].sources);
      const began = Date.now();
      await PARTS[part].build(hash);
      writeAtomically(stampOf(part), hash);
      process.stderr.write(`built ${part} in ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
    });
  }
}

async function bundleServer() {
  const esbuild = await import('esbuild');
  // Next to dist, so that a server that starts meanwhile never reads an incomplete file.
  const draft = join(ROOT, 'dist/.draft');
  rmSync(draft, { recursive: true, force: true });
  await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: {
      main: 'server/process/main.ts',
      cli: 'server/process/cli.ts',
      'certificate-thread': 'server/features/lots/coa/thread.ts',
      'image-program': 'server/platform/images/program.ts',
      'print-program': 'server/platform/images/print-program.ts',
      'document-thread': 'server/features/orders/documents/thread.ts',
      'menu-thread': 'server/features/menus/paper/thread.ts',
      'bank-thread': 'server/features/billing/bank/reading/thread.ts',
      'import-thread': 'server/features/imports/thread.ts',
      'table-thread': 'server/transport/rest/table-thread.ts',
      'pos-thread': 'server/features/pos/thread.ts',
      'vendor-thread': 'server/features/integrations/thread.ts',
      'wal-program': 'server/platform/backup/wal/program.ts',
    },
    outdir: draft,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [inlining],
    banner: { js: REQUIRE },
    minifyWhitespace: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  });
  for (const file of readdirSync(draft)) renameSync(join(draft, file), join(ROOT, 'dist', file));
  rmSync(draft, { recursive: true });
}

async function buildPages(hash) {
  if (!hasPages()) return;
  // By webpack: Turbopack leaves whole libraries in the first load of a page of which it uses a tenth (decision 113).
  const next = join(ROOT, 'node_modules/next/dist/bin/next');
  const code = await run(process.execPath, [next, 'build', '--webpack'], {
    env: { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', ...fixedKeys(hash) },
  });
  if (code !== 0) throw new Error('next build failed.');
  settlePages(join(ROOT, '.next'), hash);
}

/** True when `app` has a page; Next can't build an app without one. */
export function hasPages() {
  return filesOf('app').some((path) => /(^|\/)page\.(tsx?|jsx?)$/.test(path));
}

function hashOf(sources) {
  const hash = createHash('sha256');
  for (const path of sources.flatMap(filesOf)) {
    const content = readFileSync(join(ROOT, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** The files of a folder, at any depth, in a stable order; the file itself for a file; none when absent. */
function filesOf(path) {
  const kind = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (!kind) return [];
  if (!kind.isDirectory()) return [path];
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`));
}

function readStamp(part) {
  try {
    return readFileSync(stampOf(part), 'utf8');
  } catch {
    return undefined;
  }
}

function writeAtomically(path, text) {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

if (isMain(import.meta)) {
  const options = process.argv.slice(2);
  const parts = options.filter((option) => option in PARTS);
  try {
    if (!options.includes('--as-installed')) await ensureInstalled();
    await build({ ...(parts.length > 0 && { parts }), force: options.includes('--force') });
  } catch (error) {
    fail(error);
  }
}
