import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { outdated } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { fail, ROOT, run } from './process.mjs';

/**
 * Installs and builds what is missing, then runs a compiled program in this process, so that signals reach it and its exit
 * code is passed on.
 * @param {string} program its path under `dist`
 * @param {string[] | undefined} parts what to build; everything when undefined
 */
export async function launch(program, parts) {
  try {
    await ensureInstalled();
    const stale = outdated(parts);
    // A separate process, so that the compilers don't stay in the server's memory.
    if (
      stale.length > 0 &&
      (await run(process.execPath, [join(ROOT, 'scripts/build.mjs'), ...stale])) !== 0
    ) {
      throw new Error('The build failed.');
    }
  } catch (error) {
    fail(error);
  }
  process.env.NODE_ENV = 'production';
  process.env.NEXT_TELEMETRY_DISABLED ??= '1';
  process.chdir(ROOT);
  // From Node 22 on, the next start takes what V8 compiled at this one.
  nodeModule.enableCompileCache?.(join(ROOT, 'dist/.compiled'));
  const path = join(ROOT, 'dist', program);
  process.argv[1] = path;
  await import(pathToFileURL(path).href);
}
