import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build, hasPages } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { fail, installed, ROOT, run } from './process.mjs';

const reports = join(tmpdir(), `tallyleaf-test-${randomUUID()}`);
const count = { passed: 0, failed: 0 };
/** Tests that failed among the others and passed by themselves: named at the end, for they hide a race or lack patience. */
const unsteady = [];
/** Files that may run once more; where more fail, the machine is not the reason (decision 340). */
const MAX_AGAIN = 3;
/** TypeScript 7 takes a third of the time; Next, knip and others need the programming interface of 5. */
const TSC = join(ROOT, 'node_modules/typescript-7/bin/tsc');

/** Steps beside Vitest and the browser, one at a time, in this order: `types` and `build` both write `.next/types`. */
const BESIDE = {
  lint: (collect) => succeeds('biome', ['check', '--error-on-warnings'], { collect }),
  build: () => build().then(() => true),
  types: async (collect) => {
    // Next generates the types of routes and of imported images, and leaves those of pages that are gone.
    rmSync(join(ROOT, '.next/types'), { recursive: true, force: true });
    // One checker: with more each works out the shared types again, which takes twice the processor's time.
    return (
      (!hasPages() || (await succeeds('next', ['typegen'], { collect }))) &&
      (await run(process.execPath, [TSC, '--noEmit', '--incremental', 'false', '--checkers', '1'], {
        collect,
      })) === 0
    );
  },
  knip: (collect) => succeeds('knip', [], { collect }),
  imports: (collect) =>
    succeeds('depcruise', ['server', 'app', 'components', '--config', '.dependency-cruiser.cjs'], {
      collect,
    }),
};
/** Vitest projects; one run takes all that are requested, sharing workers and a PostgreSQL. */
const PROJECTS = [
  'unit',
  'patterns',
  'components',
  'replacing',
  'integration',
  'rest',
  'contract',
  'attacks',
];
/** Projects in a run of their own: some measure, and others load the machine for minutes. */
const ALONE = ['bounds', 'long', 'generators'];
/** By `--full` or by name only (decision 280). */
const ONLY_FULL = ['attacks', ...ALONE];
const STEPS = [...Object.keys(BESIDE), ...PROJECTS, ...ALONE, 'e2e'];

async function succeeds(command, args, options) {
  return (await run(installed(command), args, options)) === 0;
}

/** Projects that `TEST_JOINED` makes one, named `server`: each worker then loads the server's modules once. */
const ON_SERVER = ['integration', 'rest', 'contract', 'attacks'];
const isOnServer = (project) => ON_SERVER.includes(project);

async function vitest(projects) {
  const joined = projects.filter(isOnServer);
  const names = joined.length > 1 ? [...projects.filter((one) => !isOnServer(one)), 'server'] : projects;
  const first = await runVitest(names, joined, []);
  const again = first.failedFiles.length <= MAX_AGAIN ? first.failedFiles : [];
  if (again.length === 0) return tally(first.passed, first.failed) && first.succeeded;
  process.stdout.write(`again, by themselves: ${again.join(', ')}\n`);
  const second = await runVitest(names, joined, again, { VITEST_MAX_WORKERS: '1' });
  unsteady.push(...first.failedTests.filter((name) => !second.failedTests.includes(name)));
  const stillFailed = second.succeeded ? 0 : Math.max(second.failed, 1);
  return tally(first.passed + first.failed - stillFailed, stillFailed) && second.succeeded;
}

