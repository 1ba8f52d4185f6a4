import { expect, test } from 'vitest';
import { createKey, withKey } from '../../factories/api-key';
import { createBusiness, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { openTrade } from '../../factories/trade';
import { type Answer, type Client, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const trade = await openTrade(stage);
const { seller, wholesaler } = trade;
const PRODUCTS = '/api/v1/products';
const by = (kind: string, value: string, system = 'erp') =>
  `/api/v1/${kind}/by/${system}/${encodeURIComponent(value)}`;

interface Product {
  id: string;
  name: string;
  updated_at: string;
  description: string | null;
  external_ids: Record<string, string>;
  variants: Array<{ id: string; sku: string; name: string; price: number }>;
}
const put = (value: string, body: object, client: Client = seller, headers = {}): Promise<Answer<Product>> =>
  client.put<Product>(by('products', value), body, { headers });
const flower = { name: 'Upsert', category: 'flower' };
const variant = (sku: string, price = 10) => ({ name: '1 g', sku, price });
const eventsOf = async (id: string) =>
  (await stage.sql`select 1 from events where data ->> 'id' = ${id}`).length;
const auditsOf = async (id: string) =>
  (await stage.sql`select 1 from audit_log where object_id = ${id}`).length;

test('makes a product (201, Location), leaves an equal one, and changes what differs', async () => {
  const body = { ...flower, description: 'x', variants: [variant('UP-1')] };
  const made = await put('A/1 ü', body);
  expect(made.status, made.text).toBe(201);
  expect(made.headers.location).toBe(`${PRODUCTS}/${made.body.id}`);
  expect(made.body.external_ids).toEqual({ erp: 'A/1 ü' });
  const before = { events: await eventsOf(made.body.id), audits: await auditsOf(made.body.id) };
  const same = await put('A/1 ü', body);
  expect([same.status, same.headers.location]).toEqual([200, undefined]);
  expect(same.body).toEqual(made.body);
  expect(same.headers.etag).toBe(made.headers.etag);
  expect({ events: await eventsOf(made.body.id), audits: await auditsOf(made.body.id) }).toEqual(before);
  const changed = await put('A/1 ü', { description: null, variants: [{ sku: 'UP-1', price: 11 }] });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ id: made.body.id, name: 'Upsert', description: null });
  expect(changed.body.variants).toMatchObject([{ id: made.body.variants[0]?.id, sku: 'UP-1', price: 11 }]);
  expect(changed.headers.etag).toBe((await seller.get(`${PRODUCTS}/${made.body.id}`)).headers.etag);
});

test('finds variants by id, external id and SKU; others stay, and new ones are added', async () => {
  const [a, b] = [{ ...variant('UP-A'), external_ids: { pos: 'a' } }, variant('UP-B')];
  const { id, variants } = ok(await put('B', { ...flower, variants: [a, b] }));
  const [first, second] = variants;
  const sent = [
    { external_ids: { pos: 'a' }, name: 'Renamed', sku: 'UP-A2' },
    { ...variant('UP-C'), price: 5 },
  ];
  const after = ok(await put('B', { variants: sent }));
  expect(after.id).toBe(id);
  expect(after.variants).toMatchObject([
    { id: first?.id, name: 'Renamed', sku: 'UP-A2' },
    { id: second?.id, sku: 'UP-B' },
    { sku: 'UP-C', price: 5 },
  ]);
});

