import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
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
import { findScopes, installSwitches } from './scopes.mjs';

/**
 * Removes each condition that keeps a query to one entity, user or set of locations, one at a time in a copy of the
 * tree, and expects a test to fail (decision 103). Prints the conditions that no test missed, and then exits with 1.
 *
 * The server of the copy has a switch for each condition, so one build and one PostgreSQL serve all of them. A run of
 * Vitest takes many test files, each with another condition removed. Which conditions a test file passes is found out
 * by running it once. Both that and what was noticed is kept until the files change, so that a run can be resumed.
 */
const USAGE = `usage: npm run attack:scopes [-- options]
  --list            prints the conditions
  --only PATTERN    only conditions whose name contains it
  --from NAME       begins with this condition
  --minutes N       ends after N minutes; the next run goes on
  --workers N       runs so many test files at a time (2)
  --fresh           forgets what earlier runs found out`;

/** Where tests are that call the server's operations, or its jobs, and that no busy machine fails. */
const TESTS =
  /^tests\/(?:rest|integration\/(?:imports|inventory|jobs|notifications|orders|pos|products|webhooks)|contract\/(?:limits|tenants)|attacks\/(?:comments|exposure|mail-flood|product-images))\b.*\.test\.ts$/;
/** Made to find missing scopes: they run first, and several copies of each at once. */
const FIRST = [
  'tests/contract/tenants.test.ts',
  'tests/contract/limits.full.test.ts',
  'tests/rest/location-limits.test.ts',
  'tests/rest/neighbors.full.test.ts',
];
const COPIES = 5;
const CACHE = join(ROOT, 'node_modules/.cache/tallyleaf-scopes.json');

/** Test files of one run: a run ends as its slowest file does. */
const AT_ONCE = 32;
/** A scope waits for one of so many of its best test files while others use them. */
const BEST = 3;

const options = {
  list: { type: 'boolean' },
  only: { type: 'string' },
  from: { type: 'string' },
  minutes: { type: 'string' },
  workers: { type: 'string', default: '2' },
  fresh: { type: 'boolean' },
};
const { list, only, from, minutes, workers, fresh } = (() => {
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
const tests = tracked.filter((file) => TESTS.test(file) && !file.includes('.long.'));
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
 * By test file: its hash, its time and the scopes it passes. By scope: the hash of its source, who noticed its removal,
 * and the test files that did not, with their hashes.
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
const hashes = new Map(
  [...sources, ...tests].map((file) => [
    file,
    createHash('sha256')
      .update(readFileSync(join(copy, file)))
      .digest('hex')
      .slice(0, 16),
  ]),
);
mkdirSync(paths.leases);
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
await installSwitches(copy, scopes, paths);

/** Of the copy: the tree may change meanwhile. */
const hashOf = (file) => hashes.get(file);
let vitest;
const durations = new Map();
/**
 * Runs test files, each with one scope removed.
 * @param {Map<string, number>} removedBy a scope's id, or -1, by test file
 * @returns {Promise<Map<string, string>>} the first failure by test file; of the others the file has none
 */
async function runTests(removedBy) {
  const ids = [...removedBy].map(([file, id]) => [join(copy, file), id]);
  writeFileSync(`${paths.control}.next`, JSON.stringify(Object.fromEntries(ids)));
  renameSync(`${paths.control}.next`, paths.control);
  vitest ??= await openVitest();
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const specifications = ids.flatMap(([file]) => vitest.getModuleSpecifications(file));
  const { testModules } = await vitest.runTestSpecifications(specifications);
  const failures = new Map();
  for (const module of testModules) {
    const [failed] = module.children.allTests('failed');
    const [error] = [...module.errors(), ...(failed?.result().errors ?? [])];
    const text = `${failed?.fullName ?? ''}: ${error?.message ?? 'failed'}`.slice(0, 300);
    if (module.state() !== 'passed') failures.set(relative(copy, module.moduleId), text);
    durations.set(relative(copy, module.moduleId), Math.round(module.diagnostic().duration));
  }
  return failures;
}

async function openVitest() {
  Object.assign(process.env, { TEST: 'true', VITEST: 'true', NODE_ENV: 'test' });
  process.chdir(copy);
  const { createVitest } = await import('vitest/node');
  const opened = await createVitest('test', {
    root: copy,
    watch: false,
    maxWorkers: Number(workers),
    reporters: [{}],
  });
  await opened.globTestSpecifications();
  return opened;
}

/** Finds out which scopes test files pass; one that fails by itself would notice everything, and is left out. */
async function study(files) {
  writeFileSync(paths.hits, '');
  const failures = await runTests(new Map(files.map((file) => [file, -1])));
  const passed = new Map(files.map((file) => [file, new Set()]));
  for (const line of readFileSync(paths.hits, 'utf8').split('\n')) {
    const at = line.lastIndexOf(' ');
    passed.get(relative(copy, line.slice(0, at)))?.add(scopes[Number(line.slice(at + 1))].name);
  }
  for (const file of files) {
    const fails = failures.has(file);
    known.tests[file] = { hash: hashOf(file), ms: durations.get(file), fails, passed: [...passed.get(file)] };
    if (!fails) continue;
    process.stdout.write(`FAILS    ${file} before anything is removed: ${failures.get(file)}\n`);
  }
  storeCache();
}

const isStudied = (file) => known.tests[file]?.hash === hashOf(file);
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
  return tests
    .filter((test) => isStudied(test) && !known.tests[test].fails)
    .filter((test) => known.tests[test].passed.includes(scope.name) && missed[test] !== hashOf(test))
    .sort((a, b) => rank(a) - rank(b) || (known.tests[a].ms ?? 0) - (known.tests[b].ms ?? 0));
}

/** One run: each open scope in turn gets the best of its test files that no other one has. */
async function tryOpenScopes(open) {
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
  const failures = await runTests(removedBy);
  for (const [instance, id] of removedBy) {
    const record = recordOf(scopes[id]);
    const file = fileOf.get(instance);
    if (!failures.has(instance)) record.missed[file] = hashOf(file);
    else {
      record.noticed = `${file}: ${failures.get(instance)}`;
      process.stdout.write(`noticed  ${scopes[id].name}\n         by ${record.noticed}\n`);
    }
  }
  storeCache();
  return true;
}

const isOpen = (scope) => !GUARDED_TWICE.has(scope.name) && !recordOf(scope).noticed;
let survivors = [];
try {
  while (Date.now() < ends) {
    const unknown = tests.filter((file) => !isStudied(file));
    if (unknown.length === 0) break;
    await study(unknown.slice(0, AT_ONCE));
  }
  while (Date.now() < ends && (await tryOpenScopes(chosen.filter(isOpen)))) {
    process.stdout.write(`${chosen.filter(isOpen).length} of ${chosen.length} scopes are open\n`);
  }
  survivors = chosen.filter(isOpen);
} finally {
  await vitest?.close();
  process.chdir(ROOT);
  rmSync(copy, { recursive: true, force: true });
}
for (const scope of survivors) {
  const { length } = candidatesFor(scope);
  process.stdout.write(`${length > 0 ? 'open    ' : 'SURVIVES'} ${scope.name} (line ${scope.line})\n`);
}
const twice = chosen.filter(({ name }) => GUARDED_TWICE.has(name)).length;
process.stdout.write(
  `${chosen.length} scopes, ${twice} of them guarded twice, ${survivors.length} not noticed\n`,
);
process.exit(survivors.length === 0 ? 0 : 1);
