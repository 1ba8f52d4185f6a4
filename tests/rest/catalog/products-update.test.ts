import { beforeAll, describe, expect, test } from 'vitest';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade, type ProductBody, type Trade } from '../../factories/trade';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

const product = (fields = {}) =>
  createProduct(db, trade.wholesaler, {
    brand: 'Old',
    category: 'edibles',
    subcategory: 'gummies',
    description: 'Old.',
    thcPercentage: 5,
    cbdPercentage: 1,
    prices: [100, 200],
    ...fields,
  });
const patch = (id: string, body: unknown) => trade.seller.patch<ProductBody>(`/api/v1/products/${id}`, body);

describe('PATCH /api/v1/products/{id}', () => {
  test('returns the whole product and keeps omitted fields (200)', async () => {
    const { id } = await product();
    const before = (await trade.seller.get<ProductBody>(`/api/v1/products/${id}`)).body;
    const { status, body } = await patch(id, { name: 'New', thc_percentage: 6.25, active: false });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      name: 'New',
      thc_percentage: 6.25,
      active: false,
      updated_at: expect.any(String),
    });
    expect(body.updated_at > before.updated_at).toBe(true);
  });

  test('clears brand, subcategory, description and percentages with null (200)', async () => {
    const { id } = await product();
    const cleared = {
      brand: null,
      subcategory: null,
      description: null,
      thc_percentage: null,
      cbd_percentage: null,
    };
    expect((await patch(id, cleared)).body).toMatchObject(cleared);
  });

  test.each(['name', 'category', 'images', 'active', 'variants'])(
    'rejects null for %s (400)',
    async (field) => {
      const { id } = await product();
      expectInvalid(await patch(id, { [field]: null }), field);
    },
  );

  test('replaces images; an empty list clears them (200)', async () => {
    const { id } = await product({ images: ['https://i.test/1'] });
    const images = ['https://i.test/2', 'https://i.test/3'];
    expect((await patch(id, { images })).body.images).toEqual(images);
    expect((await patch(id, { images: [] })).body.images).toEqual([]);
  });

  test('updates variants with an id, adds those without, and keeps absent ones (200)', async () => {
    const { id, variants } = await product();
    const { body } = await patch(id, {
      variants: [
        { id: variants[1]?.id, price: 7.5 },
        { name: 'Third', sku: `ADDED-${id}`, price: 1 },
      ],
    });
    expect(body.variants).toMatchObject([
      { id: variants[0]?.id, price: 2, wholesale_price: 1 },
      { id: variants[1]?.id, price: 7.5, wholesale_price: 2 },
      { name: 'Third', price: 1, wholesale_price: 1 },
    ]);
  });

  test('rejects a variant of another product, and a new one without its required fields (400)', async () => {
    const { id } = await product();
    expectInvalid(
      await patch(id, { variants: [{ id: trade.product.variantId, price: 1 }] }),
      'variants[0].id',
    );
    expectInvalid(await patch(id, { variants: [{ id: ABSENT_ID, price: 1 }] }), 'variants[0].id');
    expectInvalid(
      await patch(id, { variants: [{ name: 'x', sku: `x-${id}` }] }),
      'variants[0].price',
      'required',
    );
  });

  test('rejects a variant that is listed twice, whatever its case, and changes nothing (400)', async () => {
    const { id, variants } = await product();
    const twice = [variants[0]?.id, variants[0]?.id.toUpperCase()].map((own, i) => ({
      id: own,
      price: i + 1,
    }));
    expectInvalid(await patch(id, { variants: twice }), 'variants[1].id', 'duplicate');
    const { body } = await trade.seller.get<ProductBody>(`/api/v1/products/${id}`);
    expect(body.variants.map(({ price }) => price)).toEqual([2, 4]);
  });

  test('rejects a SKU in use and stores nothing of the patch (409)', async () => {
    const { id, name, variants } = await product();
    const answer = await patch(id, {
      name: 'Half',
      variants: [{ id: variants[0]?.id, sku: trade.product.variants[0]?.sku }],
    });
    expectError(answer, 'CONFLICT');
    expect((await trade.seller.get<ProductBody>(`/api/v1/products/${id}`)).body.name).toBe(name);
  });

  test('shows a changed name and SKU in the stock (200)', async () => {
    const { id, variants } = await product();
    const itemId = await createStock(db, trade.wholesaler, variants[0]?.id ?? '', 3);
    await patch(id, { name: 'Renamed', variants: [{ id: variants[0]?.id, sku: `RE-${id}`, price: 3 }] });
    const item = await trade.seller.get(`/api/v1/inventory/${itemId}`);
    expect(item.body).toMatchObject({ product_name: 'Renamed', sku: `RE-${id}`, unit_price: 3, quantity: 3 });
  });

  test('accepts the unchanged product with one change (200)', async () => {
    const { id } = await product();
    const read = (await trade.seller.get<ProductBody>(`/api/v1/products/${id}`)).body;
    const { status, body } = await patch(id, { ...read, description: 'New.' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...read, description: 'New.', updated_at: expect.any(String) });
  });

  test.each([
    ['id', ABSENT_ID],
    ['created_at', '2026-01-01T00:00:00.000Z'],
    ['updated_at', '2026-01-01T00:00:00.000Z'],
    ['entity', { id: ABSENT_ID, name: 'x', type: 'retailer' }],
    ['test_results', { lab: 'x', date: '2026-01-01', batch_id: 'x' }],
  ])('rejects the read-only field %s (400)', async (field, value) => {
    const { id } = await product();
    expectInvalid(await patch(id, { name: 'x', [field]: value }), field, 'read_only');
  });

  test('rejects an empty patch (400)', async () => {
    expectInvalid(await patch(trade.product.id, {}), '');
    expectInvalid(await patch(trade.product.id, undefined), '');
  });

  test.each([
    ['the category alone, when the subcategory does not belong to it', { category: 'vapes' }, 'subcategory'],
    ['a foreign subcategory', { subcategory: 'wax' }, 'subcategory'],
    ['an unknown key', { colour: 'red' }, 'colour'],
    ['a name of 201 characters', { name: 'n'.repeat(201) }, 'name'],
    ['thc 100.5', { thc_percentage: 100.5 }, 'thc_percentage'],
  ])('rejects %s (400)', async (_, body, path) => {
    const { id } = await product();
    expectInvalid(await patch(id, body), path);
  });

  test('accepts category and subcategory together (200)', async () => {
    const { id } = await product();
    const change = { category: 'vapes', subcategory: 'cartridges' };
    expect((await patch(id, change)).body).toMatchObject(change);
  });

  test.each([ABSENT_ID, ...MALFORMED_IDS])('rejects %s (404)', async (id) => {
    expectAbsent(await patch(id, { name: 'x' }));
  });

  test("rejects a product that the caller sees but doesn't own (404)", async () => {
    expectAbsent(await trade.buyer.patch(`/api/v1/products/${trade.product.id}`, { name: 'x' }));
  });

  test('audits what changed', async () => {
    const { id } = await product();
    await patch(id, { brand: 'New', cbd_percentage: 2 });
    const rows = await sql`select action, before, after from audit_log where object_id = ${id}`;
    expect(rows).toEqual([
      {
        action: 'product.updated',
        before: { brand: 'Old', cbd_percentage: 1 },
        after: { brand: 'New', cbd_percentage: 2 },
      },
    ]);
  });
});

