import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build, hasPages } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { fail, installed, ROOT, run } from './process.mjs';

const reports = join(tmpdir(), `tallyleaf-test-${randomUUID()}`);
const count = { passed: 0, failed: 0 };

/** Every step by name. A step resolves to true on success; collected output is printed at its end. */
const STEPS = {
  lint: (collect) => succeeds('biome', ['check', '--error-on-warnings'], { collect }),
  knip: (collect) => succeeds('knip', [], { collect }),
  imports: (collect) =>
    succeeds('depcruise', ['server', 'app', 'components', '--config', '.dependency-cruiser.cjs'], {
      collect,
    }),
  build: () => build().then(() => true),
  types: async (collect) =>
    // Next generates the types of routes and of imported images.
    (!hasPages() || (await succeeds('next', ['typegen'], { collect }))) &&
    (await succeeds('tsc', ['--noEmit'], { collect })),
  e2e: () => playwright({}),
  'e2e-full': () => playwright({ E2E_FULL: '1' }),
};
/** Vitest projects; one run takes all that are requested, sharing workers and a PostgreSQL. */
const PROJECTS = [
  ...['unit', 'components', 'integration', 'rest', 'contract', 'attacks', 'attacks-long', 'generators'],
];
/** Too slow for the default run. */
const FULL_ONLY = ['attacks-long', 'generators', 'e2e-full'];
/**
 * The order. Steps of one stage run beside each other; the first writes to the terminal. `types` and `build` both
 * write `.next/types`, so they are in different stages.
 */
const STAGES = [
  ['build', 'lint', 'knip', 'imports'],
  ['unit', 'components', 'integration', 'rest', 'contract', 'attacks', 'types'],
  ['attacks-long', 'generators'],
  ['e2e'],
  ['e2e-full'],
];

async function succeeds(command, args, options) {
  return (await run(installed(command), args, options)) === 0;
}

async function vitest(projects) {
  const report = join(reports, `${projects.join('-')}.json`);
  const succeeded = await succeeds('vitest', [
    ...['run', ...projects.flatMap((project) => ['--project', project])],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ]);
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report);
  return tally(numPassedTests, numFailedTests) && succeeded;
}

async function playwright(env) {
  const report = join(reports, 'e2e.json');
  const succeeded = await succeeds('playwright', ['test', '--reporter=list,json'], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const { expected = 0, flaky = 0, unexpected = 0 } = readReport(report).stats ?? {};
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

/** The parts of a stage, each with what runs it: one for all projects of Vitest, one for each other step. */
function partsOf(stage) {
  const projects = stage.filter((name) => PROJECTS.includes(name));
  const others = stage.filter((name) => !PROJECTS.includes(name));
  return [
    ...(projects.length > 0 ? [{ name: projects.join(' + '), work: () => vitest(projects) }] : []),
    ...others.map((name) => ({ name, work: STEPS[name] })),
  ];
}

/** Runs a part and reports it. @param collect what it writes, printed at its end; undefined to let it write itself */
async function runPart({ name, work }, collect) {
  const began = Date.now();
  const succeeded = await work(collect).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    return false;
  });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  if (collect?.length > 0) process.stdout.write(`\n${name}:\n${collect.join('')}\n`);
  process.stdout.write(`${succeeded ? 'ok' : 'FAILED'}: ${name} (${seconds} s)\n`);
  return succeeded;
}

/** Runs the requested steps, stage by stage, through the first stage with a failure. */
async function runSteps(names) {
  for (const stage of STAGES) {
    const parts = partsOf(stage.filter((name) => names.includes(name)));
    const results = await Promise.all(parts.map((part, index) => runPart(part, index > 0 ? [] : undefined)));
    if (results.includes(false)) return false;
  }
  return true;
}

/** @returns the names of the steps; `--full` takes all, the full browser tests in place of the others */
function readNames(args) {
  const known = STAGES.flat();
  if (args.includes('--full')) return known.filter((name) => name !== 'e2e');
  const unknown = args.find((name) => !known.includes(name));
  if (unknown) fail(`There is no step "${unknown}"; there are ${known.join(', ')}.`);
  return known.filter((name) => (args.length === 0 ? !FULL_ONLY.includes(name) : args.includes(name)));
}

const names = readNames(process.argv.slice(2));
try {
  process.chdir(ROOT);
  await ensureInstalled();
  if (names.some((name) => name.startsWith('e2e'))) {
    process.env.CHROMIUM_PATH = (await findBrowser()).executablePath;
  }
  process.exitCode = (await runSteps(names)) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
