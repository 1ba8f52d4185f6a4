import { beforeAll, describe, expect, test } from 'vitest';
import { type Business, connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { createLot } from '../../factories/lots';
import { connectPos } from '../../factories/pos';
import { type ItemBody, openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { createWeighed } from '../../factories/weights';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

type List<T> = { data: T[]; pagination: { total: number } };
interface Party {
  business: Business;
  client: Client;
}
async function openParty(
  type: 'retailer' | 'wholesaler' | 'cultivator',
  options?: Parameters<typeof createBusiness>[2],
): Promise<Party> {
  const business = await createBusiness(db, type, options);
  return { business, client: await stage.signIn(await createMember(db, business, 'owner')) };
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 40 });
});

describe('a code that is scanned in a count', () => {
  const scan = async ({ client, business }: Party, sku: string) => {
    const place = { location_id: business.locationIds[0], room_type: 'sales_floor' };
    const { id } = ok(await client.post<{ id: string }>('/api/v1/inventory/counts', place));
    return client.put<{ inventory_id: string }>(`/api/v1/inventory/counts/${id}/lines`, { sku, add: 1 });
  };

  test('means the own product that a customer alone has in stock', async () => {
    const { wholesaler, retailer, seller } = trade;
    const product = await createProduct(db, wholesaler);
    await createStock(db, retailer, product.variantId, 5);
    const sku = product.variants[0]?.sku ?? '';
    const { inventory_id } = ok(await scan({ client: seller, business: wholesaler }, sku));
    expect(ok(await seller.get(`/api/v1/inventory/${inventory_id}`))).toMatchObject({ sku, quantity: 0 });
  });

  test('is unknown where it is the tag of a package of another business (404)', async () => {
    await createLot(trade.seller, trade.stockId, 'TAGGED', 3, { package_tag: 'TAG-OF-SELLER' });
    const own = { client: trade.seller, business: trade.wholesaler };
    expect((await scan(own, 'TAG-OF-SELLER')).status).toBe(200);
    expectError(await scan(await openParty('wholesaler'), 'TAG-OF-SELLER'), 'NOT_FOUND');
  });
});

describe('a lot of another business', () => {
  test('takes no adjustment, though its product is in stock (404)', async () => {
    const lot = await createLot(trade.seller, trade.stockId, 'KEPT', 3);
    const item = await createStock(db, trade.retailer, trade.product.variantId, 5);
    const change = { quantity_change: 1, reason_code: 'AUDIT', lot_id: lot.id };
    expectAbsent(await trade.buyer.patch(`/api/v1/inventory/${item}`, change));
    expect(ok(await trade.buyer.get<ItemBody>(`/api/v1/inventory/${item}`)).lots).toEqual([]);
  });

  test('is no source of an own lot, unless its cultivator is a partner', async () => {
    const farm = await openParty('cultivator');
    const grown = await createProduct(db, farm.business);
    const stock = await createStock(db, farm.business, grown.variantId, 9);
    const lot = await createLot(farm.client, stock, 'GROWN', 9);
    const make = () =>
      trade.seller.post('/api/v1/lots', {
        product_id: trade.product.id,
        variant_id: trade.product.variantId,
        batch_id: 'MADE-OF-GROWN',
        location_id: trade.wholesaler.locationIds[0],
        room_type: 'vault',
        quantity: 1,
        sources: [{ lot_id: lot.id, quantity: 1 }],
      });
    expectError(await make(), 'NOT_FOUND');
    await connect(db, trade.wholesaler, farm.business);
    expect((await make()).status).toBe(201);
  });

  test('shows who bought it neither its sources nor who else came to read it', async () => {
    const own = await openTrade(stage, { quantity: 9 });
    const source = await createLot(own.seller, own.stockId, 'SOURCE', 4);
    const product = await createProduct(db, own.wholesaler);
    const stock = await createStock(db, own.wholesaler, product.variantId, 0);
    const sources = [{ lot_id: source.id, quantity: 4 }];
    const made = await createLot(own.seller, stock, 'MADE', 4, { sources });
    const second = await openParty('retailer');
    await connect(db, second.business, own.wholesaler);
    await placeOrderIn({ ...own, product }, 'delivered', 2);
    const [clock] = await sql`select to_json(now()) #>> '{}' as now`;
    await placeOrderIn({ ...own, buyer: second.client, product }, 'delivered', 2);
    const since = async (client: Client) => {
      const { data } = ok(
        await client.get<List<{ id: string }>>(
          `/api/v1/lots?updated_since=${encodeURIComponent(clock?.now)}`,
        ),
      );
      return data.map(({ id }) => id);
    };
    expect(await since(second.client)).toEqual([made.id]);
    expect(await since(own.buyer)).toEqual([]);
    const kinds = async (client: Client) =>
      ok(await client.get<List<{ kind: string }>>(`/api/v1/batches/${made.batch}/trace`)).data.map(
        ({ kind }) => kind,
      );
    expect(await kinds(own.seller)).toContain('source');
    expect(await kinds(own.buyer)).not.toContain('source');
  });
});

