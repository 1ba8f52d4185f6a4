import { afterAll, test } from 'vitest';
import { openStateStage } from '../../factories/metrc';
import { expectAllTold } from '../../factories/state-figure';
import { eventually } from '../../setup/eventually';
import { type ServerProcess, spawnServer } from '../../setup/server';

const stage = await openStateStage({ seed: 42 }, { ROLE: 'web' });
let worker = await startWorker();
afterAll(async () => {
  await worker.stop();
  await stage.metrc.close();
});

/** A process that runs only jobs. */
async function startWorker(): Promise<ServerProcess> {
  const started = await spawnServer({ ...stage.env, DATABASE_URL: stage.url, ROLE: 'worker' });
  await eventually(
    () => [...started.stdout, ...started.stderr].join('\n'),
    (output) => {
      if (!output.includes('worker is running')) throw new Error('not yet');
    },
    { patienceMs: 60_000 },
  );
  return started;
}

test('tells 1,000 changes once each while a fifth of the responses is lost and the worker is killed (figure 42)', {
  timeout: 45 * 60_000,
}, async () => {
  await expectAllTold(
    stage,
    1_000,
    async () => {
      worker.child.kill('SIGKILL');
      await worker.exited;
      worker = await startWorker();
    },
    40 * 60_000,
  );
});
