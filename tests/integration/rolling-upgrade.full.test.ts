import { setTimeout as delay } from 'node:timers/promises';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownGeneration } from '../../server/platform/db/lineage';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import { openTrade } from '../factories/trade';
import { onDatabase } from '../setup/cli';
import { type Answer, Client, signIn } from '../setup/client';
import { openTestDatabase, type TestDatabase } from '../setup/database';
import { expectStockAddsUp } from '../setup/invariants';
import { nextVersion } from '../setup/next-version';
import { ServerProcess, SILENT_MAIL, startServer, TEST_SECRET } from '../setup/server';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const CLIENTS = 12;
const RETRY_MS = 150;
/** A balancer gives a request up after this. */
const PATIENCE_MS = 60_000;

/** Counts ledger rows by the generation of their writers, from the commit of the migration on. */
const WITNESS = `CREATE TABLE "written_by" ("id" bigint GENERATED ALWAYS AS IDENTITY, "writer" text NOT NULL);
--> statement-breakpoint
CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO written_by (writer) VALUES (current_setting('application_name'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_writer AFTER INSERT ON inventory_movements FOR EACH STATEMENT EXECUTE FUNCTION note_writer();
`;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('two old and two new processes under load: no request fails, no old write commits after the migration, totals are right', async () => {
  const next = await nextVersion(`-- old writers: unsafe\n${WITNESS}`);
  const env = { LAME_DUCK_SECONDS: '3', ...SILENT_MAIL };
  const old = await Promise.all([startServer(database.url, env), startServer(database.url, env)]);
  const [first] = old as [ServerProcess, ServerProcess];
  const trade = await openTrade(
    { ...database, signIn: (user) => signIn(first.url, user) },
    { quantity: 1_000_000 },
  );
  const ports = [await findFreePort(), await findFreePort()];
  const urls = [...old.map(({ url }) => url), ...ports.map((port) => `http://127.0.0.1:${port}`)];
  const counts = { done: 0, retried: 0 };
  const failures: string[] = [];
  let isOver = false;

  /** Sends a request as balancers and clients do: elsewhere on 503 or without a response, with the same key. */
  async function send(
    name: string,
    call: (client: Client, key: Record<string, string>) => Promise<Answer>,
    who: 'buyer' | 'seller',
  ) {
    const key = { 'idempotency-key': v7() };
    const deadline = Date.now() + PATIENCE_MS;
    for (let turn = Math.floor(Math.random() * 4); ; turn++) {
      const client = new Client(urls[turn % 4] ?? '', trade[who].tokens);
      const status = await call(client, key).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status >= 200 && status < 300) return void counts.done++;
      if ((status !== 503 && status !== 0) || Date.now() > deadline)
        return void failures.push(`${name}: ${status}`);
      counts.retried++;
      await delay(RETRY_MS);
    }
  }

  const order = {
    wholesaler_id: trade.wholesaler.id,
    items: [{ product_id: trade.product.id, quantity: 1 }],
  };
  const kinds = [
    () => send('order', (client, key) => client.post('/api/v1/orders', order, key), 'buyer'),
    () =>
      send(
        'adjustment',
        (client, key) =>
          client.patch(
            `/api/v1/inventory/${trade.stockId}`,
            { quantity_change: 1, reason_code: 'AUDIT' },
            key,
          ),
        'seller',
      ),
    () => send('list', (client) => client.get('/api/v1/inventory?limit=20'), 'seller'),
  ];
  const loops = Array.from({ length: CLIENTS }, async (_, n) => {
    while (!isOver) {
      await kinds[n % kinds.length]?.();
      await delay(20);
    }
  });
  const untilDone = (more: number) => {
    const wanted = counts.done + more;
    return expect.poll(() => counts.done, { timeout: 120_000 }).toBeGreaterThan(wanted);
  };
  await untilDone(100);
  const settings = {
    ...onDatabase(database.url),
    LOG_LEVEL: 'warn',
    AUTH_SECRET: TEST_SECRET,
  };
  const servers = ports.map(
    (port) =>
      new ServerProcess(
        next.spawn({
          ...settings,
          PORT: String(port),
          PUBLIC_URL: `http://localhost:${port}`,
          LAME_DUCK_SECONDS: '0',
        }),
        `http://127.0.0.1:${port}`,
      ),
  );
  const codes = await Promise.all(old.map(({ exited }) => exited.then(({ code }) => code)));
  await Promise.all(servers.map((server) => server.untilReady()));
  await untilDone(200);
  isOver = true;
  await Promise.all(loops);

  expect(codes).toEqual([6, 6]);
  for (const { stderr } of old) expect(stderr.at(-1)).toContain("can't write to it safely and stops");
  expect(failures).toEqual([]);
  const writers = await database.sql<{ writer: string }[]>`select distinct writer from written_by`;
  expect(writers.map(({ writer }) => writer)).toEqual([`tallyleaf/${ownGeneration() + 1}`]);
  await expectStockAddsUp(database.sql);
  const verified = await next.cli(settings, 'verify');
  expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('no differences') });
  process.stdout.write(
    `${counts.done} requests, 0 failed, ${counts.retried} sent again; ${verified.out.trim().split('\n').at(-1)}\n`,
  );
  await Promise.all(servers.map((server) => server.stop()));
  await next.remove();
});