test("another's stock by weight, empty rows and licenses are no part of the own figures", async () => {
  const own = await openTrade(stage);
  const other = await openTrade(stage, { wholesaler: { licenseExpiry: inDays(20) } });
  const figures = async () => {
    const overview = ok(await own.seller.get<{ today: object; units_by_room: object[] }>('/api/v1/overview'));
    const stock = ok(await own.seller.get<List<object>>('/api/v1/inventory?limit=1')).pagination;
    const levels = ok(await own.seller.get<List<object>>('/api/v1/inventory/levels?limit=1')).pagination;
    return [overview.units_by_room, overview.today, stock.total, levels.total];
  };
  const before = await figures();
  expect(before).toMatchObject([[{ room_type: 'vault' }], { license_expiry: null }, 1, 1]);
  await createWeighed(other, { unit: 'lb', step: 0.25, price: 500, steps: 8 });
  const gone = await createProduct(db, other.wholesaler);
  await createStock(db, other.wholesaler, gone.variantId, 0);
  expect((await other.seller.delete(`/api/v1/products/${gone.id}`)).status).toBe(204);
  const theirs = ok(await other.seller.get<{ today: object; units_by_room: object[] }>('/api/v1/overview'));
  expect(theirs).toMatchObject({ today: { license_expiry: inDays(20) } });
  expect(await figures()).toEqual(before);
});

test('an amount that is no multiple of its step says nothing of an item of another business (404)', async () => {
  const { stockId } = await createWeighed(trade, { unit: 'g', step: 0.5, price: 5, steps: 8 });
  const change = { amount_change: 0.3, reason_code: 'AUDIT' };
  expectError(await trade.seller.patch(`/api/v1/inventory/${stockId}`, change), 'INVALID_REQUEST');
  expectAbsent(await trade.buyer.patch(`/api/v1/inventory/${stockId}`, change));
});

describe('a member limited to one of two locations', () => {
  let shop: Party;
  let limited: Client;
  let [here, there]: string[] = [];
  let variantId: string;
  let [stockHere, stockThere]: string[] = [];
  beforeAll(async () => {
    shop = await openParty('wholesaler', { locationCount: 2 });
    [here = '', there = ''] = shop.business.locationIds;
    limited = await stage.signIn(await createMember(db, shop.business, 'admin', [here]));
    ({ variantId } = await createProduct(db, shop.business));
    stockHere = await createStock(db, shop.business, variantId, 100, { locationId: here });
    stockThere = await createStock(db, shop.business, variantId, 100, { locationId: there });
  });

  test('adjusts no item of the other one, whatever quantity is expected (404)', async () => {
    const change = { quantity_change: -1, reason_code: 'AUDIT', expected_quantity: 100 };
    expectAbsent(await limited.patch(`/api/v1/inventory/${stockThere}`, change));
    expect(ok(await limited.patch(`/api/v1/inventory/${stockHere}`, change))).toMatchObject({ quantity: 99 });
    expect(ok(await shop.client.get(`/api/v1/inventory/${stockThere}`))).toMatchObject({ quantity: 100 });
  });

  test('lists and reads counts of the own one alone', async () => {
    const path = '/api/v1/inventory/counts';
    const open = async (client: Client, location_id: string | undefined) =>
      client.post<{ id: string }>(path, { location_id, room_type: 'vault' });
    expectAbsent(await open(limited, there));
    const [mine, theirs] = [ok(await open(limited, here)), ok(await open(shop.client, there))];
    const { data } = ok(await limited.get<List<{ id: string }>>(path));
    expect(data.map(({ id }) => id)).toEqual([mine.id]);
    expectAbsent(await limited.get(`${path}/${theirs.id}`));
    expectAbsent(await limited.put(`${path}/${theirs.id}/lines`, { inventory_id: stockThere, counted: 1 }));
  });

  test('counts rows of lots in the own one alone', async () => {
    const lots = await Promise.all([
      createLot(shop.client, stockHere ?? '', 'HERE', 10),
      createLot(shop.client, stockThere ?? '', 'THERE', 10),
    ]);
    const { data, pagination } = ok(
      await limited.get<List<{ batch_id: string | null }>>('/api/v1/inventory?by=lot'),
    );
    expect(data.map(({ batch_id }) => batch_id).sort()).toEqual(['HERE', null]);
    expect(pagination.total).toBe(2);
    expect(lots).toHaveLength(2);
  });

  test('neither syncs nor disconnects the other one, and learns of no run there (404)', async () => {
    await connectPos(db, shop.business, {}, there);
    const sync = (client: Client, location_id: string | undefined) =>
      client.post('/api/v1/inventory/sync', { location_id, sync_type: 'full' });
    expectAbsent(await sync(limited, there));
    for (const [client, id] of [
      [limited, there],
      [limited, ABSENT_ID],
      [trade.seller, there],
    ] as const) {
      expectAbsent(await sync(client, id));
    }
    await sql`
      insert into sync_runs (id, entity_id, location_id, connection_id, sync_type, actor_name, request_id, lease_until)
      select uuidv7(), entity_id, location_id, id, 'full', 'Tester', 'neighbors', now() + interval '1 hour'
      from pos_connections where location_id = ${there ?? ''}`;
    const path = `/api/v1/entity/locations/${there}/pos`;
    expectError(await shop.client.delete(path), 'CONFLICT');
    expectAbsent(await limited.delete(path));
    expectAbsent(await limited.patch(path, { config: {} }));
  });
});
