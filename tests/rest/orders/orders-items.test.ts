import { describe, expect, test } from 'vitest';
import { createProduct, createStock } from '../../factories/catalog';
import { type OrderBody, openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import type { Client } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const trade = await openTrade(stage, { quantity: 3_000_000 });
const spare = await createProduct(db, trade.wholesaler, { prices: [250] });
await createStock(db, trade.wholesaler, spare.variantId, 1000);

const itemsOf = (order: OrderBody) => `/api/v1/orders/${order.id}/items`;
const itemOf = (order: OrderBody, index = 0) => `${itemsOf(order)}/${order.items[index]?.id}`;
const add = (client: Client, order: OrderBody, fields: object = {}) =>
  client.post<OrderBody>(itemsOf(order), { product_id: spare.id, quantity: 2, ...fields });
const change = (client: Client, order: OrderBody, quantity: unknown, index = 0) =>
  client.patch<OrderBody>(itemOf(order, index), { quantity });
const remove = (client: Client, order: OrderBody, index = 0) =>
  client.delete<OrderBody>(itemOf(order, index));
const reserved = async (productId: string) => {
  const [row] = await sql<{ n: number }[]>`
    select sum(reserved_quantity)::int as n from inventory_items
    where product_id = ${productId} and entity_id = ${trade.wholesaler.id}`;
  return row?.n;
};
const twoLines = async (status: OrderBody['status'] = 'pending', of: Trade = trade) => {
  const { body } = await add(of.buyer, await placeOrder(of, 5));
  if (status === 'pending') return body;
  return (await of.seller.patch<OrderBody>(`/api/v1/orders/${body.id}/status`, { status })).body;
};

describe('POST /api/v1/orders/{id}/items', () => {
  test('lets the retailer add a line while pending, and reserves its stock (201)', async () => {
    const order = await placeOrder(trade, 5);
    const before = (await reserved(spare.id)) ?? 0;
    const { status, body } = await add(trade.buyer, order, { variant_id: spare.variantId });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: order.id, status: 'pending', subtotal: 55, total: 55 });
    expect(body.items).toMatchObject([
      order.items[0] ?? {},
      { product_id: spare.id, quantity: 2, unit_price: 2.5 },
    ]);
    expect(await reserved(spare.id)).toBe(before + 2);
  });

  test('adds units to an existing variant at its frozen price (201)', async () => {
    const order = await placeOrder(trade, 5);
    await sql`update product_variants set wholesale_price_cents = 9999 where id = ${trade.product.variantId}`;
    const { status, body } = await add(trade.buyer, order, { product_id: trade.product.id, quantity: 3 });
    await sql`update product_variants set wholesale_price_cents = 1000 where id = ${trade.product.variantId}`;
    expect(status).toBe(201);
    expect(body.items).toMatchObject([{ id: order.items[0]?.id, quantity: 8, unit_price: 10, total: 80 }]);
  });

  test('rejects the wholesaler in every status (403)', async () => {
    for (const status of ['pending', 'accepted', 'shipped'] as const) {
      const order = await placeOrderIn(trade, status);
      expect(expectError(await add(trade.seller, order), 'FORBIDDEN')).toEqual({
        reason: 'reduce_only',
        side: 'wholesaler',
      });
    }
  });

  test.each(['accepted', 'preparing', 'shipped', 'delivered', 'cancelled'] as const)(
    'rejects the retailer while %s (409 not_editable)',
    async (status) => {
      const order = await placeOrderIn(trade, status);
      const details = expectError(await add(trade.buyer, order), 'CONFLICT');
      expect(details).toEqual({ reason: 'not_editable', status });
    },
  );

  test('rejects more than available and changes nothing (409 INSUFFICIENT_STOCK)', async () => {
    const order = await placeOrder(trade, 5);
    const details = expectError(await add(trade.buyer, order, { quantity: 999_999 }), 'INSUFFICIENT_STOCK');
    expect(details).toMatchObject({ lines: [{ product_id: spare.id }] });
    expect((await trade.buyer.get(`/api/v1/orders/${order.id}`)).body).toEqual(order);
  });

  test('rejects products without variants and inactive ones (409 no_variant, product_inactive)', async () => {
    const order = await placeOrder(trade);
    const bare = await createProduct(db, trade.wholesaler, { prices: [] });
    const idle = await createProduct(db, trade.wholesaler, { active: false });
    expect(expectError(await add(trade.buyer, order, { product_id: bare.id }), 'CONFLICT')).toMatchObject({
      reason: 'no_variant',
    });
    expect(expectError(await add(trade.buyer, order, { product_id: idle.id }), 'CONFLICT')).toMatchObject({
      reason: 'product_inactive',
    });
  });

  test('rejects missing, unknown and invalid fields, and more than 1,000,000 in a line (400)', async () => {
    const order = await placeOrder(trade, 5);
    expectInvalid(await trade.buyer.post(itemsOf(order), {}), 'product_id');
    expectInvalid(await add(trade.buyer, order, { quantity: 0 }), 'quantity');
    expectInvalid(await add(trade.buyer, order, { total: 1 }), 'total');
    expectInvalid(await add(trade.buyer, order, { id: order.id }), 'id');
    const more = { product_id: trade.product.id, quantity: 1_000_000 };
    expectInvalid(await add(trade.buyer, order, more), 'quantity');
  });

  test.skipIf(IS_SHORT)('rejects the 201st line (400)', async () => {
    const many = await createProduct(db, trade.wholesaler, { prices: Array.from({ length: 200 }, () => 1) });
    for (const { id } of many.variants) await createStock(db, trade.wholesaler, id, 1);
    const items = many.variants.map(({ id }) => ({ product_id: many.id, variant_id: id, quantity: 1 }));
    const full = await trade.buyer.post<OrderBody>('/api/v1/orders', {
      wholesaler_id: trade.wholesaler.id,
      items,
    });
    expect(full.body.items).toHaveLength(200);
    expectInvalid(await add(trade.buyer, full.body), 'items', 'too_many_items');
  });

  test('rejects an absent order, one of others, and an absent product (404)', async () => {
    const order = await placeOrder(trade);
    const other = await openTrade(stage);
    expectAbsent(
      await trade.buyer.post(`/api/v1/orders/${ABSENT_ID}/items`, { product_id: spare.id, quantity: 1 }),
    );
    expectAbsent(await add(other.buyer, order));
    expectAbsent(await add(other.seller, order));
    expectAbsent(await add(trade.buyer, order, { product_id: ABSENT_ID }));
    expectAbsent(await add(trade.buyer, order, { product_id: other.product.id }));
  });
});

