import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '../../server/features/entities/customers/tables';
import { entities } from '../../server/features/entities/tables';
import { productVariants } from '../../server/features/products/tables';
import { createMember } from '../factories/business';
import { createProduct, createStock } from '../factories/catalog';
import { givePriceList, setRules } from '../factories/prices';
import { type OrderBody, openTrade, placeOrder, type Trade } from '../factories/trade';
import { type Client, ok } from '../setup/client';
import { expectError, expectInvalid } from '../setup/expect';
import { expectOrdersAddUp, expectStockAddsUp } from '../setup/invariants';
import { openStage } from '../setup/stage';

const stage = await openStage();
const { db } = stage;
const PATH = '/api/v1/orders';
/** The ladder of oracle O1, in cents. */
const O1 = [
  [1, 2000],
  [10, 1800],
  [50, 1550],
] as const;

let trade: Trade;
let listId: string;
let manager: Client;

beforeEach(async () => {
  trade = await openTrade(stage, { quantity: 1000, prices: [2500] });
  const { wholesaler, retailer, product } = trade;
  listId = await givePriceList(db, { seller: wholesaler, buyer: retailer }, { [product.variantId]: O1 });
  manager = await stage.signIn(await createMember(db, wholesaler, 'manager'));
});

type Item = OrderBody['items'][number];
const itemPath = (order: OrderBody, n = 0) => `${PATH}/${order.id}/items/${order.items[n]?.id}`;
const change = (client: Client, order: OrderBody, body: object, n = 0) =>
  client.patch<OrderBody>(itemPath(order, n), body);
const changed = async (...call: Parameters<typeof change>) => ok(await change(...call));
const add = (client: Client, order: OrderBody, body: object) =>
  client.post<OrderBody>(`${PATH}/${order.id}/items`, { product_id: trade.product.id, ...body });
const enter = (body: object, client = trade.seller) =>
  client.post<OrderBody>(PATH, { retailer_id: trade.retailer.id, ...body });
const lineFor = (quantity: number, fields: object = {}) => ({
  product_id: trade.product.id,
  quantity,
  ...fields,
});
const adjust = (client: Client, { id }: OrderBody, adjustments: object[]) =>
  client.put<OrderBody>(`${PATH}/${id}/adjustments`, { adjustments });
const setSeller = (fields: Partial<typeof entities.$inferInsert>) =>
  db.update(entities).set(fields).where(eq(entities.id, trade.wholesaler.id));
const setCase = (caseSize: number) =>
  db.update(productVariants).set({ caseSize }).where(eq(productVariants.id, trade.product.variantId));