describe('PATCH /api/v1/products/{id}/variants/{variant_id}', () => {
  const change = (id: string, variantId: string, body: unknown) =>
    trade.seller.patch(`/api/v1/products/${id}/variants/${variantId}`, body);

  test('returns the variant; wholesale_price stays when only price changes (200)', async () => {
    const { id, variants } = await product();
    const answer = await change(id, variants[0]?.id ?? '', { price: 9.99, weight: 1.5, weight_unit: 'oz' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: variants[0]?.id,
      name: 'Pack 1',
      sku: variants[0]?.sku,
      weight: 1.5,
      weight_unit: 'oz',
      price: 9.99,
      wholesale_price: 1,
      price_ladder: [{ min_amount: 1, unit_price: 1, source: 'wholesale' }],
      sold_by: 'unit',
      unit: null,
      step: null,
      case_size: 1,
      case_size_amount: 1,
      low_stock_threshold: null,
      low_stock_threshold_amount: null,
      external_ids: {},
    });
    const cleared = await change(id, variants[0]?.id ?? '', { weight: null, weight_unit: null });
    expect(cleared.body).toMatchObject({ weight: null, weight_unit: null, price: 9.99 });
  });

  test('accepts its own id in the body (200), and rejects another (400)', async () => {
    const { id, variants } = await product();
    const own = variants[0]?.id ?? '';
    expect((await change(id, own, { id: own, price: 1 })).status).toBe(200);
    expectInvalid(await change(id, own, { id: variants[1]?.id, price: 1 }), 'id', 'read_only');
  });

  test('rejects an empty patch, an unknown key, null and an invalid price (400)', async () => {
    const { id, variants } = await product();
    const own = variants[0]?.id ?? '';
    expectInvalid(await change(id, own, {}), '');
    expectInvalid(await change(id, own, { colour: 1 }), 'colour');
    expectInvalid(await change(id, own, { variant_id: own }), 'variant_id');
    expectInvalid(await change(id, own, { price: null }), 'price');
    expectInvalid(await change(id, own, { wholesale_price: 1.234 }), 'wholesale_price');
  });

  test('rejects a SKU in use (409)', async () => {
    const { id, variants } = await product();
    const answer = await change(id, variants[0]?.id ?? '', { sku: variants[1]?.sku });
    expect(expectError(answer, 'CONFLICT')).toEqual({ reason: 'sku_taken' });
  });

  test('rejects an absent or malformed id, a variant of another product, and another business (404)', async () => {
    const { id, variants } = await product();
    const own = variants[0]?.id ?? '';
    for (const [productId, variantId] of [
      [ABSENT_ID, own],
      [id, ABSENT_ID],
      ['x', own],
      [id, 'x'],
      [trade.product.id, own],
    ] as const) {
      expectAbsent(await change(productId, variantId, { price: 1 }));
    }
    expectAbsent(await trade.buyer.patch(`/api/v1/products/${id}/variants/${own}`, { price: 1 }));
  });
});