/** @param args more for Vitest, such as the files to run; without files all of the projects */
async function runVitest(names, joined, args, env = {}) {
  const report = join(reports, `${randomUUID()}.json`);
  const succeeded = await succeeds(
    'vitest',
    [
      ...['run', ...names.flatMap((name) => ['--project', name])],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    ],
    { env: joined.length > 1 ? { ...env, TEST_JOINED: joined.join(',') } : env },
  );
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport(report);
  const failedFiles = testResults.filter(({ status }) => status === 'failed');
  const failedTests = failedFiles.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative(ROOT, name)}: ${fullName}`),
  );
  return {
    succeeded,
    passed: numPassedTests,
    failed: numFailedTests,
    failedFiles: failedFiles.map(({ name }) => relative(ROOT, name)),
    failedTests,
  };
}

async function playwright() {
  const report = join(reports, 'e2e.json');
  const succeeded = await succeeds('playwright', ['test', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const { expected = 0, flaky = 0, unexpected = 0 } = readReport(report).stats ?? {};
  if (flaky > 0) unsteady.push(`browser tests: ${flaky}, named above`);
  return tally(expected + flaky, unexpected) && succeeded;
}

/** False when nothing ran: a suite that lost its tests must not pass. */
function tally(passed, failed) {
  count.passed += passed;
  count.failed += failed;
  if (passed + failed === 0) process.stderr.write('no test ran\n');
  return passed > 0;
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/** Runs a step and reports it. @param collect receives its output, printed at its end; undefined to let it write itself */
async function runStep(name, work, collect) {
  const began = Date.now();
  const succeeded = await work(collect).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    return false;
  });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  if (collect?.length > 0) process.stdout.write(`\n${name}:\n${collect.join('')}\n`);
  const result = { name, state: succeeded ? 'ok' : 'FAILED', seconds };
  process.stdout.write(`${result.state}: ${name} (${seconds} s)\n`);
  return result;
}

/** Runs the requested steps through the last, failures included. @returns their results */
async function runSteps(names) {
  const results = [];
  const groups = [PROJECTS, ALONE]
    .map((projects) => projects.filter((project) => names.includes(project)))
    .filter((projects) => projects.length > 0);
  let built = Promise.resolve(true);
  const beside = [];
  let previous = Promise.resolve();
  for (const name of Object.keys(BESIDE).filter((step) => names.includes(step))) {
    const collect = groups.length > 0 ? [] : undefined;
    const running = previous.then(() => runStep(name, BESIDE[name], collect));
    previous = running;
    beside.push(running);
    if (name === 'build') built = running.then(({ state }) => state === 'ok');
  }
  // Vitest builds the server that it needs, in a second; the pages are for the browser alone.
  for (const group of groups) results.push(await runStep(group.join(' + '), () => vitest(group)));
  if (names.includes('e2e')) {
    const runnable = await built;
    if (runnable) results.push(await runStep('e2e', playwright));
    else results.push({ name: 'e2e', state: 'SKIPPED: the build failed', seconds: '-' });
  }
  return [...(await Promise.all(beside)), ...results];
}

function printTable(results) {
  const width = Math.max(...results.map(({ name }) => name.length));
  for (const { name, state, seconds } of results) {
    process.stdout.write(`${name.padEnd(width)}  ${seconds.padStart(7)} s  ${state}\n`);
  }
}

/** @returns the names of the steps; when none is named all, or without `--full` all but those of `ONLY_FULL` */
function readNames(args) {
  const isFull = args.includes('--full');
  const named = args.filter((name) => name !== '--full');
  const unknown = named.find((name) => !STEPS.includes(name));
  if (unknown) fail(`There is no step "${unknown}"; there are ${STEPS.join(', ')}.`);
  if (isFull) process.env.TEST_FULL = '1';
  if (named.length > 0) return STEPS.filter((name) => named.includes(name));
  // A project by its name runs with its rare cases.
  if (!isFull) process.env.TEST_SHORT = '1';
  return STEPS.filter((name) => isFull || !ONLY_FULL.includes(name));
}

const names = readNames(process.argv.slice(2));
try {
  process.chdir(ROOT);
  await ensureInstalled();
  if (names.includes('e2e')) {
    process.env.CHROMIUM_PATH = (await findBrowser()).executablePath;
  }
  const results = await runSteps(names);
  printTable(results);
  process.exitCode = results.every(({ state }) => state === 'ok') ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
for (const name of unsteady) process.stdout.write(`unsteady: ${name}\n`);
process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
