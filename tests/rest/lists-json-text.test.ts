import { beforeAll, describe, expect, test } from 'vitest';
import { loadMember } from '../../server/features/auth/queries';
import { listInventory } from '../../server/features/inventory/queries';
import { InventoryList } from '../../server/features/inventory/schema';
import { respondWithOrder } from '../../server/features/orders/flow/detail/queries';
import { OrderDetail } from '../../server/features/orders/flow/detail/schema';
import { listOrders } from '../../server/features/orders/queries';
import { OrderList } from '../../server/features/orders/resource';
import type { ReadContext } from '../../server/operation/context';
import { checkedTexts, JsonText, responseOf } from '../../server/operation/text-list';
import { type Business, createBusiness, createMember } from '../factories/business';
import { createProduct, createStock } from '../factories/catalog';
import { openTrade, placeOrder } from '../factories/trade';
import { type Client, ok } from '../setup/client';
import { ABSENT_ID } from '../setup/expect';
import { openStage } from '../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
/** A table, a column and a value that the schema would reject. */
type Rejected = [table: string, column: string, value: string];

interface Item {
  id: string;
  product_name: string;
}
let shop: Business;
let owner: Client;
const NAMES = ['Plain', 'Quote " and \\', 'Straße 🌿', 'Tab\tand\nline', 'Zero \u2028 width \u200b'];
beforeAll(async () => {
  shop = await createBusiness(db, 'retailer', { lowStockThreshold: 5 });
  owner = await stage.signIn(await createMember(db, shop, 'owner'));
  for (const [i, name] of NAMES.entries()) {
    const product = await createProduct(db, shop, { name, prices: [[0, 1, 29, 1050, 499_999_999][i] ?? 0] });
    await createStock(db, shop, product.variantId, [0, 3, 5, 1_000_000, 2_000_000_000][i] ?? 0);
  }
  await sql`
    update inventory_items set average_cost = v.cost, unit_cost_cents = v.cents, synced_at = v.synced
    from (values (0.0001, 7, now()), (9999999.99, 999999999, null)) v (cost, cents, synced)
    where entity_id = ${shop.id} and (product_name = 'Plain') = (v.synced is not null)`;
});

/** A member of the business, as operations know them. */
async function readerOf(business: Business): Promise<ReadContext> {
  const { id } = await createMember(db, business, 'owner');
  const actor = await loadMember(db, id, ABSENT_ID);
  if (!actor) throw new Error('The member is missing');
  return { db, actor };
}

const listed = async () => ok(await owner.get<{ data: Item[] }>('/api/v1/inventory')).data;

describe('a list as JSON text', () => {
  test('has each item as it is read by itself, in the same order of fields', async () => {
    const items = await listed();
    expect(items.map(({ product_name }) => product_name)).toEqual(NAMES);
    for (const item of items) {
      const alone = ok(await owner.get<Item>(`/api/v1/inventory/${item.id}`));
      expect(JSON.stringify(item)).toBe(JSON.stringify(alone));
    }
  });

  test('the check rejects an unpublished category', async () => {
    const reader = await readerOf(shop);
    const list = async () =>
      checkedTexts(await listInventory(reader, { limit: 50 }), (value) => InventoryList.parse(value), false);
    await list();
    await sql`update products set category = 'x' where entity_id = ${shop.id} and name = 'Plain'`;
    await expect(list()).rejects.toThrow('category');
    await sql`update products set category = 'flower' where category = 'x'`;
  });

  test.each<Rejected>([
    ['inventory_items', 'quantity', '-1'],
    ['inventory_items', 'quantity', '2147483648'],
    ['inventory_items', 'reserved_quantity', '-1'],
    ['inventory_items', 'reserved_quantity', 'quantity + 1'],
    ['inventory_items', 'lot_quantity', 'quantity + 1'],
    ['inventory_items', 'unit_cost_cents', '-1'],
    ['inventory_items', 'unit_cost_cents', '1000000000'],
    ['inventory_items', 'average_cost', '-0.0001'],
    ['inventory_items', 'average_cost', '10000000'],
    ['inventory_items', 'average_cost', "'nan'"],
    ['inventory_items', 'room_type', "'x'"],
    ...['id', 'product_id', 'product_name', 'variant_id', 'sku', 'location_id', 'room_type', 'quantity'].map(
      (column): Rejected => ['inventory_items', column, 'null'],
    ),
    ...['unit_cost_cents', 'average_cost', 'last_sync'].map(
      (column): Rejected => ['inventory_items', column, 'null'],
    ),
    ['product_variants', 'price_cents', '-1'],
    ['product_variants', 'price_cents', '1000000000'],
    ['product_variants', 'price_cents', 'null'],
    ['product_variants', 'name', 'null'],
    ['retail_prices', 'price_cents', '-1'],
    ['retail_prices', 'price_cents', '1000000000'],
  ])('rests on constraints: PostgreSQL rejects %s.%s = %s', async (table, column, value) => {
    await sql`insert into retail_prices (entity_id, variant_id, price_cents)
      select entity_id, variant_id, 1 from inventory_items where entity_id = ${shop.id} on conflict do nothing`;
    await expect(
      sql.unsafe(`update ${table} set ${column} = ${value} where entity_id = '${shop.id}'`),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(22003|23502|23514)$/) });
  });
});

