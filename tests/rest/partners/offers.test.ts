import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Catalog } from '../../../server/features/market/schema';
import type { Offer, OfferList } from '../../../server/features/pricing/offers/resource';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type OrderBody, openTrade } from '../../factories/trade';
import { createWeighed } from '../../factories/weights';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/offers';
type OfferBody = z.infer<typeof Offer>;
type ListBody = z.infer<typeof OfferList>;

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const make = (client: Client, fields: object) =>
  client.post<OfferBody>(PATH, { name: 'Drop', ends_at: inHours(24), ...fields });
const place = (client: Client, sellerId: string, line: object) =>
  client.post<OrderBody>('/api/v1/orders', {
    wholesaler_id: sellerId,
    items: [{ quantity: 1, ...line }],
  });
const catalogOf = async (client: Client, sellerId: string, query = '') =>
  ok(await client.get<z.infer<typeof Catalog>>(`/api/v1/market/suppliers/${sellerId}/catalog${query}`));
const end = (client: Client, id: string) =>
  client.patch(`${PATH}/${id}`, { ends_at: new Date().toISOString() }).then(ok);

/** A trade with a second buyer, and a second product that is offered only, whose stock lies in the vault. */
async function openHidden(quantity = 10) {
  const trade = await openTrade(stage);
  const { wholesaler } = trade;
  const shop = await createBusiness(db, 'retailer');
  const [other, hidden] = await Promise.all([
    createMember(db, shop, 'owner').then(stage.signIn),
    createProduct(db, wholesaler, { visibility: 'offered', brand: 'Hush', category: 'concentrates' }),
    connect(db, shop, wholesaler),
  ]);
  if (quantity > 0) await createStock(db, wholesaler, hidden.variantId, quantity);
  return { ...trade, shop, other, hidden };
}

test('makes, reads, lists, changes and deletes an offer', async () => {
  const { seller, wholesaler, retailer, product, buyer } = await openTrade(stage, { prices: [2000, 900] });
  const [first, second] = product.variants;
  if (!first || !second) throw new Error('The product has two variants');
  const made = ok(
    await make(seller, {
      buyers: [retailer.id],
      items: [
        {
          sku: second.sku,
          ladder: [
            { min_amount: 10, unit_price: 7.5 },
            { min_amount: 1, unit_price: 8 },
          ],
        },
        { variant_id: first.id, rooms: ['secret_menu'] },
      ],
    }),
  );
  expect(made).toMatchObject({
    name: 'Drop',
    status: 'running',
    audience: 'chosen',
    buyers: [{ id: retailer.id, name: retailer.name }],
    items: [
      {
        variant_id: second.id,
        sku: second.sku,
        product_id: product.id,
        ladder: [
          { min_amount: 1, unit_price: 8 },
          { min_amount: 10, unit_price: 7.5 },
        ],
        rooms: [],
      },
      { variant_id: first.id, ladder: [], rooms: ['secret_menu'] },
    ],
  });
  const path = `${PATH}/${made.id}`;
  expect(ok(await seller.get(path))).toEqual(made);
  const read = async (query: string) =>
    ok(await seller.get<ListBody>(`${PATH}?${query}`)).data.map(({ id }) => id);
  expect(await read('status=running&search=dRO')).toEqual([made.id]);
  expect(await read('status=ended')).toEqual([]);
  expect(await read(`variant_id=${first.id}&buyer_id=${retailer.id}&audience=chosen`)).toEqual([made.id]);
  expect(await read(`buyer_id=${wholesaler.id}`)).toEqual([]);
  const changed = ok(
    await seller.patch<OfferBody>(path, {
      ...made,
      id: undefined,
      name: 'Last call',
      items: made.items.map(({ variant_id, ladder }) => ({ variant_id, ladder })),
    }),
  );
  expect(changed).toMatchObject({ name: 'Last call', buyers: made.buyers });
  const all = ok(await seller.patch<OfferBody>(path, { audience: 'all' }));
  expect(all).toMatchObject({ audience: 'all', buyers: [], items: changed.items });
  expect(ok(await seller.patch<OfferBody>(path, { ends_at: new Date().toISOString() })).status).toBe('ended');
  expect(expectError(await buyer.get(PATH), 'FORBIDDEN')).toMatchObject({ reason: 'permission_required' });
  expect((await seller.delete(path)).status).toBe(204);
  expectAbsent(await seller.get(path));
  const audit = await sql`select action from audit_log where object_id = ${made.id} order by position`;
  expect(audit.map(({ action }) => action)).toEqual([
    'offer.created',
    ...['offer.updated', 'offer.updated', 'offer.updated'],
    'offer.deleted',
  ]);
});