test('of two at once one is 201 and the rest are 200, with one object', async () => {
  const body = { ...flower, variants: [variant('UP-RACE')] };
  const answers = await Promise.all(Array.from({ length: 5 }, () => put('RACE', body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
  expect(new Set(answers.map((one) => one.body.id)).size).toBe(1);
});

test('a SKU that another object has is 409 with the object, and stays where it is', async () => {
  const other = await createProduct(stage.db, wholesaler);
  const sku = other.variants[0]?.sku ?? '';
  const rejected = expectError(await put('C', { ...flower, variants: [variant(sku)] }), 'CONFLICT');
  expect(rejected).toMatchObject({
    reason: 'sku_taken',
    object: { type: 'variant', id: other.variantId },
  });
});

test('another value of the system in the body, an unknown field and a bad system are 400', async () => {
  expectInvalid(await put('D', { ...flower, external_ids: { erp: 'E' } }), 'external_ids.erp');
  expectInvalid(await put('D', { ...flower, id: 'x' }), 'id', 'unknown_key');
  expectInvalid(await seller.put(by('products', 'D', 'ERP'), flower), 'system');
  expectInvalid(await put('D', { category: 'flower' }), 'name', 'required');
});

test('If-Match on what isn’t there is 412, and compares what is', async () => {
  const any = { 'if-match': '*' };
  expectError(await put('M', flower, seller, any), 'PRECONDITION_FAILED');
  const made = await put('M', flower);
  expectError(await put('M', { name: 'x' }, seller, { 'if-match': '"x"' }), 'PRECONDITION_FAILED');
  const changed = await put('M', { name: 'x' }, seller, { 'if-match': made.headers.etag ?? '' });
  expect(changed.status).toBe(200);
});

test('an Idempotency-Key repeats 201 with its Location, and 200 without', async () => {
  const key = { 'idempotency-key': 'upsert-1' };
  const first = await put('K', flower, seller, key);
  const again = await put('K', flower, seller, key);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.headers).toMatchObject({
    location: first.headers.location,
    etag: first.headers.etag,
    'idempotent-replayed': 'true',
  });
  const other = { 'idempotency-key': 'upsert-2' };
  expect((await put('K', { name: 'y' }, seller, other)).status).toBe(200);
  const repeated = await put('K', { name: 'y' }, seller, other);
  expect([repeated.status, repeated.headers.location]).toEqual([200, undefined]);
});

test('creating and changing take their own permissions; with neither it is 403 at once', async () => {
  const keyed = async (...permissions: string[]) =>
    withKey(stage.server.url, (await createKey(seller, { permissions })).secret);
  const [creates, updates, reads] = [
    await keyed('create:products'),
    await keyed('update:products'),
    await keyed('read:products'),
  ];
  expectError(await put('P', { nonsense: 1 }, reads), 'FORBIDDEN');
  expect(expectError(await put('P', flower, updates), 'FORBIDDEN')).toMatchObject({
    permission: 'create:products',
  });
  expect((await put('P', flower, creates)).status).toBe(201);
  expect(expectError(await put('P', { name: 'z' }, creates), 'FORBIDDEN')).toMatchObject({
    permission: 'update:products',
  });
  expect((await put('P', { name: 'z' }, updates)).status).toBe(200);
});

test('another business’s external id finds none of its objects', async () => {
  const { id } = ok(await put('OWN', flower));
  const other = await stage.signIn(
    await createMember(stage.db, await createBusiness(stage.db, 'wholesaler'), 'owner'),
  );
  const made = await put('OWN', flower, other);
  expect(made.status).toBe(201);
  expect(made.body.id).not.toBe(id);
});

test('a variant is made below its product, and stays there (409 other_product)', async () => {
  const { id } = ok(await put('V', flower));
  const other = ok(await put('V2', flower));
  const path = by('variants', 'V-1');
  expectInvalid(await seller.put(path, variant('UP-V')), 'product_id', 'required');
  const made = await seller.put<{ id: string; product_id: string }>(path, {
    ...variant('UP-V'),
    product_id: id,
  });
  expect(made.status, made.text).toBe(201);
  expect(made.headers.location).toBe(`${PRODUCTS}/${id}/variants/${made.body.id}`);
  expect(made.headers.etag).toBe((await seller.get(made.headers.location ?? '')).headers.etag);
  expect((await seller.put(path, { ...variant('UP-V'), product_id: id })).status).toBe(200);
  expect(expectError(await seller.put(path, { product_id: other.id }), 'CONFLICT')).toMatchObject({
    reason: 'other_product',
  });
});

const address = { street: '1 Pier Road', city: 'Oakland', state: 'CA', zip: '94607' };
const shop = (license: string) => ({
  ...{ type: 'retailer', name: 'Upserted', license_number: license, address },
});

test('a customer is made and changed; a license of another is 409 with the object', async () => {
  const path = by('customers', 'C-1');
  const made = await seller.put<{ id: string; kept: string[] }>(path, shop('UP-LIC-1'));
  expect(made.status, made.text).toBe(201);
  expect(made.body.kept).toEqual([]);
  const same = await seller.put(path, shop('UP-LIC-1'));
  expect([same.status, same.headers.etag]).toEqual([200, made.headers.etag]);
  expect((await seller.put(path, { nickname: 'Corner' })).status).toBe(200);
  expect(expectError(await seller.put(by('customers', 'C-2'), shop('UP-LIC-1')), 'CONFLICT')).toMatchObject({
    reason: 'customer_exists',
    object: { type: 'customer', id: made.body.id },
  });
});

test('the profile of a customer on board stays, and is named in kept', async () => {
  const { retailer } = trade;
  ok(await seller.patch(`/api/v1/customers/${retailer.id}`, { external_ids: { erp: 'ON BOARD' } }));
  const before = ok(await seller.get<{ name: string }>(`/api/v1/customers/${retailer.id}`));
  const put = await seller.put<{ name: string; nickname: string; kept: string[] }>(
    by('customers', 'ON BOARD'),
    { name: 'Ours', nickname: 'Corner' },
  );
  expect(put.status, put.text).toBe(200);
  expect(put.body).toMatchObject({ name: before.name, nickname: 'Corner', kept: ['name'] });
});

interface Results {
  results: Array<{
    index: number;
    status: string;
    id: string | null;
    etag: string | null;
    error: { code: string; details: Record<string, unknown> } | null;
  }>;
}
const batch = (items: object[], more = {}, kind = 'products') =>
  seller.post<Results>(`/api/v1/${kind}/batch`, { items, ...more });

test('a batch says what became of each entry, also when all failed', async () => {
  const items = [
    { system: 'erp', value: 'BATCH-1', ...flower, variants: [variant('UP-BATCH-1')] },
    { external_ids: { erp: 'BATCH-2' }, ...flower },
    { system: 'erp', value: 'BATCH-3', category: 'flower' },
    { system: 'erp', value: 'BATCH-1', ...flower },
    { ...flower },
    { id: 'x', system: 'erp', value: 'BATCH-4', ...flower },
    { system: 'erp', value: 'BATCH-5', if_match: '"x"', ...flower },
  ];
  const { results } = ok(await batch(items));
  expect(results.map(({ status }) => status)).toEqual([
    ...['created', 'created', 'failed', 'failed', 'failed', 'failed', 'failed'],
  ]);
  expect(results.map(({ error }) => error?.code ?? null)).toEqual([
    ...[null, null, 'INVALID_REQUEST', 'INVALID_REQUEST', 'INVALID_REQUEST', 'INVALID_REQUEST'],
    'PRECONDITION_FAILED',
  ]);
  expect(results[3]?.error?.details).toMatchObject({ errors: [{ code: 'duplicate' }] });
  const [first] = results;
  expect(first?.etag).toBe((await seller.get(`${PRODUCTS}/${first?.id}`)).headers.etag);
  const again = ok(await batch(items.slice(0, 2)));
  expect(again.results.map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
  const failed = await batch([{ system: 'erp', value: 'BATCH-9' }]);
  expect(failed.status).toBe(200);
});

test('an atomic batch is its first failure, and keeps nothing', async () => {
  const items = [
    { system: 'erp', value: 'ATOMIC-1', ...flower },
    { system: 'erp', value: 'ATOMIC-2', category: 'flower' },
  ];
  const rejected = await batch(items, { atomic: true });
  expect(expectError(rejected, 'INVALID_REQUEST')).toMatchObject({ index: 1 });
  const { data } = ok(await seller.get<{ data: object[] }>(`${PRODUCTS}?external_id=erp:ATOMIC-1`));
  expect(data).toEqual([]);
  const [first] = items;
  expect(ok(await batch(first ? [first] : [], { atomic: true })).results).toMatchObject([
    { status: 'created' },
  ]);
});

test('a batch is repeated by its Idempotency-Key, and bounded', async () => {
  const items = [{ system: 'erp', value: 'KEYED-1', ...flower }];
  const headers = { 'idempotency-key': 'batch-1' };
  const first = await seller.post<Results>(`${PRODUCTS}/batch`, { items }, { headers });
  const again = await seller.post<Results>(`${PRODUCTS}/batch`, { items }, { headers });
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  expect(again.body.results[0]?.status).toBe('created');
  const many = Array.from({ length: 201 }, (_, i) => ({ system: 'erp', value: `MANY-${i}`, ...flower }));
  expectInvalid(await batch(many), 'items');
  const long = 'x'.repeat(4_900);
  const large = many.slice(0, 199).map((item) => ({ ...item, description: long }));
  const big = await batch(large);
  expect(big.status, big.text.slice(0, 300)).toBe(200);
  const beyond = await seller.post(`${PRODUCTS}/batch`, { items: [{ x: 'y'.repeat(1_100_000) }] });
  expect(beyond.status).toBe(413);
});

test('batches of variants and customers', async () => {
  const { id } = ok(await put('OF-BATCH', flower));
  const variants = [{ system: 'erp', value: 'BV-1', product_id: id, ...variant('UP-BV-1') }];
  expect(ok(await batch(variants, {}, 'variants')).results).toMatchObject([{ status: 'created' }]);
  const customers = [{ system: 'erp', value: 'BC-1', ...shop('UP-LIC-B1') }];
  expect(ok(await batch(customers, {}, 'customers')).results).toMatchObject([{ status: 'created' }]);
  expect(ok(await batch(customers, {}, 'customers')).results).toMatchObject([{ status: 'unchanged' }]);
});
