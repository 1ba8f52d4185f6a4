import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, addYears, latestDateOnEarth } from '../../../server/kernel/clock';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type OrderBody, openTrade, placeOrder, type Trade } from '../../factories/trade';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 5_000_000, retailer: { locationCount: 2 } });
});

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const yearAhead = () => addYears(latestDateOnEarth(), 1);
const order = (fields: object = {}) => ({
  wholesaler_id: trade.wholesaler.id,
  items: [{ product_id: trade.product.id, quantity: 1 }],
  ...fields,
});
const create = (body: unknown) => trade.buyer.post<OrderBody>('/api/v1/orders', body);
const line = (fields: object = {}) =>
  order({ items: [{ product_id: trade.product.id, quantity: 1, ...fields }] });

describe('POST /api/v1/orders', () => {
  test('returns the whole order (201)', async () => {
    const { status, body } = await create(
      order({ delivery_date: day(3), delivery_window: ' 09:00-12:00 ', notes: ' Ring twice. ' }),
    );
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      order_number: expect.stringMatching(/^ORD-\d{8}-[0-9A-HJKMNP-TV-Z]{6}$/),
      status: 'pending',
      wholesaler: { id: trade.wholesaler.id, name: trade.wholesaler.name },
      retailer: { id: trade.retailer.id, name: trade.retailer.name },
      items: [
        {
          id: expect.any(String),
          product_id: trade.product.id,
          product_name: trade.product.name,
          variant_id: trade.product.variantId,
          sku: trade.product.variants[0]?.sku,
          variant_name: 'Pack 1',
          category: 'flower',
          image: null,
          unit: null,
          step: null,
          quantity: 1,
          amount: 1,
          shipped_quantity: 0,
          received_quantity: 0,
          requested_quantity: 1,
          lots: [],
          unit_price: 10,
          price_source: 'wholesale',
          price_ladder: [{ min_amount: 1, unit_price: 10, source: 'wholesale' }],
          break_amount: null,
          discount_bps: 0,
          sample: false,
          total: 10,
          discount_share: 0,
          expires_before_delivery: 0,
        },
      ],
      subtotal: 10,
      discount_total: 0,
      freight_total: 0,
      invoice: null,
      disputed_at: null,
      disputable_until: null,
      adjustments: [],
      tax_lines: [],
      tax: 0,
      total: 10,
      delivery_date: day(3),
      delivery_window: '09:00-12:00',
      notes: 'Ring twice.',
      receiving_location_id: trade.retailer.locationIds[0],
      cancellation: null,
      recall: null,
      credit_total: null,
      shipment: null,
      entered_by: 'buyer',
      buyer_stock: true,
      external_ids: {},
      po_number: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect((await trade.seller.get(`/api/v1/orders/${body.id}`)).body).toEqual(body);
  });

  test('returns null for omitted optional fields (201)', async () => {
    const { body } = await create(order({ delivery_date: null, notes: null }));
    expect(body).toMatchObject({ delivery_date: null, delivery_window: null, notes: null });
  });

  test("accepts another location of the retailer (201), and rejects any other business's (404)", async () => {
    const second = trade.retailer.locationIds[1];
    const { body } = await create(order({ receiving_location_id: second }));
    expect(body.receiving_location_id).toBe(second);
    expectAbsent(await create(order({ receiving_location_id: trade.wholesaler.locationIds[0] })));
    expectAbsent(await create(order({ receiving_location_id: ABSENT_ID })));
  });

  test.each([
    ['nothing', () => ({}), 'wholesaler_id'],
    ['no items', () => order({ items: undefined }), 'items'],
    ['an empty list of items', () => order({ items: [] }), 'items'],
    ['items that are no list', () => order({ items: { 0: 1 } }), 'items'],
    ['an item that is null', () => order({ items: [null] }), 'items[0]'],
    ['no product_id', () => line({ product_id: undefined }), 'items[0].product_id'],
    ['no quantity', () => line({ quantity: undefined }), 'items[0].quantity'],
    ['quantity 0', () => line({ quantity: 0 }), 'items[0].quantity'],
    ['quantity −1', () => line({ quantity: -1 }), 'items[0].quantity'],
    ['quantity 1.5', () => line({ quantity: 1.5 }), 'items[0].quantity'],
    ['quantity "1"', () => line({ quantity: '1' }), 'items[0].quantity'],
    ['quantity null', () => line({ quantity: null }), 'items[0].quantity'],
    ['quantity 1 000 001', () => line({ quantity: 1_000_001 }), 'items[0].quantity'],
    ['a malformed wholesaler', () => order({ wholesaler_id: 'x' }), 'wholesaler_id'],
    ['a malformed product', () => line({ product_id: 'x' }), 'items[0].product_id'],
    ['a malformed variant', () => line({ variant_id: 'x' }), 'items[0].variant_id'],
    ['a malformed location', () => order({ receiving_location_id: 'x' }), 'receiving_location_id'],
    ['a window of 65 characters', () => order({ delivery_window: 'w'.repeat(65) }), 'delivery_window'],
    ['an empty window', () => order({ delivery_window: '' }), 'delivery_window'],
    ['notes of 1001 characters', () => order({ notes: 'n'.repeat(1001) }), 'notes'],
    ['an unknown key', () => order({ status: 'accepted' }), 'status'],
    ['a total of its own', () => line({ total: 1 }), 'items[0].total'],
    ['2026-02-30', () => order({ delivery_date: '2026-02-30' }), 'delivery_date'],
    ['a timestamp', () => order({ delivery_date: `${day(1)}T00:00:00Z` }), 'delivery_date'],
    ['a day that is over everywhere', () => order({ delivery_date: day(-2) }), 'delivery_date'],
    [
      'a day more than a year ahead',
      () => order({ delivery_date: addDays(yearAhead(), 1) }),
      'delivery_date',
    ],
  ])('rejects %s (400)', async (_, body, path) => {
    expectInvalid(await create(body()), path);
  });

  test('accepts today until it ends everywhere, and up to a year ahead (201)', async () => {
    const overNowhere = new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10);
    expect((await create(order({ delivery_date: overNowhere }))).status).toBe(201);
    expect((await create(order({ delivery_date: yearAhead() }))).status).toBe(201);
  });

  test.skipIf(IS_SHORT)('accepts 200 lines (201) and rejects 201 (400)', async () => {
    const items = (count: number) =>
      Array.from({ length: count }, () => ({ product_id: trade.product.id, quantity: 1 }));
    const { body } = await create(order({ items: items(200) }));
    expect(body.items).toMatchObject([{ quantity: 200 }]);
    expectInvalid(await create(order({ items: items(201) })), 'items');
  });

  test('merges equal lines, up to 1,000,000 units together', async () => {
    const named = { product_id: trade.product.id, variant_id: trade.product.variantId };
    const items = [
      { product_id: trade.product.id, quantity: 2 },
      { ...named, quantity: 3 },
    ];
    expect((await create(order({ items }))).body).toMatchObject({
      items: [{ quantity: 5, total: 50 }],
      total: 50,
    });
    const many = [
      { ...named, quantity: 1_000_000 },
      { ...named, quantity: 1 },
    ];
    expectInvalid(await create(order({ items: many })), 'items[1].quantity');
  });

  test('takes the first variant by default (201), and rejects a variant of another product (404)', async () => {
    const two = await createProduct(db, trade.wholesaler, { prices: [111, 222] });
    for (const { id } of two.variants) await createStock(db, trade.wholesaler, id, 10);
    const of = (variant_id?: string) =>
      create(order({ items: [{ product_id: two.id, variant_id, quantity: 1 }] }));
    expect((await of()).body.items).toMatchObject([{ variant_id: two.variants[0]?.id, unit_price: 1.11 }]);
    expect((await of(two.variants[1]?.id)).body.items).toMatchObject([{ unit_price: 2.22 }]);
    expectAbsent(await of(trade.product.variantId));
    expectAbsent(await of(ABSENT_ID));
  });

  test('rejects a product without variants (409 no_variant)', async () => {
    const bare = await createProduct(db, trade.wholesaler, { prices: [] });
    const answer = await create(order({ items: [{ product_id: bare.id, quantity: 1 }] }));
    expect(expectError(answer, 'CONFLICT')).toEqual({ reason: 'no_variant', product_id: bare.id });
  });

  test('rejects an inactive product (409 product_inactive)', async () => {
    const idle = await createProduct(db, trade.wholesaler, { active: false });
    const answer = await create(order({ items: [{ product_id: idle.id, quantity: 1 }] }));
    expect(expectError(answer, 'CONFLICT')).toEqual({ reason: 'product_inactive', product_id: idle.id });
  });

  test('rejects an absent, deleted or foreign product (404)', async () => {
    const deleted = await createProduct(db, trade.wholesaler, { deletedAt: new Date() });
    const own = await createProduct(db, trade.retailer);
    for (const product_id of [ABSENT_ID, deleted.id, own.id]) {
      expectAbsent(await create(order({ items: [{ product_id, quantity: 1 }] })));
    }
  });

  test('rejects an absent seller, a retailer, another seller’s product and yourself (404)', async () => {
    const cultivator = await createBusiness(db, 'cultivator');
    await connect(db, trade.retailer, cultivator);
    for (const id of [ABSENT_ID, trade.retailer.id, cultivator.id]) {
      expectAbsent(await create(order({ wholesaler_id: id })));
    }
  });

  test('rejects an order without an accepted connection, with advice (403 connection_required)', async () => {
    for (const status of [null, 'pending', 'rejected'] as const) {
      const shop = await createBusiness(db, 'retailer');
      if (status) await connect(db, shop, trade.wholesaler, status);
      const client = await stage.signIn(await createMember(db, shop, 'owner'));
      const answer = await client.post('/api/v1/orders', order());
      expect(expectError(answer, 'FORBIDDEN')).toEqual({ reason: 'connection_required' });
      expect(answer.text).toContain('/api/v1/entity/connections/request');
    }
  });

  test('accepts whichever side requested the connection (201)', async () => {
    const shop = await createBusiness(db, 'retailer');
    await connect(db, trade.wholesaler, shop);
    const client = await stage.signIn(await createMember(db, shop, 'manager'));
    expect((await client.post('/api/v1/orders', order())).status).toBe(201);
  });

  test('rejects a cultivator, which never buys (403 not_a_buyer)', async () => {
    const business = await createBusiness(db, 'cultivator');
    const client = await stage.signIn(await createMember(db, business, 'owner'));
    const answer = await client.post('/api/v1/orders', order());
    expect(expectError(answer, 'FORBIDDEN')).toEqual({ reason: 'not_a_buyer' });
  });

  test('rejects a viewer (403) and a missing token (401)', async () => {
    const viewer = await stage.signIn(await createMember(db, trade.retailer, 'viewer'));
    expectError(await viewer.post('/api/v1/orders', order()), 'FORBIDDEN');
    expectError(await stage.anybody.post('/api/v1/orders', order()), 'UNAUTHORIZED');
  });

  test('rejects short lines, naming each, and stores and reserves nothing (409 INSUFFICIENT_STOCK)', async () => {
    const [scarce, plenty] = [
      await createProduct(db, trade.wholesaler),
      await createProduct(db, trade.wholesaler),
    ];
    await createStock(db, trade.wholesaler, scarce.variantId, 3);
    const plentyId = await createStock(db, trade.wholesaler, plenty.variantId, 50);
    const [before] = await sql`select count(*)::int as n from orders`;
    const items = [
      { product_id: plenty.id, quantity: 5 },
      { product_id: scarce.id, quantity: 4 },
    ];
    const details = expectError(await create(order({ items })), 'INSUFFICIENT_STOCK');
    const [variant] = scarce.variants;
    expect(details).toEqual({
      reason: 'insufficient_stock',
      lines: [{ product_id: scarce.id, variant_id: variant?.id, sku: variant?.sku, available: 3 }],
    });
    expect((await sql`select count(*)::int as n from orders`)[0]).toEqual(before);
    const [row] = await sql`select reserved_quantity from inventory_items where id = ${plentyId}`;
    expect(row).toEqual({ reserved_quantity: 0 });
  });

  test('reports what is sold out without waiting for others who hold the stock (409)', async () => {
    const own = await openTrade(stage, { quantity: 3 });
    const items = [{ product_id: own.product.id, quantity: 4 }];
    await sql.begin(async (tx) => {
      await tx`select from inventory_items where id = ${own.stockId} for update`;
      const answer = await own.buyer.post('/api/v1/orders', { wholesaler_id: own.wholesaler.id, items });
      expect(expectError(answer, 'INSUFFICIENT_STOCK')).toMatchObject({ lines: [{ available: 3 }] });
    });
  });

  test('places an order once more when its stock was taken meanwhile, from what is left (201, 409)', async () => {
    const own = await openTrade(stage, { quantity: 5 });
    const buy = (quantity: number) =>
      own.buyer.post<OrderBody>('/api/v1/orders', {
        wholesaler_id: own.wholesaler.id,
        items: [{ product_id: own.product.id, quantity }],
      });
    const placed: ReturnType<typeof buy>[] = [];
    await sql.begin(async (tx) => {
      await tx`update inventory_items set quantity = quantity where id = ${own.stockId}`;
      // Both find five units, and wait for the row to reserve theirs.
      placed.push(buy(3), buy(3));
      const blocked = async () => {
        const [row] = await sql`
          select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return row?.n;
      };
      await expect.poll(blocked, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
    });
    const answers = await Promise.all(placed);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const rejected = answers.find(({ status }) => status === 409);
    expect(expectError(rejected as (typeof answers)[number], 'INSUFFICIENT_STOCK')).toMatchObject({
      lines: [{ available: 2 }],
    });
    await expectStockAddsUp(sql);
  });
});

describe('reserved stock', () => {
  test('comes from the vault, then the sales floor, oldest first, split; never from quarantine or the secret menu', async () => {
    const own = await openTrade(stage, { quantity: 0, wholesaler: { locationCount: 2 } });
    const [variant] = own.product.variants;
    const add = (
      quantity: number,
      location: number,
      roomType: 'vault' | 'sales_floor' | 'quarantine' | 'secret_menu',
    ) =>
      createStock(db, own.wholesaler, variant?.id ?? '', quantity, {
        locationId: own.wholesaler.locationIds[location] ?? '',
        roomType,
      });
    const floor = await add(4, 0, 'sales_floor');
    const rooms = [own.stockId, await add(3, 1, 'vault'), floor, await add(2, 1, 'sales_floor')];
    await own.seller.patch(`/api/v1/inventory/${own.stockId}`, { quantity_change: 5, reason_code: 'RETURN' });
    await add(100, 0, 'quarantine');
    await add(100, 0, 'secret_menu');
    const reserved = async () => {
      const rows = await sql<{ id: string; reserved_quantity: number }[]>`
        select id, reserved_quantity from inventory_items where entity_id = ${own.wholesaler.id}`;
      const byId = new Map(rows.map((row) => [row.id, row.reserved_quantity]));
      const elsewhere = rows.filter((row) => !rooms.includes(row.id)).map((row) => row.reserved_quantity);
      return [...rooms.map((id) => byId.get(id)), ...elsewhere];
    };
    await placeOrder(own, 4);
    expect(await reserved()).toEqual([4, 0, 0, 0, 0, 0]);
    const split = await placeOrder(own, 9);
    expect(await reserved()).toEqual([5, 3, 4, 1, 0, 0]);
    const short = await own.buyer.post('/api/v1/orders', {
      wholesaler_id: own.wholesaler.id,
      items: [{ product_id: own.product.id, quantity: 2 }],
    });
    expect(expectError(short, 'INSUFFICIENT_STOCK')).toMatchObject({ lines: [{ available: 1 }] });
    await own.buyer.post(`/api/v1/orders/${split.id}/cancel`);
    expect(await reserved()).toEqual([4, 0, 0, 0, 0, 0]);
  });
});
