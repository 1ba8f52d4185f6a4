import { ensureInstalled } from './ensure-installed.mjs';
import { fail, installed, ROOT, run } from './process.mjs';

/** Sends many more requests than `npm test`, with a random seed: `npm run fuzz [RUNS] [SEED]`. */
const [runs = '1000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
if (![runs, seed].every((text) => /^\d{1,10}$/.test(text)))
  fail('Give whole numbers: npm run fuzz [RUNS] [SEED].');
process.chdir(ROOT);
await ensureInstalled();
process.stdout.write(`${runs} requests to each operation, seed ${seed}\n`);
process.exitCode = await run(
  installed('vitest'),
  ['run', '--project', 'contract', 'tests/contract/fuzz.test.ts'],
  {
    env: { FUZZ_RUNS: runs, FUZZ_SEED: seed },
  },
);
