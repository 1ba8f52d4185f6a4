import { join } from 'node:path';
import { ROOT } from './process.mjs';

/**
 * Compiles programs that run beside the server for the same platform, with packages outside.
 * @param {Record<string, string>} entryPoints source files by the name of their program
 * @param {string} folder below the root
 */
export async function bundle(entryPoints, folder = 'dist') {
  const esbuild = await import('esbuild');
  await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir: join(ROOT, folder),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
}
