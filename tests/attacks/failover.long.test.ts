import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../server/platform/db/client';
import { openTrade, type Trade } from '../factories/trade';
import { addEndpoint } from '../factories/webhook';
import { onDatabase, runCli } from '../setup/cli';
import { signIn } from '../setup/client';
import { eventually } from '../setup/eventually';
import { expectOrdersAddUp, expectStockAddsUp } from '../setup/invariants';
import { openPatroniCluster, type PatroniCluster } from '../setup/patroni';
import { openReceiver, type Receiver } from '../setup/receiver';
import { type ServerProcess, startServer } from '../setup/server';

const BUYERS = 8;
const RECOVERY_MS = 30_000;

let cluster: PatroniCluster;
let server: ServerProcess;
let receiver: Receiver;
let database: Database;
let trade: Trade;

beforeAll(async () => {
  cluster = await openPatroniCluster();
  receiver = await openReceiver();
  server = await startServer(cluster.primaryUrl, {
    DATABASE_REPLICA_URL: cluster.replicaUrl,
    WEBHOOK_ALLOW_LOOPBACK: '1',
  });
  database = openDatabase({ url: cluster.primaryUrl, pool: 4 });
  trade = await openTrade(
    { db: database.db, signIn: (user) => signIn(server.url, user) },
    { quantity: 1_000_000 },
  );
  await addEndpoint(trade.seller, { url: receiver.url, events: ['order.created'] });
}, 300_000);
afterAll(async () => {
  await server?.stop();
  await database?.close();
  await receiver?.close();
  await cluster?.close();
});

interface Load {
  /** Ids of the orders that were acknowledged. */
  acknowledged: string[];
  /** How often each status came. */
  statuses: Map<number, number>;
  /** The longest time (ms) without an acknowledged order. */
  outageMs: number;
  /** The longest time (ms) without a report, and statuses of reports. */
  reports: Map<number, number>;
}

/** Places orders, each with a key that is sent again until it is acknowledged, while `work` runs and for a while after. */
async function underLoad(work: () => Promise<void>): Promise<Load> {
  const load: Load = { acknowledged: [], statuses: new Map(), outageMs: 0, reports: new Map() };
  let isOver = false;
  let last = performance.now();
  const count = (counts: Map<number, number>, status: number) =>
    counts.set(status, (counts.get(status) ?? 0) + 1);
  const body = {
    wholesaler_id: trade.wholesaler.id,
    items: [{ product_id: trade.product.id, quantity: 1 }],
  };
  const buyers = Array.from({ length: BUYERS }, async () => {
    while (!isOver) {
      const headers = { 'idempotency-key': randomUUID() };
      for (let isDone = false; !isDone; ) {
        const answer = await trade.buyer.post<{ id: string }>('/api/v1/orders', body, { headers });
        count(load.statuses, answer.status);
        isDone = answer.status === 201;
        if (isDone) {
          load.acknowledged.push(answer.body.id);
          load.outageMs = Math.max(load.outageMs, performance.now() - last);
          last = performance.now();
        } else if (answer.status === 503) await delay(100);
        else throw new Error(`${answer.status}: ${answer.text}`);
      }
    }
  });
  const reader = (async () => {
    while (!isOver) {
      count(load.reports, (await trade.seller.get('/api/v1/overview')).status);
      await delay(100);
    }
  })();
  try {
    await delay(2_000);
    await work();
    await eventually(cluster.leader, (name) => expect(name).not.toBe(''), { patienceMs: 60_000 });
    await delay(5_000);
  } finally {
    isOver = true;
    await Promise.all([...buyers, reader]);
  }
  return load;
}

/** Where events, deliveries and jobs that don't arrive are, and what the sessions do. */
async function whatWaits(): Promise<string> {
  const { sql } = database;
  const state = {
    events: await sql`select count(*) from events where sequence is null`,
    deliveries: await sql`
      select status, count(*), min(next_attempt_at) as due from webhook_deliveries group by status`,
    endpoints: await sql`select active, lease_until, lease_until < now() as is_free from webhook_endpoints`,
    jobs: await sql`
      select task_identifier, locked_by, min(locked_at) as since, min(run_at) as due, max(last_error) as error, count(*)
      from graphile_worker.jobs group by 1, 2`,
    pools: await sql`select id, now() - seen_at as seen from worker_pools`,
    sessions: await sql`
      select pid, state, wait_event, now() - xact_start as begun, left(query, 100) as query from pg_stat_activity
      where datname = current_database() and (state <> 'idle' or wait_event <> 'ClientRead')`,
  };
  return `${JSON.stringify(state, null, 1)}\n${server.stdout.slice(-50).join('\n')}\n`;
}

/** Everything that was acknowledged is there once, its events were sent, and stock, orders and logs add up. */
async function expectNothingLost({ acknowledged }: Load): Promise<void> {
  const [found] = await database.sql`
    select count(*)::int as orders, count(*) filter (where id = any(${acknowledged}))::int as acknowledged from orders`;
  expect(found?.acknowledged).toBe(new Set(acknowledged).size);
  expect(acknowledged).toHaveLength(new Set(acknowledged).size);
  await eventually(
    () => new Set(receiver.requests.map(({ body }) => JSON.parse(body).data.id as string)),
    (sent) => expect(acknowledged.filter((id) => !sent.has(id))).toEqual([]),
    { patienceMs: 60_000, everyMs: 500 },
  ).catch(async (error) => {
    process.stdout.write(await whatWaits());
    throw error;
  });
  await expectStockAddsUp(database.sql);
  await expectOrdersAddUp(database.sql);
  for (const command of ['verify-ledger', 'verify-audit']) {
    const { code, stdout, stderr } = await runCli(onDatabase(cluster.primaryUrl), command);
    expect(code, `${command}: ${stdout}${stderr}`).toBe(0);
  }
}

function report(name: string, { acknowledged, statuses, reports, outageMs }: Load): void {
  const tell = (counts: Map<number, number>) =>
    [...counts].map(([status, n]) => `${n} × ${status}`).join(', ');
  process.stdout.write(
    `${name}: ${acknowledged.length} orders (${tell(statuses)}), reports ${tell(reports)}, ` +
      `${(outageMs / 1000).toFixed(1)} s without an order\n`,
  );
}

test('loses nothing acknowledged in a switchover under load, responds with 503 meanwhile, and recovers within 30 s', async () => {
  const before = await cluster.leader();
  const load = await underLoad(async () => {
    await cluster.switchOver();
    await eventually(cluster.leader, (name) => expect(['', before]).not.toContain(name), {
      patienceMs: 60_000,
    });
  });
  report('switchover', load);
  expect(
    [...load.statuses.keys(), ...load.reports.keys()].filter((status) => ![200, 201, 503].includes(status)),
  ).toEqual([]);
  expect(load.outageMs).toBeLessThan(RECOVERY_MS);
  await expectNothingLost(load);
});

test('loses nothing acknowledged when the primary is killed under load, and recovers within 30 s', async () => {
  await cluster.untilReplicated();
  const before = await cluster.leader();
  const load = await underLoad(async () => {
    await cluster.killLeader();
    await eventually(cluster.leader, (name) => expect(['', before]).not.toContain(name), {
      patienceMs: 60_000,
    });
  });
  report('kill', load);
  expect(
    [...load.statuses.keys(), ...load.reports.keys()].filter((status) => ![200, 201, 503].includes(status)),
  ).toEqual([]);
  expect(load.outageMs).toBeLessThan(RECOVERY_MS);
  await expectNothingLost(load);
});
