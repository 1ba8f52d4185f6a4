import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../process.mjs';
import { FIGURES } from './list.mjs';

/**
 * Runs what shows a figure, with as many repetitions as it takes to trust it.
 * @param {string} number
 * @param {number} [timeoutMs] milliseconds until it is ended
 * @returns {Promise<{ outcome: 'holds' | 'fails' | 'not measured', why: string, seconds: number }>} `why` is empty for what holds
 */
export async function measure(number, timeoutMs) {
  const { program, args, byTests, cannot } = FIGURES[number];
  if (cannot) return { outcome: 'not measured', why: cannot, seconds: 0 };
  const report = join(tmpdir(), `tallyleaf-figure-${randomUUID()}.json`);
  const reporters = byTests ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  const began = Date.now();
  const code = await run(program, [...args, ...reporters], { env: { TEST_FULL: '1' }, timeoutMs });
  const seconds = Math.round((Date.now() - began) / 1000);
  const result = (outcome, why) => ({ outcome, why, seconds });
  if (timeoutMs !== undefined && Date.now() - began >= timeoutMs)
    return result('not measured', `it took longer than the ${seconds} s that were left`);
  if (!byTests) return code === 0 ? result('holds', '') : result('fails', `exit code ${code}`);
  const { passed, failed } = countOf(report);
  if (code !== 0) return result('fails', `${failed} tests failed, ${passed} passed`);
  // A file that lacks what it needs here skips all its tests, and its run succeeds.
  return passed > 0 ? result('holds', '') : result('not measured', 'its tests were skipped on this machine');
}

function countOf(report) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests };
  } catch {
    return { passed: 0, failed: 0 };
  } finally {
    rmSync(report, { force: true });
  }
}