describe('PATCH /api/v1/orders/{id}/items/{item_id}', () => {
  test('lets the retailer raise and lower it while pending, with its stock (200)', async () => {
    const order = await placeOrder(trade, 5);
    const before = (await reserved(trade.product.id)) ?? 0;
    for (const quantity of [9, 1, 4]) {
      const { status, body } = await change(trade.buyer, order, quantity);
      expect(status).toBe(200);
      expect(body).toMatchObject({ items: [{ quantity, total: quantity * 10 }], total: quantity * 10 });
      expect(await reserved(trade.product.id)).toBe(before - 5 + quantity);
    }
  });

  test('does nothing for the same quantity (200)', async () => {
    const order = await placeOrder(trade, 5);
    expect((await change(trade.buyer, order, 5)).body).toEqual(order);
    expect(
      (await trade.buyer.get<{ data: object[] }>(`/api/v1/orders/${order.id}/history`)).body.data,
    ).toHaveLength(1);
  });

  test.each(['pending', 'accepted'] as const)(
    'lets the wholesaler reduce (200) but not raise (403) while %s',
    async (status) => {
      const order = await twoLines(status);
      expect((await change(trade.seller, order, 3)).body.items[0]).toMatchObject({ quantity: 3 });
      expect(expectError(await change(trade.seller, order, 4), 'FORBIDDEN')).toEqual({
        reason: 'reduce_only',
        side: 'wholesaler',
      });
    },
  );

  test.each(['preparing', 'shipped', 'delivered', 'cancelled'] as const)(
    'rejects either side while %s (409 not_editable), and a raise by the wholesaler (403)',
    async (status) => {
      const order = await placeOrderIn(trade, status, 5);
      for (const client of [trade.buyer, trade.seller]) {
        expect(expectError(await change(client, order, 2), 'CONFLICT')).toEqual({
          reason: 'not_editable',
          status,
        });
      }
      expectError(await change(trade.seller, order, 9), 'FORBIDDEN');
    },
  );

  test('rejects the retailer once accepted (409)', async () => {
    const order = await placeOrderIn(trade, 'accepted', 5);
    expectError(await change(trade.buyer, order, 2), 'CONFLICT');
  });

  test('rejects more than available (409 INSUFFICIENT_STOCK)', async () => {
    const order = await twoLines();
    expectError(await change(trade.buyer, order, 100_000, 1), 'INSUFFICIENT_STOCK');
  });

  test('accepts the line unchanged (200) and rejects a changed read-only field (400)', async () => {
    const order = await placeOrder(trade, 5);
    const [item] = order.items;
    const sent = await trade.buyer.patch<OrderBody>(itemOf(order), { ...item, quantity: 6, total: 50 });
    expect(sent.body.items).toMatchObject([{ quantity: 6 }]);
    for (const [field, value] of [
      ['sku', 'X'],
      ['category', 'vapes'],
      ['product_id', spare.id],
      ['variant_id', spare.variantId],
      ['product_name', 'X'],
      ['total', 1],
      ['id', ABSENT_ID],
    ] as const) {
      expectInvalid(
        await trade.buyer.patch(itemOf(order), { quantity: 2, [field]: value }),
        field,
        'read_only',
      );
    }
  });

  test('rejects an empty patch and invalid quantities (400)', async () => {
    const order = await placeOrder(trade, 5);
    expectInvalid(await trade.buyer.patch(itemOf(order), {}), '');
    for (const quantity of [0, -1, 1.5, '3', null, 1_000_001]) {
      expectInvalid(await change(trade.buyer, order, quantity), 'quantity');
    }
  });

  test('rejects an absent line, a line of another order and an order of others (404)', async () => {
    const [order, another] = [await placeOrder(trade), await placeOrder(trade)];
    const other = await openTrade(stage);
    for (const id of [ABSENT_ID, 'x', another.items[0]?.id]) {
      expectAbsent(await trade.buyer.patch(`${itemsOf(order)}/${id}`, { quantity: 1 }));
    }
    expectAbsent(await change(other.seller, order, 1));
  });
});