describe('the price of a line', () => {
  test('O1: is that of the highest break which its amount reaches', async () => {
    for (const [quantity, total] of [
      [9, 180],
      [10, 180],
      [49, 882],
      [50, 775],
    ] as const) {
      const { items, subtotal } = await placeOrder(trade, quantity);
      expect([items[0]?.total, subtotal]).toEqual([total, total]);
      expect(items[0]).toMatchObject({
        price_source: 'list',
        price_ladder: [
          { min_amount: 1, unit_price: 20, source: 'list' },
          { min_amount: 10, unit_price: 18, source: 'list' },
          { min_amount: 50, unit_price: 15.5, source: 'list' },
        ],
        break_amount: null,
        discount_bps: 0,
        discount_share: 0,
        sample: false,
      });
    }
  });

  test('is the wholesale price without a list, at any quantity', async () => {
    const other = await openTrade(stage, { prices: [1234] });
    const order = await placeOrder(other, 3);
    expect(order.items[0]).toMatchObject({
      unit_price: 12.34,
      price_source: 'wholesale',
      price_ladder: [{ min_amount: 1, unit_price: 12.34, source: 'wholesale' }],
    });
    expect(order).toMatchObject({ discount_total: 0, freight_total: 0, adjustments: [], total: 37.02 });
  });

  test('O2: follows its own ladder after the list has changed, and a manual price follows nothing', async () => {
    const order = await placeOrder(trade, 50);
    await setRules(db, listId, { [trade.product.variantId]: [[1, 1700]] });
    const read = ok(await trade.buyer.get<OrderBody>(`${PATH}/${order.id}`));
    expect(read.items[0]?.total).toBe(775);
    expect((await changed(trade.buyer, order, { quantity: 49 })).items[0]?.total).toBe(882);
    const manual = await changed(trade.seller, order, { unit_price: 16.25 });
    expect(manual.items[0]).toMatchObject({ price_source: 'manual', unit_price: 16.25, total: 796.25 });
    const raised = await changed(trade.buyer, order, { quantity: 50 });
    expect(raised.items[0]).toMatchObject({ price_source: 'manual', total: 812.5 });
    const back = await changed(trade.seller, order, { unit_price: null });
    expect(back.items[0]).toMatchObject({ price_source: 'list', unit_price: 15.5, total: 775 });
    await expectOrdersAddUp(stage.sql);
  });

  test('of an added line is that of now; more of a present one keeps its ladder', async () => {
    const order = await placeOrder(trade, 8);
    await setRules(db, listId, { [trade.product.variantId]: [[1, 1700]] });
    const more = ok(await add(trade.buyer, order, { quantity: 2 }));
    expect(more.items).toMatchObject([{ quantity: 10, unit_price: 18, total: 180 }]);
  });

  test('sent back as it was read is no manual price', async () => {
    const order = await placeOrder(trade, 50);
    const [item] = order.items as [Item];
    const same = await changed(trade.seller, order, { ...item });
    expect(same.items[0]).toMatchObject({ price_source: 'list' });
    const kept = await changed(trade.seller, order, { ...item, quantity: 49 });
    expect(kept.items[0]).toMatchObject({ price_source: 'manual', unit_price: 15.5, total: 759.5 });
  });

  test('two edits at once both count', async () => {
    const order = await placeOrder(trade, 50);
    const answers = await Promise.all([
      change(trade.seller, order, { unit_price: 16 }),
      change(trade.buyer, order, { quantity: 40 }),
      adjust(trade.seller, order, [{ kind: 'freight', amount: 5 }]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const after = ok(await trade.buyer.get<OrderBody>(`${PATH}/${order.id}`));
    expect(after).toMatchObject({ subtotal: 640, freight_total: 5, total: 645 });
    await expectOrdersAddUp(stage.sql);
    await expectStockAddsUp(stage.sql);
  });
});

describe('what only a seller decides', () => {
  test('is 403 in a buyer’s body, and tax and total are 400', async () => {
    const body = { wholesaler_id: trade.wholesaler.id, items: [lineFor(2)] };
    const order = await placeOrder(trade, 2);
    for (const field of [{ unit_price: 0.01 }, { sample: true }, { discount_bps: 5000 }]) {
      const [name] = Object.keys(field);
      const items = [lineFor(2, field)];
      for (const path of [PATH, `${PATH}/quote`, '/api/v1/drafts']) {
        const details = expectError(await trade.buyer.post(path, { ...body, items }), 'FORBIDDEN');
        expect(details).toEqual({ reason: 'other_party', side: 'retailer', field: name });
      }
      const added = expectError(await add(trade.buyer, order, { quantity: 1, ...field }), 'FORBIDDEN');
      expect(added).toMatchObject({ reason: 'other_party', field: name });
      expect(expectError(await change(trade.buyer, order, field), 'FORBIDDEN')).toMatchObject({
        field: name,
      });
    }
    for (const field of [{ accept: true }, { override: ['case'] }]) {
      expectError(await trade.buyer.post(PATH, { ...body, ...field }), 'FORBIDDEN');
    }
    expectError(await add(trade.buyer, order, { quantity: 1, override: ['minimum'] }), 'FORBIDDEN');
    for (const name of ['tax', 'total', 'subtotal', 'discount_total']) {
      expectInvalid(await trade.buyer.post(PATH, { ...body, [name]: 0 }), name);
      expectInvalid(
        await trade.buyer.post(PATH, { ...body, items: [lineFor(2, { [name]: 0 })] }),
        `items[0].${name}`,
      );
    }
    expect(expectError(await adjust(trade.buyer, order, []), 'FORBIDDEN')).toMatchObject({
      reason: 'other_party',
    });
  });

  test('is taken at placing: manual prices, discounts and samples apart from their variant', async () => {
    const order = ok(
      await enter({
        items: [lineFor(10, { discount_bps: 500 }), lineFor(2, { sample: true })],
      }),
    );
    expect(order.items).toMatchObject([
      { quantity: 10, unit_price: 18, discount_bps: 500, total: 171, price_source: 'list', sample: false },
      { quantity: 2, unit_price: 0, total: 0, price_source: 'sample', sample: true },
    ]);
    const manual = ok(await enter({ items: [lineFor(3, { unit_price: 12.5 })] }));
    expect(manual.items[0]).toMatchObject({ unit_price: 12.5, price_source: 'manual', total: 37.5 });
    expectInvalid(
      await enter({ items: [lineFor(3, { unit_price: 1 }), lineFor(3)] }),
      'items[1]',
      'ambiguous',
    );
    expectInvalid(
      await enter({ items: [lineFor(3, { unit_price: 1, sample: true })] }),
      'items[0].unit_price',
      'ambiguous',
    );
  });

  test('ends with the preparation of the order (409)', async () => {
    const order = ok(await enter({ items: [lineFor(3)] }));
    ok(await trade.seller.patch(`${PATH}/${order.id}/status`, { status: 'preparing' }));
    for (const field of [{ unit_price: 1 }, { discount_bps: 100 }, { sample: true }]) {
      expect(expectError(await change(trade.seller, order, field), 'CONFLICT')).toMatchObject({
        reason: 'not_editable',
      });
    }
    ok(await adjust(trade.seller, order, [{ kind: 'fee', label: 'Pallet', amount: 12 }]));
    ok(await trade.seller.patch(`${PATH}/${order.id}/status`, { status: 'shipped' }));
    expect(expectError(await adjust(trade.seller, order, []), 'CONFLICT')).toMatchObject({
      reason: 'order_closed',
    });
  });

  test('makes a line a sample and back; a second one of the kind is 409', async () => {
    const order = ok(await enter({ items: [lineFor(10)] }));
    const sample = await changed(trade.seller, order, { sample: true });
    expect(sample).toMatchObject({ items: [{ unit_price: 0, price_source: 'sample' }], total: 0 });
    const paid = await changed(trade.seller, order, { sample: false });
    expect(paid.items[0]).toMatchObject({ unit_price: 18, price_source: 'list', sample: false });
    const both = ok(await add(trade.seller, order, { quantity: 1, sample: true }));
    expect(both.items.map(({ sample: free }) => free)).toEqual([false, true]);
    expect(expectError(await change(trade.seller, both, { sample: true }), 'CONFLICT')).toMatchObject({
      reason: 'line_exists',
    });
  });
});

describe('the floor of a manager', () => {
  test('holds for prices, line discounts and discounts of the order together', async () => {
    await setSeller({ maxManualDiscountBps: 1000 });
    const order = ok(await enter({ items: [lineFor(10)] }, manager));
    const tooLow = async (call: Promise<Awaited<ReturnType<typeof change>>>) =>
      expect(expectError(await call, 'FORBIDDEN')).toEqual({ reason: 'price_floor', max_discount_bps: 1000 });
    await tooLow(change(manager, order, { unit_price: 16.19 }));
    await tooLow(change(manager, order, { discount_bps: 1001 }));
    await tooLow(adjust(manager, order, [{ kind: 'discount', amount: 18.01 }]));
    await tooLow(change(manager, order, { sample: true }));
    await tooLow(enter({ items: [lineFor(10, { unit_price: 16.19 })] }, manager));
    await tooLow(enter({ items: [lineFor(1, { sample: true })] }, manager));
    await changed(manager, order, { unit_price: 17 });
    ok(await adjust(manager, order, [{ kind: 'discount', amount: 8 }]));
    await tooLow(adjust(manager, order, [{ kind: 'discount', amount: 8.01 }]));
    await tooLow(change(manager, order, { unit_price: 16.99 }));
    // The owner may, and what it gave keeps the manager from going on, not from less.
    await changed(trade.seller, order, { unit_price: 5 });
    await tooLow(change(manager, order, { unit_price: 4.99 }));
    await changed(manager, order, { unit_price: 6 });
  });

  test('is not there by default', async () => {
    const order = ok(await enter({ items: [lineFor(10), lineFor(1, { sample: true })] }, manager));
    await changed(manager, order, { unit_price: 0 });
  });
});

describe('cases and the minimum', () => {
  test('are checked at placing and when the buyer edits, each with its reason', async () => {
    await setCase(12);
    const line = { variant_id: trade.product.variantId, quantity: 13, case_size: 12 };
    const place = (quantity: number) =>
      trade.buyer.post<OrderBody>(PATH, { wholesaler_id: trade.wholesaler.id, items: [lineFor(quantity)] });
    expect(expectError(await place(13), 'CONFLICT')).toMatchObject({
      reason: 'case_multiple',
      lines: [line],
    });
    const order = ok(await place(24));
    expect(expectError(await change(trade.buyer, order, { quantity: 13 }), 'CONFLICT')).toMatchObject({
      reason: 'case_multiple',
    });
    expect(expectError(await add(trade.buyer, order, { quantity: 1 }), 'CONFLICT')).toMatchObject({
      reason: 'case_multiple',
    });
    await changed(trade.seller, order, { quantity: 13 });
  });

  test('O11: the minimum counts what is left of the subtotal', async () => {
    const cheap = await createProduct(db, trade.wholesaler, { prices: [1, 9999] });
    for (const { id } of cheap.variants) await createStock(db, trade.wholesaler, id, 100);
    await setSeller({ minimumOrderCents: 500_00 });
    const [cent, rest] = cheap.variants as unknown as [{ id: string }, { id: string }];
    const place = (cents: number) =>
      trade.buyer.post<OrderBody>(PATH, {
        wholesaler_id: trade.wholesaler.id,
        items: [
          { product_id: cheap.id, variant_id: rest.id, quantity: 5 },
          { product_id: cheap.id, variant_id: cent.id, quantity: cents },
        ],
      });
    expect(expectError(await place(4), 'CONFLICT')).toEqual({
      reason: 'minimum_order',
      minimum: 500,
      subtotal: 499.99,
    });
    const order = ok(await place(5));
    expect(order.subtotal).toBe(500);
    expectError(await change(trade.buyer, order, { quantity: 4 }, 1), 'CONFLICT');
    expectError(await trade.buyer.delete(itemPath(order, 1)), 'CONFLICT');
    // The account's own holds in its place.
    await db.update(accounts).set({ minimumOrderCents: 0 }).where(eq(accounts.sellerId, trade.wholesaler.id));
    await changed(trade.buyer, order, { quantity: 4 }, 1);
  });

  test('are passed over by the seller that says so, which the history keeps', async () => {
    await setCase(12);
    await setSeller({ minimumOrderCents: 100_000 });
    const body = { items: [lineFor(5)] };
    expect(expectError(await enter(body), 'CONFLICT')).toMatchObject({ reason: 'case_multiple' });
    expect(expectError(await enter({ ...body, override: ['case'] }), 'CONFLICT')).toMatchObject({
      reason: 'minimum_order',
    });
    const order = ok(await enter({ ...body, override: ['case', 'minimum'] }));
    const { data } = ok(
      await trade.buyer.get<{ data: { action: string; after: object | null }[] }>(
        `${PATH}/${order.id}/history`,
      ),
    );
    expect(data[0]).toMatchObject({ action: 'created', after: { override: 'case, minimum' } });
  });

  test('O10: a shortage takes whole cases, and the rest is backordered', async () => {
    for (const [shortage, quantity] of [
      ['backorder', 24],
      ['partial', 24],
    ] as const) {
      const short = await openTrade(stage, { quantity: 30 });
      await db
        .update(productVariants)
        .set({ caseSize: 12 })
        .where(eq(productVariants.id, short.product.variantId));
      const order = await placeOrder(short, 36, { shortage });
      expect(order.items[0]).toMatchObject({ quantity, requested_quantity: 36, break_amount: 36 });
      const { data } = ok(await short.buyer.get<{ data: { quantity: number }[] }>('/api/v1/backorders'));
      expect(data.map((one) => one.quantity)).toEqual(shortage === 'backorder' ? [12] : []);
      const items = [{ product_id: short.product.id, quantity: 36 }];
      const rejected = await short.buyer.post(PATH, { wholesaler_id: short.wholesaler.id, items });
      expect(expectError(rejected, 'INSUFFICIENT_STOCK')).toMatchObject({ lines: [{ available: 6 }] });
    }
  });
});

describe('backorders', () => {
  test('O10a: order and fill have the price of all that was asked for', async () => {
    const { wholesaler, retailer, product } = await openTrade(stage, { quantity: 30, prices: [2500] }).then(
      (opened) => Object.assign(trade, opened),
    );
    await givePriceList(db, { seller: wholesaler, buyer: retailer }, { [product.variantId]: O1 });
    const order = await placeOrder(trade, 50, { shortage: 'backorder' });
    expect(order).toMatchObject({
      items: [{ quantity: 30, unit_price: 15.5, break_amount: 50 }],
      subtotal: 465,
    });
    const { data } = ok(
      await trade.seller.get<{ data: { id: string; ladder: object[] }[] }>('/api/v1/backorders'),
    );
    expect(data[0]?.ladder).toHaveLength(3);
    await setRules(db, listId, {});
    await createStock(db, wholesaler, product.variantId, 20);
    const filled = ok(
      await trade.seller.post<OrderBody>('/api/v1/backorders/fill', { ids: data.map(({ id }) => id) }),
    );
    expect(filled).toMatchObject({
      items: [{ quantity: 20, unit_price: 15.5, price_source: 'list', break_amount: 50 }],
      subtotal: 310,
    });
    // An edit ends the break.
    const edited = await changed(trade.buyer, order, { quantity: 29 });
    expect(edited.items[0]).toMatchObject({ unit_price: 18, break_amount: null, total: 522 });
  });

  test('a seller’s lowering keeps the price of the whole where the rest waits', async () => {
    const order = await placeOrder(trade, 50);
    const waiting = await changed(trade.seller, order, { quantity: 30, backorder: true });
    expect(waiting.items[0]).toMatchObject({ unit_price: 15.5, break_amount: 50, total: 465 });
    const { data } = ok(await trade.seller.get<{ data: { id: string }[] }>('/api/v1/backorders'));
    const filled = ok(
      await trade.seller.post<OrderBody>('/api/v1/backorders/fill', { ids: data.map(({ id }) => id) }),
    );
    expect(filled.subtotal).toBe(310);
    const other = await placeOrder(trade, 50);
    const lowered = await changed(trade.seller, other, { quantity: 30 });
    expect(lowered.items[0]).toMatchObject({ unit_price: 18, break_amount: null });
  });
});

describe('adjustments', () => {
  test('O5: discounts are spread by largest remainder and stop at the subtotal', async () => {
    const goods = await createProduct(db, trade.wholesaler, { prices: [1999, 501, 7500] });
    for (const { id } of goods.variants) await createStock(db, trade.wholesaler, id, 10);
    const order = ok(
      await enter({
        items: goods.variants.map(({ id }) => ({ product_id: goods.id, variant_id: id, quantity: 1 })),
      }),
    );
    const shares = (body: OrderBody) => body.items.map((item) => item.discount_share);
    const adjusted = ok(
      await adjust(trade.seller, order, [{ kind: 'discount', label: 'Promo', amount: 7.77 }]),
    );
    expect(shares(adjusted)).toEqual([1.55, 0.39, 5.83]);
    expect(adjusted).toMatchObject({
      subtotal: 100,
      discount_total: 7.77,
      total: 92.23,
      adjustments: [{ kind: 'discount', label: 'Promo', amount: 7.77 }],
    });
    const most = ok(
      await adjust(trade.seller, order, [
        { kind: 'discount', bps: 5000 },
        { kind: 'discount', amount: 90 },
        { kind: 'freight', amount: 50 },
        { kind: 'fee', label: 'Pallet', bps: 250 },
      ]),
    );
    expect(most).toMatchObject({ discount_total: 100, freight_total: 52.5, total: 52.5 });
    // What is read is what is sent; the list may be the whole body.
    const alone = await trade.seller.put<OrderBody>(`${PATH}/${order.id}/adjustments`, most.adjustments);
    expect(ok(alone).adjustments).toEqual(most.adjustments);
    expect(ok(await adjust(trade.seller, order, most.adjustments)).adjustments).toEqual(most.adjustments);
    await expectOrdersAddUp(stage.sql);
  });

  test('are at most ten (409), of an amount or a percentage (400), and tell both parties', async () => {
    const order = await placeOrder(trade, 2);
    const eleven = Array.from({ length: 11 }, () => ({ kind: 'fee', amount: 1 }));
    expect(expectError(await adjust(trade.seller, order, eleven), 'CONFLICT')).toEqual({
      reason: 'too_many',
      limit: 10,
    });
    expectInvalid(await adjust(trade.seller, order, [{ kind: 'fee' }]), 'adjustments[0].amount', 'required');
    expectInvalid(
      await adjust(trade.seller, order, [{ kind: 'fee', amount: 1, bps: 1 }]),
      'adjustments[0].bps',
      'ambiguous',
    );
    expectInvalid(await adjust(trade.seller, order, [{ kind: 'fee', amount: -1 }]), 'adjustments[0].amount');
    const change = [{ kind: 'discount', label: 'Promo', bps: 1000 }];
    ok(await adjust(trade.seller, order, change));
    const events = await stage.sql<{ entity_id: string; changes: object }[]>`
      select entity_id, data->'changes' as changes from events where type = 'order.edited' and data->>'id' = ${order.id}`;
    expect(events.map(({ entity_id }) => entity_id).sort()).toEqual(
      [trade.retailer.id, trade.wholesaler.id].sort(),
    );
    expect(events[0]?.changes).toEqual({ adjustments: { before: null, after: 'Promo: −10%' } });
  });
});

describe('a quote of an order', () => {
  test('comes to what the order comes to, line by line, with its ladder', async () => {
    await setSeller({ taxRateBps: 825 });
    const body = { wholesaler_id: trade.wholesaler.id, items: [lineFor(49)] };
    type Quote = Pick<OrderBody, 'subtotal' | 'tax' | 'total' | 'discount_total' | 'freight_total'> & {
      lines: Array<Partial<Item>>;
      problems: object[];
    };
    const quote = ok(await trade.buyer.post<Quote>(`${PATH}/quote`, body));
    const order = ok(await trade.buyer.post<OrderBody>(PATH, body));
    const { subtotal, tax, total, discount_total, freight_total } = order;
    expect(quote).toMatchObject({ subtotal, tax, total, discount_total, freight_total, problems: [] });
    const { unit_price, price_source, price_ladder, total: lineTotal } = order.items[0] as Item;
    expect(quote.lines[0]).toMatchObject({ unit_price, price_source, price_ladder, total: lineTotal });
    await setCase(12);
    await setSeller({ minimumOrderCents: 100_000 });
    const { problems } = ok(await trade.buyer.post<Quote>(`${PATH}/quote`, body));
    expect(problems).toMatchObject([
      { index: 0, code: 'CONFLICT', reason: 'case_multiple' },
      { index: null, code: 'CONFLICT', reason: 'minimum_order' },
    ]);
  });
});

describe('a seller’s quote', () => {
  test('keeps its ladders and prices until it is accepted', async () => {
    const draft = ok(
      await trade.seller.post<{ id: string; items: Array<Partial<Item>> }>('/api/v1/drafts', {
        retailer_id: trade.retailer.id,
        items: [lineFor(50, { discount_bps: 1000 }), lineFor(1, { sample: true })],
        valid_until: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      }),
    );
    expect(draft.items).toMatchObject([
      { unit_price: 15.5, price_source: 'list', discount_bps: 1000, total: 697.5 },
      { unit_price: 0, sample: true, total: 0 },
    ]);
    ok(await trade.seller.post(`/api/v1/drafts/${draft.id}/send`));
    await setRules(db, listId, { [trade.product.variantId]: [[1, 1000]] });
    const order = ok(await trade.buyer.post<OrderBody>(`/api/v1/drafts/${draft.id}/accept`));
    expect(order.items).toMatchObject([
      { unit_price: 15.5, discount_bps: 1000, total: 697.5, price_source: 'list' },
      { sample: true, total: 0 },
    ]);
    const fewer = await changed(trade.seller, order, { quantity: 49 });
    expect(fewer.items[0]).toMatchObject({ unit_price: 18, total: 793.8 });
  });
});

describe('what is owed for goods that were not accepted', () => {
  test('O9: is the whole document less what it is without them', async () => {
    const goods = await createProduct(db, trade.wholesaler, { prices: [2000, 800], category: 'accessories' });
    for (const { id } of goods.variants) await createStock(db, trade.wholesaler, id, 20);
    await setSeller({ taxRateBps: 1500 });
    const [first, second] = goods.variants as unknown as [{ id: string }, { id: string }];
    const order = ok(
      await enter({
        items: [
          { product_id: goods.id, variant_id: first.id, quantity: 10 },
          { product_id: goods.id, variant_id: second.id, quantity: 5 },
        ],
      }),
    );
    // One tax on all goods: (240 − 24) × 1.15 = 248.40; of (160 − 16) × 1.15 = 165.60 is left.
    const adjusted = ok(await adjust(trade.seller, order, [{ kind: 'discount', bps: 1000 }]));
    expect(adjusted.total).toBe(248.4);
    for (const status of ['preparing', 'shipped'])
      ok(await trade.seller.patch(`${PATH}/${order.id}/status`, { status }));
    const receipt = ok(
      await trade.buyer.post<{ credit_total: number }>(`${PATH}/${order.id}/receipts`, {
        lines: [
          { item_id: order.items[0]?.id, accepted: 6, rejected: 4, reason_code: 'damaged' },
          { item_id: order.items[1]?.id, accepted: 5 },
        ],
      }),
    );
    expect(receipt.credit_total).toBe(82.8);
  });
});
