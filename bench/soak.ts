import { setTimeout as delay } from 'node:timers/promises';
import { encode } from 'next-auth/jwt';
import type postgres from 'postgres';
import { type DataSet, insertData, type Member } from './data';
import { as, call, listen } from './http';
import { program, readArgs } from './options';
import { usageOf } from './processes';
import { median, writeResults } from './report';
import { onStage } from './stage';

const SAMPLE_MS = 10_000;
/** Milliseconds between a client's requests, so that the load stays the same on any machine. */
const PAUSE_MS = 100;
/** Minutes in which caches fill and code is compiled; a sixth of a shorter run. */
const WARM_UP_MINUTES = 5;
/** In less time there is too little between the first quarter and the last to tell. */
const JUDGED_MINUTES = 10;
/** The last quarter may need this much more than the first after the warm-up. */
const MOST = 1.1;
/** One delivery in so many fails, so that retries are part of the load. */
const FAILING = 20;

/** What a client does next; throws when a response isn't as expected. */
type Job = (n: number) => Promise<void>;

interface Sample {
  minute: number;
  /** Bytes of the server. */
  memory: number;
  connections: number;
}

/** The cookie of a browser that is signed in with the member's session. */
async function cookieOf({ token }: Member, secret: string): Promise<string> {
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return `tallyleaf-session=${await encode({ token: { sid }, secret })}`;
}

/** The mixed load: each job as often as it is listed. */
async function jobsOf(url: string, data: DataSet, secret: string): Promise<Job[]> {
  const { wholesaler, retailer, itemIds, productIds, orderIds, signIns } = data;
  const pickAny = <T>(of: readonly T[], n: number) => of[(n * 7919) % of.length] as T;
  const read = (path: string, member = wholesaler) =>
    call(url, { path: `/api/v1/${path}`, headers: as(member) });
  const cookie = await cookieOf(wholesaler, secret);
  const page = (path: string) => call<void>(url, { path, headers: { cookie } });
  const list: Job = async (n) => void (await read(`inventory?limit=50&page=${1 + (n % 20)}`));
  const item: Job = async (n) => void (await read(`inventory/${pickAny(itemIds, n)}`));
  const orders: Job = async (n) => void (await read(`orders?limit=50&page=${1 + (n % 20)}`));
  const order: Job = async (n) => void (await read(`orders/${pickAny(orderIds, n)}`));
  const adjust: Job = async (n) => {
    const body = { quantity_change: 1, reason_code: 'AUDIT', notes: 'counted' };
    await call(url, {
      method: 'PATCH',
      path: `/api/v1/inventory/${pickAny(itemIds, n)}`,
      headers: as(wholesaler),
      body,
    });
  };
  const trade: Job = async (n) => {
    const items = [0, 1, 2].map((line) => ({ product_id: pickAny(productIds, 3 * n + line), quantity: 1 }));
    const { id } = await call<{ id: string }>(url, {
      method: 'POST',
      path: '/api/v1/orders',
      headers: as(retailer),
      body: { wholesaler_id: wholesaler.entityId, items },
    });
    const path = `/api/v1/orders/${id}/status`;
    for (const status of ['accepted', 'preparing', 'shipped']) {
      await call(url, { method: 'PATCH', path, headers: as(wholesaler), body: { status } });
    }
    await call(url, { method: 'PATCH', path, headers: as(retailer), body: { status: 'delivered' } });
  };
  const print: Job = async (n) =>
    void (await read(`orders/${pickAny(orderIds, n)}/document/pdf?kind=invoice`));
  const exported: Job = async () => void (await read('inventory?format=csv'));
  const session: Job = async (n) => {
    const body = pickAny(signIns, n);
    const { access_token } = await call<{ access_token: string }>(url, {
      method: 'POST',
      path: '/auth/login',
      body,
    });
    const headers = { authorization: `Bearer ${access_token}` };
    await call(url, { path: '/auth/me', headers });
    await call(url, { method: 'POST', path: '/auth/logout', headers });
  };
  const reports: Job = async () => void (await read('reports/stock'));
  const pages: Job[] = ['/', '/inventory', '/orders', '/products'].map((path) => () => page(path));
  return [
    ...[list, list, list, item, item, item, item, orders, order, order, adjust, adjust, adjust, trade],
    ...[print, exported, session, reports, ...pages],
  ];
}