describe('DELETE /api/v1/orders/{id}/items/{item_id}', () => {
  test('lets either side remove it while pending, and frees the stock (200)', async () => {
    for (const client of [trade.buyer, trade.seller]) {
      const order = await twoLines();
      const before = (await reserved(trade.product.id)) ?? 0;
      const { status, body } = await remove(client, order);
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: order.id, subtotal: 5, total: 5 });
      expect(body.items).toEqual([order.items[1]]);
      expect(await reserved(trade.product.id)).toBe(before - 5);
    }
  });

  test('lets the wholesaler remove it while accepted (200), but not the retailer (409)', async () => {
    const order = await twoLines('accepted');
    expectError(await remove(trade.buyer, order), 'CONFLICT');
    expect((await remove(trade.seller, order)).status).toBe(200);
  });

  test('rejects removing the last line: cancel instead (409 last_item)', async () => {
    const order = await placeOrder(trade);
    expect(expectError(await remove(trade.buyer, order), 'CONFLICT')).toEqual({ reason: 'last_item' });
  });

  test('rejects it from preparing on (409 not_editable)', async () => {
    const order = await twoLines('accepted');
    await trade.seller.patch(`/api/v1/orders/${order.id}/status`, { status: 'preparing' });
    for (const client of [trade.buyer, trade.seller]) expectError(await remove(client, order), 'CONFLICT');
  });

  test('rejects an absent line and other businesses (404)', async () => {
    const order = await twoLines();
    const other = await openTrade(stage);
    expectAbsent(await trade.buyer.delete(`${itemsOf(order)}/${ABSENT_ID}`));
    expectAbsent(await remove(other.buyer, order));
    await remove(trade.buyer, order);
    expectAbsent(await remove(trade.buyer, order));
  });
});

test('lists edits in the history and in the audit log, and emits no order event', async () => {
  const order = await twoLines();
  await change(trade.seller, order, 4);
  await remove(trade.buyer, order, 1);
  const { body } = await trade.buyer.get<{ data: object[] }>(`/api/v1/orders/${order.id}/history`);
  expect(body.data).toMatchObject([
    { action: 'created', from_status: null, to_status: 'pending', actor: { entity_id: trade.retailer.id } },
    { action: 'item_added', from_status: 'pending', to_status: 'pending' },
    { action: 'item_changed', actor: { entity_id: trade.wholesaler.id } },
    { action: 'item_removed', actor: { entity_id: trade.retailer.id } },
  ]);
  const audited = await sql<
    { action: string }[]
  >`select action from audit_log where object_id = ${order.id} order by id`;
  expect(audited.map((row) => row.action)).toEqual([
    'order.created',
    'order.item_added',
    'order.item_changed',
    'order.item_removed',
  ]);
  const events = await sql<{ type: string }[]>`select type from events where data->>'id' = ${order.id}`;
  expect(events.map((event) => event.type)).toEqual(['order.created', 'order.created']);
});

test.skipIf(IS_SHORT)('audits the line that changed alone, however many the order has', async () => {
  const order = await twoLines();
  await change(trade.buyer, order, 3);
  const [row] = await sql<{ before: { items: object[] }; after: { items: object[] } }[]>`
    select before, after from audit_log where object_id = ${order.id} and action = 'order.item_changed'`;
  expect(row?.before.items).toEqual([order.items[0]]);
  expect(row?.after.items).toMatchObject([{ id: order.items[0]?.id, quantity: 3 }]);
});

test.skipIf(IS_SHORT)(
  'a party can change lines of an order 500 times an hour, then 429, and changes nothing; the other still can',
  async () => {
    const order = await twoLines();
    await change(trade.buyer, order, 3);
    await sql`update reset_requests set requests = 500 where subject = ${`order-changes:${order.id}:${trade.retailer.id}`}`;
    const beyond = await change(trade.buyer, order, 4);
    expect(expectError(beyond, 'RATE_LIMITED')).toMatchObject({ window: 'hour', limit: 500 });
    expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(0);
    const renamed = await trade.buyer.patch(`/api/v1/orders/${order.id}`, { po_number: 'PO-1' });
    expect(renamed.status).toBe(429);
    const lowered = await change(trade.seller, order, 2);
    expect(lowered.body).toMatchObject({ items: [{ quantity: 2 }, {}] });
  },
);

test('keeps stock and money consistent through all of that', async () => {
  await expectStockAddsUp(sql);
  await expectOrdersAddUp(sql);
});
