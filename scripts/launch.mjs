import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { outdated } from './build.mjs';
import { canRun, checkNode, ensureInstalled, isRelease } from './ensure-installed.mjs';
import { fail, ROOT, run } from './process.mjs';

/**
 * Runs a compiled program in this process, so that signals reach it and its exit code is passed on. In a checkout it
 * first installs and builds what is missing.
 * @param {string} program its path under `dist`
 * @param {{ parts?: string[], isServer?: boolean }} [options] `parts` is what to build, everything when undefined; what is
 *   no server may run beside one, and leaves installed packages alone
 */
export async function launch(program, { parts, isServer = false } = {}) {
  try {
    checkNode();
    if (isRelease()) assertComplete(program);
    else await setUp(parts, isServer);
  } catch (error) {
    fail(error);
  }
  process.env.NODE_ENV = 'production';
  process.env.NEXT_TELEMETRY_DISABLED ??= '1';
  process.chdir(ROOT);
  // From Node 22 on, the next start takes what V8 compiled at this one.
  if (isServer) nodeModule.enableCompileCache?.(join(ROOT, 'dist/.compiled'));
  const path = join(ROOT, 'dist', program);
  process.argv[1] = path;
  await import(pathToFileURL(path).href);
}

/** @throws Error when a part of the release is missing */
function assertComplete(program) {
  if (!existsSync(join(ROOT, 'dist', program))) throw new Error('The release is damaged: unpack it again.');
  if (!canRun()) throw new Error('Packages are missing: run "npm ci --omit=dev" in this folder.');
}

/** Installs before a server, and where packages are missing; builds what is out of date. @throws Error */
async function setUp(parts, isServer) {
  const stale = outdated(parts);
  if (!canRun() || (isServer && stale.length > 0)) await ensureInstalled();
  if (stale.length === 0) return;
  // A separate process, so that the compilers don't stay in the server's memory.
  const code = await run(process.execPath, [join(ROOT, 'scripts/build.mjs'), '--as-installed', ...stale]);
  if (code !== 0) throw new Error('The build failed.');
}
