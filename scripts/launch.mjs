import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canRun, checkNode, isRelease } from './ensure-installed.mjs';
import { PORT_IN_USE, portInUse } from './port.mjs';
import { fail, ROOT } from './process.mjs';

/**
 * Runs a compiled program in this process, so that signals reach it and its exit code is passed on. In a checkout it
 * first installs and builds what is missing; in a release it never does.
 * @param {string} program its path under `dist`
 * @param {{ parts?: string[], isServer?: boolean, before?: () => void }} [options] `parts` is what to build, everything when
 *   undefined; what is no server may run beside one, and leaves installed packages alone; `before` is called when all is there
 */
export async function launch(program, { parts, isServer = false, before } = {}) {
  const line = isServer && (await portInUse(process.env));
  if (line) {
    process.stderr.write(`${line}\n`);
    process.exit(PORT_IN_USE);
  }
  try {
    checkNode();
    if (isRelease()) assertComplete(program);
    else await (await import('./set-up.mjs')).setUp(parts, isServer);
    before?.();
  } catch (error) {
    fail(error);
  }
  process.env.NODE_ENV = 'production';
  process.env.NEXT_TELEMETRY_DISABLED ??= '1';
  // Next looks for its pages where the process is; a command's files are where its caller is.
  if (isServer) process.chdir(ROOT);
  // From Node 22 on, the next start takes what V8 compiled at this one; nothing is written into a release.
  if (isServer && !isRelease()) nodeModule.enableCompileCache?.(join(ROOT, 'dist/.compiled'));
  const path = join(ROOT, 'dist', program);
  process.argv[1] = path;
  await import(pathToFileURL(path).href);
}

/** @throws Error when a part of the release is missing */
function assertComplete(program) {
  if (!existsSync(join(ROOT, 'dist', program))) throw new Error('The release is damaged: unpack it again.');
  if (!canRun()) throw new Error('Packages are missing: run "npm ci --omit=dev" in this folder.');
}
