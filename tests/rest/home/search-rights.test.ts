import { expect, test } from 'vitest';
import type { SearchKind } from '../../../server/features/search/schema';
import { SEARCH_KINDS } from '../../../server/features/search/schema';
import { createKey, withKey } from '../../factories/api-key';
import { type Business, connect, createBusiness, createMember } from '../../factories/business';
import { createStock } from '../../factories/catalog';
import { received } from '../../factories/goods';
import { createLot } from '../../factories/lots';
import { paid } from '../../factories/money';
import { givePriceList, makeOffer } from '../../factories/prices';
import { openRecall } from '../../factories/recalls';
import { addProduct, searched, written } from '../../factories/search';
import { placeOrderIn, type Trade } from '../../factories/trade';
import { lineTo, transferAs } from '../../factories/transfer';
import { type Client, ok } from '../../setup/client';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

const SKU = { n: 0 };
const sku = () => `ZPH-${process.pid}-${++SKU.n}`;

/** The list of each kind. */
const LISTS: Record<Exclude<SearchKind, 'variant'>, string> = {
  customer: '/api/v1/customers',
  supplier: '/api/v1/suppliers',
  order: '/api/v1/orders/summaries',
  product: '/api/v1/products',
  batch: '/api/v1/batches',
  lot: '/api/v1/lots',
  invoice: '/api/v1/invoices',
  payment: '/api/v1/payments',
  credit_note: '/api/v1/credit-notes',
  price_list: '/api/v1/price-lists',
  recall: '/api/v1/recalls',
  transfer: '/api/v1/inventory/transfers',
  count: '/api/v1/inventory/counts',
  goods_receipt: '/api/v1/goods-receipts',
  member: '/api/v1/entity/team',
  draft: '/api/v1/drafts',
};

interface Row {
  id?: string;
  user_id?: string;
  variants?: Array<{ id: string }>;
}

/** What a member reads by lists, of each kind; without the kinds that they may not read. */
async function listed(client: Client): Promise<Partial<Record<SearchKind, string[]>>> {
  const found: Partial<Record<SearchKind, string[]>> = {};
  for (const [kind, path] of Object.entries(LISTS) as Array<[SearchKind, string]>) {
    const { status, body } = await client.get<{ data: Row[] }>(`${path}?limit=100`);
    if (status === 403) continue;
    expect([path, status]).toEqual([path, 200]);
    found[kind] = body.data.map(({ id, user_id }) => id ?? user_id ?? '').sort();
    if (kind !== 'product') continue;
    found.variant = body.data.flatMap(({ variants = [] }) => variants.map((variant) => variant.id)).sort();
  }
  return found;
}

/** The same by the search, one kind after the other. */
async function found(client: Client, q: string): Promise<Partial<Record<SearchKind, string[]>>> {
  const { searched: kinds } = await searched(client, q);
  const each = kinds.map(async (kind) => {
    const { data, more } = await searched(client, q, { kinds: kind, limit: '20' });
    expect(more).toEqual([]);
    return [kind, data.map(({ id }) => id).sort()];
  });
  return Object.fromEntries(await Promise.all(each)) as Partial<Record<SearchKind, string[]>>;
}

