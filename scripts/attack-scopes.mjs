import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './ensure-installed.mjs';
import { GUARDED_TWICE } from './guarded-scopes.mjs';
import { fail, ROOT } from './process.mjs';
import { ScopeTests } from './scope-tests.mjs';
import { findScopes, installSwitches } from './scopes.mjs';

/**
 * Removes each condition that keeps a query to one entity, user or set of locations, one at a time in a copy of the
 * tree, and expects a test to fail (decision 103). Prints the conditions that no test missed, and then exits with 1.
 *
 * The server of the copy has a switch for each condition, so one build and one PostgreSQL serve all of them. Which
 * conditions each test passes is found out by running its file once. Then each test has another condition removed
 * while it runs, and at last whole files have one. What was found out is kept until the files change, so that a run can
 * be resumed.
 */
const USAGE = `usage: npm run attack:scopes [-- options]
  --list            prints the conditions
  --only PATTERN    only conditions whose name contains it
  --from NAME       begins with this condition
  --tests PATTERN   only test files whose path contains it
  --minutes N       ends after N minutes; the next run goes on
  --workers N       runs so many test files at a time (2)
  --fresh           forgets what earlier runs found out`;

/** Where tests are that call the server's operations, or its jobs, and that no busy machine fails. */
const TESTS =
  /^tests\/(?:rest|integration\/(?:billing\/(?:money|numbers)|commands\/(?:erasure|verify)|imports|inventory|jobs|market|notifications|orders|pos|pricing|products|recalls|reports|webhooks)|contract\/(?:limits|tenants)|attacks\/(?:comments|exposure|mail-flood|product-images))\b.*\.test\.ts$/;
/** Made to find missing scopes: they run first, and several copies of each at once. */
const FIRST = [
  'tests/contract/tenants.test.ts',
  'tests/contract/limits.full.test.ts',
  'tests/rest/business/location-limits.test.ts',
  'tests/rest/business/neighbors.full.test.ts',
  'tests/rest/business/neighbors-goods.full.test.ts',
];
const COPIES = 5;
/** Tests of a file that run at the same time can't be distinguished. */
const CONCURRENT = /\b(?:test|describe|it)\.concurrent\b/;
const CACHE = join(ROOT, 'node_modules/.cache/tallyleaf-scopes.json');

/** Test files of one run: a run ends as its slowest file does. */
const AT_ONCE = 32;
/** Test files that are studied at a time, so that few are once all is noticed. */
const STUDIED_AT_ONCE = 12;
/** A run is worth its time if it leaves less than this part of what was open. */
const WORTHWHILE = 0.98;
/** A scope is removed in so many tests, then in whole files. */
const MOST_TESTS = 24;
/** A scope waits for one of so many of its best test files while others use them. */
const BEST = 3;

const options = {
  list: { type: 'boolean' },
  only: { type: 'string' },
  from: { type: 'string' },
  tests: { type: 'string' },
  minutes: { type: 'string' },
  workers: { type: 'string', default: '2' },
  fresh: { type: 'boolean' },
};
const {
  list,
  only,
  from,
  minutes,
  workers,
  fresh,
  tests: among = '',
} = (() => {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return fail(`${error.message}\n${USAGE}`);
  }
})();
if (!/^[1-9]\d?$/.test(workers)) fail(`--workers must be a number from 1 to 99.\n${USAGE}`);
const ends = minutes ? Date.now() + Number(minutes) * 60_000 : Number.POSITIVE_INFINITY;

process.chdir(ROOT);
await ensureInstalled();
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(file));
const sources = tracked.filter((file) => /^server\/(features|platform)\/.*\.ts$/.test(file));
const tests = tracked.filter((file) => TESTS.test(file) && !file.includes('.long.') && file.includes(among));
if (tests.length === 0) fail(`No test file matches ${among}.`);
const scopes = await findScopes(ROOT, sources);
for (const name of GUARDED_TWICE.keys()) {
  if (!scopes.some((scope) => scope.name === name)) fail(`guarded-scopes.mjs names no scope: ${name}`);
}
const first = from ? scopes.findIndex((scope) => scope.name === from) : 0;
const chosen = scopes.slice(Math.max(0, first)).filter(({ name }) => !only || name.includes(only));
if (first < 0 || chosen.length === 0) fail(`No scope matches ${from ?? only}.`);
if (list) {
  process.stdout.write(`${chosen.map(({ name }) => name).join('\n')}\n${chosen.length} scopes\n`);
  process.exit(0);
}

/**
 * By test file: its hash, its time and the scopes that it and each of its tests pass. By scope: the hash of its source,
 * who noticed its removal, and the tests and test files that did not, with their hashes.
 */
const known = fresh ? { tests: {}, scopes: {} } : readCache();
function readCache() {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8'));
  } catch {
    return { tests: {}, scopes: {} };
  }
}
function storeCache() {
  mkdirSync(dirname(CACHE), { recursive: true });
  writeFileSync(CACHE, JSON.stringify(known, null, 1));
}

