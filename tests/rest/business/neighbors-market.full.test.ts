import { beforeAll, describe, expect, test } from 'vitest';
import { type Business, connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock, type TestProduct } from '../../factories/catalog';
import { PIXEL, sendLogo } from '../../factories/images';
import { createLot } from '../../factories/lots';
import { file, returnOf } from '../../factories/receipts';
import { type OrderBody, openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectAbsent, expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const SUPPLIERS = '/api/v1/market/suppliers';

type List<T> = { data: T[]; pagination: { total: number } };
interface Party {
  business: Business;
  client: Client;
}
async function openParty(type: 'retailer' | 'wholesaler' | 'cultivator'): Promise<Party> {
  const business = await createBusiness(db, type);
  return { business, client: await stage.signIn(await createMember(db, business, 'owner')) };
}

let trade: Trade;
/** A second seller of the trade's retailer, which holds 7 units of the first one's product in a lot, and doesn't list it. */
let second: Party;
let resold: TestProduct;
beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 40 });
  second = await openParty('wholesaler');
  await connect(db, trade.retailer, second.business);
  await connect(db, second.business, trade.wholesaler);
  resold = await createProduct(db, trade.wholesaler, { brand: 'First' });
  await createStock(db, trade.wholesaler, resold.variantId, 10);
  const item = await createStock(db, second.business, resold.variantId, 7);
  await createLot(second.client, item, 'SECOND', 7);
});

const batchesOf = async (client: Client, sellerId: string, productId = resold.id) =>
  ok(
    await client.get<List<{ batch_id: string; units: number | null }>>(
      `${SUPPLIERS}/${sellerId}/products/${productId}/batches`,
    ),
  ).data.map(({ batch_id, units }) => [batch_id, units]);
const catalogOf = async (client: Client, sellerId: string, query = '') =>
  ok(
    await client.get<List<{ variant_id: string; last_price: number | null }>>(
      `${SUPPLIERS}/${sellerId}/catalog?${query}`,
    ),
  );

describe('two sellers of one buyer', () => {
  test('have batches of a product on sale that are their own, of what they offer', async () => {
    expect(await batchesOf(trade.buyer, trade.wholesaler.id)).toEqual([]);
    expect(await batchesOf(trade.buyer, second.business.id)).toEqual([]);
    expect(await batchesOf(second.client, second.business.id)).toEqual([['SECOND', 7]]);
  });

  test('are shown with their own last orders, pictures and brands', async () => {
    const images = ['https://cdn.example/first.png'];
    await sql`update products set images = ${images} where id = ${trade.product.id}`;
    const { order_number } = await placeOrder(trade, 1);
    const { data } = ok(
      await trade.buyer.get<List<{ id: string; last_order: object | null; pictures: object[] }>>(SUPPLIERS),
    );
    const of = ({ id }: Business) => data.find((supplier) => supplier.id === id);
    expect(of(trade.wholesaler)).toMatchObject({ last_order: { order_number }, pictures: [{}] });
    expect(of(second.business)).toMatchObject({ last_order: null, pictures: [] });
    const brands = async ({ id }: Business) =>
      ok(await trade.buyer.get<List<{ name: string }>>(`${SUPPLIERS}/${id}/brands`));
    expect((await brands(trade.wholesaler)).data).toMatchObject([{ name: 'First' }]);
    expect(await brands(second.business)).toMatchObject({ data: [], pagination: { total: 0 } });
  });

  test('of whom one lists goods of others offer their own goods and these alone', async () => {
    const farm = await openParty('cultivator');
    const grown = await createProduct(db, farm.business, { prices: [900] });
    const [reseller, rival] = [await openTrade(stage), await openParty('wholesaler')];
    await connect(db, reseller.retailer, rival.business);
    for (const { business, client } of [{ business: reseller.wholesaler, client: reseller.seller }, rival]) {
      await createStock(db, business, grown.variantId, 20);
      const listing = { sku: `RS-${business.id}`, wholesale_price: 12 };
      ok(await client.put(`/api/v1/listings/${grown.variantId}`, listing));
    }
    const catalog = await catalogOf(reseller.buyer, reseller.wholesaler.id);
    const offered = [reseller.product.variantId, grown.variantId];
    expect(catalog.data.map(({ variant_id }) => variant_id).sort()).toEqual(offered.sort());
    expect(catalog.pagination.total).toBe(2);
    // What the buyer paid the rival for the same goods is no affair of the reseller's.
    const items = [{ product_id: grown.id, quantity: 1 }];
    ok(await reseller.buyer.post('/api/v1/orders', { wholesaler_id: rival.business.id, items }));
    const lastPrices = async ({ business, client }: Party) =>
      (
        await catalogOf(
          client,
          business.id,
          `customer_id=${reseller.retailer.id}&variant_ids=${grown.variantId}`,
        )
      ).data.map(({ last_price }) => last_price);
    expect(await lastPrices(rival)).toEqual([12]);
    expect(await lastPrices({ business: reseller.wholesaler, client: reseller.seller })).toEqual([null]);
  });
});

