import { beforeAll, describe, expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../factories/business';
import { createCoa, createProduct, createStock } from '../factories/catalog';
import { openTrade, placeOrder, placeOrderIn, type Trade } from '../factories/trade';
import { type Answer, type Client, ok } from '../setup/client';
import { expectInvalid } from '../setup/expect';
import { openStage } from '../setup/stage';

interface Row {
  id: string;
  updated_at: string;
}
interface List {
  data: Row[];
  pagination: {
    page: number;
    limit: number;
    total: number | null;
    has_more: boolean;
    next_cursor: string | null;
  };
  as_of: string;
}

const stage = await openStage();
const { db, sql } = stage;
const PUBLIC_URL = stage.server.url.replace('127.0.0.1', 'localhost');
let trade: Trade;
let lists: Record<string, string>;
beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 1000 });
  for (let i = 0; i < 5; i++) {
    await placeOrder(trade);
    await createProduct(db, trade.wholesaler, { name: `Extra ${i}` });
    const variant = (await createProduct(db, trade.wholesaler)).variantId;
    await createStock(db, trade.wholesaler, variant, 1);
    await connect(db, await createBusiness(db, 'retailer'), trade.wholesaler);
  }
  lists = {
    orders: '/api/v1/orders?',
    products: '/api/v1/products?',
    'inventory by name': '/api/v1/inventory?',
    'inventory by age': '/api/v1/inventory?sort=created_at&',
    movements: `/api/v1/inventory/${trade.stockId}/movements?`,
    connections: '/api/v1/entity/connections?',
    'orders, oldest first': '/api/v1/orders?sort=created_at&status=pending&',
  };
});
const NAMES = [
  'orders',
  'products',
  'inventory by name',
  'inventory by age',
  'movements',
  'connections',
  'orders, oldest first',
];
const read = async (address: string, client: Client = trade.seller) => ok(await client.get<List>(address));
const nextOf = ({ headers }: Answer) => /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1];
const ids = (list: List) => list.data.map(({ id }) => id);

describe('pages', () => {
  test('say whether another page follows, and link to it with the other parameters', async () => {
    for (const prefix of ['', '/v1']) {
      const first = await trade.seller.get<List>(`${prefix}/api/v1/entity/locations?limit=1&sort=name`);
      expect(first.body.pagination).toEqual({ page: 1, limit: 1, total: 1, has_more: false });
      expect(first.headers.link).toBeUndefined();
      const orders = await trade.seller.get<List>(`${prefix}/api/v1/orders?page=2&limit=2&status=pending`);
      expect(orders.body.pagination).toMatchObject({ page: 2, total: 5, has_more: true });
      expect(nextOf(orders)).toBe(`${PUBLIC_URL}${prefix}/api/v1/orders?page=3&limit=2&status=pending`);
      const last = await trade.seller.get<List>(
        new URL(nextOf(orders) ?? '').pathname + new URL(nextOf(orders) ?? '').search,
      );
      expect(last.body.pagination).toMatchObject({ page: 3, total: 5, has_more: false });
      expect(last.headers.link).toBeUndefined();
    }
  });

  test('send Link with HEAD', async () => {
    const head = await trade.seller.send('HEAD', '/api/v1/orders?page=1&limit=2');
    expect(nextOf(head)).toBe(`${PUBLIC_URL}/api/v1/orders?page=2&limit=2`);
  });
});

