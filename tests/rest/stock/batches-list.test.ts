import { expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { createStock } from '../../factories/catalog';
import { coaParts, uploadCoa } from '../../factories/coa';
import { type BatchBody, createLot, type LotBody } from '../../factories/lots';
import { pdf } from '../../factories/pdf';
import { openRecall } from '../../factories/recalls';
import { type OrderBody, openTrade, placeOrderIn } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;

const numbersOf = async (client: Client, query: string) =>
  ok(await client.get<{ data: BatchBody[] }>(`/api/v1/batches?${query}`)).data.map((one) => one.batch_id);

test.skipIf(IS_SHORT)(
  'filters batches by units on hand and by certificate, and sorts them by expiration',
  async () => {
    const { seller, stockId, product } = await openTrade(stage, { quantity: 100 });
    await createLot(seller, stockId, 'LATE', 10, { expires_on: '2099-06-01' });
    await createLot(seller, stockId, 'SOON', 10, { expires_on: '2099-01-01' });
    await seller.post('/api/v1/batches', { product_id: product.id, batch_id: 'EMPTY' });
    await uploadCoa(seller, product.id, coaParts(pdf(), { batch_id: 'LATE' }));

    expect(await numbersOf(seller, 'sort=expires_on')).toEqual(['SOON', 'LATE', 'EMPTY']);
    expect(await numbersOf(seller, 'sort=-batch_id')).toEqual(['SOON', 'LATE', 'EMPTY']);
    expect(await numbersOf(seller, 'on_hand=true&sort=batch_id')).toEqual(['LATE', 'SOON']);
    expect(await numbersOf(seller, 'on_hand=false')).toEqual(['EMPTY']);
    expect(await numbersOf(seller, 'has_coa=true')).toEqual(['LATE']);
    expect(await numbersOf(seller, 'has_coa=false&on_hand=true')).toEqual(['SOON']);
  },
);

test('filters batches by the location that has units, one that the member may see', async () => {
  const trade = await openTrade(stage, { quantity: 100, wholesaler: { locationCount: 2 } });
  const [here, there] = trade.wholesaler.locationIds as unknown as [string, string];
  const away = await createStock(db, trade.wholesaler, trade.product.variantId, 10, { locationId: there });
  await createLot(trade.seller, trade.stockId, 'HERE', 10);
  await createLot(trade.seller, away, 'THERE', 10);
  expect(await numbersOf(trade.seller, `location_id=${here}`)).toEqual(['HERE']);
  expect(await numbersOf(trade.seller, `location_id=${there}`)).toEqual(['THERE']);
  expect(await numbersOf(trade.buyer, `location_id=${here}`)).toEqual([]);
  const limited = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer', [there]));
  expect(await numbersOf(limited, `location_id=${there}`)).toEqual(['THERE']);
  expect(await numbersOf(limited, `location_id=${here}`)).toEqual([]);
  // Nor do the units of the other location show in sums and filters.
  expect(await numbersOf(limited, 'on_hand=true')).toEqual(['THERE']);
  const seen = ok(await limited.get<{ data: BatchBody[] }>('/api/v1/batches?sort=batch_id')).data;
  expect(seen.map(({ batch_id, quantity }) => [batch_id, quantity > 0])).toEqual([
    ['HERE', false],
    ['THERE', true],
  ]);
  expect(ok(await limited.get<BatchBody>(`/api/v1/batches/${seen[0]?.id}`)).quantity).toBe(0);
});

test.skipIf(IS_SHORT)(
  'finds batches by part of the number or of the product name, and shows only visible ones',
  async () => {
    const { seller, buyer, stockId, product } = await openTrade(stage, { quantity: 100 });
    await createLot(seller, stockId, 'MILL-0042', 10);
    expect(await numbersOf(seller, 'search=ll-004')).toEqual(['MILL-0042']);
    expect(await numbersOf(seller, `search=${encodeURIComponent(product.name.toUpperCase())}`)).toEqual([
      'MILL-0042',
    ]);
    expect(await numbersOf(seller, 'search=%25')).toEqual([]);
    expect(await numbersOf(buyer, 'search=MILL')).toEqual([]);
  },
);

test('lists the lots of one batch with the SKU of their variant', async () => {
  const { seller, stockId } = await openTrade(stage, { quantity: 100 });
  const lot = await createLot(seller, stockId, 'ONE', 10);
  await createLot(seller, stockId, 'TWO', 10);
  const { data } = ok(await seller.get<{ data: LotBody[] }>(`/api/v1/lots?batch=${lot.batch}`));
  const item = ok(await seller.get<{ sku: string }>(`/api/v1/inventory/${stockId}`));
  expect(data).toMatchObject([{ id: lot.id, batch_id: 'ONE', sku: item.sku }]);
});

test.skipIf(IS_SHORT)('lists the orders that a recall took units from, to both parties', async () => {
  const trade = await openTrade(stage, { quantity: 20 });
  const lot = await createLot(trade.seller, trade.stockId, 'RC-1', 20);
  const order = await placeOrderIn(trade, 'accepted', 4);
  await placeOrderIn(await openTrade(stage), 'accepted', 1);
  const recall = await openRecall(trade.seller, lot.batch);
  for (const client of [trade.seller, trade.buyer]) {
    const { data } = ok(await client.get<{ data: OrderBody[] }>(`/api/v1/orders?recall_id=${recall.id}`));
    expect(data.map(({ id }) => id)).toEqual([order.id]);
  }
});

test("previews a recall's reach to the product's owner alone", async () => {
  const trade = await openTrade(stage, { quantity: 60 });
  const lot = await createLot(trade.seller, trade.stockId, 'RC-2', 60);
  await placeOrderIn(trade, 'delivered', 10);
  await placeOrderIn(trade, 'accepted', 4);
  const path = `/api/v1/batches/${lot.batch}/reach`;
  expect(ok(await trade.seller.get(path))).toEqual({
    customers: 1,
    shipped: 10,
    on_hand: 50,
    orders: 1,
    reserved: 4,
    derived: 0,
    unit: null,
    step: null,
  });
  expect((await trade.buyer.get(path)).status).toBe(403);
  expect((await (await openTrade(stage)).seller.get(path)).status).toBe(404);
});

test.skipIf(IS_SHORT)(
  "counts the batches made from it in a recall's reach when they are included",
  async () => {
    const { seller, stockId } = await openTrade(stage, { quantity: 60 });
    const flower = await createLot(seller, stockId, 'FL-1', 10);
    await createLot(seller, stockId, 'PR-1', 4, { sources: [{ lot_id: flower.id, quantity: 4 }] });
    const path = `/api/v1/batches/${flower.batch}/reach`;
    expect(ok(await seller.get(path))).toMatchObject({ on_hand: 6, derived: 1 });
    expect(ok(await seller.get(`${path}?include_derived=true`))).toMatchObject({ on_hand: 10, derived: 1 });
  },
);

test('lists the products of batches by name, counted by the same filters, with units of one business and place alone', async () => {
  const trade = await openTrade(stage, { quantity: 100, wholesaler: { locationCount: 2 } });
  const [, there] = trade.wholesaler.locationIds as unknown as [string, string];
  await createLot(trade.seller, trade.stockId, 'BD-1', 60);
  await createLot(trade.seller, trade.stockId, 'BD-2', 20, { expires_on: '2099-01-01' });
  await placeOrderIn(trade, 'delivered', 10);
  const other = await openTrade(stage, { quantity: 5 });
  await createLot(other.seller, other.stockId, 'BD-1', 5);

  const productsOf = async (client: Client, query = '') => {
    type Row = { id: string; name: string; batches: number; quantity: number };
    const path = `/api/v1/batches/products?${query}`;
    const { data, pagination } = ok(await client.get<{ data: Row[]; pagination: object }>(path));
    return { rows: data.map(({ id, batches, quantity }) => [id, batches, quantity]), pagination };
  };
  const { product } = trade;
  expect(await productsOf(trade.seller)).toMatchObject({
    rows: [[product.id, 2, 70]],
    pagination: { total: 1, has_more: false },
  });
  expect((await productsOf(trade.buyer)).rows).toEqual([[product.id, 1, 10]]);
  expect((await productsOf(trade.seller, 'search=bd-2')).rows).toEqual([[product.id, 1, 70]]);
  expect((await productsOf(trade.seller, 'expires_before=2099-02-01')).rows).toEqual([[product.id, 1, 70]]);
  expect(await productsOf(trade.seller, 'page=2')).toMatchObject({
    rows: [],
    pagination: { page: 2, total: 1, has_more: false },
  });
  const standing = async (client: Client, query = '') => {
    type Row = { expires_on: string | null; held: number; uncertified: number };
    const { data } = ok(await client.get<{ data: Row[] }>(`/api/v1/batches/products?${query}`));
    return data.map(({ expires_on, held, uncertified }) => [expires_on, held, uncertified]);
  };
  expect(await standing(trade.seller)).toEqual([['2099-01-01', 0, 2]]);
  const { data } = ok(await trade.seller.get<{ data: { id: string }[] }>('/api/v1/batches?batch_id=BD-2'));
  ok(await trade.seller.post(`/api/v1/batches/${data[0]?.id}/hold`, { reason: 'Mold' }));
  expect(await standing(trade.seller)).toEqual([['2099-01-01', 1, 2]]);
  expect(await standing(trade.seller, 'held=false')).toEqual([[null, 0, 1]]);
  const limited = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer', [there]));
  expect(await standing(limited)).toEqual([[null, 1, 2]]);
  expect((await productsOf(limited)).rows).toEqual([[product.id, 2, 0]]);
});
