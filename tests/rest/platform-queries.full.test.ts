import { beforeAll, describe, expect, test } from 'vitest';
import { createProduct } from '../factories/catalog';
import { type ItemBody, openTrade, type ProductBody, type Trade } from '../factories/trade';
import { expectError, expectInvalid } from '../setup/expect';
import { openStage } from '../setup/stage';

const stage = await openStage();
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 5 });
  await createProduct(stage.db, trade.wholesaler, { name: 'Quiet', active: false, prices: [] });
});

interface List<T> {
  data: T[];
  pagination: { page: number; limit: number; total: number };
}
const list = <T = { id: string }>(path: string, query: string) =>
  trade.seller.get<List<T>>(`${path}?${query}`);
const LISTS = [
  '/api/v1/inventory',
  '/api/v1/products',
  '/api/v1/orders',
  '/api/v1/entity/locations',
  '/api/v1/entity/connections',
];

describe.each(LISTS)('%s', (path) => {
  test('returns page 1 with limit 50 by default (200)', async () => {
    const { body } = await list(path, '');
    expect(body.pagination).toMatchObject({ page: 1, limit: 50 });
    expect(body.data).toHaveLength(body.pagination.total);
  });

  test.each(['page=1000000', 'limit=1', 'limit=500', 'page=2&limit=500'])(
    'accepts %s (200)',
    async (query) => {
      expect((await list(path, query)).status).toBe(200);
    },
  );

  test('returns no data past the last page (200)', async () => {
    const { body } = await list(path, 'page=1000000&limit=500');
    expect(body.data).toEqual([]);
    expect(body.pagination).toMatchObject({ page: 1_000_000, limit: 500 });
  });

  test.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1000001', 'page'],
    ['page=1000000000', 'page'],
    ['page=99999999999999999999', 'page'],
    ['page=1.5', 'page'],
    ['page=1e3', 'page'],
    ['page=0x10', 'page'],
    ['page=%201', 'page'],
    ['page=NaN', 'page'],
    ['page=null', 'page'],
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=all', 'limit'],
  ])('rejects %s (400)', async (query, field) => {
    expectInvalid(await list(path, query), field);
  });

  test('rejects an unknown parameter by name, even an empty one (400)', async () => {
    expectInvalid(await list(path, 'colour=red'), 'colour', 'unknown_key');
    expectInvalid(await list(path, 'colour='), 'colour', 'unknown_key');
    expectInvalid(await list(path, 'Page=1'), 'Page', 'unknown_key');
    expectInvalid(await list(path, '__proto__=1'), '__proto__');
    expectInvalid(await list(path, 'page[]=1'), 'page[]', 'unknown_key');
  });

  test('rejects a repeated parameter, equal or not (400)', async () => {
    expectInvalid(await list(path, 'page=1&page=1'), 'page', 'repeated');
    expectInvalid(await list(path, 'limit=10&page=1&limit=20'), 'limit', 'repeated');
    expectInvalid(await list(path, 'page=&page=1'), 'page', 'repeated');
  });

  test('treats empty parameters as absent (200)', async () => {
    const [plain, empty] = await Promise.all([list(path, ''), list(path, 'page=&limit=&&')]);
    expect(empty.status).toBe(200);
    expect({ ...empty.body, as_of: null }).toEqual({ ...plain.body, as_of: null });
  });

  test('rejects an unknown format (400)', async () => {
    expectInvalid(await list(path, 'format=xml'), 'format');
    expectInvalid(await list(path, 'format=CSV'), 'format');
    expect((await list(path, 'format=json')).status).toBe(200);
    expect((await list(path, 'format=')).headers['content-type']).toMatch(/json/);
  });
});

test("rejects parameters of an operation that isn't a list (400)", async () => {
  for (const path of [
    '/auth/me',
    '/api/v1/entity',
    '/api/v1/orders/counts',
    `/api/v1/inventory/${trade.stockId}`,
  ]) {
    expectInvalid(await trade.seller.get(`${path}?page=1`), 'page', 'unknown_key');
    expectInvalid(await trade.seller.get(`${path}?format=csv`), 'format', 'unknown_key');
  }
});

describe('booleans', () => {
  test.each(['FALSE', 'True', '1', '0', 'yes', 'no', 'null', '%20true'])('rejects %s (400)', async (text) => {
    expectInvalid(await list('/api/v1/products', `active=${text}`), 'active');
    expectInvalid(await list('/api/v1/inventory', `low_stock=${text}`), 'low_stock');
  });

  test('lists only inactive for active=false, only active for active=true, and both for an empty one', async () => {
    const activeOf = async (query: string) =>
      (await list<ProductBody>('/api/v1/products', query)).body.data.map((product) => product.active);
    expect(await activeOf('active=false')).toEqual([false]);
    expect(await activeOf('active=true')).toEqual([true]);
    expect((await activeOf('active=')).sort()).toEqual([false, true]);
  });

  test('ignores low_stock=false', async () => {
    const totalOf = async (query: string) =>
      (await list<ItemBody>('/api/v1/inventory', query)).body.pagination.total;
    expect(await totalOf('low_stock=false')).toBe(await totalOf(''));
    expect(await totalOf('low_stock=true')).toBe(1);
  });
});

