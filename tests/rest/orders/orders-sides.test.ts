import { beforeAll, describe, expect, test } from 'vitest';
import { foldOrderTotals, foldSales } from '../../../server/features/orders/figures/totals';
import { type Business, connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock, type TestProduct } from '../../factories/catalog';
import { type OrderBody, openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

/** A wholesaler that sells to a retailer and buys from a cultivator. */
let sales: Trade;
let farm: Business;
let grower: Client;
let grown: TestProduct;
let purchases: Trade;
let middle: Client;
let sold: OrderBody[];
let bought: OrderBody[];

beforeAll(async () => {
  sales = await openTrade(stage, { prices: [2000] });
  middle = sales.seller;
  farm = await createBusiness(db, 'cultivator', { name: 'Green Farm' });
  grower = await stage.signIn(await createMember(db, farm, 'owner'));
  await connect(db, sales.wholesaler, farm);
  grown = await createProduct(db, farm, { prices: [500] });
  const stockId = await createStock(db, farm, grown.variantId, 100);
  purchases = {
    retailer: sales.wholesaler,
    wholesaler: farm,
    buyer: middle,
    seller: grower,
    product: grown,
    stockId,
  };
  sold = [await placeOrderIn(sales, 'accepted', 1), await placeOrderIn(sales, 'pending', 2)];
  const shipped = await placeOrderIn(purchases, 'shipped', 5);
  const delivery = { status: 'delivered' };
  bought = [
    ok(await middle.patch<OrderBody>(`/api/v1/orders/${shipped.id}/status`, delivery)),
    await placeOrderIn(purchases, 'pending', 7),
  ];
  sold.push(await placeOrderIn(sales, 'pending', 3));
});

const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id).sort();
interface List {
  data: OrderBody[];
  pagination: { total: number | null; next_cursor: string | null };
}
const list = async (client: Client, query = '') => ok(await client.get<List>(`/api/v1/orders?${query}`));

