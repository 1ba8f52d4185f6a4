import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sharedPart } from '../../../server/features/orders/flow/announce';
import { CATALOG } from '../../../server/features/webhooks/catalog';
import { createBusiness, createLocation, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type Envelope, envelopeIn } from '../../factories/event';
import { connectPos, sync } from '../../factories/pos';
import { openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { addEndpoint } from '../../factories/webhook';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openReceiver, type Receiver, verified } from '../../setup/receiver';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const receivers: Receiver[] = [];
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));

/** A place where all events of a member's business arrive. */
async function listen(client: Client, events: string[] = ['*']): Promise<Receiver & { secret: string }> {
  const receiver = await openReceiver();
  receivers.push(receiver);
  const { secret } = await addEndpoint(client, { url: receiver.url, events });
  return Object.assign(receiver, { secret });
}
const arrived = (receiver: Receiver): Envelope[] =>
  receiver.requests.map(envelopeIn).sort((a, b) => a.sequence - b.sequence);

/** Exactly these types have arrived and are listed, in any order, each once. @returns them, oldest first */
async function expectArrived(
  receiver: Receiver & { secret: string },
  client: Client,
  types: string[],
): Promise<Envelope[]> {
  await eventually(
    () => arrived(receiver).map(({ type }) => type),
    (seen) => expect([...seen].sort()).toEqual([...types].sort()),
  );
  const listed = ok(await client.get<{ data: Envelope[] }>('/api/v1/events')).data;
  expect(listed.map(({ sequence }) => sequence)).toEqual(types.map((_, i) => i + 1));
  expect(arrived(receiver)).toEqual(listed);
  for (const request of receiver.requests) {
    verified(request, receiver.secret);
    const { type, data } = envelopeIn(request);
    const { schema } = CATALOG[type as keyof typeof CATALOG];
    expect(z.strictObject(schema.shape).safeParse(data).error?.issues, type).toBeUndefined();
  }
  return listed;
}
const dataOf = (events: readonly Envelope[], type: string) =>
  events.filter((event) => event.type === type).map(({ data }) => data);

interface Scene extends Trade {
  toSeller: Receiver & { secret: string };
  toBuyer: Receiver & { secret: string };
}
async function openScene(options: Parameters<typeof openTrade>[1] = {}): Promise<Scene> {
  const trade = await openTrade(stage, options);
  const [toSeller, toBuyer] = [await listen(trade.seller), await listen(trade.buyer)];
  return { ...trade, toSeller, toBuyer };
}
const adjust = async ({ seller, stockId }: Trade, quantity_change: number, reason_code = 'AUDIT') =>
  ok(await seller.patch(`/api/v1/inventory/${stockId}`, { quantity_change, reason_code }));

