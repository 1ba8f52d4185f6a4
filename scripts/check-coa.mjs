import { join } from 'node:path';
import { build } from './build.mjs';
import { bundle } from './bundle.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { fail, ROOT, run } from './process.mjs';

/** Reads real certificates as an upload does and compares: `npm run check:coa -- FOLDER TRUTH.json`. */
const PROGRAM = 'dist/check-coa.js';
try {
  await ensureInstalled();
  await build({ parts: ['server'] });
  // Beside the server, whose thread it starts.
  await bundle({ 'check-coa': 'bench/certificates.ts' });
} catch (error) {
  fail(error);
}
process.exitCode = await run(process.execPath, [join(ROOT, PROGRAM), ...process.argv.slice(2)]);
