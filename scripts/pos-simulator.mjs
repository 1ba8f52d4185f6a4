import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { canRun, ensureInstalled } from './ensure-installed.mjs';
import { fail, ROOT } from './process.mjs';

const PROGRAM = join(ROOT, 'dist/pos-simulator.js');

try {
  if (!canRun()) await ensureInstalled();
  await bundle({ 'pos-simulator': 'simulator/main.ts' });
} catch (error) {
  fail(error);
}
// In this process, so that signals reach it.
await import(pathToFileURL(PROGRAM).href);