describe.concurrent('stock changes emit', () => {
  test('an adjustment: the item, the change, its reason and the previous quantity', async () => {
    const scene = await openScene();
    const item = await adjust(scene, -3, 'DAMAGE');
    const events = await expectArrived(scene.toSeller, scene.seller, ['inventory.updated']);
    expect(dataOf(events, 'inventory.updated')).toEqual([
      {
        ...(item as object),
        delta: -3,
        reason_code: 'DAMAGE',
        previous_quantity: 100,
        movement_id: expect.any(String),
        lot_id: null,
        source: expect.objectContaining({ type: 'api' }),
      },
    ]);
    expect(scene.toBuyer.requests).toHaveLength(0);
  });

  test('a bulk update: one event per item, none if rejected', async () => {
    const scene = await openScene();
    const second = await createProduct(db, scene.wholesaler);
    const other = await createStock(db, scene.wholesaler, second.variantId, 50);
    const update = (id: string, quantity_change: number) => ({ id, quantity_change, reason_code: 'AUDIT' });
    const send = (updates: object[]) => scene.seller.post('/api/v1/inventory/bulk-update', { updates });
    expect((await send([update(scene.stockId, 1), update(other, -51)])).status).toBe(409);
    ok(await send([update(scene.stockId, 1), update(other, -2)]));
    const events = await expectArrived(scene.toSeller, scene.seller, Array(2).fill('inventory.updated'));
    expect(
      dataOf(events, 'inventory.updated')
        .map(({ id, delta, quantity, previous_quantity }) => [id, delta, quantity, previous_quantity])
        .sort(),
    ).toEqual(
      [
        [scene.stockId, 1, 101, 100],
        [other, -2, 48, 50],
      ].sort(),
    );
  });

  test.skipIf(IS_SHORT)('a sync: its changes and its end, including a failed one', async () => {
    const scene = await openScene();
    const sku = scene.product.variants[0]?.sku ?? '';
    const [here] = scene.wholesaler.locationIds;
    await connectPos(db, scene.wholesaler, { stock: [{ sku, quantity: 64 }] });
    const run = await sync(scene.seller, here);
    const broken = await createLocation(db, scene.wholesaler.id, 5);
    await connectPos(db, scene.wholesaler, { stock: [] }, broken);
    const failed = await sync(scene.seller, broken);
    expect([run.status, failed.status]).toEqual(['completed', 'failed']);
    const events = await expectArrived(scene.toSeller, scene.seller, [
      'inventory.updated',
      'inventory.sync.completed',
      'inventory.sync.completed',
    ]);
    expect(dataOf(events, 'inventory.updated')).toMatchObject([
      {
        id: scene.stockId,
        delta: -36,
        previous_quantity: 100,
        quantity: 64,
        source: { type: 'sync', id: run.id },
      },
    ]);
    expect(dataOf(events, 'inventory.sync.completed')).toEqual([run, failed]);
  });

  test('a transfer inside the business: both rows and the transfer', async () => {
    const scene = await openScene();
    const [here] = scene.wholesaler.locationIds;
    const line = {
      inventory_id: scene.stockId,
      to_location_id: here,
      to_room_type: 'sales_floor',
      quantity: 7,
    };
    ok(await scene.seller.post('/api/v1/inventory/transfers', { lines: [line] }));
    const events = await expectArrived(scene.toSeller, scene.seller, [
      'inventory.updated',
      'inventory.updated',
      'transfer.completed',
    ]);
    expect(
      dataOf(events, 'inventory.updated')
        .map(({ delta, reason_code }) => [delta, reason_code])
        .sort(),
    ).toEqual(
      [
        [-7, 'TRANSFER'],
        [7, 'TRANSFER'],
      ].sort(),
    );
    const { id, name } = scene.wholesaler;
    expect(dataOf(events, 'transfer.completed')).toMatchObject([
      { order_id: null, from: { id, name }, to: { id, name }, items: [{ quantity: 7 }] },
    ]);
  });

  test.skipIf(IS_SHORT)(
    'nothing without a change of quantity: a reservation or a rejected change',
    async () => {
      const scene = await openScene();
      await placeOrder(scene, 5);
      const refused = await scene.seller.patch(`/api/v1/inventory/${scene.stockId}`, {
        quantity_change: -96,
        reason_code: 'SALE',
      });
      expect(refused.status).toBe(409);
      await expectArrived(scene.toSeller, scene.seller, ['order.created']);
    },
  );
});

