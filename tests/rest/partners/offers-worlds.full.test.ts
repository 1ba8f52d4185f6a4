import { v7 } from 'uuid';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../../server/platform/db/client';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import type { OrderBody } from '../../factories/trade';
import { Client, ok, signIn } from '../../setup/client';
import { cloneDatabase } from '../../setup/clone';

import { startServer } from '../../setup/server';
import { addressesWith, readAll, readsOf, searchesOf } from './offers-secrecy/reads';

/** A seller with goods for all and some that it only offers, and two of its buyers: what both worlds begin with. */
async function makeBase() {
  const { url, drop } = await cloneDatabase(inject('databaseServer'), inject('databaseTemplate'));
  const database = openDatabase({ url, pool: 4 });
  const { db } = database;
  const seller = await createBusiness(db, 'wholesaler', { taxRateBps: 825, defaultTermsDays: 10 });
  const [reader, other] = [await createBusiness(db, 'retailer'), await createBusiness(db, 'retailer')];
  const product = await createProduct(db, seller, { prices: [1000, 2017] });
  const hidden = await createProduct(db, seller, {
    ...{ visibility: 'offered', brand: 'Hush', category: 'concentrates' },
  });
  for (const { id } of [...product.variants, ...hidden.variants]) await createStock(db, seller, id, 5000);
  for (const buyer of [reader, other]) await connect(db, buyer, seller);
  const members = [];
  for (const one of [seller, reader, other]) members.push(await createMember(db, one, 'owner'));
  // A database with connections is no template.
  await database.close();
  return { name: new URL(url).pathname.slice(1), drop, seller, reader, other, product, hidden, members };
}
type Base = Awaited<ReturnType<typeof makeBase>>;

async function openWorld({ name, members }: Base) {
  const { url, drop } = await cloneDatabase(inject('databaseServer'), name);
  const server = await startServer(url);
  const [seller, reader, other] = (await Promise.all(members.map((one) => signIn(server.url, one)))) as [
    ...[Client, Client, Client],
  ];
  const close = async () => {
    await server.stop();
    await drop();
  };
  return { seller, reader, other, server, close, orders: [] as OrderBody[], granted: [] as string[] };
}
type World = Awaited<ReturnType<typeof openWorld>>;
interface Made {
  id: string;
}

/** What of a list, a tax and offers the seller grants one buyer. */
async function grant(base: Base, { seller, granted }: World, to: string, cents: number, tax?: string) {
  const { product, hidden } = base;
  const list = ok(
    await seller.post<Made>('/api/v1/price-lists', { name: `List ${cents}`, discount_bps: 1234 }),
  );
  const rules = product.variants.map(({ id }) => ({
    ...{ variant_id: id, min_amount: 10, unit_price: cents / 100 },
  }));
  ok(await seller.put(`/api/v1/price-lists/${list.id}/rules`, { rules }));
  ok(
    await seller.patch(`/api/v1/customers/${to}`, {
      ...{ price_list_id: list.id, minimum_order: 1.5, terms_days: 77, credit_limit: 98_765.43 },
      ...(tax && { exempt_tax_ids: [tax] }),
    }),
  );
  const ladder = [{ min_amount: 2, unit_price: (cents - 111) / 100 }];
  const offer = ok(
    await seller.post<Made>('/api/v1/offers', {
      ...{ name: `Offer ${cents}`, ends_at: '2099-01-01T00:00:00Z', buyers: [to] },
      items: [
        { variant_id: product.variantId, ladder },
        ...(tax ? [{ variant_id: hidden.variantId, ladder, rooms: ['secret_menu'] }] : []),
      ],
    }),
  );
  granted.push(list.id, offer.id);
}

/** What the seller agrees with the other buyer on an order that it has. */
async function concede({ seller }: World, { id, items }: OrderBody): Promise<void> {
  ok(await seller.patch(`/api/v1/orders/${id}/items/${items[0]?.id}`, { unit_price: 0.77 }));
  const adjustments = [{ kind: 'discount', bps: 3333 }];
  ok(await seller.put(`/api/v1/orders/${id}/adjustments`, { adjustments }));
}

/** A buyer orders, and it goes all the way. @returns the order as it was placed */
async function trade(
  base: Base,
  { seller }: World,
  buyer: Client,
  quantity: number,
  before: (order: OrderBody) => Promise<void> = async () => {},
): Promise<OrderBody> {
  const items = base.product.variants.map((variant, n) => ({
    ...{ product_id: base.product.id, variant_id: variant.id, quantity: quantity + n },
  }));
  const body = { wholesaler_id: base.seller.id, items };
  const order = ok(await buyer.post<OrderBody>('/api/v1/orders', body));
  ok(await buyer.patch(`/api/v1/orders/${order.id}/items/${order.items[0]?.id}`, { quantity: quantity + 5 }));
  await before(order);
  for (const status of ['accepted', 'preparing', 'shipped']) {
    ok(await seller.patch(`/api/v1/orders/${order.id}/status`, { status }));
  }
  const lines = order.items.map((item, n) => {
    const [accepted, damaged] = n === 0 ? [quantity + 4, 1] : [item.quantity, 0];
    const reason = damaged > 0 && { reason_code: 'damaged' };
    return { item_id: item.id, accepted, rejected: 0, damaged, ...reason };
  });
  ok(await buyer.post(`/api/v1/orders/${order.id}/receipts`, { lines }));
  return order;
}

