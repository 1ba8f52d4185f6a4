import Papa from 'papaparse';
import { beforeAll, expect, test } from 'vitest';
import { createProduct, createStock } from '../factories/catalog';
import { openTrade, placeOrder, type Trade } from '../factories/trade';
import { expectInvalid } from '../setup/expect';
import { openStage } from '../setup/stage';

const stage = await openStage();
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
  await placeOrder(trade, 3, { notes: 'line one\nline "two", =1+1' });
});

type Rows = Record<string, string>[];
const parse = (text: string): Rows => Papa.parse<Record<string, string>>(text.trim(), { header: true }).data;

const LISTS = ['inventory', 'products', 'orders', 'entity/locations', 'entity/connections'];

/** The fields of an object of a list, those of an object in it behind its name. */
const columnsOf = (row: object): string[] =>
  Object.entries(row).flatMap(([name, value]) => {
    const inner = value && !Array.isArray(value) && typeof value === 'object' ? Object.keys(value) : [];
    return inner.length > 0 ? inner.map((one) => `${name}.${one}`) : name;
  });

test.each(LISTS)('returns %s as text/csv, with the columns named as the fields (200)', async (list) => {
  const path = `/api/v1/${list}`;
  const answer = await trade.seller.get(`${path}?format=csv`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  expect(answer.headers['content-disposition']).toMatch(/^attachment/);
  const json = (await trade.seller.get<{ data: { id: string }[] }>(path)).body.data;
  expect(answer.text.split('\r\n')[0]?.split(',')).toEqual(columnsOf(json[0] ?? {}));
  expect(parse(answer.text).map((row) => row.id)).toEqual(json.map((row) => row.id));
});

test.each([
  ['text/csv', true],
  ['text/csv, */*', true],
  ['text/csv;q=0.9, application/json;q=0.5', true],
  ['application/json, text/csv', false],
  ['text/csv;q=0.5, application/json', false],
  ['text/csv;q=0', false],
  ['*/*', false],
])('honors Accept: %s (CSV: %s)', async (accept, isCsv) => {
  const answer = await trade.seller.get('/api/v1/inventory', { headers: { accept } });
  expect(answer.headers['content-type']).toContain(isCsv ? 'text/csv' : 'application/json');
  expect(answer.headers.vary).toContain('Accept');
  const asked = await trade.seller.get('/api/v1/inventory?format=json', { headers: { accept } });
  expect(asked.headers['content-type']).toContain('application/json');
});

test('exports an item’s movements and an order’s history (200 text/csv)', async () => {
  const movements = await trade.seller.get(`/api/v1/inventory/${trade.stockId}/movements?format=csv`);
  expect(parse(movements.text)).toMatchObject([{ reserved_delta: '3' }, { delta: '100' }]);
  const [order] = (await trade.seller.get<{ data: { id: string }[] }>('/api/v1/orders')).body.data;
  const history = await trade.seller.get(`/api/v1/orders/${order?.id}/history?format=csv`);
  expect(parse(history.text)).toMatchObject([{ action: 'created', to_status: 'pending' }]);
});

test('writes lists inside a row as JSON, and keeps line breaks and quotes', async () => {
  const [row] = parse((await trade.seller.get('/api/v1/orders?format=csv')).text);
  expect(row?.notes).toBe('line one\nline "two", =1+1');
  expect(JSON.parse(row?.items ?? '')).toMatchObject([{ quantity: 3, unit_price: 10 }]);
});

test('defuses texts that a spreadsheet would run; numbers stay numbers', async () => {
  const names = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tTab',
    '=HYPERLINK("http://x","y")',
    "'=1",
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    ' \u00a0=1+1',
    '\u200b\ufeff@SUM(A1)',
    '\n-1',
    'Plain - name',
  ];
  for (const name of names)
    await createProduct(stage.db, trade.wholesaler, { name, brand: 'Formula', prices: [] });
  const { text } = await trade.seller.get('/api/v1/products?brand=Formula&format=csv&sort=created_at');
  expect(parse(text).map((row) => row.name)).toEqual([
    "'=1+1",
    "'+1",
    "'-1",
    "'@SUM(A1)",
    "'\tTab",
    '\'=HYPERLINK("http://x","y")',
    "'=1",
    "'＝1+1",
    "'＋1",
    "'－1",
    "'＠SUM(A1)",
    "' \u00a0=1+1",
    "'\u200b\ufeff@SUM(A1)",
    "'\n-1",
    'Plain - name',
  ]);
  const item = await trade.seller.get(`/api/v1/inventory/${trade.stockId}/movements?format=csv`);
  await trade.seller.patch(`/api/v1/inventory/${trade.stockId}`, {
    quantity_change: -1,
    reason_code: 'DAMAGE',
  });
  const after = await trade.seller.get(`/api/v1/inventory/${trade.stockId}/movements?format=csv`);
  expect(parse(after.text)[0]?.delta).toBe('-1');
  expect(parse(after.text)).toHaveLength(parse(item.text).length + 1);
});

