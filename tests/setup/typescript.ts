import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

/** TypeScript 7 takes a third of the time. */
const TSC = resolve(import.meta.dirname, '../../node_modules/typescript-7/bin/tsc');

/** Type-checks a program and all that it imports, strictly. Returns what the compiler reports, '' when it compiles. */
export async function typeCheck(folder: string, program: string): Promise<string> {
  const options = {
    compilerOptions: {
      strict: true,
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'Bundler',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      types: [],
      noEmit: true,
      skipLibCheck: true,
    },
    files: [program],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const compiled = await promisify(execFile)(process.execPath, [TSC, '-p', folder], { cwd: folder }).catch(
    (failure: { stdout: string }) => failure,
  );
  return compiled.stdout;
}

/** Bundles a TypeScript program with its imports and loads it. */
export async function loadProgram(folder: string, program: string) {
  const outfile = join(folder, 'bundle.mjs');
  await build({
    entryPoints: [join(folder, program)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
  });
  return await import(/* @vite-ignore */ pathToFileURL(outfile).href);
}
