import { expect, inject, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import {
  applied,
  connectVendor,
  countsOf,
  leaflinkLists,
  openLeaflink,
  preview,
} from '../../factories/migrations';
import { type OwnStage, openOwnStage } from '../../setup/stage';

const PRODUCTS = 10_000;
const ORDERS = 2_000;
const MINUTES = 10;

test('10,000 products and 2,000 orders are read, checked and applied within ten minutes, and again without a change', {
  timeout: 1_800_000,
}, async () => {
  const stage = await openOwnStage({ LEAFLINK_URL: inject('vendors') });
  const shop = await createBusiness(stage.db, 'wholesaler');
  const owner = await stage.signIn(await createMember(stage.db, shop, 'owner'));
  const lists = leaflinkLists();
  const [customer, product, order] = [
    lists.customers?.[0],
    lists.products?.[0],
    lists['orders-received']?.[0],
  ];
  const products = Array.from({ length: PRODUCTS }, (_, at) => ({
    ...{ ...product, id: at + 1, name: `Product ${at + 1}`, sku: `P-${at + 1}`, prices: {} },
  }));
  const line = (at: number, n: number) => ({
    id: n,
    product: ((at * 3 + n) % PRODUCTS) + 1,
    quantity: '2',
    ordered_unit_price: '20.00',
  });
  const world = {
    ...lists,
    customers: [{ ...customer, price_schedule: null }],
    products,
    'product-batches': [],
    'inventory-items': products.map(({ id }) => ({
      id,
      product: id,
      facility: 70,
      batch: null,
      quantity: '1000',
    })),
    'orders-received': Array.from({ length: ORDERS }, (_, at) => ({
      ...{ ...order, number: `n-${at}`, short_id: `S-${at}`, customer: { id: 1 }, total: '120.00' },
      ...{ line_items: [0, 1, 2].map((n) => line(at, n)), internal_notes: '', ship_date: null },
    })),
  };
  const connection = await connectVendor(owner, await openLeaflink(world));
  const fields = { location_map: { 70: { location_id: shop.locationIds[0] } } };
  const began = Date.now();
  const ready = await preview(owner, connection, fields);
  const readSeconds = (Date.now() - began) / 1000;
  expect(ready, JSON.stringify(ready.error)).toMatchObject({ status: 'ready' });
  const done = await applied(owner, ready.id);
  const seconds = (Date.now() - began) / 1000;
  expect(done, JSON.stringify(done.error)).toMatchObject({ status: 'completed' });
  expect([countsOf(done, 'products'), countsOf(done, 'orders')]).toEqual([
    { create: PRODUCTS },
    { create: ORDERS },
  ]);
  process.stdout.write(`read and checked in ${readSeconds} s, applied after ${seconds} s\n`);
  expect(seconds).toBeLessThan(MINUTES * 60);

  const before = await stateOf(stage.sql, shop.id);
  const again = await preview(owner, connection, fields);
  const twice = await applied(owner, again.id);
  expect(twice, JSON.stringify(twice.error)).toMatchObject({ status: 'completed' });
  for (const migration of [again, twice]) {
    expect(['products', 'inventory', 'orders'].map((kind) => countsOf(migration, kind))).toEqual([
      { unchanged: PRODUCTS },
      { unchanged: PRODUCTS },
      { unchanged: ORDERS },
    ]);
  }
  expect(await stateOf(stage.sql, shop.id)).toEqual(before);
  const events = await stage.sql`
    select type, count(*)::int as n from events where entity_id = ${shop.id} and type = 'migration.completed' group by type`;
  expect(events).toEqual([{ type: 'migration.completed', n: 2 }]);
});

/** What a run without a change leaves alone: rows, when they were last written, the ledger, and events but the migration's own. */
async function stateOf(sql: OwnStage['sql'], id: string) {
  const [state] = await sql`
    select (select count(*)::int from inventory_movements where entity_id = ${id}) as movements,
      (select count(*)::int from events where entity_id = ${id} and type <> 'migration.completed') as events,
      (select count(*)::int from audit_log where entity_id = ${id} and action not like 'migration.%') as audited,
      (select count(*)::int || ' ' || max(updated_at) from products where entity_id = ${id}) as products,
      (select count(*)::int || ' ' || max(updated_at) from inventory_items where entity_id = ${id}) as items,
      (select count(*)::int || ' ' || max(updated_at) from orders where wholesaler_id = ${id}) as orders`;
  return state;
}