describe('cursors', () => {
  test.each(NAMES)('list each row of %s once, in the order of the pages', async (name) => {
    const address = lists[name] ?? '';
    const whole = await read(`${address}limit=500`);
    expect(whole.pagination).toMatchObject({ has_more: false, next_cursor: null, total: whole.data.length });
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let page = 1; page === 1 || cursor !== null; page++) {
      const list: List = await read(`${address}limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
      expect(list.pagination).toMatchObject({ page, limit: 2, total: page === 1 ? whole.data.length : null });
      expect(list.pagination.has_more).toBe(list.pagination.next_cursor !== null);
      expect(list.as_of).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      seen.push(...ids(list));
      cursor = list.pagination.next_cursor;
    }
    expect(seen).toEqual(ids(whole));
    expect(seen.length).toBeGreaterThanOrEqual(5);
  });

  test('keep the cursor in Link unless a page was requested, and as_of of the first page', async () => {
    const first = await trade.seller.get<List>('/v1/api/v1/orders?limit=2&status=pending');
    const next = new URL(nextOf(first) ?? '');
    expect(next.origin + next.pathname).toBe(`${PUBLIC_URL}/v1/api/v1/orders`);
    expect(next.searchParams.get('cursor')).toBe(first.body.pagination.next_cursor);
    await new Promise((resolve) => setTimeout(resolve, 150));
    const second = await trade.seller.get<List>(next.pathname + next.search);
    expect(second.body.as_of).toBe(first.body.as_of);
    expect(new URL(nextOf(second) ?? '').searchParams.get('cursor')).toBe(second.body.pagination.next_cursor);
    expect(new URL(nextOf(second) ?? '').searchParams.has('page')).toBe(false);
  });

  test('ignore rows that are added and changed during the walk', async () => {
    const before = await read('/api/v1/orders?limit=500');
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const list: List = await read(`/api/v1/orders?limit=1${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...ids(list));
      cursor = list.pagination.next_cursor;
      await placeOrder(trade);
    } while (cursor !== null);
    expect(seen).toEqual(ids(before));
  });

  test('distinguish rows of one millisecond by id', async () => {
    const own = await openTrade(stage, { quantity: 100 });
    for (let i = 0; i < 6; i++) await placeOrder(own);
    await sql`update orders set created_at = '2026-03-01T00:00:00.123Z' where retailer_id = ${own.retailer.id}`;
    const whole = await read('/api/v1/orders', own.buyer);
    for (const sort of ['created_at', '-created_at']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const list: List = await read(`/api/v1/orders?limit=2&sort=${sort}&cursor=${cursor}`, own.buyer);
        seen.push(...ids(list));
        cursor = list.pagination.next_cursor ?? '';
      } while (cursor);
      expect(seen).toEqual([...ids(whole)].sort());
    }
  });

  test('are rejected with a page, malformed, or of another list, sort, filter or business (400)', async () => {
    const cursorOf = async (address: string, client?: Client) =>
      (await read(`${address}limit=1`, client)).pagination.next_cursor ?? '';
    const orders = await cursorOf('/api/v1/orders?');
    const bad = async (query: string, client = trade.seller) =>
      expectInvalid(await client.get(`/api/v1/orders?${query}`), 'cursor');
    await bad(`cursor=${orders}&page=1`);
    await bad('cursor=x');
    await bad(`cursor=${orders}x`);
    await bad(`cursor=${'a'.repeat(3000)}`);
    await bad(`cursor=${await cursorOf('/api/v1/products?')}`);
    await bad(`cursor=${orders}&sort=created_at`);
    await bad(`cursor=${orders}&sort=total`);
    await bad(`cursor=${orders}&status=pending`);
    await bad(`cursor=${orders}&updated_since=2026-01-01T00:00:00Z`);
    await bad(`cursor=${orders}`, trade.buyer);
    const [scope, , id, page, asOf] = JSON.parse(Buffer.from(orders, 'base64url').toString());
    for (const parts of [
      [scope, '2026-02-30T00:00:00.000000Z', id, page, asOf],
      [scope, '0000-01-01T00:00:00.000000Z', id, page, asOf],
      [scope, "'; drop table orders", id, page, asOf],
      [scope, '2026-01-01T00:00:00.000000Z', 'x', page, asOf],
      [scope, '2026-01-01T00:00:00.000000Z', id, 0, asOf],
      [scope, '2026-01-01T00:00:00.000000Z', id, page, 'now'],
      [scope],
      null,
    ]) {
      await bad(`cursor=${Buffer.from(JSON.stringify(parts)).toString('base64url')}`);
    }
  });
});

