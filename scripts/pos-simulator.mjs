import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canRun, ensureInstalled } from './ensure-installed.mjs';
import { fail, ROOT } from './process.mjs';

const PROGRAM = join(ROOT, 'dist/pos-simulator.js');

try {
  if (!canRun()) await ensureInstalled();
  const esbuild = await import('esbuild');
  await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: { 'pos-simulator': 'simulator/main.ts' },
    outdir: 'dist',
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
// In this process, so that signals reach it.
await import(pathToFileURL(PROGRAM).href);