const copy = mkdtempSync(join(tmpdir(), 'tallyleaf-scopes-'));
const paths = { control: join(copy, 'control.json'), hits: join(copy, 'hits'), leases: join(copy, 'leases') };
for (const file of tracked) {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  cpSync(join(ROOT, file), join(copy, file));
}
/** A test file, and its copies. */
const instancesOf = (file) => [
  file,
  ...(FIRST.includes(file)
    ? Array.from({ length: COPIES }, (_, i) => file.replace('.test.ts', `.copy${i}.test.ts`))
    : []),
];
for (const file of FIRST) {
  for (const instance of instancesOf(file).slice(1)) cpSync(join(ROOT, file), join(copy, instance));
}
/** Which scopes a test passes depends on how they are found, too. */
const finder = readFileSync(new URL('scopes.mjs', import.meta.url));
const hashes = new Map(
  [...sources, ...tests].map((file) => {
    const hash = createHash('sha256').update(readFileSync(join(copy, file)));
    if (tests.includes(file)) hash.update(finder);
    return [file, hash.digest('hex').slice(0, 16)];
  }),
);
const copied = await findScopes(copy, sources);
if (copied.some(({ name, from }, id) => name !== scopes[id]?.name || from !== scopes[id].from)) {
  rmSync(copy, { recursive: true, force: true });
  fail('The tree changed while it was copied. Start again.');
}
mkdirSync(paths.leases);
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
await installSwitches(copy, scopes, paths, workers);

/** Of the copy: the tree may change meanwhile. */
const hashOf = (file) => hashes.get(file);
const runner = new ScopeTests(copy, paths.control);

/** Finds out which scopes tests pass; a file that fails by itself would notice everything, and is left out. */
async function study(files) {
  writeFileSync(paths.hits, '');
  const failures = await runner.run(new Map(files.map((file) => [file, -1])));
  const passed = new Map(files.map((file) => [file, {}]));
  for (const line of readFileSync(paths.hits, 'utf8').split('\n')) {
    const [file = '', test, id] = line.split('\t');
    const tests = passed.get(relative(copy, file));
    if (!tests) continue;
    tests[test] ??= [];
    tests[test].push(scopes[Number(id)].name);
  }
  for (const file of files) {
    const byTest = passed.get(file);
    known.tests[file] = {
      hash: hashOf(file),
      ms: runner.durations.get(file),
      fails: failures.has(file),
      passed: [...new Set(Object.values(byTest).flat())],
      byTest: CONCURRENT.test(readFileSync(join(copy, file), 'utf8')) ? {} : byTest,
    };
    const [failure] = failures.get(file) ?? [];
    if (failure) process.stdout.write(`FAILS    ${file} before anything is removed: ${failure.text}\n`);
  }
  storeCache();
}

const isStudied = (file) => known.tests[file]?.hash === hashOf(file) && known.tests[file].byTest;
const studied = () => tests.filter((file) => isStudied(file) && !known.tests[file].fails);
const recordOf = ({ name, file }) => {
  const hash = hashOf(file);
  if (known.scopes[name]?.hash !== hash) known.scopes[name] = { hash, missed: {} };
  return known.scopes[name];
};

/** The test files that pass a scope and were not tried yet, those that should notice its removal first. */
function candidatesFor(scope) {
  const feature = scope.file.split('/')[2] ?? '';
  const { missed } = recordOf(scope);
  const rank = (test) =>
    FIRST.includes(test)
      ? 1
      : test.includes(`/${feature.slice(0, 5)}`)
        ? 0
        : 2 + known.tests[test].passed.length;
  return studied()
    .filter((test) => known.tests[test].passed.includes(scope.name) && missed[test] !== hashOf(test))
    .sort((a, b) => rank(a) - rank(b) || (known.tests[a].ms ?? 0) - (known.tests[b].ms ?? 0));
}

/**
 * One run in which each test has a scope of its own removed. A failure is taken for the scope's when no other test of
 * the file failed before it, or when it happens twice: what a test damages may fail later ones.
 */
