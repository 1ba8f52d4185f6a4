import { expect, test } from 'vitest';
import { createProduct } from '../../factories/catalog';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { seller, wholesaler } = await openTrade(stage);
const PRODUCTS = '/api/v1/products';

interface Results {
  results: Array<{
    index: number;
    status: string;
    id: string | null;
    etag: string | null;
    error: { code: string; details: Record<string, unknown> } | null;
  }>;
}
const send = async (items: object[], more = {}) =>
  ok(await seller.post<Results>(`${PRODUCTS}/batch`, { items, ...more })).results;
const entry = (name: string, sku = name) => ({
  ...{ system: 'erp', value: name, name, category: 'flower' },
  variants: [{ name: '1 g', sku, price: 10, external_ids: { pos: `${sku}-pos` } }],
});
const statuses = (results: Results['results']) => results.map(({ status }) => status);

interface Product {
  id: string;
  name: string;
  external_ids: Record<string, string>;
  variants: Array<{ sku: string; external_ids: Record<string, string> }>;
}

test('each of many new products has its own variants, external ids, event and audit row', async () => {
  const items = Array.from({ length: 120 }, (_, i) => entry(`BULK-${i}`));
  const results = await send(items);
  expect(new Set(statuses(results))).toEqual(new Set(['created']));
  expect(results.map(({ index }) => index)).toEqual(items.map((_, i) => i));
  for (const n of [0, 49, 50, 119]) {
    const read = await seller.get<Product>(`${PRODUCTS}/${results[n]?.id}`);
    expect(read.body).toMatchObject({ name: `BULK-${n}`, external_ids: { erp: `BULK-${n}` } });
    expect(read.body.variants).toMatchObject([{ sku: `BULK-${n}`, external_ids: { pos: `BULK-${n}-pos` } }]);
    expect(read.headers.etag).toBe(results[n]?.etag);
  }
  const ids = results.map(({ id }) => id);
  const [counted] = await stage.sql<{ events: number; audits: number }[]>`
    select (select count(*) from events where type = 'product.created' and data ->> 'id' = any(${ids as string[]}))::int as events,
      (select count(*) from audit_log where action = 'product.created' and object_id = any(${ids as string[]}))::int as audits`;
  expect(counted).toEqual({ events: 120, audits: 120 });
  expect(new Set(statuses(await send(items)))).toEqual(new Set(['unchanged']));
});

test('of many new products those that cannot be made fail alone, with the object that is in the way', async () => {
  const other = await createProduct(stage.db, wholesaler);
  const items = Array.from({ length: 60 }, (_, i) => entry(`ALONE-${i}`));
  items[7] = entry('ALONE-7', other.variants[0]?.sku);
  items[31] = { ...entry('ALONE-31'), category: 'nonsense' };
  items[44] = entry('ALONE-44', 'ALONE-43');
  const results = await send(items);
  const failed = results.flatMap(({ index, error }) => (error ? [{ index, code: error.code }] : []));
  expect(failed).toEqual([
    { index: 7, code: 'CONFLICT' },
    { index: 31, code: 'INVALID_REQUEST' },
    { index: 44, code: 'CONFLICT' },
  ]);
  expect(results[7]?.error?.details).toMatchObject({
    reason: 'sku_taken',
    object: { type: 'variant', id: other.variantId },
  });
  expect(results[44]?.error?.details).toMatchObject({ reason: 'sku_taken', sku: 'ALONE-43' });
  expect(results.filter(({ status }) => status === 'created')).toHaveLength(57);
});

test('an entry finds what an earlier one made, and gets a name that an earlier one gave up', async () => {
  const both = { ...entry('SEEN-1'), external_ids: { erp: 'SEEN-1', wms: 'SEEN' } };
  const results = await send([both, { system: 'wms', value: 'SEEN', description: 'Found' }]);
  expect(statuses(results)).toEqual(['created', 'changed']);
  expect(results[1]?.id).toBe(results[0]?.id);
  const freed = await send([
    { system: 'erp', value: 'SEEN-1', external_ids: { wms: null } },
    { ...entry('SEEN-2'), system: 'wms', value: 'SEEN' },
  ]);
  expect(statuses(freed)).toEqual(['changed', 'created']);
  expect(freed[1]?.id).not.toBe(freed[0]?.id);
});

test('of two entries that name one product, the second changes what the first left', async () => {
  const made = { ...entry('TWICE'), external_ids: { erp: 'TWICE', wms: 'TWICE' } };
  await send([made]);
  const results = await send([
    { system: 'erp', value: 'TWICE', description: 'First' },
    { system: 'wms', value: 'TWICE', description: 'First' },
    entry('BESIDE'),
  ]);
  expect(statuses(results)).toEqual(['changed', 'unchanged', 'created']);
});

test('an atomic batch of many new products keeps none when one fails, and names it', async () => {
  const items = Array.from({ length: 60 }, (_, i) => entry(`NONE-${i}`));
  items[53] = { ...entry('NONE-53'), category: 'nonsense' };
  const rejected = await seller.post(`${PRODUCTS}/batch`, { items, atomic: true });
  expect(expectError(rejected, 'INVALID_REQUEST')).toMatchObject({ index: 53 });
  const found = await seller.get<{ data: Product[] }>(`${PRODUCTS}?external_id=erp:NONE-0`);
  expect(ok(found).data).toEqual([]);
});