describe('a list of orders as JSON text', () => {
  test('has each order as it is read by itself, in the same order of fields', async () => {
    const trade = await openTrade(stage, { quantity: 40 });
    for (const quantity of [1, 2, 3]) await placeOrder(trade, quantity);
    const orders = ok(await trade.buyer.get<{ data: Array<{ id: string }> }>('/api/v1/orders')).data;
    expect(orders).toHaveLength(3);
    for (const order of orders) {
      const alone = ok(await trade.buyer.get(`/api/v1/orders/${order.id}`));
      expect(JSON.stringify(order)).toBe(JSON.stringify(alone));
    }
    const reader = await readerOf(trade.retailer);
    const list = async () =>
      checkedTexts(await listOrders(reader, { limit: 50 }), (value) => OrderList.parse(value), false);
    const one = async (asText: boolean) =>
      responseOf(await respondWithOrder(reader, id), (value) => OrderDetail.parse(value), {
        asText,
        isStrict: false,
      });
    const id = orders[0]?.id ?? '';
    await list();
    expect(await one(false)).toEqual(orders[0]);
    expect(await one(true)).toEqual(new JsonText(JSON.stringify(orders[0])));
    // A date that no calendar has, of which the column knows.
    await sql`update orders set delivery_date = 'infinity' where id = ${id}`;
    for (const read of [list, () => one(true), () => one(false)])
      await expect(read()).rejects.toThrow('delivery_date');
    await sql`update orders set delivery_date = null where id = ${id}`;
  });

  test("has the seller's notes of an order at its end, for the seller alone", async () => {
    const trade = await openTrade(stage, { quantity: 40 });
    const { id } = await placeOrder(trade, 1);
    const notes = 'Quote " and \\\nStraße 🌿';
    const before = ok(await trade.seller.get<object>(`/api/v1/orders/${id}`));
    ok(await trade.seller.patch(`/api/v1/orders/${id}`, { seller_notes: notes }));
    const after = ok(await trade.seller.get<object>(`/api/v1/orders/${id}`));
    expect(after).toEqual({ ...before, updated_at: expect.any(String), seller_notes: notes });
    expect(Object.keys(after).at(-1)).toBe('seller_notes');
    expect(ok(await trade.buyer.get(`/api/v1/orders/${id}`))).not.toHaveProperty('seller_notes');
  });

  test.each<Rejected>([
    ['orders', 'total_cents', '-1'],
    ['orders', 'tax_cents', '-1'],
    ['orders', 'subtotal_cents', '-1'],
    ['orders', 'status', "'x'"],
    ...['id', 'order_number', 'status', 'wholesaler_id', 'receiving_location_id', 'created_at'].map(
      (column): Rejected => ['orders', column, 'null'],
    ),
    ['order_items', 'quantity', '0'],
    ['order_items', 'requested_quantity', 'quantity'],
    ['order_items', 'shipped_quantity', 'quantity + 1'],
    ['order_items', 'received_quantity', '-1'],
    ['order_items', 'total_cents', '1000000000000'],
    ...['id', 'product_id', 'product_name', 'variant_id', 'sku', 'total_cents'].map(
      (column): Rejected => ['order_items', column, 'null'],
    ),
  ])('rests on constraints: PostgreSQL rejects %s.%s = %s', async (table, column, value) => {
    await expect(sql.unsafe(`update ${table} set ${column} = ${value}`)).rejects.toMatchObject({
      code: expect.stringMatching(/^(22003|23502|23514)$/),
    });
  });
});
