import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '../../../server/features/entities/customers/tables';
import { priceLists } from '../../../server/features/pricing/lists/tables';
import { listings, productVariants } from '../../../server/features/products/tables';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { givePriceList, makeOffer } from '../../factories/prices';
import { openTrade, type ProductBody, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;

interface Offered {
  variant_id: string;
  wholesale_price: number;
  price_ladder: Array<{ min_amount: number; unit_price: number; source: string }>;
  case_size: number;
}
type Page = { data: Offered[] };

const catalogOf = ({ wholesaler }: Pick<Trade, 'wholesaler'>, query = '') =>
  `/api/v1/market/suppliers/${wholesaler.id}/catalogue${query}`;
const read = async <T>(client: Client, path: string) => ok(await client.get<T>(path));
const pair = ({ wholesaler, retailer }: Trade) => ({ seller: wholesaler, buyer: retailer });
const wholesale = (unit_price: number) => [{ min_amount: 1, unit_price, source: 'wholesale' }];

/** A second buyer of the same seller. */
async function secondBuyer({ wholesaler }: Pick<Trade, 'wholesaler'>) {
  const business = await createBusiness(db, 'retailer');
  await connect(db, business, wholesaler);
  return { business, client: await stage.signIn(await createMember(db, business, 'owner')) };
}

/** All reads in which a buyer finds prices of a variant, and its price and ladder there. */
async function everywhere(client: Client, trade: Trade, search: string) {
  const [catalog, market, products, product] = [
    await read<Page>(client, catalogOf(trade)),
    await read<Page>(client, `/api/v1/market/offers?search=${encodeURIComponent(search)}`),
    await read<{ data: ProductBody[] }>(client, '/api/v1/products'),
    await read<ProductBody>(client, `/api/v1/products/${trade.product.id}`),
  ];
  const listed = products.data.find(({ id }) => id === trade.product.id);
  const first = ({ wholesale_price, price_ladder }: Pick<Offered, 'wholesale_price' | 'price_ladder'>) => ({
    wholesale_price,
    price_ladder,
  });
  return [catalog.data[0], market.data[0], listed?.variants[0], product.variants[0]].map(
    (one) => one && first(one as Offered),
  );
}

describe('a buyer with a list', () => {
  test('finds its own price and ladder everywhere, and the next buyer its own', async () => {
    const trade = await openTrade(stage, { prices: [2000] });
    const { product } = trade;
    const other = await secondBuyer(trade);
    await givePriceList(db, pair(trade), {
      [product.variantId]: [
        [1, 1900],
        [10, 1400],
      ],
    });
    await makeOffer(db, pair(trade), { [product.variantId]: [[1, 1510]] });
    const own = {
      wholesale_price: 15.1,
      price_ladder: [
        { min_amount: 1, unit_price: 15.1, source: 'offer' },
        { min_amount: 10, unit_price: 14, source: 'list' },
      ],
    };
    for (const found of await everywhere(trade.buyer, trade, product.name)) expect(found).toEqual(own);
    const general = { wholesale_price: 20, price_ladder: wholesale(20) };
    for (const found of await everywhere(other.client, trade, product.name)) expect(found).toEqual(general);
    expect(
      (await read<ProductBody>(trade.seller, `/api/v1/products/${product.id}`)).variants[0],
    ).toMatchObject(general);
    const shown = await read<Page>(trade.seller, `${catalogOf(trade)}?customer_id=${trade.retailer.id}`);
    expect(shown.data[0]).toMatchObject(own);
    const others = await read<Page>(trade.seller, `${catalogOf(trade)}?customer_id=${other.business.id}`);
    expect(others.data[0]).toMatchObject(general);
  });

  test('sees the price of the least that it can order: of a case', async () => {
    const trade = await openTrade(stage, { prices: [2000] });
    const { product } = trade;
    ok(
      await trade.seller.patch(`/api/v1/products/${product.id}/variants/${product.variantId}`, {
        case_size: 12,
      }),
    );
    await givePriceList(db, pair(trade), {
      [product.variantId]: [
        [10, 1800],
        [24, 1700],
      ],
    });
    for (const found of await everywhere(trade.buyer, trade, product.name)) {
      expect(found).toEqual({
        wholesale_price: 18,
        price_ladder: [
          { min_amount: 1, unit_price: 20, source: 'wholesale' },
          { min_amount: 10, unit_price: 18, source: 'list' },
          { min_amount: 24, unit_price: 17, source: 'list' },
        ],
      });
    }
    expect((await read<Page>(trade.buyer, catalogOf(trade))).data[0]?.case_size).toBe(12);
  });

  test('sorts by its own prices', async () => {
    const trade = await openTrade(stage, { prices: [1000, 2000, 3000] });
    const [cheap = '', middle = '', dear = ''] = trade.product.variants.map(({ id }) => id);
    await givePriceList(db, pair(trade), { [dear]: [[1, 500]], [cheap]: [[1, 2500]] });
    const sorted = async (sort: string) =>
      (await read<Page>(trade.buyer, catalogOf(trade, `?sort=${sort}`))).data.map(
        ({ variant_id }) => variant_id,
      );
    expect(await sorted('wholesale_price')).toEqual([dear, middle, cheap]);
    expect(await sorted('-wholesale_price')).toEqual([cheap, middle, dear]);
    expect(
      (
        await read<Page>(
          trade.buyer,
          catalogOf(trade, `?sort=wholesale_price&search=${encodeURIComponent(trade.product.name)}`),
        )
      ).data.map(({ variant_id }) => variant_id),
    ).toEqual([dear, middle, cheap]);
  });

  test('of a reseller pays what that one says, under its case', async () => {
    const trade = await openTrade(stage);
    const maker = await createBusiness(db, 'cultivator');
    const made = await createProduct(db, maker, { prices: [9000] });
    await createStock(db, trade.wholesaler, made.variantId, 50);
    ok(
      await trade.seller.put(`/api/v1/listings/${made.variantId}`, {
        sku: `L-${made.id}`,
        wholesale_price: 12,
        case_size: 6,
      }),
    );
    await givePriceList(db, pair(trade), { [made.variantId]: [[6, 1100]] }, 1000);
    const { data } = await read<Page>(trade.buyer, catalogOf(trade, `?variant_ids=${made.variantId}`));
    const product = await read<ProductBody>(trade.buyer, `/api/v1/products/${made.id}`);
    for (const found of [data[0], product.variants[0]]) {
      expect(found).toMatchObject({
        wholesale_price: 11,
        case_size: 6,
        price_ladder: [
          { min_amount: 1, unit_price: 10.8, source: 'list' },
          { min_amount: 6, unit_price: 11, source: 'list' },
        ],
      });
    }
    await db.delete(listings).where(eq(listings.variantId, made.variantId));
  });
});

describe('a cart', () => {
  interface CartBody {
    lines: Array<Offered & { unit_price: number; quantity: number }>;
  }

  test('has the price that its quantity reaches, in the ladder of when the line was added', async () => {
    const trade = await openTrade(stage, { prices: [2000] });
    const { variantId } = trade.product;
    const list = await givePriceList(db, pair(trade), { [variantId]: [[10, 1800]] });
    const path = `/api/v1/carts/${trade.wholesaler.id}`;
    const add = async (units: number) =>
      ok(await trade.buyer.patch<CartBody>(path, { lines: [{ variant_id: variantId, add: units }] }))
        .lines[0];
    const ladder = [...wholesale(20), { min_amount: 10, unit_price: 18, source: 'list' }];
    expect(await add(9)).toMatchObject({ quantity: 9, unit_price: 20, price_ladder: ladder, case_size: 1 });
    expect(await add(1)).toMatchObject({ quantity: 10, unit_price: 18 });
    await db.update(priceLists).set({ active: false }).where(eq(priceLists.id, list));
    expect(await add(2)).toMatchObject({ quantity: 12, unit_price: 18, price_ladder: ladder });
    expect(await add(-3)).toMatchObject({ quantity: 9, unit_price: 20 });
  });
});

test('two buyers with each other’s ETags never see a cent of the other', async () => {
  const trade = await openTrade(stage, { prices: [2000, 3000] });
  const other = await secondBuyer(trade);
  const [first = '', second = ''] = trade.product.variants.map(({ id }) => id);
  await givePriceList(db, pair(trade), { [first]: [[1, 1111]], [second]: [[5, 2222]] });
  await givePriceList(db, { seller: trade.wholesaler, buyer: other.business }, { [first]: [[1, 1212]] }, 500);
  const paths = [
    catalogOf(trade),
    '/api/v1/products',
    `/api/v1/market/offers?search=${encodeURIComponent(trade.product.name)}`,
  ];
  // With the end of their field's name: times have the same digits now and then.
  const price = (dollars: string) => `_price":${dollars}`;
  const secrets = { mine: ['11.11', '22.22'].map(price), theirs: ['12.12', '28.5'].map(price) };
  const readers = [
    { client: trade.buyer, own: secrets.mine, foreign: secrets.theirs },
    { client: other.client, own: secrets.theirs, foreign: secrets.mine },
  ];
  const tags = new Map<string, string>();
  for (let round = 0; round < 3; round += 1) {
    for (const path of paths) {
      const responses = await Promise.all(
        readers.map(({ client }, n) => {
          const foreign = tags.get(`${1 - n} ${path}`);
          return client.get(path, { headers: foreign ? { 'If-None-Match': foreign } : {} });
        }),
      );
      for (const [n, response] of responses.entries()) {
        const { text } = response;
        expect(response.status).toBe(200);
        for (const cents of readers[n]?.own ?? []) expect(text).toContain(cents);
        for (const cents of [...(readers[n]?.foreign ?? []), '"unit_price":20,', '"wholesale_price":20,'])
          expect(text).not.toContain(cents);
        tags.set(`${n} ${path}`, String(response.headers.etag ?? ''));
      }
    }
  }
});

test.skipIf(IS_SHORT)('a variant takes a case, and keeps its ladder to itself in a PATCH', async () => {
  const trade = await openTrade(stage);
  const path = `/api/v1/products/${trade.product.id}`;
  const made = ok(
    await trade.seller.post<Offered & { id: string }>(`${path}/variants`, {
      name: 'Case',
      sku: `C-${trade.product.id}`,
      price: 2,
      case_size: 12,
    }),
  );
  expect(made).toMatchObject({ case_size: 12, price_ladder: wholesale(2) });
  const variant = `${path}/variants/${made.id}`;
  ok(await trade.seller.patch(variant, { case_size: 6, price_ladder: made.price_ladder }));
  expect((await trade.seller.patch(variant, { price_ladder: [] })).status).toBe(400);
  expect((await trade.seller.patch(variant, { case_size: 0 })).status).toBe(400);
  const product = await read<ProductBody>(trade.seller, path);
  ok(await trade.seller.patch(path, { name: 'New name', variants: product.variants }));
  expect((await trade.seller.patch(path, { variants: [{ id: made.id, price_ladder: [] }] })).status).toBe(
    400,
  );
  const [stored] = await db.select().from(productVariants).where(eq(productVariants.id, made.id));
  expect(stored?.caseSize).toBe(6);
});

test.skipIf(IS_SHORT)(
  'products count as changed for the buyer whose list or offer changed, and for no other',
  async () => {
    const trade = await openTrade(stage, { prices: [2000] });
    const other = await secondBuyer(trade);
    const list = await givePriceList(db, pair(trade), { [trade.product.variantId]: [[1, 1500]] });
    type Synced = { data: ProductBody[]; as_of: string };
    const moments = new Map<Client, string>();
    const changed = async (client: Client) => {
      const since = moments.get(client);
      const path = since ? `/api/v1/products?updated_since=${since}` : '/api/v1/products';
      const { data, as_of } = await read<Synced>(client, path);
      moments.set(client, as_of);
      return data.map(({ variants }) => variants[0]?.wholesale_price);
    };
    const settle = () => new Promise((resolve) => setTimeout(resolve, 300));
    for (const client of [trade.buyer, other.client]) await changed(client);
    await settle();
    for (const client of [trade.buyer, other.client]) await changed(client);
    await settle();
    expect(await changed(trade.buyer)).toEqual([]);
    await db.update(priceLists).set({ discountBps: 100 }).where(eq(priceLists.id, list));
    expect(await changed(trade.buyer)).toEqual([15]);
    await settle();
    await changed(trade.buyer);
    await settle();
    await makeOffer(db, pair(trade), { [trade.product.variantId]: [[1, 1200]] });
    expect(await changed(trade.buyer)).toEqual([12]);
    expect(await changed(other.client)).toEqual([]);
  },
);

test('a list that is not active, and an account without one, change nothing', async () => {
  const trade = await openTrade(stage, { prices: [2000] });
  const list = await givePriceList(db, pair(trade), { [trade.product.variantId]: [[1, 100]] });
  await db.update(priceLists).set({ active: false }).where(eq(priceLists.id, list));
  for (const found of await everywhere(trade.buyer, trade, trade.product.name))
    expect(found).toEqual({ wholesale_price: 20, price_ladder: wholesale(20) });
  await db.update(accounts).set({ priceListId: null }).where(eq(accounts.buyerId, trade.retailer.id));
});
