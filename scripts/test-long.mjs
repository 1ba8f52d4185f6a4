import { ensureInstalled } from './ensure-installed.mjs';
import { fail, installed, ROOT, run } from './process.mjs';

/** Tests that need other programs: a cluster with failover, and the REST tests through a transaction pooler. */
const RUNS = {
  failover: { args: ['--project', 'long', 'tests/attacks/failover.long.test.ts'], env: {} },
  pgbouncer: { args: ['--project', 'rest'], env: { TEST_POOLER: 'plain' } },
  'pgbouncer prepared': { args: ['--project', 'rest'], env: { TEST_POOLER: 'prepared' } },
};

const [name = '', ...others] = process.argv.slice(2);
const isPrepared = others[0] === 'prepared';
const found = RUNS[isPrepared ? `${name} prepared` : name];
if (!found) fail(`Name one of: ${Object.keys(RUNS).join(', ')}.`);
process.chdir(ROOT);
await ensureInstalled();
process.exitCode = await run(
  installed('vitest'),
  ['run', ...found.args, ...others.slice(isPrepared ? 1 : 0)],
  {
    env: found.env,
  },
);