/** Four businesses that trade and one that doesn't, with some of everything, all of it named alike. */
async function openWorld() {
  const open = async (type: Business['type'], name: string) => {
    const business = await createBusiness(db, type, { name: `Zephyr ${name}`, locationCount: 2 });
    await sql`update locations set name = 'Zephyr ' || name where entity_id = ${business.id}`;
    return { business, owner: await stage.signIn(await createMember(db, business, 'owner')) };
  };
  const [grower, seller, shop, rival, stranger] = [
    await open('cultivator', 'Farm'),
    await open('wholesaler', 'Goods'),
    await open('retailer', 'Shop'),
    await open('retailer', 'Rival'),
    await open('retailer', 'Stranger'),
  ];
  await connect(db, seller.business, grower.business);
  for (const buyer of [shop, rival]) await connect(db, buyer.business, seller.business);
  const goods = async (owner: typeof seller, name: string, fields = {}) => {
    const id = await addProduct(owner.owner, `Zephyr ${name}`, fields, [
      { name: 'Zephyr eighth', sku: sku() },
      { name: 'Zephyr ounce', sku: sku() },
    ]);
    const [variant] = await sql<
      { id: string }[]
    >`select id from product_variants where product_id = ${id} order by position`;
    return { id, variantId: variant?.id ?? '' };
  };
  const [haze, hidden, farmed] = [
    await goods(seller, 'Haze'),
    await goods(seller, 'Secret', { visibility: 'offered' }),
    await goods(grower, 'Kush'),
  ];
  await goods(seller, 'Ended', { active: false });
  await goods(stranger, 'Own');
  const [here, there] = seller.business.locationIds as unknown as [string, string];
  const stockId = await createStock(db, seller.business, haze.variantId, 200, { locationId: here });
  const elsewhere = await createStock(db, seller.business, hidden.variantId, 50, { locationId: there });
  const grown = await createStock(db, grower.business, farmed.variantId, 100);
  const lot = await createLot(seller.owner, stockId, 'ZB-1', 100, { package_tag: `1A4${Date.now()}` });
  await createLot(seller.owner, elsewhere, 'ZB-2', 10);
  await createLot(grower.owner, grown, 'ZB-3', 50);
  const trade = (
    buyer: typeof shop,
    from: typeof seller,
    product: { id: string; variantId: string },
  ): Trade => ({
    retailer: buyer.business,
    wholesaler: from.business,
    buyer: buyer.owner,
    seller: from.owner,
    product: { ...product, name: '', variants: [] },
    stockId,
  });
  const delivered = await placeOrderIn(trade(shop, seller, haze), 'delivered', 10);
  await placeOrderIn(trade(rival, seller, haze), 'shipped', 3);
  await placeOrderIn(trade(shop, seller, haze), 'pending', 1);
  await placeOrderIn(trade(seller, grower, farmed), 'delivered', 5);
  await paid({ seller: seller.owner, retailer: shop.business }, 20);
  await paid({ seller: grower.owner, retailer: seller.business }, 15);
  const { body: invoices } = await seller.owner.get<{ data: { id: string }[] }>(
    `/api/v1/invoices?order_id=${delivered.id}`,
  );
  ok(
    await seller.owner.post(`/api/v1/invoices/${invoices.data[0]?.id}/credits`, {
      reason: 'One jar arrived broken',
      lines: [{ item_id: delivered.items[0]?.id, quantity: 1 }],
    }),
  );
  await givePriceList(db, { seller: seller.business, buyer: shop.business }, {});
  await sql`update price_lists set name = 'Zephyr tier' where entity_id = ${seller.business.id}`;
  await openRecall(seller.owner, lot.batch);
  ok(await transferAs(seller.owner, [lineTo(there, stockId, 5, { to_room_type: 'vault' })]));
  ok(await transferAs(seller.owner, [lineTo(there, elsewhere, 5)]));
  for (const location_id of [here, there]) {
    ok(await seller.owner.post('/api/v1/inventory/counts', { location_id, room_type: 'vault' }));
    await received(
      seller.owner,
      { locationIds: [location_id] },
      [{ variant_id: haze.variantId, quantity: 2 }],
      {
        supplier: { name: 'Zephyr Hills' },
        reference: `ZR-${location_id}`,
      },
    );
  }
  const draft = { items: [{ product_id: haze.id, variant_id: haze.variantId, quantity: 1 }] };
  ok(await seller.owner.post('/api/v1/drafts', { ...draft, retailer_id: rival.business.id }));
  ok(await shop.owner.post('/api/v1/drafts', { ...draft, wholesaler_id: seller.business.id }));
  return { grower, seller, shop, rival, stranger, haze, hidden, here };
}