/** An endpoint of the wholesaler, and a receiver that fails at times. */
async function receive(
  url: string,
  member: Member,
): Promise<{ deliveries(): number; stop(): Promise<void> }> {
  let deliveries = 0;
  const receiver = await listen((message, response) => {
    message.resume();
    message.once('end', () => response.writeHead(deliveries++ % FAILING === 0 ? 500 : 204).end());
  });
  const body = { url: receiver.url, events: ['*'] };
  await call(url, { method: 'POST', path: '/api/v1/webhooks', headers: as(member), body });
  return { deliveries: () => deliveries, stop: receiver.stop };
}

/** Sends the load until the end. @returns what was sent, and each kind of failure with its number */
async function load(jobs: readonly Job[], clients: number, end: number) {
  let sent = 0;
  const failures = new Map<string, number>();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let n = client; Date.now() < end; n += clients) {
        const job = jobs[n % jobs.length] as Job;
        await job(n).catch((error: Error) => {
          failures.set(error.message, (failures.get(error.message) ?? 0) + 1);
        });
        sent += 1;
        await delay(PAUSE_MS);
      }
    }),
  );
  return { sent, failures };
}

async function sample(pid: number, sql: postgres.Sql, end: number): Promise<Sample[]> {
  const began = Date.now();
  const samples: Sample[] = [];
  while (Date.now() < end) {
    await delay(SAMPLE_MS);
    const usage = usageOf(pid);
    if (!usage) throw new Error('The memory of the server is not known on this system.');
    const [row] = await sql<{ connections: number }[]>`
      select count(*)::int as connections from pg_stat_activity where datname = current_database()`;
    const minute = (Date.now() - began) / 60_000;
    samples.push({ minute, memory: usage.memory, connections: row?.connections ?? 0 });
  }
  return samples;
}

const MB = 1024 * 1024;

/** Median memory in MB of the samples between two shares of the time after the warm-up. */
function medianOf(samples: readonly Sample[], from: number, to: number): number {
  const part = samples.slice(Math.floor(from * samples.length), Math.ceil(to * samples.length));
  return median(part.map(({ memory }) => memory)) / MB;
}

await program(async () => {
  const { minutes, clients } = readArgs({ minutes: [30, 24 * 60], clients: [8, 64] });
  return onStage(
    insertData,
    async ({ url, pid, sql, data, secret }) => {
      const receiver = await receive(url, data.wholesaler);
      try {
        const jobs = await jobsOf(url, data, secret);
        const end = Date.now() + minutes * 60_000;
        const [{ sent, failures }, samples] = await Promise.all([
          load(jobs, clients, end),
          sample(pid, sql, end),
        ]);
        const warm = samples.filter(({ minute }) => minute > Math.min(WARM_UP_MINUTES, minutes / 6));
        const [first, last] = [medianOf(warm, 0, 0.25), medianOf(warm, 0.75, 1)];
        for (const { minute, memory, connections } of samples.filter((_, n) => n % 6 === 5)) {
          process.stdout.write(
            `${minute.toFixed(0).padStart(4)} min  ${(memory / MB).toFixed(0).padStart(5)} MB  ${connections} connections\n`,
          );
        }
        for (const [message, count] of failures) process.stdout.write(`${count} × ${message}\n`);
        const isFlat = last <= first * MOST;
        const verdict = minutes < JUDGED_MINUTES ? 'too short to judge' : isFlat ? 'flat' : 'growing';
        process.stdout.write(
          `${sent} jobs, ${receiver.deliveries()} deliveries, ${failures.size === 0 ? 'no failure' : 'failures'}; ` +
            `${first.toFixed(0)} MB in the first quarter after the warm-up, ${last.toFixed(0)} MB in the last: ` +
            `${verdict}\n`,
        );
        const results = {
          soak: { minutes, clients, sent, failures: Object.fromEntries(failures), first, last, samples },
        };
        process.stdout.write(`${writeResults(results)}\n`);
        return verdict !== 'growing' && failures.size === 0;
      } finally {
        await receiver.stop();
      }
    },
    { pages: true },
  );
});
