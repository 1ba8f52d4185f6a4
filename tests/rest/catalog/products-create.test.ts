import { beforeAll, describe, expect, test } from 'vitest';
import { createTeam } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { openTrade, type ProductBody, type Trade } from '../../factories/trade';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

const create = (body: unknown) => trade.seller.post<ProductBody>('/api/v1/products', body);
let skus = 0;
const variant = (fields: object = {}) => ({ name: 'Jar', sku: `NEW-${++skus}`, price: 20, ...fields });

describe('POST /api/v1/products', () => {
  test('accepts required fields only (201)', async () => {
    const { status, body } = await create({ name: 'Plain', category: 'flower' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Plain',
      brand: null,
      category: 'flower',
      subcategory: null,
      description: null,
      thc_percentage: null,
      cbd_percentage: null,
      variants: [],
      default_variant_id: null,
      images: [],
      test_results: null,
      active: true,
      visibility: 'connected',
      entity: { id: trade.wholesaler.id, name: trade.wholesaler.name, type: 'wholesaler' },
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
      external_ids: {},
    });
    expect((await trade.seller.get(`/api/v1/products/${body.id}`)).body).toEqual(body);
  });

  test('accepts every field, trims texts and defaults wholesale_price to price (201)', async () => {
    const { status, body } = await create({
      name: '  Everything ',
      brand: ' Kiva ',
      category: 'edibles',
      subcategory: 'gummies',
      description: 'Chewy.\nSweet.',
      thc_percentage: 100,
      cbd_percentage: 0,
      images: ['https://images.test/a.png', 'https://images.test/b.png'],
      active: false,
      variants: [
        variant({ weight: 0.0001, weight_unit: 'g', wholesale_price: 12.34 }),
        variant({ price: 9_999_999.99 }),
        variant({ price: 0, weight: null, weight_unit: null }),
      ],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Everything', brand: 'Kiva', thc_percentage: 100, active: false });
    expect(body.variants).toMatchObject([
      { weight: 0.0001, weight_unit: 'g', price: 20, wholesale_price: 12.34 },
      { price: 9_999_999.99, wholesale_price: 9_999_999.99, weight: null },
      { price: 0, wholesale_price: 0 },
    ]);
  });

  test('opens an empty row in the vault of the first location for each variant, with an audit row (201)', async () => {
    const { body } = await create({ name: 'Stocked', category: 'vapes', variants: [variant(), variant()] });
    const { body: stock } = await trade.seller.get<{ data: object[] }>(
      `/api/v1/inventory?product_id=${body.id}`,
    );
    expect(stock.data).toHaveLength(2);
    for (const item of stock.data) {
      expect(item).toMatchObject({
        product_name: 'Stocked',
        location_id: trade.wholesaler.locationIds[0],
        room_type: 'vault',
        quantity: 0,
        reserved_quantity: 0,
        available_quantity: 0,
        unit_cost: 0,
        unit_price: 20,
      });
    }
    const audited = await sql`select action, entity_id from audit_log where object_id = ${body.id}`;
    expect(audited).toEqual([{ action: 'product.created', entity_id: trade.wholesaler.id }]);
  });

  test.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a name of 201 characters', { name: 'n'.repeat(201) }, 'name'],
    ['a null name', { name: null }, 'name'],
    ['no category', { category: undefined }, 'category'],
    ['an unknown category', { category: 'food' }, 'category'],
    ['a foreign subcategory', { subcategory: 'gummies' }, 'subcategory'],
    ['thc above 100', { thc_percentage: 100.1 }, 'thc_percentage'],
    ['negative cbd', { cbd_percentage: -0.1 }, 'cbd_percentage'],
    ['thc with five decimals', { thc_percentage: 21.12345 }, 'thc_percentage'],
    ['cbd of almost nothing', { cbd_percentage: 5e-324 }, 'cbd_percentage'],
    ['thc as text', { thc_percentage: '20' }, 'thc_percentage'],
    ['an http image', { images: ['http://images.test/a.png'] }, 'images[0]'],
    ['a javascript image', { images: ['javascript:alert(1)'] }, 'images[0]'],
    ['21 images', { images: Array.from({ length: 21 }, (_, i) => `https://i.test/${i}`) }, 'images'],
    ['images that are no list', { images: 'https://i.test/1' }, 'images'],
    ['active as text', { active: 'false' }, 'active'],
    ['a description of 5001 characters', { description: 'd'.repeat(5001) }, 'description'],
    ['an id', { id: '01890000-0000-7000-8000-000000000000' }, 'id'],
    ['an owner', { entity: {} }, 'entity'],
    ['test results', { test_results: null }, 'test_results'],
    ['variants that are no list', { variants: {} }, 'variants'],
    ['a variant without a sku', { variants: [{ name: 'x', price: 1 }] }, 'variants[0].sku'],
    ['a variant without a price', { variants: [{ name: 'x', sku: 'x' }] }, 'variants[0].price'],
    ['a price with three decimals', { variants: [variant({ price: 1.005 })] }, 'variants[0].price'],
    ['a price too high', { variants: [variant({ price: 10_000_000 })] }, 'variants[0].price'],
    ['a negative price', { variants: [variant({ price: -0.01 })] }, 'variants[0].price'],
    ['a price as text', { variants: [variant({ price: '5' })] }, 'variants[0].price'],
    ['an unknown unit', { variants: [variant({ weight_unit: 'stone' })] }, 'variants[0].weight_unit'],
    ['a weight that would be stored as 0', { variants: [variant({ weight: 5e-324 })] }, 'variants[0].weight'],
    ['a weight of 0', { variants: [variant({ weight: 0 })] }, 'variants[0].weight'],
    ['a variant with an id', { variants: [variant({ id: 'x' })] }, 'variants[0].id'],
    ['101 variants', { variants: Array.from({ length: 101 }, () => variant()) }, 'variants'],
  ])('rejects %s (400)', async (_, fields, path) => {
    expectInvalid(await create({ name: 'Bad', category: 'flower', ...fields }), path);
  });

  test('rejects a SKU that the business already has, and stores nothing (409)', async () => {
    const [taken] = trade.product.variants;
    const answer = await create({
      name: 'Double',
      category: 'flower',
      variants: [variant(), variant({ sku: taken?.sku })],
    });
    expect(expectError(answer, 'CONFLICT')).toEqual({ reason: 'sku_taken' });
    expect(await sql`select id from products where name = 'Double'`).toHaveLength(0);
  });

  test('rejects the same SKU twice in one request (409)', async () => {
    const answer = await create({
      name: 'Twice',
      category: 'flower',
      variants: [variant({ sku: 'SAME' }), variant({ sku: 'SAME' })],
    });
    expectError(answer, 'CONFLICT');
  });

  test('accepts a SKU of another business (201)', async () => {
    const [taken] = trade.product.variants;
    const answer = await trade.buyer.post('/api/v1/products', {
      name: 'Mine',
      category: 'flower',
      variants: [variant({ sku: taken?.sku })],
    });
    expect(answer.status).toBe(201);
  });

  test('accepts a cultivator’s and a retailer’s own products (201), and rejects manager and viewer (403)', async () => {
    const team = await createTeam(stage.db, trade.wholesaler);
    for (const [role, status] of [
      ['owner', 201],
      ['admin', 201],
      ['manager', 403],
      ['viewer', 403],
    ] as const) {
      const client = await stage.signIn(team[role]);
      const answer = await client.post('/api/v1/products', { name: role, category: 'flower' });
      expect(answer.status, role).toBe(status);
      if (status === 403)
        expect(expectError(answer, 'FORBIDDEN')).toEqual({
          reason: 'permission_required',
          permission: 'create:products',
        });
    }
  });

  test('checks the token (401) before the role (403), and the role before the body (400, 415)', async () => {
    const team = await createTeam(stage.db, trade.wholesaler);
    const viewer = await stage.signIn(team.viewer);
    const headers = { 'content-type': 'text/plain' };
    expectError(await viewer.post('/api/v1/products', 'x', { headers }), 'FORBIDDEN');
    expectError(await stage.anybody.post('/api/v1/products', 'x', { headers }), 'UNAUTHORIZED');
  });
});