async function tryInTests(open) {
  const places = open.flatMap((scope) => {
    const { missed, suspected } = recordOf(scope);
    const own = studied().flatMap((file) =>
      Object.entries(known.tests[file].byTest)
        .filter(([test, names]) => test && names.includes(scope.name))
        .map(([test, names]) => ({ file, test, scope, place: `${file}#${test}`, many: names.length })),
    );
    const tried = own.filter(({ file, place }) => missed[place] === hashOf(file)).length;
    return own
      .filter(({ file, place }) => missed[place] !== hashOf(file))
      .sort((a, b) => Number(b.place === suspected) - Number(a.place === suspected) || a.many - b.many)
      .slice(0, Math.max(0, MOST_TESTS - tried));
  });
  const chosenOf = new Map();
  const timesOf = new Map();
  const times = ({ scope }) => timesOf.get(scope.id) ?? 0;
  const rank = (at) => (recordOf(at.scope).suspected === at.place ? -1 : times(at));
  const byTest = new Map(places.map(({ place }) => [place, []]));
  for (const at of places) byTest.get(at.place).push(at);
  // Where few scopes can be removed, first: the others have more tests to choose from.
  for (const here of [...byTest.values()].sort((a, b) => a.length - b.length)) {
    const [best] = here.sort((a, b) => rank(a) - rank(b));
    if (times(best) >= BEST) continue;
    const { file, test, scope } = best;
    if (!chosenOf.has(file) && chosenOf.size === AT_ONCE) continue;
    if (!chosenOf.has(file)) chosenOf.set(file, {});
    chosenOf.get(file)[test] = scope.id;
    timesOf.set(scope.id, times(best) + 1);
  }
  if (chosenOf.size === 0) return false;
  const failures = await runner.run(chosenOf);
  for (const [file, idOf] of chosenOf) {
    const failed = failures.get(file) ?? [];
    for (const [test, id] of Object.entries(idOf)) {
      const record = recordOf(scopes[id]);
      const place = `${file}#${test}`;
      const failure = failed.find((one) => one.test === test);
      if (!failure) record.missed[place] = hashOf(file);
      else if (failure === failed[0] || record.suspected === place) notice(scopes[id], file, failure);
      else record.suspected = place;
    }
  }
  storeCache();
  return true;
}

function notice(scope, file, { text }) {
  const record = recordOf(scope);
  if (record.noticed) return;
  record.noticed = `${file}: ${text}`;
  process.stdout.write(`noticed  ${scope.name}\n         by ${record.noticed}\n`);
}

/** One run: each open scope in turn gets the best of its test files that no other one has. */
async function tryInFiles(open) {
  const removedBy = new Map();
  const fileOf = new Map();
  for (const scope of open) {
    if (removedBy.size === AT_ONCE) break;
    for (const file of candidatesFor(scope).slice(0, BEST)) {
      const free = instancesOf(file).find((instance) => !removedBy.has(instance));
      if (!free) continue;
      removedBy.set(free, scope.id);
      fileOf.set(free, file);
      break;
    }
  }
  if (removedBy.size === 0) return false;
  const failures = await runner.run(removedBy);
  for (const [instance, id] of removedBy) {
    const file = fileOf.get(instance);
    const [failure] = failures.get(instance) ?? [];
    if (failure) notice(scopes[id], file, failure);
    else recordOf(scopes[id]).missed[file] = hashOf(file);
  }
  storeCache();
  return true;
}

/** The files that were made for it, and once they are known those of the features that have the most open scopes. */
function unknownTests(open) {
  const made = FIRST.filter((file) => tests.includes(file) && !isStudied(file));
  if (made.length > 0) return made;
  const rank = (test) =>
    open.filter(({ file }) => test.includes(`/${(file.split('/')[2] ?? '').slice(0, 5)}`)).length;
  return tests.filter((file) => !isStudied(file)).sort((a, b) => rank(b) - rank(a));
}

// What the tests have started ends with them.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => runner.stop());
}
const isOpen = (scope) => !GUARDED_TWICE.has(scope.name) && !recordOf(scope).noticed;
let survivors = [];
try {
  // More tests are studied as soon as those that are known notice little.
  let isWorthwhile = true;
  while (Date.now() < ends) {
    const open = chosen.filter(isOpen);
    if (open.length === 0) break;
    process.stdout.write(`${open.length} of ${chosen.length} scopes are open\n`);
    const unknown = unknownTests(open);
    if ((isWorthwhile || unknown.length === 0) && (await tryInTests(open))) {
      isWorthwhile = chosen.filter(isOpen).length < WORTHWHILE * open.length;
      continue;
    }
    isWorthwhile = true;
    if (unknown.length > 0) await study(unknown.slice(0, STUDIED_AT_ONCE));
    else if (!(await tryInFiles(open))) break;
  }
  survivors = chosen.filter(isOpen);
} finally {
  await runner.close();
  process.chdir(ROOT);
  rmSync(copy, { recursive: true, force: true });
}
const isDone = tests.every(isStudied);
for (const scope of survivors) {
  const isLeft = !isDone || candidatesFor(scope).length > 0;
  process.stdout.write(`${isLeft ? 'open    ' : 'SURVIVES'} ${scope.name} (line ${scope.line})\n`);
}
const twice = chosen.filter(({ name }) => GUARDED_TWICE.has(name)).length;
process.stdout.write(
  `${chosen.length} scopes, ${twice} of them guarded twice, ${survivors.length} not noticed\n`,
);
process.exit(survivors.length === 0 ? 0 : 1);