test('exports every match, regardless of page and limit', async () => {
  for (let i = 0; i < 1203; i += 401) {
    const product = await createProduct(stage.db, trade.wholesaler, {
      name: `Bulk ${i}`,
      prices: Array.from({ length: 401 }, () => 100),
    });
    await Promise.all(
      product.variants.map((variant) => createStock(stage.db, trade.wholesaler, variant.id, 0)),
    );
  }
  const { text } = await trade.seller.get('/api/v1/inventory?search=bulk&format=csv&limit=10');
  const ids = parse(text).map((row) => row.id);
  expect(ids).toHaveLength(1203);
  expect(new Set(ids).size).toBe(1203);
});

test('applies filters, returns only the header for no match, and no body for HEAD', async () => {
  const none = await trade.seller.get('/api/v1/products?search=nosuchthing&format=csv');
  expect(none.text.split('\r\n')).toHaveLength(2);
  const head = await trade.seller.send('HEAD', '/api/v1/products?format=csv');
  expect(head).toMatchObject({ status: 200, text: '' });
  expect(head.headers['content-type']).toMatch(/^text\/csv/);
});

test.each(['page=0', 'page=abc', 'limit=0', 'limit=501', 'limit=abc'])(
  'rejects %s, as in JSON (400)',
  async (query) => {
    const name = query.split('=')[0] ?? '';
    expectInvalid(await trade.seller.get(`/api/v1/inventory?format=csv&${query}`), name);
  },
);

test('rejects a second id of the object, as in JSON, and a cursor, which it could not continue (400)', async () => {
  const [order] = (await trade.seller.get<{ data: { id: string }[] }>('/api/v1/orders')).body.data;
  for (const format of ['csv', 'json']) {
    const path = `/api/v1/orders/${order?.id}/history?format=${format}&id=junk`;
    expectInvalid(await trade.seller.get(path), 'id', 'unknown_key');
  }
  const { body } = await trade.seller.get<{ error: { details: object } }>(
    '/api/v1/orders?format=csv&cursor=x',
  );
  expect(body.error.details).toEqual({
    errors: [{ path: 'cursor', code: 'conflict', message: 'must not be combined with CSV' }],
  });
  expectInvalid(
    await trade.seller.get('/api/v1/market/suppliers?format=csv&cursor=x'),
    'cursor',
    'unknown_key',
  );
});

test('responds to errors in JSON (400, 401, 404)', async () => {
  const bad = await trade.seller.get('/api/v1/products?category=x&format=csv');
  expect(bad).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } });
  expect((await stage.anybody.get('/api/v1/products?format=csv')).status).toBe(401);
  const absent = await trade.seller.get('/api/v1/inventory/1/movements?format=csv');
  expect(absent).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
});
