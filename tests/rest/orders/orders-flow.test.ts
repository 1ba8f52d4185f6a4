import { describe, expect, test } from 'vitest';
import { sharedPart } from '../../../server/features/orders/flow/announce';
import { createCoa, createProduct, createStock } from '../../factories/catalog';
import {
  type ItemBody,
  type OrderBody,
  openTrade,
  placeOrder,
  placeOrderIn,
  type Trade,
} from '../../factories/trade';
import { type Client, type ErrorBody, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

const move = ({ seller }: Trade, id: string, status: string, notes?: string) =>
  seller.patch<OrderBody>(`/api/v1/orders/${id}/status`, { status, notes });
const stockOf = async (client: Trade['seller'], productId: string) =>
  (await client.get<{ data: ItemBody[] }>(`/api/v1/inventory?product_id=${productId}`)).body.data;
/** Events of both parties after those that they had; other files' events are on the same server. */
const eventsOf = async ({ retailer, wholesaler }: Trade) =>
  sql<{ id: string; type: string; entity_id: string; data: Record<string, unknown> }[]>`
    select id, type, entity_id, data from events where entity_id in (${retailer.id}, ${wholesaler.id}) order by id`;
const eventsSince = async (trade: Trade, had: readonly { id: string }[]) => {
  const ids = new Set(had.map(({ id }) => id));
  return (await eventsOf(trade)).filter(({ id }) => !ids.has(id));
};

test('updates stock, ledger, events, history and audit at each step from order to delivery', async () => {
  const trade = await openTrade(stage, { quantity: 20, retailer: { locationCount: 2 } });
  const { retailer, wholesaler, product, stockId } = trade;
  const seen = async () => {
    const [stock] = await stockOf(trade.seller, product.id);
    return [stock?.quantity, stock?.reserved_quantity, stock?.available_quantity];
  };
  const steps: Record<string, { type: string; entity_id: string; data: Record<string, unknown> }[]> = {};
  const step = async (name: string, work: () => Promise<OrderBody>) => {
    const had = await eventsOf(trade);
    const result = await work();
    steps[name] = await eventsSince(trade, had);
    await expectStockAddsUp(sql);
    return result;
  };
  const told = (name: string) =>
    steps[name]?.map((event) => `${event.type} ${event.entity_id === retailer.id ? 'R' : 'W'}`);

  const order = await step('place', () =>
    placeOrder(trade, 12, { receiving_location_id: retailer.locationIds[1] }),
  );
  expect(await seen()).toEqual([20, 12, 8]);
  expect(told('place')?.sort()).toEqual(['inventory.low_stock W', 'order.created R', 'order.created W']);

  await step('accept', async () => ok(await move(trade, order.id, 'accepted', 'Fine.')));
  expect(await seen()).toEqual([20, 12, 8]);
  expect(told('accept')?.sort()).toEqual(['order.updated R', 'order.updated W']);

  await step('prepare', async () => ok(await move(trade, order.id, 'preparing')));
  expect(told('prepare')?.sort()).toEqual(['order.updated R', 'order.updated W']);

  await step('ship', async () => ok(await move(trade, order.id, 'shipped')));
  expect(await seen()).toEqual([8, 0, 8]);
  expect(told('ship')?.sort()).toEqual([
    ...['inventory.updated W', 'invoice.issued R', 'invoice.issued W'],
    ...['order.shipped R', 'order.shipped W', 'order.updated R', 'order.updated W'],
  ]);
  expect(await stockOf(trade.buyer, product.id)).toEqual([]);

  const delivered = await step('deliver', async () =>
    ok(await trade.buyer.patch<OrderBody>(`/api/v1/orders/${order.id}/status`, { status: 'delivered' })),
  );
  expect(delivered).toEqual({
    ...order,
    status: 'delivered',
    items: order.items.map((item) => ({ ...item, shipped_quantity: 12, received_quantity: 12 })),
    updated_at: expect.any(String),
    credit_total: 0,
    invoice: { id: expect.any(String), number: 'INV-0000001' },
  });
  expect(delivered.updated_at > order.updated_at).toBe(true);
  expect(await stockOf(trade.buyer, product.id)).toMatchObject([
    {
      quantity: 12,
      reserved_quantity: 0,
      room_type: 'vault',
      location_id: retailer.locationIds[1],
      unit_cost: 10,
      unit_price: 20,
    },
  ]);
  expect(told('deliver')?.sort()).toEqual([
    ...[
      'inventory.updated R',
      'order.delivered R',
      'order.delivered W',
      'order.updated R',
      'order.updated W',
    ],
    ...['receipt.completed R', 'receipt.completed W', 'transfer.completed R', 'transfer.completed W'],
  ]);

  const data = (name: string, type: string) => steps[name]?.find((event) => event.type === type)?.data;
  // What each party calls the order is its own.
  const shared = sharedPart(order);
  expect(data('place', 'order.created')).toEqual({ ...shared, previous_status: null, status_notes: null });
  expect(data('place', 'inventory.low_stock')).toMatchObject({
    id: stockId,
    available_quantity: 8,
    threshold: 10,
  });
  expect(data('accept', 'order.updated')).toEqual({
    ...shared,
    status: 'accepted',
    previous_status: 'pending',
    updated_at: expect.any(String),
    status_notes: 'Fine.',
  });
  expect(data('ship', 'order.shipped')).toEqual({
    ...shared,
    status: 'shipped',
    items: order.items.map((item) => ({ ...item, shipped_quantity: 12 })),
    invoice: delivered.invoice,
    previous_status: 'preparing',
    updated_at: expect.any(String),
    status_notes: null,
  });
  expect(data('ship', 'inventory.updated')).toMatchObject({
    id: stockId,
    quantity: 8,
    delta: -12,
    reason_code: 'SALE',
    previous_quantity: 20,
  });
  expect(data('deliver', 'order.delivered')).toEqual({
    ...sharedPart(delivered),
    previous_status: 'shipped',
    status_notes: null,
  });
  expect(data('deliver', 'inventory.updated')).toMatchObject({
    delta: 12,
    reason_code: 'TRANSFER',
    previous_quantity: 0,
  });
  expect(data('deliver', 'transfer.completed')).toEqual({
    order_id: order.id,
    from: { id: wholesaler.id, name: wholesaler.name },
    to: { id: retailer.id, name: retailer.name },
    items: delivered.items,
  });

  const history = await trade.buyer.get<{ data: object[] }>(`/api/v1/orders/${order.id}/history`);
  expect(history.body.data).toMatchObject([
    { action: 'created', from_status: null, to_status: 'pending', notes: null },
    { action: 'moved', from_status: 'pending', to_status: 'accepted', notes: 'Fine.' },
    { action: 'moved', from_status: 'accepted', to_status: 'preparing' },
    { action: 'moved', from_status: 'preparing', to_status: 'shipped' },
    { action: 'moved', from_status: 'shipped', to_status: 'delivered', actor: { entity_id: retailer.id } },
  ]);
  const audited = await sql`
    select action, entity_id, before, after from audit_log where object_id = ${order.id} order by id`;
  expect(audited).toMatchObject([
    { action: 'order.created', entity_id: retailer.id },
    {
      before: { status: 'pending' },
      after: { status: 'accepted', notes: 'Fine.' },
      entity_id: wholesaler.id,
    },
    { before: { status: 'accepted' }, after: { status: 'preparing' } },
    { before: { status: 'preparing' }, after: { status: 'shipped' } },
    { before: { status: 'shipped' }, after: { status: 'delivered' }, entity_id: retailer.id },
  ]);
});

test('adds a second delivery of the same product to the row, with its cost', async () => {
  const trade = await openTrade(stage, { quantity: 20 });
  await placeOrderIn(trade, 'delivered', 2);
  await sql`update product_variants set wholesale_price_cents = 1234 where id = ${trade.product.variantId}`;
  await placeOrderIn(trade, 'delivered', 3);
  expect(await stockOf(trade.buyer, trade.product.id)).toMatchObject([{ quantity: 5, unit_cost: 12.34 }]);
  await expectStockAddsUp(sql);
});

test('says that the other party moves an order next, and that an order is final only when it is', async () => {
  const trade = await openTrade(stage, { quantity: 20 });
  const order = await placeOrderIn(trade, 'preparing', 1);
  const move = (client: Client, status: string) =>
    client.patch<ErrorBody & OrderBody>(`/api/v1/orders/${order.id}/status`, { status });
  const message = async (client: Client, status: string) => (await move(client, status)).body.error.message;
  expect(await message(trade.buyer, 'cancelled')).toMatch(/Only the order's other party can move it now\.$/);
  expect(await message(trade.seller, 'accepted')).toMatch(/Allowed next: shipped, cancelled\.$/);
  ok(await move(trade.seller, 'cancelled'));
  expect(await message(trade.seller, 'preparing')).toMatch(/It is final\.$/);
});

test.each(['pending', 'accepted', 'preparing'] as const)(
  'frees the stock of an order canceled while %s, with one event for either party',
  async (status) => {
    const trade = await openTrade(stage, { quantity: 20 });
    const order = await placeOrderIn(trade, status, 12);
    const had = await eventsOf(trade);
    const { body } = await trade.seller.post<OrderBody>(`/api/v1/orders/${order.id}/cancel`, {
      reason: 'No van.',
    });
    expect(body.status).toBe('cancelled');
    expect(await stockOf(trade.seller, trade.product.id)).toMatchObject([
      { quantity: 20, reserved_quantity: 0 },
    ]);
    const events = await eventsSince(trade, had);
    expect(events.map((event) => event.type)).toEqual(['order.updated', 'order.updated']);
    expect(events[0]?.data).toMatchObject({ status: 'cancelled', previous_status: status });
    const [moved] =
      await sql`select notes from order_history where order_id = ${order.id} order by id desc limit 1`;
    expect(moved).toEqual({ notes: 'No van.' });
    await expectStockAddsUp(sql);
  },
);

test('rejects an unknown or missing status, long notes and an unknown key (400)', async () => {
  const trade = await openTrade(stage);
  const { id } = await placeOrder(trade);
  const patch = (body: object) => trade.seller.patch(`/api/v1/orders/${id}/status`, body);
  expectInvalid(await patch({ status: 'done' }), 'status');
  expectInvalid(await patch({ status: 'Accepted' }), 'status');
  expectInvalid(await patch({ status: null }), 'status');
  expectInvalid(await patch({}), 'status', 'required');
  expectInvalid(await patch({ status: 'accepted', notes: 'n'.repeat(1001) }), 'notes');
  expectInvalid(await patch({ status: 'accepted', reason: 'x' }), 'reason');
  const cancel = (body: object) => trade.seller.post(`/api/v1/orders/${id}/cancel`, body);
  expectInvalid(await cancel({ notes: 'x' }), 'notes');
  expectInvalid(await cancel({ reason: 'n'.repeat(1001) }), 'reason');
});

describe('licenses', () => {
  const expire = (id: string, days: number) =>
    sql`update entities set license_expiry = current_date + ${days}::int where id = ${id}`;

  test.each(['retailer', 'wholesaler'] as const)(
    'are required to create, accept and ship: names the %s (409 LICENSE_EXPIRED)',
    async (side) => {
      const trade = await openTrade(stage);
      const [pending, preparing] = [await placeOrder(trade), await placeOrderIn(trade, 'preparing')];
      await expire(trade[side].id, -1);
      const place = await trade.buyer.post('/api/v1/orders', {
        wholesaler_id: trade.wholesaler.id,
        items: [{ product_id: trade.product.id, quantity: 1 }],
      });
      const answers = [
        place,
        await move(trade, pending.id, 'accepted'),
        await move(trade, preparing.id, 'shipped'),
      ];
      for (const answer of answers) {
        const details = expectError(answer, 'LICENSE_EXPIRED');
        expect(details).toMatchObject({ party: side, name: trade[side].name });
      }
      await expectStockAddsUp(sql);
    },
  );

  test('are valid on the last day and without an expiration date, and not needed for every product (200)', async () => {
    const trade = await openTrade(stage);
    const [pending, accepted, shipped] = [
      await placeOrder(trade),
      await placeOrderIn(trade, 'accepted'),
      await placeOrderIn(trade, 'shipped'),
    ];
    await expire(trade.wholesaler.id, 0);
    expect((await move(trade, pending.id, 'accepted')).status).toBe(200);
    await expire(trade.wholesaler.id, -1);
    expect((await move(trade, accepted.id, 'preparing')).status).toBe(200);
    expect((await move(trade, shipped.id, 'delivered')).status).toBe(200);
    expect((await move(trade, pending.id, 'cancelled')).status).toBe(200);
  });
});

describe('certificates', () => {
  test('are required for each product outside accessories, naming the missing ones (409 COA_REQUIRED)', async () => {
    const trade = await openTrade(stage, { wholesaler: { requireCoa: true } });
    const papers = await createProduct(db, trade.wholesaler, { category: 'accessories' });
    await createStock(db, trade.wholesaler, papers.variantId, 5);
    const items = [trade.product.id, papers.id].map((product_id) => ({ product_id, quantity: 1 }));
    const order = ok(
      await trade.buyer.post<OrderBody>('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items }),
    );
    for (const status of ['accepted', 'preparing']) ok(await move(trade, order.id, status));
    const details = expectError(await move(trade, order.id, 'shipped'), 'COA_REQUIRED');
    expect(details).toEqual({ reason: 'coa_required', products: [trade.product.name] });
    await createCoa(db, trade.wholesaler, trade.product.id);
    expect((await move(trade, order.id, 'shipped')).status).toBe(200);
  });

  test("are optional when the seller doesn't require them (200)", async () => {
    const trade = await openTrade(stage);
    expect((await placeOrderIn(trade, 'shipped')).status).toBe('shipped');
  });
});

test('keeps stock and money consistent through all of that', async () => {
  await expectStockAddsUp(sql);
  await expectOrdersAddUp(sql);
});

test('a dry run of a step changes nothing, and fails as the step would', async () => {
  const trade = await openTrade(stage);
  const { id } = await placeOrder(trade);
  const path = `/api/v1/orders/${id}`;
  const had = await eventsOf(trade);
  const dryRun = (status: string) =>
    trade.seller.patch<OrderBody>(`${path}/status`, { status, dry_run: true });
  expect(ok(await dryRun('accepted')).status).toBe('pending');
  expectError(await dryRun('shipped'), 'INVALID_TRANSITION');
  await sql`update entities set license_expiry = '2020-01-01' where id = ${trade.retailer.id}`;
  expectError(await dryRun('accepted'), 'LICENSE_EXPIRED');
  expect((await trade.seller.get<OrderBody>(path)).body.status).toBe('pending');
  expect((await trade.seller.get<{ data: unknown[] }>(`${path}/history`)).body.data).toHaveLength(1);
  expect(await eventsSince(trade, had)).toEqual([]);
});

test('rejects a step of an order that has left the expected status (409)', async () => {
  const trade = await openTrade(stage);
  const { id } = await placeOrderIn(trade, 'accepted');
  const step = (expected_status: string) =>
    trade.seller.patch(`/api/v1/orders/${id}/status`, { status: 'preparing', expected_status });
  expect(expectError(await step('pending'), 'CONFLICT')).toEqual({
    reason: 'status_changed',
    status: 'accepted',
  });
  expect((await step('accepted')).status).toBe(200);
});