test('rejects foreign goods and buyers (404), times and lists that say nothing (400), and more than it holds (409)', async () => {
  const { seller, retailer, product } = await openTrade(stage);
  const foreign = await openTrade(stage);
  const items = [{ variant_id: product.variantId }];
  const buyers = [retailer.id];
  for (const id of [foreign.product.variantId, ABSENT_ID]) {
    expect(expectError(await make(seller, { buyers, items: [{ variant_id: id }] }), 'NOT_FOUND')).toEqual({
      index: 0,
    });
  }
  for (const id of [foreign.retailer.id, ABSENT_ID]) {
    expect(expectError(await make(seller, { buyers: [id], items }), 'NOT_FOUND')).toEqual({ index: 0 });
  }
  expectInvalid(await make(seller, { items }), 'buyers');
  expectInvalid(await make(seller, { items, audience: 'all', buyers }), 'buyers');
  expectInvalid(await make(seller, { buyers, items: [] }), 'items');
  expectInvalid(await make(seller, { buyers, items: [{}] }), 'items[0].variant_id');
  expectInvalid(await make(seller, { buyers, items: [...items, ...items] }), 'items[1]');
  expectInvalid(await make(seller, { buyers, items, ends_at: inHours(-1) }), 'ends_at');
  const ladder = (...amounts: number[]) => [
    { ...items[0], ladder: amounts.map((min_amount) => ({ min_amount, unit_price: 1 })) },
  ];
  expectInvalid(await make(seller, { buyers, items: ladder(1, 1) }), 'items[0].ladder[1].min_amount');
  expectInvalid(await make(seller, { buyers, items: ladder(1.5) }), 'items[0].ladder[0].min_amount');
  const { variantId } = await createWeighed({ seller }, { unit: 'g', step: 0.001, price: 5 });
  const farther = [{ variant_id: variantId, ladder: [{ min_amount: 1000.001, unit_price: 1 }] }];
  expectInvalid(await make(seller, { buyers, items: farther }), 'items[0].ladder[0].min_amount', 'off_step');
  const many = ladder(...Array.from({ length: 21 }, (_, n) => n + 1));
  const tooMany = { reason: 'too_many' };
  expect(expectError(await make(seller, { buyers, items: many }), 'CONFLICT')).toMatchObject(tooMany);
  const rows = Array.from({ length: 501 }, () => items[0]);
  expect(expectError(await make(seller, { buyers, items: rows }), 'CONFLICT')).toMatchObject(tooMany);
  for (let n = 0; n < 100; n++) ok(await make(seller, { buyers, items }));
  expect(expectError(await make(seller, { buyers, items }), 'CONFLICT')).toMatchObject(tooMany);
});

test('sells at the price of the offer while it runs; placed orders keep it', async () => {
  const { seller, buyer, other, product, wholesaler, retailer } = await openHidden();
  const { id } = ok(
    await make(seller, {
      buyers: [{ id: retailer.id, name: 'as it was read' }],
      items: [{ variant_id: product.variantId, ladder: [{ min_amount: 5, unit_price: 7.25 }] }],
    }),
  );
  const order = async (client: Client, quantity: number) =>
    ok(
      await place(client, wholesaler.id, { variant_id: product.variantId, product_id: product.id, quantity }),
    );
  const placed = await order(buyer, 5);
  expect([placed.subtotal, (await order(buyer, 4)).subtotal]).toEqual([36.25, 40]);
  expect((await order(other, 5)).subtotal).toBe(50);
  await end(seller, id);
  expect((await order(buyer, 5)).subtotal).toBe(50);
  expect(ok(await buyer.get<OrderBody>(`/api/v1/orders/${placed.id}`)).subtotal).toBe(36.25);
});