/** The same acts in each world: only what the other buyer pays for its goods may differ. */
async function act(base: Base, world: World, round: number): Promise<string[]> {
  const { seller, reader, other, orders } = world;
  const { id } = base.seller;
  const isGranted = world.granted.length > 2;
  const theirs = await trade(base, world, other, 7 + round, async (order) => {
    if (isGranted) await concede(world, order);
  });
  const own = await trade(base, world, reader, 12 + round);
  orders.push(own, theirs);
  for (const customer_id of [base.reader.id, base.other.id]) {
    const payment = { customer_id, kind: 'payment', method: 'cash', received_on: '2026-01-05' };
    ok(await seller.post('/api/v1/payments', { ...payment, amount: 5 + round }));
  }
  const lines = [{ variant_id: base.product.variantId, quantity: 20 + round }];
  ok(await reader.put(`/api/v1/carts/${id}`, { lines }));
  const quotes = [];
  for (const product of [base.product, base.hidden]) {
    const items = [{ product_id: product.id, variant_id: product.variantId, quantity: 9 + round }];
    quotes.push((await reader.post('/api/v1/orders/quote', { wholesaler_id: id, items })).text);
  }
  return quotes;
}

const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Texts of a world with each id, and each random part of an order's number, by its turn. */
function tellerOf({ orders }: World) {
  const known = new Map<string, number>();
  const numbered = (id: string) => {
    known.set(id, known.get(id) ?? known.size);
    return `id-${known.get(id)}`;
  };
  return (text: string) => {
    const codes = orders.map(({ order_number }) => order_number.split('-').at(-1));
    return text.replace(IDS, numbered).replace(new RegExp(codes.join('|'), 'g'), numbered);
  };
}

test('of two worlds, in one of which another buyer has terms of its own, a buyer reads the same bytes', async () => {
  const base = await makeBase();
  const worlds = [await openWorld(base), await openWorld(base)] as const;
  const [plain, richer] = worlds;
  try {
    const reads = await readsOf(new Client(plain.server.url));
    const tellers = worlds.map(tellerOf);
    const taxes: string[] = [];
    for (const world of worlds) {
      const tax = { name: 'City', basis: 'percent', rate: 4 };
      taxes.push(ok(await world.seller.post<Made>('/api/v1/tax-rules', tax)).id);
      await grant(base, world, base.reader.id, 850);
    }
    for (const round of [0, 1]) {
      await grant(base, richer, base.other.id, 345 + round, taxes[1]);
      const told = [];
      for (const [n, world] of worlds.entries()) {
        const quotes = await act(base, world, round);
        const [mine, theirs] = world.orders.slice(-2) as [OrderBody, OrderBody];
        const ids = [
          ...[base.product.id, base.product.variantId, base.hidden.id, base.hidden.variantId],
          ...[base.seller.id, base.other.id, mine.id, theirs.id],
          // An id of the other's list or offer is as unknown as any.
          ...[world.granted.at(-2), world.granted.at(-1)].map((id) => (n > 0 && id) || v7()),
        ];
        const addresses = [
          ...addressesWith(reads, ids),
          ...searchesOf(base.seller.id, base.hidden),
          `/api/v1/orders/${mine.id}`,
        ];
        const read = await readAll(world.reader, addresses);
        const tell = tellers[n] as ReturnType<typeof tellerOf>;
        told.push(
          [...quotes, ...[...read].map(([address, text]) => `${address.replace(IDS, 'ID')} ${text}`)].map(
            tell,
          ),
        );
      }
      const found = (lines: readonly string[] = []) => lines.filter((line) => line.includes(' 200 '));
      expect(found(told[0]).length).toBeGreaterThan(100);
      expect(told[1]).toEqual(told[0]);
    }
    const paid = async ({ other, orders }: World) =>
      ok(await other.get<OrderBody>(`/api/v1/orders/${orders.at(-1)?.id}`)).total;
    expect(await paid(richer)).toBeLessThan((await paid(plain)) / 2);
    for (const { server } of worlds) expect(server.takeFaults()).toEqual([]);
  } finally {
    for (const { close } of worlds) await close();
    await base.drop();
  }
}, 600_000);
