import { describe, expect, test } from 'vitest';
import { addDays, dateIn } from '../../../server/kernel/clock';
import { connect, createBusiness, createMember } from '../../factories/business';
import { type OrderBody, openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, MALFORMED_IDS } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

const TODAY = dateIn('UTC');

interface List {
  data: OrderBody[];
  pagination: { total: number; next_cursor?: string | null };
}
const listed = async (client: Client, query = '') => (await client.get<List>(`/api/v1/orders?${query}`)).body;
const ids = async (client: Client, query = '') => (await listed(client, query)).data.map(({ id }) => id);
const at = (id: string, instant: string) => sql`update orders set created_at = ${instant} where id = ${id}`;

describe('GET /api/v1/orders/{id}', () => {
  test('returns it to either party (200), and 404 to any other business', async () => {
    const [trade, other] = [await openTrade(stage), await openTrade(stage)];
    const order = await placeOrder(trade);
    for (const client of [trade.buyer, trade.seller]) {
      expect((await client.get(`/api/v1/orders/${order.id}`)).body).toEqual(order);
    }
    for (const client of [other.buyer, other.seller]) {
      expectAbsent(await client.get(`/api/v1/orders/${order.id}`));
      expectAbsent(await client.get(`/api/v1/orders/${order.id}/history`));
    }
  });

  test.each([ABSENT_ID, ...MALFORMED_IDS])('rejects %s (404)', async (id) => {
    const { buyer } = await openTrade(stage);
    expectAbsent(await buyer.get(`/api/v1/orders/${id}`));
    expectAbsent(await buyer.get(`/api/v1/orders/${id}/history`));
  });

  test('rejects a missing token (401)', async () => {
    expectError(await stage.anybody.get(`/api/v1/orders/${ABSENT_ID}`), 'UNAUTHORIZED');
    expectError(await stage.anybody.get(`/api/v1/orders/${ABSENT_ID}/history`), 'UNAUTHORIZED');
  });
});

