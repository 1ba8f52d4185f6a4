import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './ensure-installed.mjs';
import { FIGURES } from './figures/list.mjs';
import { measure } from './figures/measure.mjs';
import { tableOf } from './figures/table.mjs';
import { fail, ROOT } from './process.mjs';

/** Minutes that these take; the others take less than two. The shortest go first, so that a run shows as many as it can. */
const LONG = { 3: 6, 4: 4, 5: 4, 11: 4, 12: 5, 19: 5, 24: 5, 25: 5, 27: 5, 33: 15, 35: 31, 32: 90, 50: 6 };

/**
 * `--minutes` is what a run without `--all` and `--only` may take, `--only 1,5` measures these (again). `--all` and `--only` keep
 * what else earlier runs at this commit measured, so that a run that was ended goes on; `--keep` writes the table into `docs/proof`.
 * `--with COMMIT` shows what was measured at an earlier one, and says so, where this one has nothing.
 */
const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '40' },
    only: { type: 'string' },
    with: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) fail('--minutes must be a number above 0.');
const only = values.only?.split(',');
const unknown = only?.find((number) => !(number in FIGURES));
if (unknown !== undefined) fail(`--only: there is no figure ${unknown}.`);
process.chdir(ROOT);
await ensureInstalled();
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const commit = git('rev-parse', 'HEAD');
const isClean = git('status', '--porcelain') === '';
if (values.keep && !isClean) fail('--keep is for what is committed: there are changes that are not.');

const folder = join(ROOT, 'node_modules/.cache/tallyleaf-proof');
const fileOf = (of) => join(folder, `${of}.json`);
/** What earlier runs at a commit kept. */
function readKept(of = commit) {
  try {
    return isClean ? JSON.parse(readFileSync(fileOf(of), 'utf8')) : {};
  } catch {
    return {};
  }
}

/** Measures a figure, unless it isn't wanted or doesn't fit what is left. */
function outcomeOf(number) {
  const skipped = (why) => ({ outcome: 'not measured', why, seconds: 0 });
  if (FIGURES[number].cannot) return measure(number);
  if (only && !only.includes(number)) return skipped('it was not run');
  const left = values.all || only ? undefined : ends - Date.now();
  const needed = (LONG[number] ?? 1) * 60_000;
  if (left !== undefined && left < needed)
    return skipped(`it does not fit the ${minutes} minutes; --all takes it`);
  return measure(number, left);
}

const results = values.all || only ? readKept() : {};
const ends = Date.now() + minutes * 60_000;
const order = Object.keys(FIGURES).sort((a, b) => (LONG[a] ?? 1) - (LONG[b] ?? 1) || a - b);
for (const number of order) {
  const isKept = results[number] && results[number].outcome !== 'not measured';
  if (isKept && !only?.includes(number)) continue;
  results[number] = await outcomeOf(number);
  results[number].at = new Date().toISOString();
  // After each, so that a run that is ended goes on where it was.
  if (!isClean || results[number].outcome === 'not measured') continue;
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(commit), JSON.stringify({ ...readKept(), [number]: results[number] }));
}

if (values.with !== undefined) {
  const earlier = git('rev-parse', values.with);
  for (const [number, result] of Object.entries(readKept(earlier))) {
    if (results[number].outcome === 'not measured') results[number] = { ...result, commit: earlier };
  }
}
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const table = tableOf(results, {
  version,
  commit: isClean ? commit : `${commit} with changes`,
  machine: `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
});
process.stdout.write(table);
if (values.keep) {
  mkdirSync('docs/proof', { recursive: true });
  writeFileSync(`docs/proof/${version}.md`, table);
}
const count = (outcome) => Object.values(results).filter((one) => one.outcome === outcome).length;
process.stdout.write(`\n${count('holds')} passed, ${count('fails')} failed\n`);
process.exitCode = count('fails') === 0 ? 0 : 1;
