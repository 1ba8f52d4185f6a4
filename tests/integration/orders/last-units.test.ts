import { expect, test } from 'vitest';
import { createLot } from '../../factories/lots';
import { openTrade } from '../../factories/trade';
import { IS_SHORT } from '../../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage();

test('500 orders at once for the last 100 units: 100 × 201, 400 × 409, 100 reserved, the ledger names the orders', async () => {
  const { buyer, wholesaler, product, stockId } = await openTrade(stage, { quantity: 100 });
  const order = { wholesaler_id: wholesaler.id, items: [{ product_id: product.id, quantity: 1 }] };
  const answers = await Promise.all(
    Array.from({ length: 500 }, () => buyer.post<{ id: string }>('/api/v1/orders', order)),
  );
  const created = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(created).toHaveLength(100);
  expect(refused).toHaveLength(400);
  for (const { status, body } of refused) {
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: { code: 'INSUFFICIENT_STOCK', details: { lines: [{ available: 0 }] } } },
    });
  }
  const [item] =
    await stage.sql`select quantity, reserved_quantity from inventory_items where id = ${stockId}`;
  expect(item).toEqual({ quantity: 100, reserved_quantity: 100 });
  const named = await stage.sql<{ source_id: string; delta: number; reserved_delta: number }[]>`
    select source_id, delta, reserved_delta from inventory_movements
    where item_id = ${stockId} and source_type = 'order'`;
  expect(named.map((row) => row.source_id).sort()).toEqual(created.map(({ body }) => body.id).sort());
  expect(named.every((row) => row.delta === 0 && row.reserved_delta === 1)).toBe(true);
  const [stored] = await stage.sql`
    select (select count(*)::int from orders) as orders, (select count(*)::int from order_items) as items,
      (select count(*)::int from events where type = 'order.created') as events,
      (select count(*)::int from events where type = 'inventory.low_stock') as low_stock,
      (select count(*)::int from audit_log where action = 'order.created') as audited`;
  expect(stored).toEqual({ orders: 100, items: 100, events: 200, low_stock: 1, audited: 100 });
  await expectStockAddsUp(stage.sql);
  await expectOrdersAddUp(stage.sql);
});

test.skipIf(IS_SHORT)(
  '200 orders at once for the last 60 units, in three lots: 60 × 201, 140 × 409, each lot reserved to its last unit',
  async () => {
    const { buyer, seller, wholesaler, product, stockId } = await openTrade(stage, { quantity: 60 });
    for (const [i, batch] of ['A', 'B', 'C'].entries())
      await createLot(seller, stockId, batch, 20, { expires_on: `2099-0${i + 1}-01` });
    const order = { wholesaler_id: wholesaler.id, items: [{ product_id: product.id, quantity: 1 }] };
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => buyer.post<{ id: string }>('/api/v1/orders', order)),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(60);
    for (const { status, body } of answers.filter((one) => !created.includes(one)))
      expect({ status, body }).toMatchObject({
        status: 409,
        body: { error: { code: 'INSUFFICIENT_STOCK' } },
      });
    const lots = await stage.sql`
    select quantity, reserved_quantity from inventory_lots where inventory_item_id = ${stockId}`;
    expect([...lots]).toEqual(Array(3).fill({ quantity: 20, reserved_quantity: 20 }));
    const named = await stage.sql<{ source_id: string }[]>`
    select source_id from inventory_movements
    where item_id = ${stockId} and source_type = 'order' and lot_id is not null`;
    expect(named.map((row) => row.source_id).sort()).toEqual(created.map(({ body }) => body.id).sort());
    await expectStockAddsUp(stage.sql);
    await expectOrdersAddUp(stage.sql);
  },
);