describe('GET /api/v1/orders', () => {
  test.skipIf(IS_SHORT)('lists late orders: open, and to be delivered before today (200)', async () => {
    const trade = await openTrade(stage, { quantity: 100 });
    const [overdue, shipped, delivered, due] = [
      await placeOrder(trade),
      await placeOrderIn(trade, 'shipped'),
      await placeOrderIn(trade, 'delivered'),
      await placeOrder(trade, 1, { delivery_date: TODAY }),
    ];
    await placeOrder(trade);
    const yesterday = addDays(TODAY, -1);
    await sql`update orders set delivery_date = ${yesterday} where id in ${sql([overdue.id, shipped.id, delivered.id])}`;
    for (const client of [trade.buyer, trade.seller]) {
      expect((await ids(client, 'late=true')).sort()).toEqual([overdue.id, shipped.id].sort());
      expect((await listed(client, 'late=true&status=pending')).pagination.total).toBe(1);
      expect((await listed(client, 'late=false')).pagination.total).toBe(3);
      expect(await ids(client, `delivery_date=${TODAY}`)).toEqual([due.id]);
    }
    const { seller } = await openTrade(stage);
    expect(await ids(seller, 'late=true')).toEqual([]);
  });

  test('lists the orders of either side, newest first (200)', async () => {
    const trade = await openTrade(stage);
    const orders: OrderBody[] = [];
    for (const day of ['01', '03', '02']) {
      const order = await placeOrder(trade);
      await at(order.id, `2026-05-${day}T12:00:00Z`);
      orders.push(order);
    }
    const [first, third, second] = orders.map(({ id }) => id);
    for (const client of [trade.buyer, trade.seller])
      expect(await ids(client)).toEqual([third, second, first]);
    const body = await listed(trade.buyer, 'limit=2&page=2');
    expect(body).toMatchObject({ data: [{ id: first }], pagination: { page: 2, limit: 2, total: 3 } });
  });

  test('returns an empty list to a cultivator (200)', async () => {
    const farm = await createBusiness(db, 'cultivator');
    const client = await stage.signIn(await createMember(db, farm, 'owner'));
    expect(await listed(client)).toEqual({
      data: [],
      pagination: { page: 1, limit: 50, total: 0, has_more: false, next_cursor: null },
      as_of: expect.any(String),
    });
    expect((await client.get<{ all: number }>('/api/v1/orders/counts')).body.all).toBe(0);
  });

  test.skipIf(IS_SHORT)('includes the days of start_date and end_date', async () => {
    const trade = await openTrade(stage);
    const instants = [
      '2026-03-01T23:59:59.999Z',
      '2026-03-02T00:00:00.000Z',
      '2026-03-02T23:59:59.999Z',
      '2026-03-03T00:00:00.000Z',
    ];
    const orders = [];
    for (const instant of instants) {
      const { id } = await placeOrder(trade);
      await at(id, instant);
      orders.push(id);
    }
    const [a, b, c, d] = orders;
    expect(await ids(trade.buyer, 'start_date=2026-03-02&end_date=2026-03-02')).toEqual([c, b]);
    expect(await ids(trade.buyer, 'start_date=2026-03-03')).toEqual([d]);
    expect(await ids(trade.buyer, 'end_date=2026-03-01')).toEqual([a]);
    expect(await ids(trade.buyer, 'start_date=2026-03-01&end_date=2026-03-03')).toHaveLength(4);
    expect(await ids(trade.buyer, 'start_date=2024-02-29')).toHaveLength(4);
  });

  test('filters by status and by either party', async () => {
    const trade = await openTrade(stage);
    const second = await createBusiness(db, 'retailer', { name: 'Second Shop' });
    await connect(db, second, trade.wholesaler);
    const buyer = await stage.signIn(await createMember(db, second, 'owner'));
    const own = await placeOrderIn(trade, 'accepted');
    const theirs = await placeOrder({ ...trade, buyer });
    expect(await ids(trade.seller, 'status=accepted')).toEqual([own.id]);
    expect(await ids(trade.seller, `retailer_id=${second.id}`)).toEqual([theirs.id]);
    expect(await ids(trade.seller, `retailer_id=${second.id}&status=accepted`)).toEqual([]);
    expect(await ids(buyer, `wholesaler_id=${trade.wholesaler.id}`)).toEqual([theirs.id]);
    expect(await ids(buyer, `wholesaler_id=${ABSENT_ID}`)).toEqual([]);
    expect(await ids(buyer, `retailer_id=${trade.retailer.id}`)).toEqual([]);
  });

  test('searches the order number and the parties’ names', async () => {
    const trade = await openTrade(stage, { retailer: { name: 'Purple 100% Haze' } });
    const order = await placeOrder(trade);
    const found = (text: string) => ids(trade.seller, `search=${encodeURIComponent(text)}`);
    expect(await found(order.order_number.slice(4).toLowerCase())).toEqual([order.id]);
    expect(await found('purple 100%')).toEqual([order.id]);
    expect(await found('100_')).toEqual([]);
    expect(await found('nothing like it')).toEqual([]);
  });

  test.skipIf(IS_SHORT)(
    'finds orders of each partner by name, also once their connection has ended',
    async () => {
      const trade = await openTrade(stage, { retailer: { name: 'Aspen Corner' } });
      const [first, second] = [
        await placeOrder(trade),
        await openTrade(stage, { retailer: { name: 'Birch House' } }),
      ];
      await connect(stage.db, second.retailer, trade.wholesaler);
      const other = await placeOrder({ ...trade, buyer: second.buyer });
      const { data } = ok(
        await second.buyer.get<{ data: Array<{ id: string; entity: { id: string } }> }>(
          '/api/v1/entity/connections',
        ),
      );
      const ended = data.find(({ entity }) => entity.id === trade.wholesaler.id);
      ok(await second.buyer.post(`/api/v1/orders/${other.id}/cancel`));
      expect((await second.buyer.delete(`/api/v1/entity/connections/${ended?.id}`)).status).toBe(204);
      expect(await ids(trade.seller, 'search=birch')).toEqual([other.id]);
      expect(await ids(trade.seller, 'search=aspen')).toEqual([first.id]);
      expect((await ids(trade.seller, 'search=r')).sort()).toEqual([first.id, other.id].sort());
      expect(await ids(trade.buyer, 'search=birch')).toEqual([]);
    },
  );

  test.skipIf(IS_SHORT)(
    'sorts by each published field, either way; by status in the order of the flow',
    async () => {
      const trade = await openTrade(stage);
      const [one, two, three] = [
        await placeOrder(trade, 3, {
          delivery_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
        }),
        await placeOrderIn(trade, 'shipped', 1),
        await placeOrderIn(trade, 'accepted', 2),
      ].map(({ id }) => id);
      expect(await ids(trade.buyer, 'sort=total')).toEqual([two, three, one]);
      expect(await ids(trade.buyer, 'sort=-total')).toEqual([one, three, two]);
      expect(await ids(trade.buyer, 'sort=status')).toEqual([one, three, two]);
      expect(await ids(trade.buyer, 'sort=-status')).toEqual([two, three, one]);
      expect(await ids(trade.buyer, 'sort=created_at')).toEqual([one, two, three]);
      expect((await ids(trade.buyer, 'sort=-delivery_date'))[0]).toBe(one);
      expect((await ids(trade.buyer, 'sort=delivery_date'))[0]).toBe(one);
      const numbers = (await listed(trade.buyer, 'sort=order_number')).data.map(
        (order) => order.order_number,
      );
      expect(numbers).toEqual([...numbers].sort());
    },
  );

  test('rejects a missing token (401)', async () => {
    expectError(await stage.anybody.get('/api/v1/orders'), 'UNAUTHORIZED');
  });
});

