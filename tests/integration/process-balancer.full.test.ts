import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTrade, type Trade } from '../factories/trade';
import { Client, signIn } from '../setup/client';
import { openTestDatabase, type TestDatabase } from '../setup/database';
import { sampleOf } from '../setup/full';
import { expectStockAddsUp } from '../setup/invariants';
import { type ServerProcess, startServer } from '../setup/server';

vi.setConfig({ testTimeout: 240_000 });

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

interface Balancer {
  url: string;
  /** Requests that an upstream broke. */
  failures: string[];
  /** How many each upstream has taken. */
  taken: number[];
  close(): void;
}

/** A balancer as they come: pooled connections, upstreams in turn, out while `/readyz` isn't 200, and no retry. */
async function openBalancer(upstreams: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const ready = upstreams.map(() => true);
  const taken = upstreams.map(() => 0);
  const failures: string[] = [];
  const check = setInterval(() => {
    upstreams.forEach(async (url, i) => {
      ready[i] = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).then(
        ({ ok }) => ok,
        () => false,
      );
    });
  }, 200);
  let turn = 0;
  const choose = () => {
    for (let i = 0; i < upstreams.length; i++) {
      turn = (turn + 1) % upstreams.length;
      if (ready[turn]) return turn;
    }
    return null;
  };
  const forward = (req: IncomingMessage, res: ServerResponse) => {
    const chosen = choose();
    if (chosen === null) {
      failures.push('no upstream is ready');
      return void res.writeHead(502).end();
    }
    taken[chosen] = (taken[chosen] ?? 0) + 1;
    const { hostname, port } = new URL(upstreams[chosen] ?? '');
    const { connection: _, ...headers } = req.headers;
    const options = { hostname, port, agent, method: req.method, path: req.url, headers };
    const upstream = request(options, (answer) => {
      const { connection: __, ...own } = answer.headers;
      res.writeHead(answer.statusCode ?? 502, own);
      answer.pipe(res);
      answer.once('error', (error) => failures.push(`${upstreams[chosen]}: ${error.message}`));
    });
    upstream.once('error', (error) => {
      failures.push(`${upstreams[chosen]}: ${error.message}`);
      res.writeHead(502, { 'x-request-id': 'balancer' }).end();
    });
    req.pipe(upstream);
  };
  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    taken,
    close: () => {
      clearInterval(check);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

async function openTradeOn(server: ServerProcess): Promise<Trade> {
  const anybody = new Client(server.url);
  const stage = {
    ...database,
    server,
    anybody,
    signIn: (user: Parameters<typeof signIn>[1]) => signIn(server.url, user),
  };
  return openTrade(stage, { quantity: 1_000_000 });
}

test.each(sampleOf(['1', '2']))(
  'SIGTERM under load behind a balancer: no request fails (%s web processes)',
  async (webs) => {
    const env = { LAME_DUCK_SECONDS: '6', WEB_CONCURRENCY: webs };
    const servers = await Promise.all([startServer(database.url, env), startServer(database.url, env)]);
    const [leaving, staying] = servers as [ServerProcess, ServerProcess];
    const trade = await openTradeOn(staying);
    const balancer = await openBalancer(servers.map(({ url }) => url));
    const statuses = new Map<number, number>();
    let isOver = false;
    const path = `/api/v1/inventory/${trade.stockId}`;
    const order = {
      wholesaler_id: trade.wholesaler.id,
      items: [{ product_id: trade.product.id, quantity: 1 }],
    };
    const loops = Array.from({ length: 12 }, async (_, i) => {
      const buyer = new Client(balancer.url, trade.buyer.tokens);
      const seller = new Client(balancer.url, trade.seller.tokens);
      const calls = [
        () => buyer.post('/api/v1/orders', order),
        () => seller.patch(path, { quantity_change: 1, reason_code: 'AUDIT' }),
        () => seller.get('/api/v1/inventory?limit=20'),
      ] as const;
      const send = calls[(i % 3) as 0 | 1 | 2];
      while (!isOver) {
        const { status } = await send();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        // Twelve requests at a time are load enough; the machine need not be full.
        await delay(20);
      }
    });
    await expect.poll(() => balancer.taken[0], { timeout: 60_000 }).toBeGreaterThan(40);

    leaving.child.kill('SIGTERM');
    expect(await leaving.exited).toEqual({ code: 0, signal: null });
    const before = balancer.taken[1] ?? 0;
    await expect.poll(() => balancer.taken[1] ?? 0, { timeout: 60_000 }).toBeGreaterThan(before + 20);
    isOver = true;
    await Promise.all(loops);
    balancer.close();
    expect(balancer.failures).toEqual([]);
    expect([...statuses.keys()].sort()).toEqual([200, 201]);
    await staying.stop();
    expect(leaving.takeFaults()).toEqual([]);
    await expectStockAddsUp(database.sql);
  },
);

test('in its lame-duck time /readyz is 503 at once, while new and kept connections are served and retired', async () => {
  const server = await startServer(database.url, { LAME_DUCK_SECONDS: '8' });
  const kept = new Client(server.url);
  expect((await kept.get('/readyz')).headers.connection).toBe('keep-alive');
  server.child.kill('SIGTERM');
  await expect.poll(async () => (await new Client(server.url).get('/readyz')).status).toBe(503);
  const answers: string[] = [];
  for (let i = 0; i < 20; i++) {
    for (const client of [kept, new Client(server.url)]) {
      const { status, headers } = await client.get('/healthz');
      answers.push(`${status} ${headers.connection}`);
    }
  }
  expect(new Set(answers)).toEqual(new Set(['200 close']));
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

test.each([
  ['SIGINT', 130, '1'],
  ['SIGTERM', 143, '2'],
] as const)('a second %s ends it at once (exit code %i, web processes: %s)', async (second, code, webs) => {
  const server = await startServer(database.url, { LAME_DUCK_SECONDS: '60', WEB_CONCURRENCY: webs });
  server.child.kill('SIGTERM');
  await delay(600);
  expect(server.running).toBe(true);
  const sent = performance.now();
  server.child.kill(second);
  expect(await server.exited).toEqual({ code, signal: null });
  expect(performance.now() - sent).toBeLessThan(10_000);
});

test('SIGINT skips the lame-duck time, and its echo by npm is no second signal', async () => {
  const server = await startServer(database.url, { LAME_DUCK_SECONDS: '60' });
  server.child.kill('SIGINT');
  await delay(20);
  server.child.kill('SIGINT');
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

test('a silent connection does not hold the stop up', async () => {
  const server = await startServer(database.url);
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.once('connect', resolve));
  const began = performance.now();
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - began).toBeLessThan(10_000);
  socket.destroy();
});
