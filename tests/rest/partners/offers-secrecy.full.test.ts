import { expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { IS_FULL } from '../../setup/full';
import { openStage } from '../../setup/stage';
import { addressesWith, readAll, readsOf, searchesOf, shown } from './offers-secrecy/reads';

const stage = await openStage();
const { db } = stage;

const reads = await readsOf(stage.anybody);

/** A seller with a tax, a product for all and one that is offered only, and two of its buyers, who have ordered the first. */
async function openWorld() {
  const trade = await openTrade(stage);
  const { wholesaler, product } = trade;
  const shop = await createBusiness(db, 'retailer');
  const [other, hidden] = await Promise.all([
    createMember(db, shop, 'owner').then(stage.signIn),
    createProduct(db, wholesaler, { visibility: 'offered', brand: 'Hush', category: 'concentrates' }),
    connect(db, shop, wholesaler),
  ]);
  await createStock(db, wholesaler, hidden.variantId, 50);
  const tax = ok(
    await trade.seller.post<{ id: string }>('/api/v1/tax-rules', { name: 'City', basis: 'percent', rate: 4 }),
  );
  const order = ok(
    await trade.buyer.post<{ id: string }>('/api/v1/orders', {
      wholesaler_id: wholesaler.id,
      items: [{ product_id: product.id, quantity: 3 }],
    }),
  );
  const lines = [{ variant_id: product.variantId, quantity: 2 }];
  ok(await trade.buyer.put(`/api/v1/carts/${wholesaler.id}`, { lines }));
  return { ...trade, shop, other, hidden, order, tax };
}
type World = Awaited<ReturnType<typeof openWorld>>;

/** Every address that a buyer reads, with the ids that it could know or guess. */
const addressesOf = ({ product, hidden, wholesaler, order }: World): string[] => [
  ...addressesWith(reads, [
    ...[product.id, hidden.id, product.variantId, hidden.variantId, wholesaler.id, order.id, ABSENT_ID],
  ]),
  ...searchesOf(wholesaler.id, hidden),
  `/api/v1/orders/${order.id}`,
];

/** What the second buyer does, at its own prices, and leaves nothing of. */
async function actOfOther({ other, wholesaler, product }: World): Promise<number> {
  const items = [{ product_id: product.id, quantity: 2 }];
  const body = { wholesaler_id: wholesaler.id, items };
  const { id, total } = ok(await other.post<{ id: string; total: number }>('/api/v1/orders', body));
  ok(await other.post(`/api/v1/orders/${id}/cancel`, {}));
  return total;
}

/** Quotes of the first buyer: at a quantity that a break of the other would reach, and of what only that one may see. */
async function quotesOf({ buyer, wholesaler, product, hidden }: World): Promise<string[]> {
  const quotes = [];
  for (const { id } of [product, hidden]) {
    const items = [{ product_id: id, quantity: 12 }];
    quotes.push(shown(await buyer.post('/api/v1/orders/quote', { wholesaler_id: wholesaler.id, items })));
  }
  return quotes;
}

/** What the seller grants the second buyer alone: a price list, a minimum, an exemption from its tax, and an offer. */
async function grant({ seller, shop, product, hidden, tax }: World) {
  const list = ok(
    await seller.post<{ id: string }>('/api/v1/price-lists', { name: `Y ${shop.id}`, discount_bps: 1234 }),
  );
  const rules = [{ variant_id: product.variantId, min_amount: 10, unit_price: 2.34 }];
  ok(await seller.put(`/api/v1/price-lists/${list.id}/rules`, { rules }));
  ok(
    await seller.patch(`/api/v1/customers/${shop.id}`, {
      ...{ price_list_id: list.id, minimum_order: 1.5, exempt_tax_ids: [tax.id] },
    }),
  );
  const ladder = [{ min_amount: 1, unit_price: 1.23 }];
  return ok(
    await seller.post<{ id: string }>('/api/v1/offers', {
      name: 'For one',
      ends_at: '2099-01-01T00:00:00Z',
      buyers: [shop.id],
      items: [
        { variant_id: product.variantId, ladder },
        { variant_id: hidden.variantId, ladder, rooms: ['secret_menu'] },
      ],
    }),
  );
}

test('every response to a buyer is the same whatever terms another buyer has', async () => {
  const world = await openWorld();
  const addresses = addressesOf(world);
  expect(reads.files.length).toBeGreaterThan(5);
  const plain = await actOfOther(world);
  const before = await readAll(world.buyer, addresses);
  const quotes = await quotesOf(world);
  const { id } = await grant(world);
  // The same acts of the other, at other prices.
  expect(await actOfOther(world)).toBeLessThan(plain / 2);
  const after = await readAll(world.buyer, addresses);
  expect([...after]).toEqual([...before]);
  expect(await quotesOf(world)).toEqual(quotes);
  const all = [...after.values()].join();
  expect(all).not.toContain(world.hidden.name);
  for (const secret of ['1.23', '2.34', `Y ${world.shop.id}`, id]) expect(all).not.toContain(secret);
  // An id that only the other buyer may read is as unknown as any.
  for (const path of reads.paths.filter((one) => one.includes('{'))) {
    const fill = (value: string) => path.replaceAll(/\{[^}]+\}/g, value);
    const [hidden, absent] = await Promise.all([
      world.buyer.get(fill(world.hidden.id)),
      world.buyer.get(fill(ABSENT_ID)),
    ]);
    expect([path, shown(hidden)]).toEqual([path, shown(absent)]);
  }
  expect((await world.other.get(`/api/v1/products/${world.hidden.id}`)).status).toBe(200);
});

test("two buyers' interleaved requests with each other's ETags give neither a cent of the other", async () => {
  const world = await openWorld();
  await grant(world);
  const { buyer, other, product, hidden, wholesaler } = world;
  const at = `/api/v1/market/suppliers/${wholesaler.id}`;
  const addresses = [
    `${at}/catalog`,
    `${at}/catalog?search=SKU`,
    '/api/v1/products',
    `/api/v1/products/${product.id}`,
    `/api/v1/products/${hidden.id}`,
    '/api/v1/market/offers?search=SKU',
    '/api/v1/market/suppliers',
  ];
  const clients = [buyer, other];
  const expected = await Promise.all(clients.map((client) => readAll(client, addresses)));
  const tags: string[] = [];
  await Promise.all(
    Array.from({ length: IS_FULL ? 500 : 80 }, async (_, n) => {
      const address = addresses[n % addresses.length] as string;
      const who = n % 2;
      const tag = tags[(n * 7) % Math.max(1, tags.length)];
      const answer = await (clients[who] as Client).get(address, {
        headers: tag ? { 'if-none-match': tag } : {},
      });
      if (typeof answer.headers.etag === 'string') tags.push(answer.headers.etag);
      if (answer.status !== 304) expect(shown(answer)).toBe(expected[who]?.get(address));
      else expect(tag && (await (clients[who] as Client).get(address)).headers.etag).toBe(tag);
    }),
  );
  expect([...(expected[0]?.values() ?? [])].join()).not.toContain('1.23');
  expect([...(expected[1]?.values() ?? [])].join()).toContain('1.23');
});
