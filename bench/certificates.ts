import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { sameBatch } from '../server/features/lots/coa/read-batch';
import { sameLab } from '../server/features/lots/coa/read-lab';
import { readCertificateFile } from '../server/features/lots/coa/reading';
import { Extracted } from '../server/features/lots/coa/schema';

const USAGE = `usage: npm run check:coa -- FOLDER TRUTH.json
  Reads each PDF under FOLDER and compares it with what TRUTH.json says of it: an object whose keys are
  paths below FOLDER or file names, and whose values are like "extracted" of the API, null for a PDF without text.
  A field that is left out isn't judged. Exits with 1 when a value is wrong, or a field right in fewer than nine of ten.`;
const ENOUGH = 0.9;
/** Percentage points by which two statements on one certificate may differ. */
const ROUNDING = 0.051;

const Truth = z.record(z.string(), Extracted.partial().strict().nullable());
type Field = keyof typeof Extracted.shape;
const FIELDS = Object.keys(Extracted.shape) as Field[];
type Value = string | number | null;

interface Tally {
  stated: number;
  right: number;
  missed: number;
  wrong: number;
}

function isSame(field: Field, read: Value, truth: Value): boolean {
  if (field === 'lab') return sameLab(String(read), String(truth));
  if (field === 'batch_id') return sameBatch(String(read), String(truth));
  if (typeof read === 'number' && typeof truth === 'number') return Math.abs(read - truth) <= ROUNDING;
  return read === truth;
}

async function pdfsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((path) => path.toLowerCase().endsWith('.pdf')).sort();
}

/** Compares one certificate; prints what differs. */
function judge(
  path: string,
  read: Extracted | null,
  truth: Partial<Extracted> | null,
  tallies: Record<Field, Tally>,
): boolean {
  if (truth === null) {
    if (read) process.stdout.write(`read although it has no text: ${path}\n`);
    return read === null;
  }
  for (const field of FIELDS) {
    const expected = truth[field];
    if (expected === undefined) continue;
    const value = read?.[field] ?? null;
    const tally = tallies[field];
    if (expected !== null) tally.stated++;
    if (value === null) {
      if (expected === null) continue;
      tally.missed++;
      process.stdout.write(`missed ${field}: ${expected} (${path})\n`);
    } else if (expected !== null && isSame(field, value, expected)) tally.right++;
    else {
      tally.wrong++;
      process.stdout.write(`WRONG ${field}: ${value} in place of ${expected ?? 'nothing'} (${path})\n`);
    }
  }
  return true;
}

async function main([folderName, truthName]: string[]): Promise<number> {
  if (!folderName || !truthName) {
    process.stderr.write(`${USAGE}\n`);
    return 1;
  }
  // npm runs scripts in the project's folder and names the one it was called from.
  const from = process.env.INIT_CWD ?? process.cwd();
  const folder = resolve(from, folderName);
  const truth = Truth.parse(JSON.parse(await readFile(resolve(from, truthName), 'utf8')));
  const tallies = Object.fromEntries(
    FIELDS.map((field) => [field, { stated: 0, right: 0, missed: 0, wrong: 0 }]),
  ) as Record<Field, Tally>;
  const unknown: string[] = [];
  let textless = true;
  for (const path of await pdfsIn(folder)) {
    const key = [path, basename(path)].find((name) => name in truth);
    if (key === undefined) {
      unknown.push(path);
      continue;
    }
    const contents = new Uint8Array(await readFile(join(folder, path)));
    const { data: read = null } = Extracted.safeParse(await readCertificateFile(contents).catch(() => null));
    textless = judge(path, read, truth[key] ?? null, tallies) && textless;
  }
  if (unknown.length > 0) process.stdout.write(`not in ${truthName}: ${unknown.join(', ')}\n`);
  process.stdout.write(`\n${'field'.padEnd(16)}stated  right missed  wrong\n`);
  let good = textless;
  for (const field of FIELDS) {
    const { stated, right, missed, wrong } = tallies[field];
    const enough = right >= stated * ENOUGH && wrong === 0;
    good &&= enough;
    const numbers = [stated, right, missed, wrong].map((count) => String(count).padStart(7)).join('');
    process.stdout.write(`${field.padEnd(15)}${numbers}${enough ? '' : '  too few right, or wrong'}\n`);
  }
  return good ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
