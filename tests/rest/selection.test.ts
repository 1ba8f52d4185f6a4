import { expect, test } from 'vitest';
import { createKey, withKey } from '../factories/api-key';
import { createBusiness, createMember } from '../factories/business';
import { createProduct, createStock } from '../factories/catalog';
import { openTrade, placeOrder } from '../factories/trade';
import { ok } from '../setup/client';
import { ABSENT_ID, expectError, expectInvalid } from '../setup/expect';
import { openStage } from '../setup/stage';

const stage = await openStage();
const trade = await openTrade(stage);
const { seller, buyer, wholesaler, retailer, product } = trade;
const [first, second, third] = [await placeOrder(trade), await placeOrder(trade), await placeOrder(trade)];
ok(await seller.patch(`/api/v1/orders/${second.id}/status`, { status: 'accepted' }));
ok(await seller.post(`/api/v1/orders/${third.id}/cancel`, {}));

type Row = Record<string, unknown> & { id: string };
interface List {
  data: Row[];
  pagination: { total: number; has_more: boolean; next_cursor: string | null };
  included?: Record<string, Row[]>;
}
const orders = (query: string, client = seller) => client.get<List>(`/api/v1/orders?${query}`);
const idsOf = async (query: string) =>
  ok(await orders(query))
    .data.map(({ id }) => id)
    .sort();

test('a filter of enums or ids takes several values, and a row has one of them', async () => {
  expect(await idsOf('status=pending')).toEqual([first.id]);
  expect(await idsOf('status=pending,accepted')).toEqual([first.id, second.id].sort());
  expect(await idsOf('status=pending,cancelled,pending')).toEqual([first.id, third.id].sort());
  expect(await idsOf(`retailer_id=${ABSENT_ID},${retailer.id}`)).toHaveLength(3);
  expect(await idsOf(`wholesaler_id=${ABSENT_ID},${wholesaler.id.toUpperCase()}`)).toHaveLength(3);
  const counted = ok(await orders('status=pending,accepted&page=1&limit=1'));
  expect(counted.pagination.total).toBe(2);
  const products = await seller.get<List>('/api/v1/products?category=flower,edibles');
  expect(ok(products).data.length).toBeGreaterThan(0);
});

test('rejects empty, unknown and more than 50 values (400)', async () => {
  expectInvalid(await orders('status=pending,,accepted'), 'status', 'invalid_format');
  expectInvalid(await orders('status=,'), 'status', 'invalid_format');
  expectInvalid(await orders('status=pending,nonsense'), 'status[1]', 'unknown_value');
  expectInvalid(await orders('status=nonsense'), 'status', 'unknown_value');
  const ids = Array.from({ length: 51 }, (_, i) => `0195e6a0-8c1e-7b5a-9d3f-${String(i).padStart(12, '0')}`);
  expectInvalid(await orders(`wholesaler_id=${ids}`), 'wholesaler_id', 'too_many_items');
  expect((await orders(`wholesaler_id=${ids.slice(1)}`)).status).toBe(200);
});

test('a search is one text, commas included', async () => {
  expect(ok(await orders('search=a,b')).data).toEqual([]);
});

test('ids finds those rows that the caller may see, with every other filter', async () => {
  expect(await idsOf(`ids=${first.id},${third.id.toUpperCase()},${ABSENT_ID}`)).toEqual(
    [first.id, third.id].sort(),
  );
  expect(await idsOf(`ids=${first.id},${third.id}&status=pending`)).toEqual([first.id]);
  const stranger = await stage.signIn(
    await createMember(stage.db, await createBusiness(stage.db, 'wholesaler'), 'owner'),
  );
  expect(ok(await orders(`ids=${first.id}`, stranger)).data).toEqual([]);
  expectInvalid(await orders('ids=x'), 'ids', 'invalid_format');
  const many = Array.from({ length: 201 }, () => ABSENT_ID);
  expectInvalid(await orders(`ids=${many}`), 'ids');
  expect((await orders(`ids=${many.slice(1)}`)).status).toBe(200);
  for (const path of [
    'products',
    'customers',
    'invoices',
    'payments',
    'inventory',
    'lots',
    'variants',
    'webhooks',
  ]) {
    const { data } = ok(await seller.get<List>(`/api/v1/${path}?limit=2`));
    const [row] = data;
    const found = ok(await seller.get<List>(`/api/v1/${path}?ids=${row?.id ?? ABSENT_ID}`));
    expect(
      found.data.map(({ id }) => id),
      path,
    ).toEqual(row ? [row.id] : []);
  }
});