test('finds exactly what each of eleven kinds of members reads in their lists', async () => {
  const { grower, seller, shop, rival, stranger, hidden, here } = await openWorld();
  const member = (business: Business, role: 'admin' | 'manager' | 'viewer', limits?: readonly string[]) =>
    createMember(db, business, role, limits).then(stage.signIn);
  const key = async (permissions: string[], fields: object = {}) =>
    withKey(stage.server.url, (await createKey(seller.owner, { permissions, ...fields })).secret);
  const members: Record<string, Client> = {
    'owner of a seller': seller.owner,
    'admin of a seller': await member(seller.business, 'admin'),
    'manager of a seller': await member(seller.business, 'manager'),
    'viewer of a seller': await member(seller.business, 'viewer'),
    'manager of one location': await member(seller.business, 'manager', [here]),
    'key for orders': await key(['read:orders']),
    'key for stock of one location': await key(['read:inventory', 'read:invoices'], { location_ids: [here] }),
    'owner of a buyer': shop.owner,
    'viewer of one location of a buyer': await member(
      shop.business,
      'viewer',
      shop.business.locationIds.slice(0, 1),
    ),
    'owner of a rival': rival.owner,
    'owner of a cultivator': grower.owner,
    'owner of a stranger': stranger.owner,
  };
  await written(stage);
  const seen = new Set<string>();
  for (const [name, client] of Object.entries(members)) {
    const wanted = await listed(client);
    expect(await found(client, 'zephyr'), name).toEqual(wanted);
    for (const [kind, ids] of Object.entries(wanted)) if (ids.length > 0) seen.add(kind);
  }
  expect([...seen].sort()).toEqual([...SEARCH_KINDS].sort());
  // Goods that a buyer isn't shown aren't found, nor hinted at, until it is.
  const before = await searched(shop.owner, 'zephyr secret');
  expect(before).toMatchObject({ data: [], more: [] });
  await makeOffer(db, { seller: seller.business, buyer: shop.business }, { [hidden.variantId]: [[1, 500]] });
  expect((await searched(shop.owner, 'zephyr secret')).data.map(({ kind }) => kind)).toEqual([
    'product',
    'variant',
    'variant',
  ]);
  expect((await searched(rival.owner, 'zephyr secret')).data).toEqual([]);
});

test('finds a lot by its whole tag and a batch by its number, for those who have them alone', async () => {
  const { seller, shop, rival, stranger } = await openWorld();
  await written(stage);
  const { body: lots } = await seller.owner.get<{
    data: Array<{ package_tag: string | null; batch: string }>;
  }>('/api/v1/lots');
  const tagged = lots.data.find(({ package_tag }) => package_tag !== null);
  const tag = tagged?.package_tag ?? '';
  for (const client of [seller.owner, shop.owner]) {
    expect((await searched(client, tag)).data).toMatchObject([
      { kind: 'lot', match: 'exact', number: tag, path: `/batches/${tagged?.batch}` },
    ]);
    expect((await searched(client, 'zb1', { kinds: 'batch' })).data).toMatchObject([
      { number: 'ZB-1', match: 'exact', path: `/batches/${tagged?.batch}` },
    ]);
    expect((await searched(client, tag.slice(0, -1))).data).toEqual([]);
  }
  const [reference] = await sql<{ reference: string; number: string }[]>`
    select reference, number from goods_receipts where entity_id = ${seller.business.id} limit 1`;
  for (const q of [reference?.reference ?? '', reference?.number.toLowerCase() ?? '']) {
    expect((await searched(seller.owner, q)).data).toMatchObject([
      { kind: 'goods_receipt', match: 'exact', number: reference?.number },
    ]);
    expect((await searched(shop.owner, q)).data).toEqual([]);
  }
  for (const q of [tag, 'zb-1']) {
    expect((await searched(stranger.owner, q)).data, q).toEqual([]);
    if (q === tag) expect((await searched(rival.owner, 'zb-3')).data).toEqual([]);
  }
});
