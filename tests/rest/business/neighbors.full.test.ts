import { encode } from 'next-auth/jwt';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../factories/api-key';
import { type Business, connect, createBusiness, createMember, type Member } from '../../factories/business';
import { createProduct, createStock, type TestProduct } from '../../factories/catalog';
import { addImage } from '../../factories/images';
import { applyImport, checkCsv, uploadCsv } from '../../factories/imports';
import { createLot } from '../../factories/lots';
import { connectPos, sync } from '../../factories/pos';
import { createResetToken } from '../../factories/reset';
import { enrol, totp } from '../../factories/second-factor';
import { type ItemBody, openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { addEndpoint } from '../../factories/webhook';
import { type Client, ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { TEST_SECRET } from '../../setup/server';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

interface Twin {
  business: Business;
  client: Client;
  product: TestProduct;
  /** 10 units in the vault of `Place 1`. */
  item: string;
}
const SKU = 'TWIN-1';

/** A wholesaler with the same names and SKU as the others of this file. */
async function openTwin(): Promise<Twin> {
  const business = await createBusiness(db, 'wholesaler');
  const client = await stage.signIn(await createMember(db, business, 'owner'));
  const product = await createProduct(db, business, { name: 'Twin', brand: 'Twin' });
  await sql`update product_variants set sku = ${SKU} where id = ${product.variantId}`;
  const item = await createStock(db, business, product.variantId, 10);
  return { business, client, product, item };
}
const quantityOf = async ({ client, item }: Twin) =>
  ok(await client.get<ItemBody>(`/api/v1/inventory/${item}`)).quantity;

let own: Twin;
let other: Twin;
beforeAll(async () => {
  own = await openTwin();
  other = await openTwin();
});

describe('a name or SKU that another business has, too', () => {
  test('means the own location, product and variant in imports, counts and syncs', async () => {
    const csv = `location,sku,counted\nPlace 1,${SKU},8\n`;
    for (const [twin, kind, text] of [
      [own, 'count', csv],
      [own, 'inventory', csv.replace('counted', 'quantity').replace(',8', ',7')],
    ] as const) {
      const { id, counts } = await checkCsv(twin.client, kind, text);
      expect(counts).toMatchObject({ adjust: 1, error: 0 });
      await applyImport(twin.client, id);
    }
    expect([await quantityOf(own), await quantityOf(other)]).toEqual([7, 10]);
    const place = { location_id: own.business.locationIds[0], room_type: 'vault' };
    const count = ok(await own.client.post<{ id: string }>('/api/v1/inventory/counts', place));
    const scanned = await own.client.put(`/api/v1/inventory/counts/${count.id}/lines`, { sku: SKU, add: 1 });
    expect(ok(scanned)).toMatchObject({ inventory_id: own.item });
    await connectPos(db, own.business, { stock: [{ sku: SKU, quantity: 5 }] });
    const run = await sync(own.client, own.business.locationIds[0]);
    expect(run).toMatchObject({ processed: 1, updated: 1, failed: 0 });
    expect([await quantityOf(own), await quantityOf(other)]).toEqual([5, 10]);
  });

  test('updates the own product in an import, and is unknown where only the other business has it', async () => {
    const line = (sku: string, name = 'Twin') =>
      `sku,name,category,price,description\n${sku},${name},flower,9,Mine\n`;
    const described = async ({ product }: Twin) =>
      (await sql`select description from products where id = ${product.id}`)[0]?.description;
    const { id, counts } = await checkCsv(own.client, 'products', line(SKU));
    expect(counts).toMatchObject({ update: 1, create: 0, error: 0 });
    await applyImport(own.client, id);
    expect([await described(own), await described(other)]).toEqual(['Mine', null]);
    const theirs = await createProduct(db, other.business, { name: 'Only theirs' });
    const sku = theirs.variants[0]?.sku ?? '';
    await createStock(db, other.business, theirs.variantId, 3);
    expect((await checkCsv(own.client, 'products', line(sku, 'Only theirs'))).counts).toMatchObject({
      create: 1,
    });
    expect((await checkCsv(own.client, 'count', `sku,counted\n${sku},1\n`)).counts).toMatchObject({
      error: 1,
    });
    const place = { location_id: own.business.locationIds[0], room_type: 'vault' };
    const count = ok(await own.client.post<{ id: string }>('/api/v1/inventory/counts', place));
    const scanned = await own.client.put(`/api/v1/inventory/counts/${count.id}/lines`, { sku, add: 1 });
    expectError(scanned, 'NOT_FOUND');
  });

  test('shares no remembered mapping of a file', async () => {
    const csv = `Neighbor item,Neighbor units\n${SKU},1\n`;
    const first = ok(await uploadCsv(other.client, 'count', csv));
    expect(first.status).toBe('mapping');
    const mapping = [
      { column: 'Neighbor item', field: 'sku' },
      { column: 'Neighbor units', field: 'counted' },
    ];
    ok(await other.client.patch(`/api/v1/imports/${first.id}`, { mapping }));
    expect(ok(await uploadCsv(own.client, 'count', csv)).status).toBe('mapping');
    expect(ok(await uploadCsv(other.client, 'count', csv)).status).not.toBe('mapping');
  });
});

describe('goods that another business holds, too', () => {
  let trade: Trade;
  let holder: { business: Business; client: Client; item: string };
  beforeAll(async () => {
    trade = await openTrade(stage, { quantity: 4 });
    const business = await createBusiness(db, 'retailer');
    await connect(db, business, trade.wholesaler);
    const client = await stage.signIn(await createMember(db, business, 'owner'));
    holder = { business, client, item: await createStock(db, business, trade.product.variantId, 50) };
  });

  test('are neither reserved nor counted as available to an order', async () => {
    const items = [{ product_id: trade.product.id, quantity: 5 }];
    const body = { wholesaler_id: trade.wholesaler.id, items };
    const quote = ok(await trade.buyer.post<{ lines: object[] }>('/api/v1/orders/quote', body));
    expect(quote.lines).toMatchObject([{ available_quantity: 4 }]);
    const { lines } = expectError(await trade.buyer.post('/api/v1/orders', body), 'INSUFFICIENT_STOCK');
    expect(lines).toMatchObject([{ available: 4 }]);
  });

  test('are no lots of the seller, nor a purchase of another buyer', async () => {
    const own = await openTrade(stage, { quantity: 9 });
    const lot = await createLot(own.seller, own.stockId, 'SOLD', 3);
    await placeOrderIn(own, 'delivered', 3);
    const { id, items } = await placeOrder(own, 1);
    const path = `/api/v1/orders/${id}/items/${items[0]?.id}/lots`;
    expect(ok(await own.seller.get<{ lots: unknown[] }>(path))).toMatchObject({
      lots: [],
      unassigned_available: 6,
    });
    const body = { lots: [{ lot_id: lot.id, quantity: 1 }] };
    expectError(await own.seller.put(path, body), 'NOT_FOUND');
    const business = await createBusiness(db, 'retailer');
    await connect(db, business, own.wholesaler);
    const client = await stage.signIn(await createMember(db, business, 'owner'));
    const catalog = `/api/v1/market/suppliers/${own.wholesaler.id}/catalog`;
    expect(ok(await client.get<{ data: object[] }>(catalog)).data).toMatchObject([
      { last_price: null, own_quantity: 0 },
    ]);
    expect(ok(await client.get<{ data: object[] }>(`${catalog}?ordered=true`)).data).toEqual([]);
  });

  test('keep the retail price that each business has set', async () => {
    const path = `/api/v1/inventory/prices/${trade.product.variantId}`;
    ok(await holder.client.put(path, { price: 11 }));
    await createStock(db, trade.retailer, trade.product.variantId, 1);
    ok(await trade.buyer.put(path, { price: 22 }));
    const [audited] = await sql`
      select before from audit_log where entity_id = ${trade.retailer.id} and action = 'inventory.priced'`;
    expect(audited?.before).toEqual({ price: null });
    ok(await trade.buyer.put(path, { price: null }));
    expect(ok(await holder.client.get(`/api/v1/inventory/${holder.item}`))).toMatchObject({ unit_price: 11 });
  });

  test('stay open to their holder when the owner deletes the variant', async () => {
    const { wholesaler, seller } = trade;
    const product = await createProduct(db, wholesaler, { prices: [100, 200] });
    const variant = product.variants[1]?.id ?? '';
    const item = await createStock(db, holder.business, variant, 5);
    expect((await seller.delete(`/api/v1/products/${product.id}/variants/${variant}`)).status).toBe(204);
    const change = { quantity_change: -1, reason_code: 'SALE' };
    expect(ok(await holder.client.patch(`/api/v1/inventory/${item}`, change))).toMatchObject({ quantity: 4 });
  });
});

describe('limits and lists of a business', () => {
  test('count nothing of another one', async () => {
    const { business, client } = own;
    const neighbor = other.business.id;
    const fill = (table: 'drivers' | 'vehicles', columns: string, values: string) =>
      sql.unsafe(`insert into ${table} (id, entity_id, ${columns})
        select gen_random_uuid(), '${neighbor}', ${values} from generate_series(1, 500)`);
    await fill('drivers', 'name, license_number', "'x', 'x'");
    await fill('vehicles', 'make, model, plate', "'x', 'x', 'x'");
    await sql`
      insert into stock_counts (id, entity_id, location_id, room_type, blind, actor_id, actor_name)
      select gen_random_uuid(), ${neighbor}, ${other.business.locationIds[0]}, 'vault', false, ${neighbor}, 'x'
      from generate_series(1, 100)`;
    await sql`
      insert into webhook_endpoints (id, entity_id, url, events, active, secret)
      select gen_random_uuid(), ${neighbor}, 'https://example.com', '{"*"}', true, 'x' from generate_series(1, 10)`;
    const userId = other.client.tokens?.user.id ?? '';
    await sql`
      insert into api_keys (id, entity_id, user_id, name, lookup, secret_hash, permissions)
      select gen_random_uuid(), ${neighbor}, ${userId}, 'x', 'NEIGH' || lpad(n::text, 3, '0'), 'x', '{read:inventory}'
      from generate_series(1, 100) n`;
    await sql`
      insert into saved_views (id, user_id, list, name, query)
      select gen_random_uuid(), ${userId}, 'orders', 'View ' || n, '' from generate_series(1, 50) n`;
    ok(await client.post('/api/v1/drivers', { name: 'Dana', license_number: 'D1' }));
    ok(await client.post('/api/v1/vehicles', { make: 'x', model: 'x', plate: 'x' }));
    const place = { location_id: business.locationIds[0], room_type: 'sales_floor' };
    ok(await client.post('/api/v1/inventory/counts', place));
    await addEndpoint(client);
    await createKey(client);
    ok(await client.post('/api/v1/views', { list: 'orders', name: 'Mine', query: '' }));
    expect(ok(await client.get<{ pagination: { total: number } }>('/api/v1/drivers')).pagination.total).toBe(
      1,
    );
  });

  test('let both parties comment on an order up to their own limit', async () => {
    const trade = await openTrade(stage);
    const { id } = await placeOrder(trade);
    const subject = `comments:${trade.retailer.id}:${trade.wholesaler.id}`;
    await sql`insert into reset_requests (subject, window_start, requests) values (${subject}, now(), 60)`;
    expectError(await trade.buyer.post(`/api/v1/orders/${id}/comments`, { body: 'x' }), 'RATE_LIMITED');
    expect((await trade.seller.post(`/api/v1/orders/${id}/comments`, { body: 'x' })).status).toBe(201);
  });
});

describe('another member', () => {
  const login = ({ email, password }: Member) =>
    stage.anybody.post<{ temp_token: string }>('/auth/login', { email, password });
  const complete = (temp_token: string, code: string | undefined) =>
    stage.anybody.post('/auth/mfa/complete', { temp_token, code });
  const open = async () => {
    const member = await createMember(db, own.business, 'admin');
    return { member, client: await stage.signIn(member) };
  };
  const reset = (token: string, new_password = 'another good password') =>
    stage.anybody.post('/auth/password/reset', { token, new_password });

  test('keeps sessions, reset links, known devices and sign-ins that wait, when one resets a password', async () => {
    const [one, two] = [await open(), await open()];
    const factor = await enrol(two.client);
    const waiting = (await login(two.member)).body.temp_token;
    const link = await createResetToken(db, two.member.id);
    expect((await reset(await createResetToken(db, one.member.id))).status).toBe(204);
    expect((await two.client.get('/auth/me')).status).toBe(200);
    const devices = await sql`select from known_devices where user_id = ${two.member.id}`;
    expect(devices.count).toBeGreaterThan(0);
    expect((await complete(waiting, totp(factor.secret))).status).toBe(200);
    expect((await reset(link)).status).toBe(204);
  });

  test('keeps recovery codes and sign-ins that wait, when one renews codes and turns two factors off', async () => {
    const [one, two] = [await open(), await open()];
    const [mine, theirs] = [await enrol(one.client), await enrol(two.client)];
    const waiting = (await login(two.member)).body.temp_token;
    const { password } = one.member;
    ok(await one.client.post('/auth/mfa/recovery-codes', { password }));
    ok(await one.client.post('/auth/mfa/disable', { password, code: totp(mine.secret, 1) }));
    expect((await complete(waiting, theirs.recoveryCodes[0])).status).toBe(200);
  });

  test('keeps locations, invitation and membership, when one gets other limits or another business is deleted', async () => {
    const { business, client } = await openTwin();
    const gone = await openTwin();
    await connectPos(db, business);
    await sql`update pos_connections set credentials = 'sealed' where entity_id = ${business.id}`;
    const [limited, changed] = [
      await createMember(db, business, 'viewer', [...business.locationIds]),
      await createMember(db, business, 'viewer', [...business.locationIds]),
    ];
    const invite = { email: `guest-${business.id}@business.test`, role: 'viewer' };
    const guest = ok(await client.post<{ user_id: string }>('/api/v1/entity/team/invite', invite));
    ok(await client.patch(`/api/v1/entity/team/${changed.id}`, { locations: [] }));
    const [owner] = await sql`select id from users where entity_id = ${gone.business.id}`;
    expect(owner).toBeDefined();
    expect(
      (await gone.client.send('DELETE', '/api/v1/entity', { body: { password: 'a password of the tests' } }))
        .status,
    ).toBe(204);
    const member = async (id: string) => ok(await client.get<object>(`/api/v1/entity/team/${id}`));
    expect(await member(limited.id)).toMatchObject({ locations: business.locationIds, all_locations: false });
    expect(await member(guest.user_id)).toMatchObject({ status: 'invited' });
    const [pos] = await sql`select credentials from pos_connections where entity_id = ${business.id}`;
    expect(pos?.credentials).toBe('sealed');
  });

  test('keeps known devices beyond the limit of one', async () => {
    const [one, two] = [await open(), await open()];
    await sql`
      insert into known_devices (user_id, device_id, used_at)
      select ${two.member.id}, gen_random_uuid(), now() - interval '1 year' from generate_series(1, 60)`;
    await stage.signIn(one.member);
    const [row] = await sql`select count(*)::int as n from known_devices where user_id = ${two.member.id}`;
    expect(row?.n).toBeGreaterThanOrEqual(60);
  });

  test('keeps choices of notifications of their own', async () => {
    const [one, two] = [await open(), await open()];
    const path = '/api/v1/notifications/preferences';
    const before = ok(await two.client.get(path));
    const preferences = [{ kind: 'low_stock', bell: false, mail: 'daily' }];
    ok(await one.client.patch(path, { preferences }));
    expect(ok(await two.client.get(path))).toEqual(before);
  });
});

describe('lots and batches of another business', () => {
  /** A lot of a twin of its own, which no connection leads to. */
  async function openLot() {
    const twin = await openTwin();
    return { ...twin, lot: await createLot(twin.client, twin.item, 'GROWN', 4) };
  }

  test('are no batch to add a lot to, and no source of one (404)', async () => {
    const mine = await openLot();
    const theirs = await openLot();
    const place = { location_id: mine.business.locationIds[0], room_type: 'vault' };
    const add = (batch: string) => mine.client.post('/api/v1/lots', { batch, package_tag: 'TAG-1' });
    expectError(await add(theirs.lot.batch), 'NOT_FOUND');
    expect((await add(mine.lot.batch)).status).toBe(201);
    const made = {
      product_id: mine.product.id,
      variant_id: mine.product.variantId,
      batch_id: 'MADE',
      ...place,
      quantity: 1,
    };
    const from = (id: string) =>
      mine.client.post('/api/v1/lots', { ...made, sources: [{ lot_id: id, quantity: 1 }] });
    expectError(await from(theirs.lot.id), 'NOT_FOUND');
    expect((await from(mine.lot.id)).status).toBe(201);
  });

  test('keep their hold when another holder releases its own', async () => {
    const trade = await openTrade(stage, { quantity: 9 });
    const { batch } = await createLot(trade.seller, trade.stockId, 'SHARED', 9);
    const business = await createBusiness(db, 'retailer');
    await connect(db, business, trade.wholesaler);
    const second = await stage.signIn(await createMember(db, business, 'owner'));
    for (const buyer of [trade.buyer, second]) {
      await placeOrderIn({ ...trade, buyer }, 'delivered', 2);
      ok(await buyer.post(`/api/v1/batches/${batch}/hold`, { reason: 'Mold' }));
    }
    const release = (client: Client) => client.post(`/api/v1/batches/${batch}/release`);
    ok(await release(second));
    ok(await release(trade.buyer));
  });

  test('show no uploaded image of a product that is not theirs to see (404)', async () => {
    const image = await addImage(own.client, own.product.id);
    const path = `/images/products/${own.product.id}/${image}.webp`;
    const read = async ({ tokens }: Client) => {
      const [session] = await sql`select id from sessions where user_id = ${tokens?.user.id ?? ''} limit 1`;
      const cookie = `tallyleaf-session=${await encode({ token: { sid: session?.id }, secret: TEST_SECRET })}`;
      return stage.anybody.get(path, { headers: { cookie } });
    };
    expect((await read(own.client)).status).toBe(200);
    expectError(await read(other.client), 'NOT_FOUND');
  });
});
