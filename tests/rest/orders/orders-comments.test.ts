import { describe, expect, test } from 'vitest';
import { sharedPart } from '../../../server/features/orders/flow/announce';
import { createKey, withKey } from '../../factories/api-key';
import { createMember } from '../../factories/business';
import { openTrade, placeOrder, placeOrderIn } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();

interface Comment {
  id: string;
  body: string;
  actor: { id: string; name: string; entity_id: string };
  created_at: string;
}
type List = { data: Comment[]; pagination: { total: number; has_more: boolean } };
const pathOf = (id: string) => `/api/v1/orders/${id}/comments`;
const say = async (client: Client, id: string, body: string) =>
  ok(await client.post<Comment>(pathOf(id), { body }));

describe('comments on an order', () => {
  test('are read by both parties in every status, oldest first, with who wrote them', async () => {
    const trade = await openTrade(stage);
    const { id } = await placeOrderIn(trade, 'delivered');
    const first = await say(trade.buyer, id, '  One box was wet.\nPlease check.  ');
    const second = await say(trade.seller, id, 'We will credit it.');
    expect(first).toEqual({
      id: expect.any(String),
      body: 'One box was wet.\nPlease check.',
      actor: {
        id: trade.buyer.tokens?.user.id,
        name: trade.buyer.tokens?.user.name,
        entity_id: trade.retailer.id,
      },
      created_at: expect.stringMatching(/Z$/),
    });
    for (const client of [trade.buyer, trade.seller]) {
      expect(ok(await client.get<List>(pathOf(id)))).toMatchObject({
        data: [first, second],
        pagination: { total: 2, has_more: false },
      });
    }
    const newest = ok(await trade.buyer.get<List>(`${pathOf(id)}?sort=-created_at&limit=1`));
    expect(newest).toMatchObject({ data: [second], pagination: { total: 2, has_more: true } });
  });

  test('are emitted to both parties, with the order, and audited', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrder(trade);
    const comment = await say(trade.seller, order.id, 'On its way tomorrow.');
    const events = await stage.sql`
      select entity_id, data from events where type = 'order.commented' and data ->> 'id' = ${order.id}`;
    expect(events.map((event) => event.entity_id).sort()).toEqual(
      [trade.retailer.id, trade.wholesaler.id].sort(),
    );
    for (const { data } of events) expect(data).toEqual({ ...sharedPart(order), comment });
    const rows = await stage.sql`
      select entity_id, after from audit_log where action = 'order.commented' and object_id = ${order.id}`;
    expect(rows).toEqual([
      { entity_id: trade.wholesaler.id, after: { comment_id: comment.id, body: 'On its way tomorrow.' } },
    ]);
  });

  test('need 1 to 2000 characters and no other field (400)', async () => {
    const trade = await openTrade(stage);
    const path = pathOf((await placeOrder(trade)).id);
    expectInvalid(await trade.buyer.post(path, {}), 'body');
    expectInvalid(await trade.buyer.post(path, { body: '  ' }), 'body');
    expectInvalid(await trade.buyer.post(path, { body: 'x'.repeat(2001) }), 'body');
    expectInvalid(await trade.buyer.post(path, { body: 'x', actor: 'me' }), 'actor');
    expect((await trade.buyer.post(path, { body: 'x'.repeat(2000) })).status).toBe(201);
  });

  test('are read but not written by a viewer (403), and neither by a third business (404)', async () => {
    const trade = await openTrade(stage);
    const other = await openTrade(stage);
    const path = pathOf((await placeOrder(trade)).id);
    const viewer = await stage.signIn(await createMember(stage.db, trade.retailer, 'viewer'));
    expect((await viewer.get(path)).status).toBe(200);
    expect(expectError(await viewer.post(path, { body: 'x' }), 'FORBIDDEN')).toEqual({
      reason: 'permission_required',
      permission: 'update:orders',
    });
    for (const stranger of [other.buyer, other.seller]) {
      expectAbsent(await stranger.get(path));
      expectAbsent(await stranger.post(path, { body: 'x' }));
    }
  });

  test.skipIf(IS_SHORT)(
    'are written by an API key with update:orders under its name, and once per Idempotency-Key',
    async () => {
      const trade = await openTrade(stage);
      const path = pathOf((await placeOrder(trade)).id);
      const reader = await createKey(trade.buyer, { permissions: ['read:orders'] });
      expectError(await withKey(stage.server.url, reader.secret).post(path, { body: 'x' }), 'FORBIDDEN');
      const writer = await createKey(trade.buyer, { permissions: ['read:orders', 'update:orders'] });
      const client = withKey(stage.server.url, writer.secret);
      const headers = { 'Idempotency-Key': 'comment-1' };
      const send = () => client.send<Comment>('POST', path, { body: { body: 'From the ERP' }, headers });
      const [first, second] = [await send(), await send()];
      expect(first.status).toBe(201);
      expect(first.headers.location).toBe(path);
      expect(second.body).toEqual(first.body);
      expect(first.body.actor.name).toContain('ERP sync');
      expect(ok(await client.get<List>(path)).data).toHaveLength(1);
    },
  );
});

