import { join } from 'node:path';
import { outdated } from './build.mjs';
import { canRun, ensureInstalled } from './ensure-installed.mjs';
import { ROOT, run } from './process.mjs';

/**
 * Makes a checkout ready: installs before a server, and where packages are missing; builds what is out of date.
 * @param {string[] | undefined} parts what to build; everything when undefined
 * @param {boolean} isServer what is none may run beside one, and leaves installed packages alone
 * @throws Error
 */
export async function setUp(parts, isServer) {
  const stale = outdated(parts);
  if (!canRun() || (isServer && stale.length > 0)) await ensureInstalled();
  if (stale.length === 0) return;
  // A separate process, so that the compilers don't stay in the server's memory.
  const code = await run(process.execPath, [join(ROOT, 'scripts/build.mjs'), '--as-installed', ...stale]);
  if (code !== 0) throw new Error('The build failed.');
}