describe('POST /api/v1/products/{id}/variants', () => {
  const add = (id: string, body: unknown) => trade.seller.post(`/api/v1/products/${id}/variants`, body);

  test('appends the variant to the product with an empty row of stock (201)', async () => {
    const product = await createProduct(stage.db, trade.wholesaler);
    const { status, body } = await add(product.id, variant({ weight: 3.5, weight_unit: 'g' }));
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Jar',
      sku: expect.any(String),
      weight: 3.5,
      weight_unit: 'g',
      sold_by: 'unit',
      unit: null,
      step: null,
      case_size: 1,
      case_size_amount: 1,
      low_stock_threshold: null,
      low_stock_threshold_amount: null,
      external_ids: {},
      price: 20,
      wholesale_price: 20,
      price_ladder: [{ min_amount: 1, unit_price: 20, source: 'wholesale' }],
    });
    const shown = await trade.seller.get<ProductBody>(`/api/v1/products/${product.id}`);
    expect(shown.body.variants[1]).toEqual(body);
    const rows =
      await sql`select quantity, room_type from inventory_items where variant_id = ${shown.body.variants[1]?.id ?? ''}`;
    expect(rows).toEqual([{ quantity: 0, room_type: 'vault' }]);
  });

  test.each([
    ['nothing', {}, 'name'],
    ['an unknown key', variant({ colour: 1 }), 'colour'],
    ['a product_id', variant({ product_id: 'x' }), 'product_id'],
    ['a price with three decimals', variant({ price: 0.001 }), 'price'],
    ['a weight with five decimals', variant({ weight: 0.00001 }), 'weight'],
    ['a SKU of 101 characters', variant({ sku: 's'.repeat(101) }), 'sku'],
  ])('rejects %s (400)', async (_, body, path) => {
    expectInvalid(await add(trade.product.id, body), path);
  });

  test('rejects a SKU in use (409)', async () => {
    expectError(await add(trade.product.id, variant({ sku: trade.product.variants[0]?.sku })), 'CONFLICT');
  });

  test('rejects a product of another business, even a connected one (404)', async () => {
    const answer = await trade.buyer.post(`/api/v1/products/${trade.product.id}/variants`, variant());
    expectError(answer, 'NOT_FOUND');
  });
});
