import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';
import { v7 } from 'uuid';
import { newSecret, signatureHeaders } from '../server/features/webhooks/sign';
import { type DataSet, insertData } from './data';
import { as, call, listen } from './http';
import { program, readArgs } from './options';
import { median, percentile, writeResults } from './report';
import { onStage } from './stage';

/** Adjustments per second while latency is measured: far below the server's maximum. */
const STEADY_RATE = 40;
/** Concurrent requests of the plain loop per endpoint, as in our delivery lanes. */
const PER_ENDPOINT = 4;

interface Options {
  /** Events that are committed at once for the throughput. */
  events: number;
  endpoints: number;
  /** Seconds of steady load for the latency. */
  seconds: number;
}

type Receiver = Awaited<ReturnType<typeof openReceiver>>;

async function openReceiver() {
  /** When each event arrived first, by its id, in milliseconds since 1970. */
  const arrivals = new Map<string, number>();
  let requests = 0;
  const { url, stop } = await listen((message, response) => {
    message.resume();
    message.once('end', () => {
      requests += 1;
      const id = String(message.headers['webhook-id']);
      if (!arrivals.has(id)) arrivals.set(id, Date.now());
      response.writeHead(204).end();
    });
  });
  return { url, stop, arrivals, requests: () => requests };
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 300_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`${what} did not come`);
    await delay(2);
  }
}

/** Milliseconds from each adjustment's response, which follows its commit, to its event's first arrival. */
async function measureLatency(
  url: string,
  { wholesaler, itemIds }: DataSet,
  receiver: Receiver,
  sql: postgres.Sql,
  seconds: number,
): Promise<number[]> {
  const committed = new Map<string, number>();
  const wanted = STEADY_RATE * seconds;
  await Promise.all(
    Array.from({ length: wanted }, async (_, n) => {
      await delay((n * 1000) / STEADY_RATE);
      const id = itemIds[n % itemIds.length] ?? '';
      const body = { quantity_change: 1, reason_code: 'AUDIT', notes: String(n) };
      const path = `/api/v1/inventory/${id}`;
      await call(url, { method: 'PATCH', path, headers: as(wholesaler), body });
      committed.set(String(n), Date.now());
    }),
  );
  const before = receiver.arrivals.size;
  await until('every event', () => receiver.arrivals.size >= Math.max(before, wanted));
  const rows = await sql<{ id: string; n: string }[]>`
    select e.id, m.notes as n from events e join inventory_movements m on m.id = (e.data->>'movement_id')::uuid
    where e.type = 'inventory.updated'`;
  return rows.flatMap(({ id, n }) => {
    const [from, to] = [committed.get(n), receiver.arrivals.get(id)];
    return from === undefined || to === undefined ? [] : [Math.max(0, to - from)];
  });
}

/** Commits events in one transaction, as a large import would, and waits for all. @returns deliveries a second */
async function measureThroughput(
  sql: postgres.Sql,
  { wholesaler }: DataSet,
  receiver: Receiver,
  { events, endpoints }: Options,
): Promise<number> {
  const before = receiver.requests();
  await sql`
    insert into events (id, entity_id, type, data, created_at)
    select uuidv7(), entity_id, type, data, clock_timestamp()
    from (select * from events where entity_id = ${wholesaler.entityId} and type = 'inventory.updated' limit 1) e,
      generate_series(1, ${events})`;
  const started = Date.now();
  await until('every delivery', () => receiver.requests() >= before + events * endpoints);
  return (events * endpoints * 1000) / (Date.now() - started);
}

/** Signs and sends the same bodies in a plain loop that stores nothing: this machine's maximum. */
async function measureBare(
  sql: postgres.Sql,
  receiver: Receiver,
  count: number,
  endpoints: number,
): Promise<number> {
  const [event] = await sql<{ data: object }[]>`select data from events limit 1`;
  const agent = new Agent({ keepAlive: true });
  const secrets = [newSecret()];
  let sent = 0;
  const started = Date.now();
  await Promise.all(
    Array.from({ length: PER_ENDPOINT * endpoints }, async () => {
      while (sent < count) {
        sent += 1;
        const id = v7();
        const body = JSON.stringify({ id, type: 'inventory.updated', sequence: sent, data: event?.data });
        const headers = signatureHeaders({ id, at: new Date(), body, secrets });
        await new Promise<void>((resolve, reject) => {
          const message = request(receiver.url, {
            method: 'POST',
            agent,
            headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          });
          message.once('error', reject);
          message.once('response', (response) => response.resume().once('end', resolve));
          message.end(body);
        });
      }
    }),
  );
  agent.destroy();
  return (count * 1000) / (Date.now() - started);
}

await program(async () => {
  const options = readArgs({ events: [5_000, 1_000_000], endpoints: [10, 10], seconds: [15, 600] });
  const receiver = await openReceiver();
  try {
    return await onStage(insertData, async ({ url, sql, data }) => {
      const add = (path: string) =>
        call(url, {
          method: 'POST',
          path: '/api/v1/webhooks',
          headers: as(data.wholesaler),
          body: { url: `${receiver.url}${path}`, events: ['*'] },
        });
      await add('/1');
      const latencies = await measureLatency(url, data, receiver, sql, options.seconds);
      for (let n = 2; n <= options.endpoints; n++) await add(`/${n}`);
      const perSecond = await measureThroughput(sql, data, receiver, options);
      const bare = await measureBare(sql, receiver, options.events * options.endpoints, options.endpoints);
      const latency = {
        events: latencies.length,
        p50: median(latencies),
        p99: percentile(latencies, 0.99),
        max: Math.max(...latencies),
      };
      const throughput = { ...options, perSecond, bare, ratio: perSecond / bare };
      const lines = [
        `from commit to receipt, ${STEADY_RATE} events a second: p50 ${latency.p50.toFixed(0)} ms, p99 ${latency.p99.toFixed(0)} ms, of ${latency.events}`,
        `${options.events} events at once to ${options.endpoints} endpoints: ${perSecond.toFixed(0)} deliveries a second, ${throughput.ratio.toFixed(2)} of a plain loop's ${bare.toFixed(0)}`,
        writeResults({ bench: 'webhooks', latency, throughput }),
      ];
      process.stdout.write(`${lines.join('\n')}\n`);
      return true;
    });
  } finally {
    await receiver.stop();
  }
});