describe('a wholesaler that buys from a cultivator', () => {
  test('receives what it bought as stock of its own, and the cultivator sold it', async () => {
    const [delivered] = bought;
    expect(delivered).toMatchObject({
      status: 'delivered',
      wholesaler: { id: farm.id },
      retailer: { id: sales.wholesaler.id },
    });
    const stock = ok(
      await middle.get<{ data: { quantity: number }[] }>(`/api/v1/inventory?product_id=${grown.id}`),
    );
    expect(stock.data.map(({ quantity }) => quantity)).toEqual([5]);
    await expectStockAddsUp(sql);
  });

  test('lists both sides together, each alone, and by cursor in one order', async () => {
    const all = [...sold, ...bought];
    const both = await list(middle);
    expect(idsOf(both.data)).toEqual(idsOf(all));
    expect(both.pagination.total).toBe(5);
    const times = both.data.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(idsOf((await list(middle, 'side=selling')).data)).toEqual(idsOf(sold));
    expect(idsOf((await list(middle, 'side=buying')).data)).toEqual(idsOf(bought));
    for (const sort of ['created_at', '-created_at', 'total', '-status', 'order_number', 'delivery_date']) {
      const [page, next] = [`sort=${sort}&limit=2&page=1`, `sort=${sort}&limit=2&page=2`];
      const pages = [await list(middle, page), await list(middle, next)];
      expect(new Set(pages.flatMap(({ data }) => idsOf(data))).size, sort).toBe(4);
    }
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: List = await list(middle, `limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      walked.push(...page.data.map(({ id }) => id));
      cursor = page.pagination.next_cursor;
    }
    expect(walked).toEqual(both.data.map(({ id }) => id));
  });

  test.skipIf(IS_SHORT)('counts, adds up and finds by side, before and after folds', async () => {
    for (const fold of [async () => {}, async () => Promise.all([foldOrderTotals(db), foldSales(db)])]) {
      await fold();
      const counts = async (query: string) =>
        ok(await middle.get<Record<string, number>>(`/api/v1/orders/counts?${query}`));
      expect(await counts('')).toMatchObject({ all: 5, pending: 3, accepted: 1, delivered: 1 });
      expect(await counts('side=selling')).toMatchObject({ all: 3, pending: 2, delivered: 0 });
      expect(await counts('side=buying')).toMatchObject({ all: 2, pending: 1, accepted: 0 });
      expect((await list(middle, 'side=buying&status=pending')).pagination.total).toBe(1);
      const today = new Date().toISOString().slice(0, 10);
      expect((await list(middle, `side=selling&start_date=${today}`)).pagination.total).toBe(3);
      interface Overview {
        today: { pending_orders: number };
        figures: Record<'orders' | 'units', { current: number }>;
        top_products: { product_id: string; units: number }[];
      }
      const overview = async (query: string) =>
        ok(await middle.get<Overview>(`/api/v1/overview?days=7&${query}`));
      expect(await overview('side=selling')).toMatchObject({
        today: { pending_orders: 2 },
        figures: { orders: { current: 3 }, units: { current: 6 } },
        top_products: [{ product_id: sales.product.id, units: 6 }],
      });
      expect(await overview('side=buying')).toMatchObject({
        today: { pending_orders: 1 },
        figures: { orders: { current: 2 }, units: { current: 12 } },
        top_products: [{ product_id: grown.id, units: 12 }],
      });
      expect(await overview('')).toMatchObject({
        figures: { orders: { current: 5 }, units: { current: 18 } },
        top_products: [
          { product_id: sales.product.id, units: 6 },
          { product_id: grown.id, units: 12 },
        ],
      });
    }
    await expectOrdersAddUp(sql);
    expect(idsOf((await list(middle, 'search=Green')).data)).toEqual(idsOf(bought));
    expect((await list(middle, 'search=Green&side=selling')).data).toEqual([]);
  });

  test.skipIf(IS_SHORT)(
    'reads the totals of each partner, receipts of its purchases, and both summaries',
    async () => {
      const totals = async (id: string) =>
        ok(await middle.get<{ orders: number }>(`/api/v1/partners/${id}/totals`)).orders;
      expect(await totals(farm.id)).toBe(2);
      expect(await totals(sales.retailer.id)).toBe(3);
      const receipts = ok(await middle.get<{ data: { order_id: string }[] }>('/api/v1/receipts')).data;
      expect(receipts.map(({ order_id }) => order_id)).toEqual([bought[0]?.id]);
      expect(ok(await grower.get<{ data: object[] }>('/api/v1/receipts')).data).toHaveLength(1);
      const summaries = ok(await middle.get<List>('/api/v1/orders/summaries?side=buying'));
      expect(idsOf(summaries.data)).toEqual(idsOf(bought));
    },
  );

  test('has the market, a cart, a quote and its reorder list', async () => {
    const suppliers = ok(await middle.get<{ data: { id: string }[] }>('/api/v1/market/suppliers')).data;
    expect(idsOf(suppliers)).toEqual([farm.id]);
    const catalog = ok(
      await middle.get<{ data: { variant_id: string }[] }>(`/api/v1/market/suppliers/${farm.id}/catalogue`),
    ).data;
    expect(catalog).toMatchObject([{ variant_id: grown.variantId, wholesale_price: 5, own_quantity: 5 }]);
    ok(
      await middle.put(`/api/v1/carts/${farm.id}`, { lines: [{ variant_id: grown.variantId, quantity: 2 }] }),
    );
    expect(ok(await middle.get<{ data: object[] }>('/api/v1/carts')).data).toHaveLength(1);
    const items = [{ product_id: grown.id, quantity: 2 }];
    const quote = ok(await middle.post('/api/v1/orders/quote', { wholesaler_id: farm.id, items }));
    expect(quote).toMatchObject({ problems: [], subtotal: 10 });
    expect((await middle.get('/api/v1/market/reorder')).status).toBe(200);
  });

  test('moves a sale as its seller and a purchase as its buyer', async () => {
    const purchase = await placeOrder(purchases);
    const move = (client: Client, order: OrderBody, status: string) =>
      client.patch(`/api/v1/orders/${order.id}/status`, { status });
    expect(expectError(await move(middle, purchase, 'accepted'), 'FORBIDDEN')).toEqual({
      reason: 'other_party',
      side: 'retailer',
    });
    expect((await move(grower, purchase, 'accepted')).status).toBe(200);
    expect((await middle.post(`/api/v1/orders/${purchase.id}/cancel`)).status).toBe(200);
  });
});

describe('a cultivator', () => {
  test('sells to a retailer too, and has a fleet and documents', async () => {
    const shop = await createBusiness(db, 'retailer');
    await connect(db, shop, farm);
    const buyer = await stage.signIn(await createMember(db, shop, 'owner'));
    const order = await placeOrder({ buyer, wholesaler: farm, product: grown });
    const driver = await grower.post('/api/v1/drivers', { name: 'Dana', license_number: 'D1' });
    expect(driver.status).toBe(201);
    const slip = await grower.get(`/api/v1/orders/${order.id}/document?kind=packing-slip`);
    expect(slip.status, slip.text).toBe(200);
  });

  test('never buys (403 not_a_buyer), and a retailer has no fleet (403 not_a_seller)', async () => {
    const items = [{ product_id: sales.product.id, quantity: 1 }];
    const answers = await Promise.all([
      grower.post('/api/v1/orders', { wholesaler_id: sales.wholesaler.id, items }),
      grower.post('/api/v1/orders/quote', { wholesaler_id: sales.wholesaler.id, items }),
      grower.get('/api/v1/market/suppliers'),
      grower.get('/api/v1/market/reorder'),
      grower.get('/api/v1/carts'),
      grower.get(`/api/v1/carts/${sales.wholesaler.id}`),
      grower.put(`/api/v1/carts/${sales.wholesaler.id}`, { lines: [] }),
      grower.delete(`/api/v1/carts/${sales.wholesaler.id}`),
    ]);
    for (const answer of answers) expect(expectError(answer, 'FORBIDDEN')).toEqual({ reason: 'not_a_buyer' });
    const driver = await sales.buyer.post('/api/v1/drivers', { name: 'Dana', license_number: 'D1' });
    expect(expectError(driver, 'FORBIDDEN')).toEqual({ reason: 'not_a_seller' });
  });
});

test('a side is empty for a business that is never on it, and no other word is one (400)', async () => {
  expect((await list(sales.buyer, 'side=selling')).data).toEqual([]);
  expect((await list(grower, 'side=buying')).data).toEqual([]);
  expectInvalid(await middle.get('/api/v1/orders?side=retailer'), 'side');
});
