import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build, hasPages } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { fail, installed, ROOT, run } from './process.mjs';

const wanted = process.argv.slice(2);
const reports = join(tmpdir(), `tallyleaf-test-${randomUUID()}`);
const count = { passed: 0, failed: 0 };

/** Every step in its order. A step is true when it succeeded. */
const STEPS = {
  lint: () => succeeds('biome', ['check', '--error-on-warnings']),
  types: async () =>
    // Next declares the types of routes and of imported images in files that it makes.
    (!hasPages() || (await succeeds('next', ['typegen']))) && (await succeeds('tsc', ['--noEmit'])),
  knip: () => succeeds('knip', []),
  imports: () =>
    succeeds('depcruise', ['server', 'app', 'components', '--config', '.dependency-cruiser.cjs']),
  build: () => build().then(() => true),
  unit: () => vitest('unit'),
  integration: () => vitest('integration'),
  rest: () => vitest('rest'),
  contract: () => vitest('contract'),
  attacks: () => vitest('attacks'),
  e2e: playwright,
  // Named only: these take longer than a run of everything should.
  'attacks-long': () => vitest('attacks-long'),
  generators: () => vitest('generators'),
};
const NAMED_ONLY = ['attacks-long', 'generators'];

async function succeeds(command, args, env) {
  return (await run(installed(command), args, { env })) === 0;
}

async function vitest(project) {
  const report = join(reports, `${project}.json`);
  const succeeded = await succeeds('vitest', [
    ...['run', '--project', project],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ]);
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report);
  return tally(numPassedTests, numFailedTests) && succeeded;
}

async function playwright() {
  const report = join(reports, 'e2e.json');
  const succeeded = await succeeds('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
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

async function runSteps(names) {
  for (const name of names) {
    const began = Date.now();
    const succeeded = await STEPS[name]().catch((error) => {
      process.stderr.write(`${error.message}\n`);
      return false;
    });
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    process.stdout.write(`${succeeded ? 'ok' : 'FAILED'}: ${name} (${seconds} s)\n`);
    if (!succeeded) return false;
  }
  return true;
}

const unknown = wanted.find((name) => !Object.hasOwn(STEPS, name));
if (unknown) fail(`There is no step "${unknown}"; there are ${Object.keys(STEPS).join(', ')}.`);
const names = Object.keys(STEPS).filter((name) =>
  wanted.length === 0 ? !NAMED_ONLY.includes(name) : wanted.includes(name),
);
try {
  process.chdir(ROOT);
  await ensureInstalled();
  if (names.includes('e2e')) process.env.CHROMIUM_PATH = (await findBrowser()).executablePath;
  process.exitCode = (await runSteps(names)) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