describe('the PO number', () => {
  test('is set by the retailer at creation, found by the search, and part of the CSV', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrder(trade, 1, { po_number: ' PO-É 77 ' });
    await placeOrder(trade);
    expect(order.po_number).toBe('PO-É 77');
    for (const client of [trade.buyer, trade.seller]) {
      const found = ok(await client.get<{ data: { id: string }[] }>('/api/v1/orders?search=po-e%2077'));
      expect(found.data.map(({ id }) => id)).toEqual([order.id]);
    }
    const csv = (await trade.seller.get('/api/v1/orders?format=csv')).text;
    expect(csv.split('\r\n')[0]).toContain('po_number');
    expect(csv).toContain('PO-É 77');
  });

  test.skipIf(IS_SHORT)(
    'changes until the order ships, is cleared by null, and shows in the history',
    async () => {
      const trade = await openTrade(stage);
      const { id } = await placeOrderIn(trade, 'preparing');
      const path = `/api/v1/orders/${id}`;
      expect(ok(await trade.buyer.patch(path, { po_number: 'PO-1' }))).toMatchObject({ po_number: 'PO-1' });
      expect(ok(await trade.buyer.patch(path, { po_number: null }))).toMatchObject({ po_number: null });
      const history = ok(await trade.seller.get<{ data: object[] }>(`${path}/history`)).data;
      expect(history.slice(-2)).toMatchObject([
        { action: 'po_number_changed', summary: 'PO-1', from_status: 'preparing', to_status: 'preparing' },
        { action: 'po_number_changed', summary: 'None' },
      ]);
      ok(await trade.seller.patch(`${path}/status`, { status: 'shipped' }));
      const late = expectError(await trade.buyer.patch(path, { po_number: 'PO-2' }), 'CONFLICT');
      expect(late).toEqual({ reason: 'order_closed', status: 'shipped' });
    },
  );

  test('is the retailer’s to change (403), and a PATCH takes other fields only as they are (400)', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrder(trade, 1, { po_number: 'PO-1' });
    const path = `/api/v1/orders/${order.id}`;
    expectError(await trade.seller.patch(path, { po_number: 'PO-2' }), 'FORBIDDEN');
    expectInvalid(await trade.buyer.patch(path, { total: 1 }), 'total', 'read_only');
    expectInvalid(await trade.buyer.patch(path, { po_number: 'x'.repeat(65) }), 'po_number');
    expectInvalid(await trade.buyer.patch(path, { po_number: '' }), 'po_number');
    expectInvalid(await trade.buyer.patch(path, {}), '', 'empty_patch');
    const { id: _, ...body } = order;
    expect(ok(await trade.buyer.patch(path, { ...body, po_number: 'PO-3' }))).toMatchObject({
      po_number: 'PO-3',
      total: order.total,
    });
  });
});
