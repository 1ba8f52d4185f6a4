import { beforeAll, expect, test } from 'vitest';
import { createLot } from '../../factories/lots';
import { openRecall, recallOf, respond } from '../../factories/recalls';
import { type OrderBody, openTrade, type ProductBody, type Trade } from '../../factories/trade';
import { createWeighed, type Weighed } from '../../factories/weights';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
let trade: Trade;
let bulk: Weighed;
let mixed: ProductBody;
let orderId: string;
const LB = { unit: 'lb', step: 0.01 };
const UNLIKE = { unit: null, step: null };
const read = async <T>(path: string, client: Client = trade.seller) => ok(await client.get<T>(path));
type Rows = { data: Array<Record<string, unknown>> };
const rowOf = async (path: string, id: string, client?: Client) =>
  (await read<Rows>(path, client)).data.find((row) => row.id === id || row.product_id === id);

beforeAll(async () => {
  trade = await openTrade(stage, { prices: [1000] });
  bulk = await createWeighed(trade, { ...LB, price: 1000, steps: 5000 });
  mixed = ok(
    await trade.seller.post<ProductBody>('/api/v1/products', {
      name: 'Sold both ways',
      category: 'flower',
      variants: [
        { name: 'Jar', sku: 'BOTH-JAR', price: 20 },
        { name: 'Bulk', sku: 'BOTH-LB', price: 1000, sold_by: 'weight', ...LB },
      ],
    }),
  );
  for (const { sku } of mixed.variants) {
    const { data } = await read<{ data: Array<{ id: string }> }>(`/api/v1/inventory?sku=${sku}`);
    const change = { quantity_change: 500, reason_code: 'AUDIT' };
    ok(await trade.seller.patch(`/api/v1/inventory/${data[0]?.id}`, change));
  }
  const items = [
    { product_id: bulk.productId, amount: 12.34 },
    { product_id: mixed.id, variant_id: mixed.variants[0]?.id, quantity: 3 },
    { product_id: mixed.id, variant_id: mixed.variants[1]?.id, amount: 0.5 },
  ];
  const order = ok(
    await trade.buyer.post<OrderBody>('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items }),
  );
  orderId = order.id;
  for (const status of ['accepted', 'preparing', 'shipped']) {
    ok(await trade.seller.patch(`/api/v1/orders/${order.id}/status`, { status }));
  }
});

test('sales have the amount of a product or variant, and none where different steps count together', async () => {
  const sales = '/api/v1/reports/sales?compare=previous_period&limit=100';
  const sold = { units: 1234, amount: 12.34, previous_amount: 0, ...LB };
  expect(await rowOf(sales, bulk.productId)).toMatchObject(sold);
  expect(await rowOf(`${sales}&by=variant`, bulk.variantId)).toMatchObject(sold);
  expect(await rowOf(sales, mixed.id)).toMatchObject({ units: 53, amount: null, ...UNLIKE });
  const [jar, weighed] = mixed.variants;
  expect(await rowOf(`${sales}&by=variant`, jar?.id ?? '')).toMatchObject({ units: 3, amount: 3, ...UNLIKE });
  expect(await rowOf(`${sales}&by=variant`, weighed?.id ?? '')).toMatchObject({ units: 50, amount: 0.5 });
  const [category] = (await read<Rows>(`${sales}&by=category`)).data;
  expect(category).toMatchObject({ units: 1287, amount: null, previous_amount: null, ...UNLIKE });
  const bought = await rowOf('/api/v1/reports/sales', bulk.productId, trade.buyer);
  expect(bought).toMatchObject({ amount: 12.34, previous_amount: null, ...LB });
  const csv = await trade.seller.get(`${sales}&by=variant&format=csv`);
  expect(csv.text).toContain('lb,0.01,12.34');
});

test('sell-through and margins have amounts, and totals of unlike goods none', async () => {
  const rate = '/api/v1/reports/sell-through?limit=100';
  const left = { sold_units: 1234, sold_amount: 12.34, on_hand: 3766, on_hand_amount: 37.66, ...LB };
  expect(await rowOf(rate, bulk.productId)).toMatchObject(left);
  expect(await rowOf(rate, mixed.id)).toMatchObject({ sold_amount: null, on_hand_amount: null, ...UNLIKE });
  const margins = await read<Rows & { totals: object }>('/api/v1/reports/margins');
  expect(margins.data.find(({ id }) => id === bulk.productId)).toMatchObject({
    ...{ units: 1234, amount: 12.34 },
    ...LB,
  });
  expect(margins.data.find(({ id }) => id === mixed.id)).toMatchObject({ units: 53, amount: null });
  expect(margins.totals).toMatchObject({ units: 1287, amount: null, uncosted_amount: null, ...UNLIKE });
});

test.skipIf(IS_SHORT)('figures of products have amounts of what is on hand, sellable and sold', async () => {
  const figures = `/api/v1/reports/products?ids=${bulk.productId},${mixed.id}`;
  expect(await rowOf(figures, bulk.productId)).toMatchObject({
    ...{ on_hand: 3766, on_hand_amount: 37.66, sellable_amount: 37.66, sold_30_days_amount: 12.34, ...LB },
    variants: [{ variant_id: bulk.variantId, sellable_amount: 37.66, sold_30_days_amount: 12.34, ...LB }],
  });
  expect(await rowOf(figures, mixed.id)).toMatchObject({
    ...{ on_hand: 947, on_hand_amount: null, sellable_amount: null, sold_30_days_amount: null, ...UNLIKE },
    variants: [
      { sellable: 497, sellable_amount: 497, ...UNLIKE },
      { sellable: 450, sellable_amount: 4.5, sold_30_days_amount: 0.5, ...LB },
    ],
  });
  expect(await read(`/api/v1/reports/products/${bulk.productId}/sales`)).toMatchObject({
    ...{ units: 1234, amount: 12.34, ...LB },
    data: [{ units: 1234, amount: 12.34 }],
  });
  expect(await read(`/api/v1/reports/products/${mixed.id}/sales`)).toMatchObject({ amount: null });
  const { top_products } = await read<{ top_products: object[] }>('/api/v1/overview');
  expect(top_products).toContainEqual(expect.objectContaining({ units: 1234, amount: 12.34, ...LB }));
});

test.skipIf(IS_SHORT)(
  'thresholds and cases are steps with an amount beside, which is read-only',
  async () => {
    const path = `/api/v1/products/${bulk.productId}/variants/${bulk.variantId}`;
    const changed = ok(
      await trade.seller.patch<Record<string, unknown>>(path, { low_stock_threshold: 250, case_size: 50 }),
    );
    const said = {
      low_stock_threshold: 250,
      low_stock_threshold_amount: 2.5,
      case_size: 50,
      case_size_amount: 0.5,
    };
    expect(changed).toMatchObject(said);
    ok(await trade.seller.patch(path, { ...changed, name: 'By the pound' }));
    expectInvalid(await trade.seller.patch(path, { case_size_amount: 1 }), 'case_size_amount', 'read_only');
    const variants = [{ id: bulk.variantId, low_stock_threshold_amount: 1 }];
    const product = `/api/v1/products/${bulk.productId}`;
    expectInvalid(
      await trade.seller.patch(product, { variants }),
      'variants[0].low_stock_threshold_amount',
      'read_only',
    );
    // A threshold is the owner's own.
    const seen = await read<ProductBody>(product, trade.buyer);
    expect(seen.variants[0]).toMatchObject({ low_stock_threshold_amount: null, case_size_amount: 0.5 });
    const [level] = (await read<Rows>(`/api/v1/inventory/levels?product_id=${bulk.productId}`)).data;
    expect(level).toMatchObject({ low_stock_threshold: 250, low_stock_threshold_amount: 2.5 });
    const catalog = `/api/v1/market/suppliers/${trade.wholesaler.id}/catalog?limit=100`;
    expect(await rowOf(catalog, bulk.productId, trade.buyer)).toMatchObject({ case_size_amount: 0.5 });
    const cart = { lines: [{ variant_id: bulk.variantId, amount: 1 }] };
    expect(ok(await trade.buyer.put(`/api/v1/carts/${trade.wholesaler.id}`, cart))).toMatchObject({
      lines: [{ case_size: 50, case_size_amount: 0.5 }],
    });
    ok(await trade.seller.patch(path, { case_size: 1 }));
  },
);

test('a manifest tells what each line weighs: its steps by their weight', async () => {
  const { lines } = await read<{ lines: object[] }>(`/api/v1/orders/${orderId}/manifest`);
  expect(lines).toMatchObject([
    { quantity: 1234, amount: 12.34, ...LB, unit_weight: 0.01, weight_unit: 'lb' },
    { quantity: 3, amount: 3, ...UNLIKE },
    { quantity: 50, amount: 0.5, ...LB, unit_weight: 0.01, weight_unit: 'lb' },
  ]);
});

test('sums of stock say what is sold each and what by weight, also of batches by age', async () => {
  const pounds = { units: 4216, ...LB, amount: 42.16 };
  const parts = [{ ...UNLIKE, units: 597, amount: 597 }, pounds];
  interface Sums {
    total: object;
    rooms: object[];
    units_by_room: object[];
    inventory: object;
    ages: object[];
  }
  const report = await read<Sums>('/api/v1/reports/stock');
  expect(report.total).toMatchObject({ amount: null, sold_amount: null, ...UNLIKE });
  expect(report.rooms).toContainEqual(expect.objectContaining({ amounts: parts }));
  const overview = await read<Sums>('/api/v1/overview');
  expect(overview.inventory).toMatchObject({ amount: null, amounts: parts });
});

test.skipIf(IS_SHORT)(
  'a recall and the batches on sale say in what they are counted, and responses count steps',
  async () => {
    const lot = await createLot(trade.seller, bulk.stockId, 'BULK-LB', 1500);
    const ages = (await read<{ ages: Array<{ units: number }> }>('/api/v1/reports/batch-ages')).ages;
    expect(ages[0]).toMatchObject({ units: 1500, amount: 15, ...LB });
    expect(ages[4]).toMatchObject({ units: 0, amount: 0, ...UNLIKE });
    const onSale = `/api/v1/market/suppliers/${trade.wholesaler.id}/products/${bulk.productId}/batches`;
    expect((await read<Rows>(onSale)).data).toMatchObject([{ units: 1500, amount: 15, ...LB }]);
    expect((await read<Rows>(onSale, trade.buyer)).data).toMatchObject([
      { units: null, amount: null, ...LB },
    ]);
    const reach = `/api/v1/batches/${lot.batch}/reach`;
    expect(await read(reach)).toMatchObject({ on_hand: 1500, ...LB });
    const recall = await openRecall(trade.seller, lot.batch);
    expect(recall).toMatchObject({ ...LB, response: { on_hand: 1500 } });
    ok(await respond(trade.seller, recall, { quarantined: 1500 }));
    expect(await recallOf(trade.seller, recall)).toMatchObject({ ...LB, response: { quarantined: 1500 } });
    type Events = { data: Array<{ type: string; data: object }> };
    await eventually(
      () => read<Events>('/api/v1/events?limit=500'),
      ({ data }) => {
        const recalled = data.find(({ type }) => type === 'batch.recalled');
        expect(recalled?.data).toMatchObject({ quantity: 1500, amount: 15, ...LB });
      },
    );
  },
);

test('a sort by what is available compares the counts that are shown, whatever their steps are', async () => {
  type Stock = { data: Array<{ available_quantity: number; step: number | null }> };
  const { data } = await read<Stock>('/api/v1/inventory?sort=-available_quantity&limit=100');
  const counts = data.map((item) => item.available_quantity);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(new Set(data.map(({ step }) => step))).toEqual(new Set([null, 0.01]));
});
