import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStock } from '../factories/catalog';
import { type OrderBody, openTrade, type Trade } from '../factories/trade';
import { type Answer, Client, signIn } from '../setup/client';
import { openTestDatabase, type TestDatabase } from '../setup/database';
import { IS_SHORT } from '../setup/full';
import { expectStockAddsUp } from '../setup/invariants';
import { type ServerProcess, startServer } from '../setup/server';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function openServer(): Promise<{ server: ServerProcess; trade: Trade }> {
  const server = await startServer(database.url);
  const trade = await openTrade(
    {
      ...database,
      server,
      anybody: new Client(server.url),
      signIn: (user) => signIn(server.url, user),
    },
    { quantity: 100_000 },
  );
  return { server, trade };
}

const adjust = { quantity_change: 1, reason_code: 'AUDIT' };

test.skipIf(IS_SHORT)(
  'finishes requests in flight on SIGTERM, accepts no new ones, and exits with 0',
  async () => {
    const { server, trade } = await openServer();
    const path = `/api/v1/inventory/${trade.stockId}`;
    const holder = await database.sql.reserve();
    await holder`begin`;
    await holder`select 1 from inventory_items where id = ${trade.stockId} for update`;
    // Those with a key run on their own, the others together once the item is free.
    const alone = Array.from({ length: 8 }, (_, n) =>
      trade.seller.send('PATCH', path, { body: adjust, headers: { 'Idempotency-Key': `stop-${n}` } }),
    );
    const together = Array.from({ length: 4 }, () => trade.seller.patch(path, adjust));
    await expect
      .poll(
        async () => {
          const [row] = await database.sql<{ n: number }[]>`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
          return row?.n;
        },
        { timeout: 20_000 },
      )
      .toBe(8);

    server.child.kill('SIGTERM');
    await expect
      .poll(
        () =>
          new Client(server.url).get('/healthz').then(
            () => 'taken',
            () => 'refused',
          ),
        { timeout: 20_000 },
      )
      .toBe('refused');
    expect(server.running).toBe(true);
    await holder`commit`;
    holder.release();
    const answers = await Promise.all([...alone, ...together]);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(server.takeFaults()).toEqual([]);
    await expectStockAddsUp(database.sql);
  },
);

test('responds to every request that took effect during SIGTERM under load', async () => {
  const { server, trade } = await openServer();
  const { buyer, seller, wholesaler, product } = trade;
  const other = await createStock(database.db, wholesaler, product.variantId, 10, {
    roomType: 'sales_floor',
  });
  const order = { wholesaler_id: wholesaler.id, items: [{ product_id: product.id, quantity: 1 }] };
  const placed: Answer<OrderBody>[] = [];
  let adjusted = 0;
  const statuses = new Set<number>();
  const loops = Array.from({ length: 16 }, async (_, i) => {
    // A connection that stays open could be closed while a request is on its way.
    const once = (i % 2 === 0 ? buyer : seller).unpooled();
    for (;;) {
      try {
        if (i % 2 === 0) {
          const answer = await once.post<OrderBody>('/api/v1/orders', order);
          statuses.add(answer.status);
          if (answer.status === 201) placed.push(answer);
        } else {
          const answer = await once.patch(`/api/v1/inventory/${other}`, adjust);
          statuses.add(answer.status);
          if (answer.status === 200) adjusted++;
        }
      } catch {
        return;
      }
    }
  });
  await expect.poll(() => placed.length, { timeout: 30_000 }).toBeGreaterThan(30);
  server.child.kill('SIGTERM');
  await Promise.all(loops);
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect([...statuses].sort()).toEqual([200, 201]);
  const stored = await database.sql<
    { id: string }[]
  >`select id from orders where retailer_id = ${trade.retailer.id}`;
  expect(stored.map(({ id }) => id).sort()).toEqual(placed.map(({ body }) => body.id).sort());
  const [moved] = await database.sql<{ n: number }[]>`
    select count(*)::int as n from inventory_movements where item_id = ${other} and source_type = 'api'`;
  expect(moved?.n).toBe(adjusted);
  await expectStockAddsUp(database.sql);
});
