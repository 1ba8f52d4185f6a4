import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { canRun, ensureInstalled } from './ensure-installed.mjs';
import { fail, ROOT } from './process.mjs';

/** Builds a simulator and runs it in this process, so that signals reach it. */
export async function startSimulator(name, entry) {
  try {
    if (!canRun()) await ensureInstalled();
    await bundle({ [name]: entry });
  } catch (error) {
    fail(error);
  }
  await import(pathToFileURL(join(ROOT, `dist/${name}.js`)).href);
}