describe('GET /api/v1/orders/summaries', () => {
  const FIELDS = ['id', 'order_number', 'status', 'wholesaler', 'retailer', 'total', 'delivery_date'];
  const TIMES = ['created_at', 'updated_at', 'po_number', 'entered_by', 'disputed_at'];
  const summaryOf = (order: OrderBody) => ({
    ...Object.fromEntries(Object.entries(order).filter(([name]) => [...FIELDS, ...TIMES].includes(name))),
    short_number: order.order_number.slice(-6),
    units: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
    item_count: order.items.length,
    by_weight: order.items.some(({ step }) => step !== null),
    invoice_state: order.invoice ? 'open' : null,
  });

  test.skipIf(IS_SHORT)(
    'lists the orders of the full list without their lines, with its filters, sorts, pages and total (200)',
    async () => {
      const trade = await openTrade(stage);
      await placeOrder(trade, 3, { po_number: 'PO-77' });
      await placeOrder(trade, 2, {
        delivery_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      });
      for (const status of ['accepted', 'shipped', 'cancelled'] as const) await placeOrderIn(trade, status);
      const today = new Date().toISOString().slice(0, 10);
      const queries = [
        '',
        'sort=-total',
        'sort=delivery_date',
        'limit=2&page=2',
        'limit=500',
        'status=cancelled',
        'open=true',
        'open=false',
      ];
      queries.push('search=po-77', `wholesaler_id=${trade.wholesaler.id}`, `end_date=${today}`, 'page=9');
      for (const query of queries) {
        for (const client of [trade.buyer, trade.seller]) {
          const { data, pagination } = await listed(client, query);
          const { status, body } = await client.get<List>(`/api/v1/orders/summaries?${query}`);
          expect(status).toBe(200);
          expect(body.data, query).toEqual(data.map(summaryOf));
          // A cursor holds the moment at which its list was read.
          const next_cursor = pagination.next_cursor && expect.any(String);
          expect(body.pagination, query).toEqual({ ...pagination, next_cursor });
        }
      }
    },
  );

  test.skipIf(IS_SHORT)('follows a cursor to the end, each order once', async () => {
    const trade = await openTrade(stage);
    for (let i = 0; i < 3; i++) await placeOrder(trade);
    const found: string[] = [];
    let cursor: string | null | undefined = '';
    while (typeof cursor === 'string') {
      const query: string = `limit=2${cursor && `&cursor=${cursor}`}`;
      const { data, pagination }: List = ok(
        await trade.seller.get<List>(`/api/v1/orders/summaries?${query}`),
      );
      found.push(...data.map(({ id }) => id));
      cursor = pagination.next_cursor;
    }
    expect(found).toEqual(await ids(trade.seller));
  });

  test('shows no order of other businesses, and rejects a missing token (401)', async () => {
    const [trade, other] = [await openTrade(stage), await openTrade(stage)];
    await placeOrder(trade);
    for (const query of ['', `?retailer_id=${trade.retailer.id}`, `?wholesaler_id=${trade.wholesaler.id}`]) {
      const { data } = ok(await other.seller.get<List>(`/api/v1/orders/summaries${query}`));
      expect(data).toEqual([]);
    }
    expectError(await stage.anybody.get('/api/v1/orders/summaries'), 'UNAUTHORIZED');
  });
});

describe('GET /api/v1/orders/counts', () => {
  test('returns the number of orders in each status (200)', async () => {
    const trade: Trade = await openTrade(stage);
    for (const status of ['pending', 'pending', 'accepted', 'delivered', 'cancelled'] as const) {
      await placeOrderIn(trade, status);
    }
    for (const client of [trade.buyer, trade.seller]) {
      const { status, body } = await client.get('/api/v1/orders/counts');
      expect(status).toBe(200);
      expect(body).toEqual({
        all: 5,
        pending: 2,
        accepted: 1,
        preparing: 0,
        shipped: 0,
        delivered: 1,
        cancelled: 1,
      });
    }
  });

  test('rejects a missing token (401)', async () => {
    expectError(await stage.anybody.get('/api/v1/orders/counts'), 'UNAUTHORIZED');
  });
});

test.skipIf(IS_SHORT)(
  'lists an order by the end of its number, with month and day where another one of the business ends alike',
  async () => {
    const [trade, stranger] = [await openTrade(stage), await openTrade(stage)];
    const [first, second, other] = [
      await placeOrder(trade),
      await placeOrder(trade, 2),
      await placeOrder(stranger),
    ];
    const name = (id: string, number: string) =>
      sql`update orders set order_number = ${number} where id = ${id}`;
    const end = first.order_number.slice(-6);
    await name(other.id, `ORD-20250701-${end}`);
    const shown = async ({ seller }: Trade) =>
      (await seller.get<{ data: object[] }>('/api/v1/orders/summaries?sort=created_at')).body.data;
    expect(await shown(trade)).toMatchObject([
      { short_number: end, units: 1, item_count: 1 },
      { short_number: second.order_number.slice(-6), units: 2 },
    ]);
    await name(second.id, `ORD-20251121-${end}`);
    expect(await shown(trade)).toMatchObject([
      { short_number: first.order_number.slice(8) },
      { short_number: `1121-${end}` },
    ]);
    expect(await ids(trade.seller, `search=1121-${end}`)).toEqual([second.id]);
  },
);