describe.concurrent('orders', () => {
  test('emit events to both parties from placing to delivery, with stock and transfer', async () => {
    const scene = await openScene({ quantity: 100 });
    const order = await placeOrderIn(scene, 'delivered', 20);
    const steps = [
      'order.created',
      ...Array(4).fill('order.updated'),
      'order.shipped',
      'invoice.issued',
      'order.delivered',
      'transfer.completed',
    ];
    const ofSeller = await expectArrived(scene.toSeller, scene.seller, [...steps, 'inventory.updated']);
    const ofBuyer = await expectArrived(scene.toBuyer, scene.buyer, [...steps, 'inventory.updated']);
    expect(dataOf(ofSeller, 'inventory.updated')).toMatchObject([
      { id: scene.stockId, delta: -20, quantity: 80, previous_quantity: 100, reason_code: 'SALE' },
    ]);
    expect(dataOf(ofBuyer, 'inventory.updated')).toMatchObject([
      { delta: 20, quantity: 20, previous_quantity: 0, source: { type: 'order', id: order.id } },
    ]);
    for (const events of [ofSeller, ofBuyer]) {
      const told = (type: string) =>
        dataOf(events, type).map(({ id, status, previous_status }) => [id, previous_status, status]);
      expect(told('order.created')).toEqual([[order.id, null, 'pending']]);
      expect(told('order.updated')).toEqual([
        [order.id, 'pending', 'accepted'],
        [order.id, 'accepted', 'preparing'],
        [order.id, 'preparing', 'shipped'],
        [order.id, 'shipped', 'delivered'],
      ]);
      expect(told('order.shipped')).toEqual([[order.id, 'preparing', 'shipped']]);
      expect(told('order.delivered')).toEqual([[order.id, 'shipped', 'delivered']]);
      // What each party calls the order is its own.
      expect(dataOf(events, 'order.delivered')).toEqual([
        { ...sharedPart(order), previous_status: 'shipped', status_notes: null },
      ]);
      expect(dataOf(events, 'transfer.completed')).toMatchObject([
        {
          order_id: order.id,
          from: { id: scene.wholesaler.id },
          to: { id: scene.retailer.id },
          items: [{ product_id: scene.product.id, quantity: 20 }],
        },
      ]);
    }
    const ids = [...ofSeller, ...ofBuyer].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('emit a status change for a cancellation, by either route', async () => {
    const scene = await openScene();
    const [first, second] = [await placeOrder(scene, 1), await placeOrder(scene, 1)];
    ok(await scene.buyer.post(`/api/v1/orders/${first.id}/cancel`));
    ok(await scene.seller.patch(`/api/v1/orders/${second.id}/status`, { status: 'cancelled' }));
    const types = ['order.created', 'order.created', 'order.updated', 'order.updated'];
    for (const [receiver, client] of [
      [scene.toSeller, scene.seller],
      [scene.toBuyer, scene.buyer],
    ] as const) {
      const events = await expectArrived(receiver, client, types);
      expect(dataOf(events, 'order.updated')).toMatchObject([
        { id: first.id, previous_status: 'pending', status: 'cancelled' },
        { id: second.id, previous_status: 'pending', status: 'cancelled' },
      ]);
    }
  });

  test('emit nothing for a rejected step', async () => {
    const scene = await openScene();
    const order = await placeOrder(scene, 1);
    const { status } = await scene.seller.patch(`/api/v1/orders/${order.id}/status`, { status: 'shipped' });
    expect(status).toBe(409);
    expect(
      (await scene.buyer.post('/api/v1/orders', { wholesaler_id: scene.wholesaler.id, items: [] })).status,
    ).toBe(400);
    await expectArrived(scene.toSeller, scene.seller, ['order.created']);
  });
});

describe.concurrent('low stock', () => {
  const crossing = async (scene: Scene, others: string[], available: number[]) => {
    const events = await expectArrived(scene.toSeller, scene.seller, [
      ...others,
      ...available.map(() => 'inventory.low_stock'),
    ]);
    expect(
      dataOf(events, 'inventory.low_stock').map(({ available_quantity, threshold }) => [
        available_quantity,
        threshold,
      ]),
    ).toEqual(available.map((quantity) => [quantity, 10]));
  };

  test('adjustments: emits only when the threshold is crossed downward, and again after an upward crossing', async () => {
    const scene = await openScene({ quantity: 12 });
    for (const change of [-2, -1, -1, 1, 1, -1]) await adjust(scene, change);
    await crossing(scene, Array(6).fill('inventory.updated'), [9, 9]);
  });

  test("a reservation emits without a change of quantity; shipping reserved stock doesn't emit again", async () => {
    const scene = await openScene({ quantity: 12 });
    const order = await placeOrder(scene, 3);
    for (const status of ['accepted', 'preparing', 'shipped']) {
      ok(await scene.seller.patch(`/api/v1/orders/${order.id}/status`, { status }));
    }
    const steps = [
      'order.created',
      ...Array(3).fill('order.updated'),
      'order.shipped',
      'invoice.issued',
      'inventory.updated',
    ];
    await crossing(scene, steps, [9]);
  });
});

describe.concurrent('the alias inventory.changed', () => {
  test.for<[string[], string]>([
    [['inventory.changed'], 'inventory.changed'],
    [['inventory.changed', 'inventory.updated'], 'inventory.updated'],
    [['*'], 'inventory.updated'],
    [['inventory.changed', '*'], 'inventory.updated'],
    [['inventory.updated'], 'inventory.updated'],
  ])('sends a subscriber of %j each change once, as %s', async ([events, name]) => {
    const trade = await openTrade(stage);
    const receiver = await listen(trade.seller, events);
    await adjust(trade, 1);
    await adjust(trade, 1);
    await eventually(
      () => receiver.requests.length,
      (count) => expect(count).toBe(2),
    );
    expect(arrived(receiver).map(({ type }) => type)).toEqual([name, name]);
    const [row] = await sql<{ types: string[]; n: number }[]>`
      select array_agg(distinct d.event_type) as types, count(*)::int as n from webhook_deliveries d
      join webhook_endpoints w on w.id = d.endpoint_id where w.entity_id = ${trade.wholesaler.id}`;
    expect(row).toEqual({ types: [name], n: 2 });
    const listed = ok(await trade.seller.get<{ data: Envelope[] }>('/api/v1/events')).data;
    expect(listed.map(({ type }) => type)).toEqual(['inventory.updated', 'inventory.updated']);
  });
});

test('sends several endpoints of one business the same event under the same id, and none to another business', async () => {
  const trade = await openTrade(stage);
  const [one, two, none] = [
    await listen(trade.seller),
    await listen(trade.seller, ['inventory.changed']),
    await listen(trade.buyer),
  ];
  await adjust(trade, 1);
  await Promise.all([one.waitFor(() => true), two.waitFor(() => true)]);
  expect(one.requests[0]?.headers['webhook-id']).toBe(two.requests[0]?.headers['webhook-id']);
  expect(() => verified(one.requests[0] as never, two.secret)).toThrow();
  expect(none.requests).toHaveLength(0);
  const stranger = await stage.signIn(await createMember(db, await createBusiness(db, 'retailer'), 'owner'));
  expect(ok(await stranger.get<{ data: [] }>('/api/v1/events')).data).toEqual([]);
});

describe('GET /api/v1/events', () => {
  test('lists events after a sequence, lowest first, page by page', async () => {
    const trade = await openTrade(stage);
    for (let i = 0; i < 7; i++) await adjust(trade, 1);
    const behind = async (sequence: number, query = '') => {
      const { data, pagination } = ok(
        await trade.seller.get<{ data: Envelope[]; pagination: object }>(
          `/api/v1/events?after=${sequence}${query}`,
        ),
      );
      return { sequences: data.map((event) => event.sequence), pagination };
    };
    await eventually(
      () => behind(0),
      ({ sequences }) => expect(sequences).toEqual([1, 2, 3, 4, 5, 6, 7]),
    );
    expect(await behind(4)).toEqual({
      sequences: [5, 6, 7],
      pagination: { page: 1, limit: 50, total: 3, has_more: false },
    });
    expect(await behind(2, '&limit=2')).toEqual({
      sequences: [3, 4],
      pagination: { page: 1, limit: 2, total: 5, has_more: true },
    });
    expect((await behind(2, '&limit=2&page=3')).sequences).toEqual([7]);
    expect((await behind(7)).sequences).toEqual([]);
    const ahead = await trade.seller.get('/api/v1/events?after=999999999999999');
    expect(expectError(ahead, 'CONFLICT')).toMatchObject({ reason: 'cursor_ahead', after: 7 });
  });

  test('returns an empty list to a business without events (200), and rejects a malformed sequence (400)', async () => {
    const business = await createBusiness(db, 'retailer');
    const client = await stage.signIn(await createMember(db, business, 'owner'));
    expect((await client.get('/api/v1/events')).body).toEqual({
      data: [],
      pagination: { page: 1, limit: 50, total: 0, has_more: false },
      next_after: 0,
      oldest_sequence: 1,
      last_sequence: 0,
      epoch: expect.any(Number),
    });
    for (const after of ['-1', '1.5', 'x', '1e3', '9999999999999999']) {
      expectInvalid(await client.get(`/api/v1/events?after=${after}`), 'after');
    }
    expectInvalid(await client.get('/api/v1/events?since=1'), 'since');
  });
});