test('a member who is limited to a location sees what is on sale there, of what is on sale elsewhere nothing', async () => {
  const business = await createBusiness(db, 'wholesaler', { locationCount: 2 });
  const [here, there] = business.locationIds;
  const owner = await stage.signIn(await createMember(db, business, 'owner'));
  const limited = await stage.signIn(await createMember(db, business, 'admin', [here]));
  const product = await createProduct(db, business);
  const item = await createStock(db, business, product.variantId, 5, { locationId: there ?? '' });
  await createLot(owner, item, 'THERE', 5);
  expect(await batchesOf(owner, business.id, product.id)).toEqual([['THERE', 5]]);
  expect(await batchesOf(limited, business.id, product.id)).toEqual([]);
});

test('a bought variant that its owner deleted is no part of how many offers are in stock', async () => {
  const farm = await openParty('cultivator');
  const { wholesaler, buyer, product } = await openTrade(stage);
  const [kept, gone] = [await createProduct(db, farm.business), await createProduct(db, farm.business)];
  for (const { variantId } of [kept, gone]) await createStock(db, wholesaler, variantId, 5);
  expect((await farm.client.delete(`/api/v1/products/${gone.id}`)).status).toBe(204);
  const { data, pagination } = await catalogOf(buyer, wholesaler.id, 'in_stock=true');
  expect(data.map(({ variant_id }) => variant_id)).toEqual([product.variantId]);
  expect(pagination.total).toBe(1);
});

test('what another holds on its secret menu is in stock at no seller', async () => {
  const { wholesaler, retailer, seller, buyer } = await openTrade(stage);
  const product = await createProduct(db, wholesaler, { visibility: 'offered' });
  await createStock(db, wholesaler, product.variantId, 0, { roomType: 'secret_menu' });
  ok(
    await seller.post('/api/v1/offers', {
      ...{ name: 'Secret', audience: 'chosen', buyers: [retailer.id], ends_at: '2099-01-01T00:00:00Z' },
      items: [{ variant_id: product.variantId, rooms: ['secret_menu'] }],
    }),
  );
  const holder = await openParty('retailer');
  await createStock(db, holder.business, product.variantId, 9, { roomType: 'secret_menu' });
  const variants = async (query: string) =>
    (await catalogOf(buyer, wholesaler.id, `variant_ids=${product.variantId}&${query}`)).data.length;
  expect([await variants('in_stock=true'), await variants('in_stock=false')]).toEqual([0, 1]);
});

