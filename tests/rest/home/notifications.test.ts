import { describe, expect, test } from 'vitest';
import { createKey, withKey } from '../../factories/api-key';
import { createBusiness, createMember, type Member } from '../../factories/business';
import { openTrade, placeOrder, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const PATH = '/api/v1/notifications';

interface Notification {
  id: string;
  kind: string;
  object: { type: string; id: string; name: string };
  summary: string;
  created_at: string;
  read_at: string | null;
}
interface List {
  data: Notification[];
  pagination: { total: number | null; has_more: boolean; next_cursor: string | null };
  unread_count: number;
}
interface Preference {
  kind: string;
  bell: boolean;
  mail: string;
  required: boolean;
}
const list = async (client: Client, query = '') => ok(await client.get<List>(`${PATH}${query}`));
const kindsOf = async (client: Client) => (await list(client)).data.map(({ kind }) => kind);
/** Waits until exactly these kinds are listed, newest first. */
const expectKinds = (client: Client, kinds: string[]) =>
  eventually(
    () => kindsOf(client),
    (seen) => expect(seen).toEqual(kinds),
  );
const colleague = async ({ wholesaler }: Trade, role: Member['role'], limits?: string[]) =>
  stage.signIn(await createMember(stage.db, wholesaler, role, limits));
/** Waits until no worker has anything left to write. */
const written = () =>
  eventually(
    async () => stage.sql`select from notices union all select from events where sequence is null`,
    (waiting) => expect(waiting).toHaveLength(0),
  );

describe('notifications', () => {
  test.skipIf(IS_SHORT)(
    'tell the buyer of an order that its seller entered, and not who entered it',
    async () => {
      const trade = await openTrade(stage);
      const items = [{ product_id: trade.product.id, quantity: 1 }];
      ok(await trade.seller.post('/api/v1/orders', { retailer_id: trade.retailer.id, items, accept: false }));
      await expectKinds(trade.buyer, ['order_placed']);
      await written();
      await expectKinds(trade.seller, []);
    },
  );

  test.skipIf(IS_SHORT)('tell the buyer’s members of a quote, and not the seller’s', async () => {
    const trade = await openTrade(stage);
    const items = [{ product_id: trade.product.id, quantity: 1 }];
    const valid_until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const body = { retailer_id: trade.retailer.id, items, valid_until };
    const draft = ok(await trade.seller.post<{ id: string }>('/api/v1/drafts', body));
    ok(await trade.seller.post(`/api/v1/drafts/${draft.id}/send`));
    await expectKinds(trade.buyer, ['quote_received']);
    const [notice] = (await list(trade.buyer)).data;
    expect(notice).toMatchObject({
      object: { type: 'draft', id: draft.id, name: trade.wholesaler.name },
      summary: `${trade.wholesaler.name} sent you a quote, valid until ${valid_until}`,
    });
    await written();
    await expectKinds(trade.seller, []);
  });

  test('tell the seller’s members of a new order and the other party of each step, not who acted', async () => {
    const trade = await openTrade(stage);
    const viewer = await colleague(trade, 'viewer');
    const order = await placeOrder(trade);
    await expectKinds(trade.seller, ['new_order']);
    await expectKinds(viewer, ['new_order']);
    const [notification] = (await list(trade.seller)).data;
    expect(notification).toEqual({
      id: expect.any(String),
      kind: 'new_order',
      count: 1,
      object: { type: 'order', id: order.id, name: order.order_number },
      summary: `${trade.retailer.name} placed ${order.order_number}`,
      created_at: expect.stringMatching(/Z$/),
      read_at: null,
    });
    ok(await trade.seller.patch(`/api/v1/orders/${order.id}/status`, { status: 'accepted' }));
    await expectKinds(trade.buyer, ['order_moved']);
    ok(await trade.buyer.post(`/api/v1/orders/${order.id}/cancel`, { reason: 'Too late' }));
    await expectKinds(trade.seller, ['order_moved', 'new_order']);
    await written();
    expect(await kindsOf(trade.buyer)).toEqual(['order_moved']);
  });

  test.skipIf(IS_SHORT)('tell both parties of a comment, except its author', async () => {
    const trade = await openTrade(stage);
    const second = await colleague(trade, 'manager');
    const order = await placeOrder(trade);
    ok(await trade.seller.post(`/api/v1/orders/${order.id}/comments`, { body: 'Back\n door, please' }));
    await expectKinds(trade.buyer, ['comment']);
    await expectKinds(second, ['comment', 'new_order']);
    expect(await kindsOf(trade.seller)).toEqual(['new_order']);
    const [comment] = (await list(trade.buyer)).data;
    expect(comment?.summary).toBe(
      `${trade.seller.tokens?.user.name} on ${order.order_number}: Back door, please`,
    );
  });

  test('about stock reach only members of the location', async () => {
    const trade = await openTrade(stage, { quantity: 20, wholesaler: { locationCount: 2 } });
    const [here = '', there = ''] = trade.wholesaler.locationIds;
    const [local, remote] = [
      await colleague(trade, 'manager', [here]),
      await colleague(trade, 'manager', [there]),
    ];
    ok(
      await trade.seller.patch(`/api/v1/inventory/${trade.stockId}`, {
        quantity_change: -15,
        reason_code: 'SALE',
      }),
    );
    await expectKinds(trade.seller, ['low_stock']);
    await expectKinds(local, ['low_stock']);
    await written();
    expect(await kindsOf(remote)).toEqual([]);
    // Losing the location hides what was written before.
    const [{ id = '' } = {}] =
      await stage.sql`select user_id as id from member_locations where location_id = ${here}`;
    await stage.sql`update member_locations set location_id = ${there} where user_id = ${id}`;
    expect(await kindsOf(local)).toEqual([]);
    expect(ok(await local.get(`${PATH}/unread`))).toEqual({ unread_count: 0, unread_groups: 0 });
  });

  test('say to the business that asked that its connection was accepted, with the catalog it can order from', async () => {
    const trade = await openTrade(stage);
    const shop = await createBusiness(stage.db, 'retailer');
    const asking = await stage.signIn(await createMember(stage.db, shop, 'owner'));
    const { id } = ok(
      await asking.post('/api/v1/entity/connections/request', { entity_id: trade.wholesaler.id }),
    ) as { id: string };
    ok(await trade.seller.post(`/api/v1/entity/connections/${id}/accept`));
    await expectKinds(asking, ['connection_accepted']);
    expect((await list(asking)).data[0]).toMatchObject({
      object: { type: 'catalog', id: trade.wholesaler.id, name: trade.wholesaler.name },
      summary: `${trade.wholesaler.name} accepted: you are connected and can order`,
    });
    expect(await kindsOf(trade.seller)).not.toContain('connection_accepted');
  });

  test('follow the role: who lost the permission no longer sees them', async () => {
    const trade = await openTrade(stage);
    const business = await createBusiness(stage.db, 'retailer');
    const admin = await stage.signIn(await createMember(stage.db, trade.wholesaler, 'admin'));
    const asking = await stage.signIn(await createMember(stage.db, business, 'owner'));
    ok(await asking.post('/api/v1/entity/connections/request', { entity_id: trade.wholesaler.id }));
    await expectKinds(admin, ['connection_requested']);
    await stage.sql`update users set team_role = 'viewer' where id = ${admin.tokens?.user.id ?? ''}`;
    expect(await list(admin)).toMatchObject({ data: [], unread_count: 0 });
  });

  test.skipIf(IS_SHORT)(
    'are walked by cursor without gaps, filtered by unread and kind, and counted',
    async () => {
      const trade = await openTrade(stage);
      for (let n = 0; n < 7; n++) await placeOrder(trade);
      await eventually(
        () => list(trade.seller),
        ({ unread_count }) => expect(unread_count).toBe(7),
      );
      const seen: string[] = [];
      for (let query = '?limit=3'; ; ) {
        const { data, pagination } = await list(trade.seller, query);
        seen.push(...data.map(({ id }) => id));
        if (!pagination.next_cursor) break;
        query = `?limit=3&cursor=${pagination.next_cursor}`;
      }
      expect(new Set(seen).size).toBe(7);
      const [newest = ''] = seen;
      ok(await trade.seller.post(`${PATH}/read`, { ids: [newest] }));
      expect(await list(trade.seller, '?unread=true')).toMatchObject({
        pagination: { total: 6 },
        unread_count: 6,
      });
      expect((await list(trade.seller, '?unread=false')).data).toMatchObject([
        { id: newest, read_at: expect.stringMatching(/Z$/) },
      ]);
      expect((await list(trade.seller, '?kind=comment')).pagination.total).toBe(0);
      expectInvalid(await trade.seller.get(`${PATH}?kind=other`), 'kind');
      expect(ok(await trade.seller.post(`${PATH}/read`, {}))).toEqual({ unread_count: 0, unread_groups: 0 });
      expect(ok(await trade.seller.get(`${PATH}/unread`))).toEqual({ unread_count: 0, unread_groups: 0 });
    },
  );

  test('are marked all or none: a foreign id among them is 404 and changes nothing', async () => {
    const [trade, other] = [await openTrade(stage), await openTrade(stage)];
    await placeOrder(trade);
    await placeOrder(other);
    await expectKinds(trade.seller, ['new_order']);
    await expectKinds(other.seller, ['new_order']);
    const [own] = (await list(trade.seller)).data;
    const [foreign] = (await list(other.seller)).data;
    expectAbsent(await trade.seller.post(`${PATH}/read`, { ids: [own?.id, foreign?.id] }));
    expect((await list(trade.seller)).unread_count).toBe(1);
    expect((await list(other.seller)).unread_count).toBe(1);
    expectInvalid(await trade.seller.post(`${PATH}/read`, { ids: [] }), 'ids');
    expectInvalid(await trade.seller.post(`${PATH}/read`, { ids: ['x'] }), 'ids[0]');
    const before = new Date(Date.parse(own?.created_at ?? '') - 1).toISOString();
    expect(ok(await trade.seller.post(`${PATH}/read`, { until: before }))).toEqual({
      unread_count: 1,
      unread_groups: 1,
    });
  });

  test('are not listed for an API key without the permission, and never security ones', async () => {
    const trade = await openTrade(stage);
    await placeOrder(trade);
    await expectKinds(trade.seller, ['new_order']);
    const stock = await createKey(trade.seller, { permissions: ['read:inventory'] });
    expect((await list(withKey(stage.server.url, stock.secret))).data).toEqual([]);
    const orders = await createKey(trade.seller, { permissions: ['read:orders'] });
    const client = withKey(stage.server.url, orders.secret);
    expect(await kindsOf(client)).toEqual(['new_order']);
    const { preferences } = ok(await client.get<{ preferences: Preference[] }>(`${PATH}/preferences`));
    expect(preferences.map(({ kind }) => kind)).toEqual([
      'new_order',
      'order_placed',
      'order_request_received',
      'order_moved',
      'comment',
      'backorder_ready',
      'quote_received',
    ]);
  });

  test.skipIf(IS_SHORT)('tell of a sign-in from a new program once, and of a changed password', async () => {
    const business = await createBusiness(stage.db, 'retailer');
    const member = await createMember(stage.db, business, 'viewer');
    const client = await stage.signIn(member);
    await stage.signIn(member);
    const headers = { 'user-agent': 'stranger/1.0' };
    const body = { email: member.email, password: member.password };
    // Known to another member only.
    const other = await createMember(stage.db, business, 'viewer');
    const others = { email: other.email, password: other.password };
    ok(await stage.anybody.post('/auth/login', others, { headers }));
    for (let n = 0; n < 2; n++) ok(await stage.anybody.post('/auth/login', body, { headers }));
    await expectKinds(client, ['new_device']);
    expect((await list(client)).data[0]?.summary).toContain(': stranger');
    const next = 'another password of mine';
    expect(
      (await client.post('/auth/password/change', { current_password: member.password, new_password: next }))
        .status,
    ).toBe(204);
    await expectKinds(client, ['security_change', 'new_device']);
  });
});

describe('preferences', () => {
  const read = async (client: Client) =>
    ok(await client.get<{ preferences: Preference[] }>(`${PATH}/preferences`)).preferences;

  test('list what the role and business type have, with the defaults', async () => {
    const trade = await openTrade(stage);
    const viewer = await colleague(trade, 'viewer');
    expect((await read(viewer)).map(({ kind }) => kind)).toEqual([
      ...['new_order', 'order_placed', 'order_request_received', 'order_moved', 'comment', 'low_stock'],
      ...[
        'backorder_ready',
        'quote_received',
        'remittance',
        'dispute',
        'expiration',
        'recall',
        'connection_accepted',
        'partner_renamed',
      ],
      ...['partner_license_changed', 'follow_up'],
      ...['new_device', 'security_change'],
    ]);
    expect((await read(trade.buyer)).map(({ kind }) => kind)).not.toContain('new_order');
    expect(await read(trade.seller)).toContainEqual({
      kind: 'low_stock',
      bell: true,
      mail: 'daily',
      required: false,
    });
  });

  test.skipIf(IS_SHORT)(
    'change one channel of a kind and leave the rest, and decide what is written',
    async () => {
      const trade = await openTrade(stage);
      const change = (fields: object) =>
        trade.seller.patch<{ preferences: Preference[] }>(`${PATH}/preferences`, {
          preferences: [{ kind: 'new_order', ...fields }],
        });
      ok(await change({ mail: 'off' }));
      const { preferences } = ok(await change({ bell: false }));
      expect(preferences).toContainEqual({ kind: 'new_order', bell: false, mail: 'off', required: false });
      await placeOrder(trade);
      await written();
      expect(await list(trade.seller)).toMatchObject({ data: [], unread_count: 0 });
      ok(await change({ bell: true }));
      await placeOrder(trade);
      await expectKinds(trade.seller, ['new_order']);
    },
  );

  test('reject kinds that the caller doesn’t have, duplicates, and silence about security (400)', async () => {
    const trade = await openTrade(stage);
    const change = (client: Client, preferences: object[]) =>
      client.patch(`${PATH}/preferences`, { preferences });
    expectInvalid(
      await change(trade.buyer, [{ kind: 'new_order', mail: 'off' }]),
      'preferences[0].kind',
      'unknown_value',
    );
    expectInvalid(await change(trade.seller, [{ kind: 'recall', mail: 'off' }]), 'preferences', 'read_only');
    expectInvalid(
      await change(trade.seller, [{ kind: 'comment' }, { kind: 'comment' }]),
      'preferences',
      'duplicate',
    );
    expectInvalid(await change(trade.seller, []), 'preferences');
    expectInvalid(await change(trade.seller, [{ kind: 'comment', mail: 'weekly' }]), 'preferences[0].mail');
    expectError(await stage.anybody.get(`${PATH}/preferences`), 'UNAUTHORIZED');
  });

  test('are each member’s own', async () => {
    const trade = await openTrade(stage);
    const second = await colleague(trade, 'admin');
    ok(
      await trade.seller.patch(`${PATH}/preferences`, { preferences: [{ kind: 'comment', mail: 'daily' }] }),
    );
    expect(await read(second)).toContainEqual(expect.objectContaining({ kind: 'comment', mail: 'at_once' }));
  });
});