describe('enumerations, dates and ids', () => {
  test.each([
    ['/api/v1/inventory', 'room_type=attic', 'room_type'],
    ['/api/v1/inventory', 'room_type=Vault', 'room_type'],
    ['/api/v1/inventory', 'category=gadgets', 'category'],
    ['/api/v1/inventory', 'location_id=1', 'location_id'],
    ['/api/v1/inventory', 'product_id=x', 'product_id'],
    ['/api/v1/inventory', 'sort=colour', 'sort'],
    ['/api/v1/inventory', 'sort=%2Bsku', 'sort'],
    ['/api/v1/inventory', 'sort=sku,quantity', 'sort'],
    ['/api/v1/products', 'category=Flower', 'category'],
    ['/api/v1/products', 'entity_id=me', 'entity_id'],
    ['/api/v1/products', 'sort=id', 'sort'],
    ['/api/v1/products', 'sort=--name', 'sort'],
    ['/api/v1/orders', 'status=done', 'status'],
    ['/api/v1/orders', 'status=pending,accepted', 'status'],
    ['/api/v1/orders', 'wholesaler_id=1', 'wholesaler_id'],
    ['/api/v1/orders', 'retailer_id=1', 'retailer_id'],
    ['/api/v1/orders', 'start_date=2026-02-30', 'start_date'],
    ['/api/v1/orders', 'end_date=2025-02-29', 'end_date'],
    ['/api/v1/orders', 'start_date=2026-1-1', 'start_date'],
    ['/api/v1/orders', 'start_date=2026-01-01T00:00:00Z', 'start_date'],
    ['/api/v1/orders', 'start_date=0000-01-01', 'start_date'],
    ['/api/v1/orders', 'start_date=yesterday', 'start_date'],
    ['/api/v1/orders', 'start_date=2026-02-02&end_date=2026-02-01', 'end_date'],
    ['/api/v1/orders', 'sort=retailer', 'sort'],
  ])('rejects %s?%s (400)', async (path, query, field) => {
    expectInvalid(await list(path, query), field);
  });

  test('treats an id in upper case as the same id', async () => {
    const query = `product_id=${trade.product.id.toUpperCase()}`;
    expect((await list('/api/v1/inventory', query)).body.pagination.total).toBe(1);
    const item = await trade.seller.get(`/api/v1/inventory/${trade.stockId.toUpperCase()}`);
    expect(item.status).toBe(200);
  });
});

describe('search', () => {
  test.each(['/api/v1/products', '/api/v1/inventory', '/api/v1/orders'])(
    'rejects more than 100 characters (400) and accepts 100 (200): %s',
    async (path) => {
      expectInvalid(await list(path, `search=${'a'.repeat(101)}`), 'search');
      expect((await list(path, `search=${'a'.repeat(100)}`)).status).toBe(200);
    },
  );

  test('matches a substring without case, with wildcards as plain characters', async () => {
    const names = ['100% Kush', '100 Kush', 'Snow_Cap', 'SnowXCap', 'Back\\slash', 'ÄPFEL'];
    for (const name of names)
      await createProduct(stage.db, trade.wholesaler, { name, brand: 'Wild', prices: [] });
    const found = async (search: string) => {
      const query = `brand=Wild&search=${encodeURIComponent(search)}`;
      return (await list<ProductBody>('/api/v1/products', query)).body.data.map(({ name }) => name).sort();
    };
    expect(await found('100%')).toEqual(['100% Kush']);
    expect(await found('w_c')).toEqual(['Snow_Cap']);
    expect(await found('\\s')).toEqual(['Back\\slash']);
    expect(await found('%')).toEqual(['100% Kush']);
    expect(await found('kUSH')).toEqual(['100 Kush', '100% Kush']);
    expect(await found('äpf')).toEqual(['ÄPFEL']);
    expect(await found("'; drop table products; --")).toEqual([]);
    expect(await found('0 k')).toEqual(['100 Kush']);
  });

  test('reads a plus sign in a query as a space, and %2B as a plus', async () => {
    await createProduct(stage.db, trade.wholesaler, { name: 'A+B C', brand: 'Plus', prices: [] });
    const totalOf = async (search: string) =>
      (await list('/api/v1/products', `brand=Plus&search=${search}`)).body.pagination.total;
    expect(await totalOf('A%2BB+C')).toBe(1);
    expect(await totalOf('A+B')).toBe(0);
  });
});

test('checks the token (401) before the query (400)', async () => {
  expectError(await stage.anybody.get('/api/v1/orders?page=0'), 'UNAUTHORIZED');
});