test('a cultivator buys from none of its customers, nor reads what they sell (403)', async () => {
  const farm = await openParty('cultivator');
  await connect(db, trade.wholesaler, farm.business);
  const items = [{ product_id: trade.product.id, quantity: 1 }];
  const at = `${SUPPLIERS}/${trade.wholesaler.id}`;
  const answers = await Promise.all([
    farm.client.get(`${at}/catalog`),
    farm.client.get(`${at}/brands`),
    farm.client.get(`${at}/products/${trade.product.id}/batches`),
    farm.client.get('/api/v1/market/offers?search=Product'),
    farm.client.post('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items }),
    trade.seller.post('/api/v1/orders', { retailer_id: farm.business.id, items }),
    trade.seller.post('/api/v1/orders/quote', { retailer_id: farm.business.id, items }),
  ]);
  for (const answer of answers) expect(expectError(answer, 'FORBIDDEN')).toEqual({ reason: 'not_a_buyer' });
});

describe('an order', () => {
  test('is found by its PO number for its parties alone', async () => {
    const PO = 'PO-OF-NEIGHBORS';
    const [own, other] = [await openTrade(stage, { wholesaler: { name: PO } }), await openTrade(stage)];
    const placed = [
      await placeOrder(own, 1, { po_number: PO }),
      await placeOrder(other, 1, { po_number: PO }),
    ];
    const find = async ({ buyer }: Trade) =>
      ok(await buyer.get<List<{ id: string }>>(`/api/v1/orders?search=${PO}`));
    for (const [i, one] of [own, other].entries()) {
      const { data, pagination } = await find(one);
      expect(data.map(({ id }) => id)).toEqual([placed[i]?.id]);
      expect(pagination.total).toBe(1);
    }
  });

  test('is not found by the name of the business that searches', async () => {
    const farm = await openParty('cultivator');
    const own = await openTrade(stage, { wholesaler: { name: 'Namesake House' } });
    await connect(db, own.wholesaler, farm.business);
    const grown = await createProduct(db, farm.business);
    await createStock(db, farm.business, grown.variantId, 5);
    const items = [{ product_id: grown.id, quantity: 1 }];
    const { id } = ok(
      await own.seller.post<OrderBody>('/api/v1/orders', { wholesaler_id: farm.business.id, items }),
    );
    const find = async (client: Client) =>
      ok(await client.get<List<{ id: string }>>('/api/v1/orders?search=Namesake')).data.map(
        (order) => order.id,
      );
    expect(await find(farm.client)).toEqual([id]);
    expect(await find(own.seller)).toEqual([]);
  });

  test('counts units without a lot of its seller alone as available', async () => {
    const own = await openTrade(stage, { quantity: 9 });
    await createStock(db, own.retailer, own.product.variantId, 50);
    const { id, items } = await placeOrder(own, 1);
    const path = `/api/v1/orders/${id}/items/${items[0]?.id}/lots`;
    expect(ok(await own.seller.get(path))).toMatchObject({ unassigned_quantity: 1, unassigned_available: 9 });
  });

  test('tells its seller alone what a recall took from its lines', async () => {
    const own = await openTrade(stage, { quantity: 9 });
    const lot = await createLot(own.seller, own.stockId, 'RECALLED', 9);
    const { id } = await placeOrder(own, 9);
    const recall = { class: 'II', reason: 'Mold in a sample', instructions: 'Quarantine all units.' };
    ok(await own.seller.post(`/api/v1/batches/${lot.batch}/recalls`, recall));
    const read = async (client: Client) =>
      ok(await client.get<OrderBody & { short_items?: object[] }>(`/api/v1/orders/${id}`)).short_items;
    expect(await read(own.seller)).toMatchObject([{ missing: 9 }]);
    expect(await read(own.buyer)).toBeUndefined();
  });

  test('shows the logo of its seller to its parties alone (404)', async () => {
    const own = await openTrade(stage);
    ok(await sendLogo(own.seller, PIXEL));
    const { logo_url } = ok(await own.seller.get<{ logo_url: string }>('/api/v1/entity'));
    const { pathname } = new URL(logo_url);
    const read = async (client: Client) => (await client.get(pathname)).status;
    expect([await read(own.seller), await read(own.buyer)]).toEqual([200, 404]);
    await placeOrder(own, 1);
    expect([await read(own.buyer), await read(trade.buyer)]).toEqual([200, 404]);
  });

  test('is printed with the licenses of its parties alone', async () => {
    const own = await openTrade(stage);
    const { id } = await placeOrder(own, 1);
    const licenses = await sql<{ number: string }[]>`
      select number from licenses where entity_id in (${own.wholesaler.id}, ${own.retailer.id})`;
    const { text } = await own.seller.get(`/api/v1/orders/${id}/document?kind=manifest`);
    const printed = [...text.matchAll(/icense (C\d+)"/g)].map(([, number]) => number);
    expect(printed.sort()).toEqual(licenses.map(({ number }) => number).sort());
  });

  test('takes no return into a location beyond the limit of the member (404)', async () => {
    const own = await openTrade(stage, { wholesaler: { locationCount: 2 } });
    const [here, there] = own.wholesaler.locationIds;
    const limited = await stage.signIn(await createMember(db, own.wholesaler, 'admin', [here]));
    const order = await placeOrderIn(own, 'shipped', 5);
    const receipt = ok(await file(own, order, { accepted: 3, rejected: 2, reason_code: 'other' }));
    const { id, lines } = await returnOf(own, receipt);
    const receive = (location_id: string | undefined) =>
      limited.post(`/api/v1/returns/${id}/receive`, {
        location_id,
        lines: [{ item_id: lines[0]?.item_id, received: 2 }],
      });
    expectAbsent(await receive(there));
    expect((await receive(here)).status).toBe(200);
  });
});
