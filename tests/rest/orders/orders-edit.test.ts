import { beforeAll, describe, expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { type OrderBody, openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;
const SECRET = 'Charge them more next time';

let trade: Trade;
let buyer: Client;
let seller: Client;
let home: string;
let other: string;

beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 1000, retailer: { locationCount: 2 } });
  ({ buyer, seller } = trade);
  [home = '', other = ''] = trade.retailer.locationIds;
});

type Detail = OrderBody & { seller_notes?: string };
const pathOf = ({ id }: OrderBody) => `/api/v1/orders/${id}`;
const patch = (client: Client, order: OrderBody, fields: object) =>
  client.patch<Detail>(pathOf(order), fields);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const historyOf = async (order: OrderBody) =>
  ok(await buyer.get<{ data: { action: string }[] }>(`${pathOf(order)}/history`)).data;
const edits = ({ id }: OrderBody) => sql<{ entity_id: string; data: { changes: object; id: string } }[]>`
  select entity_id, data from events where type = 'order.edited' and data->>'id' = ${id} order by id`;

describe('PATCH /api/v1/orders/{id}', () => {
  test('changes delivery by either side, with one history row of before and after and one order.edited', async () => {
    const order = await placeOrder(trade, 1, { delivery_date: inDays(3), delivery_window: 'noon' });
    for (const [client, day] of [
      [seller, inDays(5)],
      [buyer, inDays(6)],
    ] as const) {
      const before = ok(await buyer.get<OrderBody>(pathOf(order)));
      const after = ok(await patch(client, order, { delivery_date: day, delivery_window: `from ${day}` }));
      expect(after).toMatchObject({ delivery_date: day, delivery_window: `from ${day}`, status: 'pending' });
      expect(after.updated_at > before.updated_at).toBe(true);
      expect((await historyOf(order)).at(-1)).toMatchObject({
        action: 'edited',
        summary: 'delivery_date, delivery_window',
        from_status: 'pending',
        to_status: 'pending',
        before: { delivery_date: before.delivery_date, delivery_window: before.delivery_window },
        after: { delivery_date: day, delivery_window: `from ${day}` },
      });
    }
    const events = await edits(order);
    expect(events.map(({ entity_id }) => entity_id).sort()).toEqual(
      [trade.retailer.id, trade.wholesaler.id, trade.retailer.id, trade.wholesaler.id].sort(),
    );
    expect(events.at(-1)?.data).toMatchObject({
      id: order.id,
      delivery_date: inDays(6),
      changes: { delivery_date: { before: inDays(5), after: inDays(6) } },
    });
    const [row] = await sql`select before, after from audit_log where action = 'order.updated' and
      entity_id = ${trade.wholesaler.id} and object_id = ${order.id}`;
    expect(row?.before).toEqual({ delivery_date: inDays(3), delivery_window: 'noon' });
  });

  test("changes the buyer's fields by the buyer alone, or by the seller that entered the order (403)", async () => {
    const fields = { notes: 'Ring twice', po_number: 'PO-5', receiving_location_id: other };
    const bought = await placeOrder(trade);
    expect(bought.receiving_location_id).toBe(home);
    for (const [field, value] of Object.entries(fields)) {
      const denied = await patch(seller, bought, { [field]: value });
      expect(expectError(denied, 'FORBIDDEN')).toEqual({ reason: 'other_party', side: 'wholesaler', field });
    }
    expect(await edits(bought)).toEqual([]);
    expect(ok(await patch(buyer, bought, fields))).toMatchObject(fields);
    expect(ok(await patch(buyer, bought, { notes: null, delivery_date: null }))).toMatchObject({
      notes: null,
    });
    const items = [{ product_id: trade.product.id, quantity: 1 }];
    const entered = ok(
      await seller.post<OrderBody>('/api/v1/orders', { retailer_id: trade.retailer.id, items }),
    );
    expect(ok(await patch(seller, entered, fields))).toMatchObject(fields);
    expect(ok(await patch(buyer, entered, { po_number: 'PO-6' }))).toMatchObject({ po_number: 'PO-6' });
    expect((await historyOf(entered)).map(({ action }) => action)).toEqual([
      'created',
      'moved',
      'edited',
      'po_number_changed',
    ]);
  });

  test.skipIf(IS_SHORT)('changes nothing once it is shipped or canceled (409 order_closed)', async () => {
    for (const status of ['shipped', 'cancelled'] as const) {
      const order = await placeOrderIn(trade, status);
      const tries: [Client, object][] = [
        [buyer, { delivery_date: inDays(2) }],
        [seller, { delivery_window: 'noon' }],
        [seller, { seller_notes: SECRET }],
      ];
      for (const [client, fields] of tries) {
        expect(expectError(await patch(client, order, fields), 'CONFLICT')).toEqual({
          reason: 'order_closed',
          status,
        });
      }
    }
    const preparing = await placeOrderIn(trade, 'preparing');
    expect((await patch(seller, preparing, { delivery_date: inDays(2) })).status).toBe(200);
  });

  test.skipIf(IS_SHORT)(
    'rejects a day in the past, a location of another business and unknown fields (400, 404)',
    async () => {
      const order = await placeOrder(trade);
      expectInvalid(
        await patch(buyer, order, { delivery_date: inDays(-3) }),
        'delivery_date',
        'date_in_past',
      );
      expectInvalid(
        await patch(buyer, order, { delivery_date: inDays(400) }),
        'delivery_date',
        'date_too_far',
      );
      expectInvalid(await patch(buyer, order, { receiving_location_id: null }), 'receiving_location_id');
      expectInvalid(await patch(buyer, order, { total: 1 }), 'total', 'read_only');
      expectInvalid(await patch(buyer, order, {}), '', 'empty_patch');
      for (const id of [ABSENT_ID, trade.wholesaler.locationIds[0]]) {
        expectAbsent(await patch(buyer, order, { receiving_location_id: id }));
      }
      const limited = await stage.signIn(await createMember(stage.db, trade.retailer, 'manager', [home]));
      expectAbsent(await patch(limited, order, { receiving_location_id: other }));
      expect((await patch(limited, order, { delivery_date: inDays(1) })).status).toBe(200);
      const stranger = await openTrade(stage);
      expectAbsent(await patch(stranger.seller, order, { delivery_date: inDays(1) }));
      const viewer = await stage.signIn(await createMember(stage.db, trade.retailer, 'viewer'));
      expect((await patch(viewer, order, { delivery_date: inDays(1) })).status).toBe(403);
      // A whole order may be sent back, even with a day that has passed since.
      await sql`update orders set delivery_date = '2020-01-01' where id = ${order.id}`;
      const whole = ok(await buyer.get<Detail>(pathOf(order)));
      const { id: _, ...body } = whole;
      expect(ok(await patch(buyer, order, body))).toEqual(whole);
    },
  );

  test('keeps parallel edits of both sides, each with its row', async () => {
    const order = await placeOrder(trade);
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, (_, i) => patch(buyer, order, { po_number: `PO-${i}` })),
      ...Array.from({ length: 3 }, (_, i) => patch(seller, order, { delivery_window: `window ${i}` })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await historyOf(order)).length).toBe(7);
  });
});

