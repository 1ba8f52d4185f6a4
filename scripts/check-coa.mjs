import { join } from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { fail, ROOT, run } from './process.mjs';

/** Reads real certificates as an upload does and compares: `npm run check:coa -- FOLDER TRUTH.json`. */
const PROGRAM = 'dist/check-coa.js';
try {
  await ensureInstalled();
  await build({ parts: ['server'] });
  const esbuild = await import('esbuild');
  // Beside the server, whose thread it starts.
  await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: ['bench/certificates.ts'],
    outfile: PROGRAM,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
} catch (error) {
  fail(error);
}
process.exitCode = await run(process.execPath, [join(ROOT, PROGRAM), ...process.argv.slice(2)]);