test('fields chooses the fields of each row, in their order, and the columns of CSV', async () => {
  const whole = ok(await orders('sort=created_at'));
  const { data } = ok(await orders('sort=created_at&fields=total,id,status'));
  expect(data.map((row) => Object.keys(row))).toEqual(data.map(() => ['id', 'status', 'total']));
  expect(data).toEqual(whole.data.map(({ id, status, total }) => ({ id, status, total })));
  const csv = await seller.get('/api/v1/orders?fields=id,status&format=csv');
  expect(csv.text.split('\r\n')[0]).toBe('id,status');
  const inventory = ok(await seller.get<List>('/api/v1/inventory?fields=sku'));
  expect(inventory.data.map((row) => Object.keys(row))).toEqual(inventory.data.map(() => ['sku']));
  const lists = ok(await seller.get<List>('/api/v1/api-keys?fields=id'));
  expect(lists.data).toEqual(lists.data.map(({ id }) => ({ id })));
});

test('rejects fields that are unknown, empty or nested, and on what is no list (400)', async () => {
  for (const fields of ['nonsense', 'id,', 'retailer.id', 'constructor', '__proto__'])
    expectInvalid(await orders(`fields=${fields}`), 'fields');
  expectInvalid(await orders(`fields=${Array.from({ length: 51 }, () => 'id')}`), 'fields', 'too_many_items');
  expectInvalid(await seller.get(`/api/v1/orders/${first.id}?fields=id`), 'fields', 'unknown_key');
  expectInvalid(await seller.get(`/api/v1/orders/${first.id}?include=customers`), 'include', 'unknown_key');
  expectInvalid(await seller.post('/api/v1/orders?fields=id', {}), 'fields', 'unknown_key');
});

test('include adds what rows refer to, each object once and as its own GET shows it', async () => {
  const { included } = ok(await orders('include=customers'));
  const customer = await seller.get<Row>(`/api/v1/customers/${retailer.id}`);
  expect(included).toEqual({ customers: [customer.body] });
  const items = ok(await seller.get<List>('/api/v1/inventory?include=products,locations&fields=sku'));
  const read = await seller.get<Row>(`/api/v1/products/${product.id}`);
  expect(items.included?.products).toContainEqual(read.body);
  expect(items.included?.locations?.length).toBeGreaterThan(0);
  expect(Object.keys(items.data[0] ?? {})).toEqual(['sku']);
});

test('include finds what a list leaves out, such as a deleted product that is in stock', async () => {
  const other = await createProduct(stage.db, wholesaler);
  await createStock(stage.db, wholesaler, other.variantId, 5);
  ok(await seller.send('DELETE', `/api/v1/products/${other.id}`));
  const found = ok(await seller.get<Row>(`/api/v1/products/${other.id}`));
  const { included } = ok(await seller.get<List>('/api/v1/inventory?include=products&limit=100'));
  expect(included?.products).toContainEqual(found);
});

test('what the caller may not read at all is 403', async () => {
  const key = await createKey(seller, { permissions: ['read:orders'] });
  const keyed = withKey(stage.server.url, key.secret);
  expect(expectError(await orders('include=customers', keyed), 'FORBIDDEN')).toMatchObject({
    reason: 'permission_required',
    permission: 'read:customers',
  });
  expectError(await orders('include=customers', buyer), 'FORBIDDEN');
});

test('rejects include with CSV, more than 100 rows, and unknown words (400)', async () => {
  expectInvalid(await orders('include=customers&format=csv'), 'include', 'conflict');
  expectInvalid(await orders('include=customers&limit=101'), 'limit', 'value_too_large');
  expectInvalid(await orders('include=nonsense'), 'include', 'unknown_value');
  expectInvalid(await orders('include=customers,'), 'include', 'invalid_format');
  expect((await orders('include=customers&limit=100')).status).toBe(200);
});

test('the next page, the ETag and the cursor keep what was asked for', async () => {
  const page = await orders('fields=id&include=customers&limit=1');
  const next = /<([^>]+)>/.exec(String(page.headers.link))?.[1] ?? '';
  expect(next).toContain('fields=id');
  expect(next).toContain('include=customers');
  const other = await orders('fields=status&limit=1');
  expect(other.headers.etag).not.toBe(page.headers.etag);
  const again = await seller.get('/api/v1/orders?fields=id&include=customers&limit=1', {
    headers: { 'if-none-match': page.headers.etag ?? '' },
  });
  expect(again.status).toBe(304);
});