describe('updated_since', () => {
  test.each([
    'yesterday',
    '2026-01-01',
    '2026-13-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '2026-01-01T00:00:00',
    '9999-12-31T23:59:59-14:00',
  ])('rejects %s (400)', async (moment) => {
    for (const name of NAMES) {
      expectInvalid(
        await trade.seller.get(`${lists[name]}updated_since=${encodeURIComponent(moment)}`),
        'updated_since',
      );
    }
  });

  test.each(NAMES)(
    '%s: returns nothing older than as_of, and every row since the beginning',
    async (name) => {
      const whole = await read(`${lists[name]}limit=500`);
      const past = encodeURIComponent('2020-01-01T00:00:00+23:59');
      expect(ids(await read(`${lists[name]}limit=500&updated_since=${past}`))).toEqual(ids(whole));
      await new Promise((resolve) => setTimeout(resolve, 150));
      const { as_of } = await read(`${lists[name]}limit=1`);
      expect((await read(`${lists[name]}updated_since=${as_of}`)).data).toEqual([]);
      for (const row of whole.data) expect(row.updated_at < as_of).toBe(true);
    },
  );

  /** What a list has after a change that it did not have before it. */
  async function changedBy(
    address: string,
    change: () => Promise<unknown>,
    client?: Client,
  ): Promise<string[]> {
    await new Promise((resolve) => setTimeout(resolve, 150));
    const { as_of } = await read(`${address}limit=1`, client);
    await change();
    const changed = await read(`${address}updated_since=${as_of}`, client);
    for (const row of changed.data) {
      const one = await (client ?? trade.seller).get<Row>(`${address.replace(/\?.*/, '')}/${row.id}`);
      if (one.status === 200) expect(one.body.updated_at).toBe(row.updated_at);
    }
    return ids(changed);
  }

  test('covers the status and the lines of an order', async () => {
    const order = await placeOrder(trade, 3);
    const path = `/api/v1/orders/${order.id}`;
    const line = `${path}/items/${order.items[0]?.id}`;
    const change = async (work: () => Promise<Answer>) =>
      expect(await changedBy('/api/v1/orders?', async () => ok(await work()))).toEqual([order.id]);
    await change(() => trade.buyer.patch(line, { quantity: 2 }));
    await change(() => trade.seller.patch(`${path}/status`, { status: 'accepted' }));
    await change(() => trade.buyer.post(`${path}/cancel`));
  });

  test('covers fields, variants and certificates of a product, but not a change that changes nothing', async () => {
    const product = await createProduct(db, trade.wholesaler);
    const path = `/api/v1/products/${product.id}`;
    const changed = (work: () => Promise<unknown>) => changedBy('/api/v1/products?', work);
    expect(await changed(async () => ok(await trade.seller.patch(path, { description: 'New' })))).toEqual([
      product.id,
    ]);
    expect(
      await changed(async () => ok(await trade.seller.patch(path, { images: ['https://a.test/1'] }))),
    ).toEqual([product.id]);
    const variant = `${path}/variants/${product.variantId}`;
    expect(await changed(async () => ok(await trade.seller.patch(variant, { price: 7 })))).toEqual([
      product.id,
    ]);
    const added = { name: 'Big', sku: `BIG-${product.id}`, price: 9 };
    expect(await changed(async () => ok(await trade.seller.post(`${path}/variants`, added)))).toEqual([
      product.id,
    ]);
    expect(await changed(() => createCoa(db, trade.wholesaler, product.id))).toEqual([product.id]);
    expect(await changed(async () => ok(await trade.seller.patch(path, { description: 'New' })))).toEqual([]);
    expect(await changed(async () => ok(await trade.seller.delete(path)))).toEqual([]);
  });

  test('covers a product that becomes visible through a connection', async () => {
    const farm = await createBusiness(db, 'wholesaler');
    const product = await createProduct(db, farm);
    const connected = () => connect(db, trade.retailer, farm);
    expect(await changedBy('/api/v1/products?', connected, trade.buyer)).toEqual([product.id]);
  });

  test('covers quantity, reservation, name, SKU and prices of an inventory item', async () => {
    const own = await openTrade(stage, { quantity: 50 });
    const changed = (work: () => Promise<Answer>) =>
      changedBy('/api/v1/inventory?', async () => ok(await work()), own.seller);
    const path = `/api/v1/products/${own.product.id}`;
    const variant = `${path}/variants/${own.product.variantId}`;
    const adjustment = { quantity_change: 1, reason_code: 'RETURN' };
    const order = { wholesaler_id: own.wholesaler.id, items: [{ product_id: own.product.id, quantity: 2 }] };
    expect(await changed(() => own.seller.patch(`/api/v1/inventory/${own.stockId}`, adjustment))).toEqual([
      own.stockId,
    ]);
    expect(await changed(() => own.buyer.post('/api/v1/orders', order))).toEqual([own.stockId]);
    expect(await changed(() => own.seller.patch(path, { name: 'Renamed' }))).toEqual([own.stockId]);
    expect(await changed(() => own.seller.patch(variant, { sku: `NEW-${own.stockId}` }))).toEqual([
      own.stockId,
    ]);
    expect(await changed(() => own.seller.patch(variant, { price: 77 }))).toEqual([own.stockId]);
    const price = `/api/v1/inventory/prices/${own.product.variantId}`;
    expect(await changed(() => own.seller.send('PUT', price, { body: { price: 90 } }))).toEqual([
      own.stockId,
    ]);
    expect(await changed(() => own.seller.send('PUT', price, { body: { price: null } }))).toEqual([
      own.stockId,
    ]);
  });

  test('covers the response to a connection and the creation of a movement', async () => {
    const [shop, farm] = await Promise.all([
      createBusiness(db, 'retailer'),
      createBusiness(db, 'cultivator'),
    ]);
    const id = await connect(db, shop, farm, 'pending');
    const client = await stage.signIn(await createMember(db, farm, 'owner'));
    const accept = async () => ok(await client.post(`/api/v1/entity/connections/${id}/accept`));
    expect(await changedBy('/api/v1/entity/connections?', accept, client)).toEqual([id]);
    const move = () => placeOrderIn(trade, 'accepted');
    expect(await changedBy(lists.movements ?? '', move)).toHaveLength(1);
  });
});