test('a product that is offered only exists for the buyers whom a running offer names, and for those that hold it', async () => {
  const { seller, buyer, other, hidden, wholesaler, retailer, product } = await openHidden();
  const line = { product_id: hidden.id };
  const sees = async (client: Client) => [
    (await client.get(`/api/v1/products/${hidden.id}`)).status,
    (await catalogOf(client, wholesaler.id)).pagination.total,
    (await place(client, wholesaler.id, { ...line, quantity: 999 })).status,
  ];
  const unseen = [404, 1, 404];
  expect(await sees(buyer)).toEqual(unseen);
  const { id } = ok(
    await make(seller, {
      starts_at: inHours(1),
      buyers: [retailer.id],
      items: [{ variant_id: hidden.variantId }],
    }),
  );
  expect(await sees(buyer)).toEqual(unseen);
  ok(await seller.patch(`${PATH}/${id}`, { starts_at: new Date(Date.now() - 1_000).toISOString() }));
  expect(await sees(buyer)).toEqual([200, 2, 409]);
  expect(await sees(other)).toEqual(unseen);
  const order = ok(await place(buyer, wholesaler.id, line));
  await end(seller, id);
  // An open order holds it.
  expect(await sees(buyer)).toEqual([200, 2, 409]);
  ok(await buyer.post(`/api/v1/orders/${order.id}/cancel`, {}));
  expect(await sees(buyer)).toEqual(unseen);
  const absent = await place(buyer, wholesaler.id, { product_id: ABSENT_ID });
  for (const named of [
    line,
    { variant_id: hidden.variantId, product_id: hidden.id },
    { sku: hidden.variants[0]?.sku },
  ]) {
    expect((await place(buyer, wholesaler.id, named)).text).toBe(absent.text);
  }
  expect((await sees(seller).catch(() => [0]))[0]).toBe(0);
  expect(ok(await seller.get<{ visibility: string }>(`/api/v1/products/${hidden.id}`)).visibility).toBe(
    'offered',
  );
  expect(ok(await buyer.get<{ visibility: string }>(`/api/v1/products/${product.id}`)).visibility).toBe(
    'connected',
  );
  // For all is for every connected buyer; open to all, it is no secret.
  const open = ok(await make(seller, { audience: 'all', items: [{ variant_id: hidden.variantId }] }));
  for (const client of [buyer, other]) expect(await sees(client)).toEqual([200, 2, 409]);
  await end(seller, open.id);
  ok(await seller.patch(`/api/v1/products/${hidden.id}`, { visibility: 'connected' }));
  for (const client of [buyer, other]) expect(await sees(client)).toEqual([200, 2, 409]);
});

test('hides it in every list, count and search of the market, and from a cart, a draft, a quote and a backorder', async () => {
  const { seller, buyer, other, hidden, wholesaler, retailer } = await openHidden();
  ok(await make(seller, { buyers: [retailer.id], items: [{ variant_id: hidden.variantId }] }));
  const sku = hidden.variants[0]?.sku as string;
  const at = `/api/v1/market/suppliers/${wholesaler.id}`;
  const total = async (client: Client, path: string) =>
    ok(await client.get<{ pagination: { total: number } }>(path)).pagination.total;
  const supplier = async (client: Client) =>
    ok(
      await client.get<{ data: Array<{ id: string; product_count: number; categories: string[] }> }>(
        '/api/v1/market/suppliers',
      ),
    ).data.find(({ id }) => id === wholesaler.id);
  for (const [client, all] of [
    [buyer, 1],
    [other, 0],
  ] as const) {
    expect(await total(client, `/api/v1/market/offers?search=${sku}`)).toBe(all);
    expect(await total(client, `${at}/catalog?search=${sku}`)).toBe(all);
    expect(await total(client, `${at}/catalog?in_stock=true`)).toBe(all + 1);
    expect(await total(client, `${at}/catalog?in_stock=false`)).toBe(0);
    expect(await total(client, `${at}/catalog?brand=Hush`)).toBe(all);
    expect(await total(client, `${at}/catalog?variant_ids=${hidden.variantId}`)).toBe(all);
    expect(await total(client, `${at}/brands`)).toBe(all);
    expect(await total(client, '/api/v1/products?brand=Hush')).toBe(all);
    expect(await supplier(client)).toMatchObject({ product_count: all + 1 });
    expect((await supplier(client))?.categories).toEqual(all ? ['flower', 'concentrates'] : ['flower']);
    expect((await client.get(`${at}/products/${hidden.id}/batches`)).status).toBe(all ? 200 : 404);
    const lines = [{ variant_id: hidden.variantId, quantity: 1 }];
    expect((await client.put(`/api/v1/carts/${wholesaler.id}`, { lines })).status).toBe(all ? 200 : 404);
    const items = [{ product_id: hidden.id, quantity: 1 }];
    const body = { wholesaler_id: wholesaler.id, items };
    expect((await client.post('/api/v1/drafts', body)).status).toBe(all ? 201 : 404);
    const goods = { wholesaler_id: wholesaler.id, items: [{ variant_id: hidden.variantId, quantity: 1 }] };
    expect((await client.post('/api/v1/backorders', goods)).status).toBe(all ? 201 : 404);
    const quote = ok(await client.post<{ problems: object[] }>('/api/v1/orders/quote', body));
    expect(quote.problems).toHaveLength(1 - all);
  }
});

