import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { findFreePort } from '../../../server/platform/embedded-postgres/postmaster';
import { createBusiness, createMember } from '../../factories/business';
import { emitUpdates } from '../../factories/event';
import { openTrade, placeOrder } from '../../factories/trade';
import { scenesOf, status } from '../../factories/webhook-scene';
import { onDatabase, runCli } from '../../setup/cli';
import { eventually } from '../../setup/eventually';
import { holdTable } from '../../setup/held-table';
import { openMailServer } from '../../setup/mail';
import { openPrometheus, watched } from '../../setup/prometheus';
import { seriesIn } from '../../setup/series';
import { ServerProcess, spawnServer } from '../../setup/server';
import { openOwnStage } from '../../setup/stage';

const [metrics, health] = [await findFreePort(), await findFreePort()];
const mail = await openMailServer();
const env = { ...mail.env, WEBHOOK_ALLOW_LOOPBACK: '1' };
const stage = await openOwnStage({ ...env, ROLE: 'web', METRICS_PORT: String(metrics) });
const { db, sql } = stage;
const scenes = scenesOf(stage);

async function startWorker(): Promise<ServerProcess> {
  const { child } = await spawnServer({
    ...{ ...env, DATABASE_URL: stage.url, DATA_DIR: stage.folder },
    ...{ ROLE: 'worker', HEALTH_PORT: String(health) },
  });
  const worker = new ServerProcess(child, `http://127.0.0.1:${health}`);
  await worker.untilReady();
  return worker;
}
let worker = await startWorker();
afterAll(() => worker.stop());
const prometheus = await openPrometheus([metrics, health]);

const askForReset = async () => {
  const business = await createBusiness(db, 'retailer');
  const { email } = await createMember(db, business, 'viewer');
  expect((await stage.anybody.post('/auth/password/reset-request', { email })).status).toBeLessThan(300);
};

watched('a job that no worker takes fires TallyleafQueueOld', async () => {
  await prometheus.ends();
  await worker.stop();
  await askForReset();
  await prometheus.fires('TallyleafQueueOld');
  worker = await startWorker();
  await prometheus.ends();
});

watched('a session that holds up the numbering of events fires TallyleafEventsWait', async () => {
  const business = await createBusiness(db, 'retailer');
  const holder = await sql.reserve();
  await holder`select pg_advisory_lock(61)`;
  await emitUpdates(db, business.id, 1);
  await prometheus.fires('TallyleafEventsWait');
  await holder`select pg_advisory_unlock(61)`;
  holder.release();
  await prometheus.ends();
});

watched(
  'deliveries fire TallyleafDeliveriesOverdue without a worker, not for a receiver or a suspension',
  async () => {
    const held = await scenes.openScene(status(500));
    await held.emit();
    await held.until({ status: 'pending', attempts: [expect.anything()] });
    const suspended = await runCli(onDatabase(stage.url), 'suspend', held.business.id, '--reason', 'unpaid');
    expect(suspended).toMatchObject({ code: 0, stderr: '' });
    await scenes.hurry(held);

    const hanging = await scenes.openScene(() => {});
    await hanging.emit(20);
    // Four at a time, for 15 seconds each: those after them have been due for half a minute.
    await hanging.receiver.waitFor(() => hanging.receiver.requests.length > 8, 60_000);
    expect(await prometheus.firing()).toEqual([]);

    await worker.stop();
    await prometheus.fires('TallyleafDeliveriesOverdue', ['TallyleafQueueOld']);
    hanging.receiver.answer(status(204));
    worker = await startWorker();
    await prometheus.ends();
  },
);

watched('mails that the mail server rejects fire TallyleafMailFails', async () => {
  mail.refusing = true;
  for (let count = 0; count < 12; count++) await askForReset();
  await prometheus.fires('TallyleafMailFails');
  mail.refusing = false;
  await prometheus.ends();
});

watched('a lock on totals fires TallyleafJobsFail, and with many orders TallyleafTotalsBehind', async () => {
  const trade = await openTrade(stage);
  const release = await holdTable(sql, 'order_days', 'share row exclusive');
  // A fold is a job of each minute with one attempt, which waits for as long as a statement may take.
  await prometheus.fires('TallyleafJobsFail');
  for (let count = 0; count < 20; count++) await placeOrder(trade);
  await prometheus.fires('TallyleafTotalsBehind', ['TallyleafJobsFail']);
  await release();
  await prometheus.ends('TallyleafTotalsBehind');
  await eventually(
    () => sql`select from order_changes`,
    (rows) => expect(rows).toHaveLength(0),
  );
});

watched(
  'promtool finds no mistake in what web and worker expose, which has every series of rules and dashboard',
  async () => {
    const exposed = await Promise.all(
      [metrics, health].map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
    );
    for (const input of exposed) {
      const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
      // Those of Node.js are named by prom-client.
      expect((stdout + stderr).split('\n').filter((line) => line && !line.startsWith('nodejs_'))).toEqual([]);
    }
    const names = new Set(
      [...exposed.join('\n').matchAll(/^(?:# TYPE )?(\w+)[{ ]/gm)].map(([, name]) => name),
    );
    const folder = join(import.meta.dirname, '../../../deploy/monitoring');
    const used = seriesIn(
      ['alerts.yml', 'dashboard.json'].map((name) => readFileSync(join(folder, name), 'utf8')).join(),
    );
    expect(used.filter((name) => !names.has(name)).sort()).toEqual([]);
  },
);