describe('notes of the seller', () => {
  test('reach no response, event, history, document, list or CSV of the buyer', async () => {
    const order = await placeOrder(trade);
    const before = await buyer.get(pathOf(order));
    const noted = ok(await patch(seller, order, { seller_notes: SECRET }));
    expect(noted.seller_notes).toBe(SECRET);
    expect(ok(await seller.get<Detail>(pathOf(order))).seller_notes).toBe(SECRET);
    const after = await buyer.get(pathOf(order));
    expect([after.text, after.headers.etag]).toEqual([before.text, before.headers.etag]);
    expect(after.text).not.toContain('seller_notes');
    expect(await edits(order)).toEqual([]);
    const mixed = ok(await patch(seller, order, { seller_notes: `${SECRET}!`, delivery_window: 'late' }));
    expect(mixed).toMatchObject({ seller_notes: `${SECRET}!`, delivery_window: 'late' });
    ok(await buyer.patch(`${pathOf(order)}`, { po_number: 'PO-7' }));
    ok(await seller.patch(`${pathOf(order)}/status`, { status: 'accepted' }));
    const paths = [
      '',
      '/history',
      '/comments',
      '/document?kind=packing-slip',
      '/document?kind=invoice',
      '/receipts',
    ];
    const texts = await Promise.all([
      ...paths.map((path) => buyer.get(`${pathOf(order)}${path}`)),
      ...['', '/summaries', '?format=csv', '/summaries?format=csv'].map((path) =>
        buyer.get(`/api/v1/orders${path}`),
      ),
      ...['/api/v1/audit', '/api/v1/events?limit=500', '/api/v1/notifications'].map((path) =>
        buyer.get(path),
      ),
    ]);
    for (const { status, text } of texts) {
      expect(status, text).toBe(200);
      expect(text).not.toContain(SECRET);
    }
    const events = await sql`select data::text as text from events where data::text like ${`%${SECRET}%`}`;
    expect(events).toEqual([]);
    const audit =
      await sql`select entity_id, after from audit_log where after::text like ${`%${SECRET}%`} order by id`;
    expect(audit.map(({ entity_id }) => entity_id)).toEqual([trade.wholesaler.id, trade.wholesaler.id]);
    expect(ok(await patch(seller, order, { seller_notes: null })).seller_notes).toBeUndefined();
  });

  test("are not the buyer's to write, nor of its own purchases a wholesaler's (403)", async () => {
    const order = await placeOrder(trade);
    for (const seller_notes of ['x', null]) {
      const denied = await patch(buyer, order, { seller_notes });
      expect(expectError(denied, 'FORBIDDEN')).toMatchObject({
        reason: 'other_party',
        field: 'seller_notes',
      });
    }
  });
});

test('a new receiving location must be licensed, and in the state of what the order holds (409)', async () => {
  const order = await placeOrder(trade);
  await sql`update entities set same_state_only = true where id = ${trade.wholesaler.id}`;
  await sql`update locations set state = 'NV' where id = ${other}`;
  const away = await patch(buyer, order, { receiving_location_id: other });
  expect(expectError(away, 'CONFLICT')).toMatchObject({ reason: 'different_states' });
  expect(ok(await buyer.get<OrderBody>(pathOf(order))).receiving_location_id).toBe(home);
  await sql`update entities set same_state_only = false where id = ${trade.wholesaler.id}`;
  expect((await patch(buyer, order, { receiving_location_id: other })).status).toBe(200);
});
