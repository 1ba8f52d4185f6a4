import { expect, test } from 'vitest';
import { openTrade } from '../../factories/trade';
import { openTransfers } from '../../factories/transfer';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;
const { here, there, stock, line, transfer, itemOf, rowAt } = await openTransfers(stage);

test('moves no more than the available units in 50 parallel transfers', async () => {
  const from = await stock(60);
  const answers = await Promise.all(Array.from({ length: 50 }, () => transfer([line(from, 2)])));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(30);
  expect(statuses.filter((status) => status === 409)).toHaveLength(20);
  expect((await itemOf(from)).quantity).toBe(0);
  expect((await rowAt(from, here, 'sales_floor'))?.quantity).toBe(60);
  await expectStockAddsUp(sql);
});

test('completes opposite parallel transfers, over existing and new rows', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push(await stock(100));
  const rooms = ['sales_floor', 'secret_menu', 'quarantine'];
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => {
      const order = i % 2 === 0 ? ids : [...ids].reverse();
      const to = { to_location_id: i % 4 < 2 ? here : there, to_room_type: rooms[i % 3] };
      return transfer(order.map((id) => line(id, 1, to)));
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const floor: string[] = [];
  for (const id of ids) floor.push((await rowAt(id, here, 'sales_floor'))?.id ?? '');
  const swaps = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      transfer(
        i % 2 === 0
          ? ids.map((id) => line(id, 1))
          : [...floor].reverse().map((id) => line(id, 1, { to_room_type: 'vault' })),
      ),
    ),
  );
  expect(new Set(swaps.map(({ status }) => status))).toSatisfy(
    (seen: Set<number>) => !seen.has(500) && !seen.has(503),
  );
  const units = await sql`
    select sum(quantity)::int as units from inventory_items where variant_id in (
      select variant_id from inventory_items where id in ${sql(ids)}) group by variant_id`;
  expect(units).toEqual(ids.map(() => ({ units: 100 })));
  await expectStockAddsUp(sql);
});

test('loses nothing in parallel transfers, orders and deletion of the target', async () => {
  const own = await openTrade(stage, { quantity: 40, wholesaler: { locationCount: 2 } });
  const [, other = ''] = own.wholesaler.locationIds;
  const to = { to_location_id: other, to_room_type: 'vault' };
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, () => transfer([line(own.stockId, 1, to)], {}, own.seller)),
    ...Array.from({ length: 10 }, () =>
      own.buyer.post('/api/v1/orders', {
        wholesaler_id: own.wholesaler.id,
        items: [{ product_id: own.product.id, quantity: 2 }],
      }),
    ),
    own.seller.delete(`/api/v1/entity/locations/${other}`),
  ]);
  for (const { status, text } of answers) expect([201, 204, 404, 409], text).toContain(status);
  const [row] = await sql`
    select sum(quantity)::int as units from inventory_items where variant_id = ${own.product.variantId}
      and entity_id = ${own.wholesaler.id} and not closed`;
  expect(row).toEqual({ units: 40 });
  await expectStockAddsUp(sql);
});