test('opens the secret menu to the lines of an offer alone, and shows that buyer what is there', async () => {
  const { seller, buyer, other, hidden, wholesaler, retailer, product } = await openHidden(0);
  await createStock(db, wholesaler, hidden.variantId, 6, { roomType: 'secret_menu' });
  await createStock(db, wholesaler, hidden.variantId, 2);
  await createStock(db, wholesaler, product.variantId, 50, { roomType: 'secret_menu' });
  const offer = ok(
    await make(seller, {
      buyers: [retailer.id],
      items: [{ variant_id: hidden.variantId, rooms: ['secret_menu'] }],
    }),
  );
  const available = async (client: Client) =>
    Object.fromEntries(
      (await catalogOf(client, wholesaler.id)).data.map(({ variant_id, available_quantity }) => [
        variant_id,
        available_quantity,
      ]),
    );
  expect(await available(buyer)).toEqual({ [product.variantId]: 100, [hidden.variantId]: 8 });
  expect(await available(other)).toEqual({ [product.variantId]: 100 });
  const line = { product_id: hidden.id };
  // Alone, with many lines, with a share, and beside an order of a buyer without the offer.
  expect((await place(buyer, wholesaler.id, { ...line, quantity: 9 })).status).toBe(409);
  const [own, others] = await Promise.all([
    place(buyer, wholesaler.id, { ...line, quantity: 3 }),
    place(other, wholesaler.id, { product_id: product.id, quantity: 1 }),
  ]);
  expect([own.status, others.status]).toEqual([201, 201]);
  await sql`update entities set max_reserved_percent = 99 where id = ${wholesaler.id}`;
  const second = ok(await place(buyer, wholesaler.id, { ...line, quantity: 1 }));
  await sql`update entities set max_reserved_percent = 100 where id = ${wholesaler.id}`;
  const item = second.items[0]?.id;
  ok(await buyer.patch(`/api/v1/orders/${second.id}/items/${item}`, { quantity: 2 }));
  expect(await available(buyer)).toMatchObject({ [hidden.variantId]: 3 });
  const taken = await sql`select i.room_type, sum(r.quantity)::int as units from order_allocations r
    join inventory_items i on i.id = r.inventory_item_id where i.variant_id = ${hidden.variantId} group by 1 order by 1`;
  expect(taken).toEqual([
    { room_type: 'secret_menu', units: 3 },
    { room_type: 'vault', units: 2 },
  ]);
  await end(seller, offer.id);
  expect(await available(buyer)).toMatchObject({ [hidden.variantId]: 0 });
  expect((await place(buyer, wholesaler.id, line)).status).toBe(409);
  ok(await buyer.patch(`/api/v1/orders/${second.id}/items/${item}`, { quantity: 1 }));
  for (const status of ['accepted', 'preparing', 'shipped', 'delivered'])
    ok(await seller.patch(`/api/v1/orders/${second.id}/status`, { status }));
  await expectStockAddsUp(sql);
});

test.skipIf(IS_SHORT)(
  'an offer that ends while 50 orders arrive sells each buyer at its price, or shows it nothing',
  async () => {
    const { seller, buyer, other, hidden, wholesaler, retailer, shop } = await openHidden(500);
    const { id } = ok(
      await make(seller, {
        buyers: [retailer.id, shop.id],
        items: [{ variant_id: hidden.variantId, ladder: [{ min_amount: 1, unit_price: 3 }] }],
      }),
    );
    const after = (ms: number) => new Promise((done) => setTimeout(done, ms));
    const orders = [buyer, other].map((client) =>
      Promise.all(
        Array.from({ length: 25 }, async (_, n) => {
          await after(n * 8);
          return place(client.unpooled(), wholesaler.id, { product_id: hidden.id });
        }),
      ),
    );
    const [placed] = await Promise.all([Promise.all(orders), after(90).then(() => end(seller, id))]);
    for (const ofBuyer of placed) {
      const prices = ofBuyer.map(({ status, body }) => (status === 201 ? body.subtotal : status));
      expect(prices.every((price) => [3, 10, 404].includes(price))).toBe(true);
      // At the usual price only once the buyer holds some of it.
      if (prices.includes(10)) expect(prices).toContain(3);
    }
    expect((await place(seller, wholesaler.id, { product_id: hidden.id })).status).toBeGreaterThanOrEqual(
      400,
    );
  },
);
