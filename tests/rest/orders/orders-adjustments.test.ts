import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '../../../server/features/entities/customers/tables';
import { productVariants } from '../../../server/features/products/tables';
import { createCoa, createProduct, createStock } from '../../factories/catalog';
import {
  adjustOrder,
  changedItem,
  changeItem,
  itemPath,
  LADDER,
  openPricedTrade,
  type PricedTrade,
} from '../../factories/priced-trade';
import { givePriceList, setRules } from '../../factories/prices';
import { type OrderBody, openTrade, placeOrder } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectOrdersAddUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
const PATH = '/api/v1/orders';

let trade: PricedTrade;
beforeEach(async () => {
  trade = await openPricedTrade(stage);
});

describe('cases and the minimum', () => {
  test('are checked at placing and when the buyer edits, each with its reason', async () => {
    await trade.setCase(12);
    const line = { variant_id: trade.product.variantId, quantity: 13, case_size: 12 };
    const place = (quantity: number) =>
      trade.buyer.post<OrderBody>(PATH, {
        wholesaler_id: trade.wholesaler.id,
        items: [trade.lineFor(quantity)],
      });
    expect(expectError(await place(13), 'CONFLICT')).toMatchObject({
      reason: 'case_multiple',
      lines: [line],
    });
    const order = ok(await place(24));
    expect(expectError(await changeItem(trade.buyer, order, { quantity: 13 }), 'CONFLICT')).toMatchObject({
      reason: 'case_multiple',
    });
    expect(expectError(await trade.add(trade.buyer, order, { quantity: 1 }), 'CONFLICT')).toMatchObject({
      reason: 'case_multiple',
    });
    await changedItem(trade.seller, order, { quantity: 13 });
  });

  test('the minimum counts what is left of the subtotal', async () => {
    const cheap = await createProduct(db, trade.wholesaler, { prices: [1, 9999] });
    for (const { id } of cheap.variants) await createStock(db, trade.wholesaler, id, 100);
    await trade.setSeller({ minimumOrderCents: 500_00 });
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
    expectError(await changeItem(trade.buyer, order, { quantity: 4 }, 1), 'CONFLICT');
    expectError(await trade.buyer.delete(itemPath(order, 1)), 'CONFLICT');
    // The account's own holds in its place.
    await db.update(accounts).set({ minimumOrderCents: 0 }).where(eq(accounts.sellerId, trade.wholesaler.id));
    await changedItem(trade.buyer, order, { quantity: 4 }, 1);
  });

  test.skipIf(IS_SHORT)('are passed over by the seller that says so, which the history keeps', async () => {
    await trade.setCase(12);
    await trade.setSeller({ minimumOrderCents: 100_000 });
    const body = { items: [trade.lineFor(5)] };
    expect(expectError(await trade.enter(body), 'CONFLICT')).toMatchObject({ reason: 'case_multiple' });
    expect(expectError(await trade.enter({ ...body, override: ['case'] }), 'CONFLICT')).toMatchObject({
      reason: 'minimum_order',
    });
    const order = ok(await trade.enter({ ...body, override: ['case', 'minimum'] }));
    const { data } = ok(
      await trade.buyer.get<{ data: { action: string; after: object | null }[] }>(
        `${PATH}/${order.id}/history`,
      ),
    );
    expect(data[0]).toMatchObject({ action: 'created', after: { override: 'case, minimum' } });
  });

  test('a shortage takes whole cases, and the rest is backordered', async () => {
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
  test.skipIf(IS_SHORT)('order and fill have the price of all that was asked for', async () => {
    const { wholesaler, retailer, product } = await openTrade(stage, { quantity: 30, prices: [2500] }).then(
      (opened) => Object.assign(trade, opened),
    );
    await givePriceList(db, { seller: wholesaler, buyer: retailer }, { [product.variantId]: LADDER });
    const order = await placeOrder(trade, 50, { shortage: 'backorder' });
    expect(order).toMatchObject({
      items: [{ quantity: 30, unit_price: 15.5, break_amount: 50 }],
      subtotal: 465,
    });
    const { data } = ok(
      await trade.seller.get<{ data: { id: string; ladder: object[] }[] }>('/api/v1/backorders'),
    );
    expect(data[0]?.ladder).toHaveLength(3);
    await setRules(db, trade.listId, {});
    await createStock(db, wholesaler, product.variantId, 20);
    const filled = ok(
      await trade.seller.post<OrderBody>('/api/v1/backorders/fill', { ids: data.map(({ id }) => id) }),
    );
    expect(filled).toMatchObject({
      items: [{ quantity: 20, unit_price: 15.5, price_source: 'list', break_amount: 50 }],
      subtotal: 310,
    });
    // An edit ends the break.
    const edited = await changedItem(trade.buyer, order, { quantity: 29 });
    expect(edited.items[0]).toMatchObject({ unit_price: 18, break_amount: null, total: 522 });
  });

  test.skipIf(IS_SHORT)('a seller’s lowering keeps the price of the whole where the rest waits', async () => {
    const order = await placeOrder(trade, 50);
    const waiting = await changedItem(trade.seller, order, { quantity: 30, backorder: true });
    expect(waiting.items[0]).toMatchObject({ unit_price: 15.5, break_amount: 50, total: 465 });
    const { data } = ok(await trade.seller.get<{ data: { id: string }[] }>('/api/v1/backorders'));
    const filled = ok(
      await trade.seller.post<OrderBody>('/api/v1/backorders/fill', { ids: data.map(({ id }) => id) }),
    );
    expect(filled.subtotal).toBe(310);
    const other = await placeOrder(trade, 50);
    const lowered = await changedItem(trade.seller, other, { quantity: 30 });
    expect(lowered.items[0]).toMatchObject({ unit_price: 18, break_amount: null });
  });
});

describe('adjustments', () => {
  test('discounts are spread by largest remainder and stop at the subtotal', async () => {
    const goods = await createProduct(db, trade.wholesaler, { prices: [1999, 501, 7500] });
    for (const { id } of goods.variants) await createStock(db, trade.wholesaler, id, 10);
    const order = ok(
      await trade.enter({
        items: goods.variants.map(({ id }) => ({ product_id: goods.id, variant_id: id, quantity: 1 })),
      }),
    );
    const shares = (body: OrderBody) => body.items.map((item) => item.discount_share);
    const adjusted = ok(
      await adjustOrder(trade.seller, order, [{ kind: 'discount', label: 'Promo', amount: 7.77 }]),
    );
    expect(shares(adjusted)).toEqual([1.55, 0.39, 5.83]);
    expect(adjusted).toMatchObject({
      subtotal: 100,
      discount_total: 7.77,
      total: 92.23,
      adjustments: [{ kind: 'discount', label: 'Promo', amount: 7.77 }],
    });
    const most = ok(
      await adjustOrder(trade.seller, order, [
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
    expect(ok(await adjustOrder(trade.seller, order, most.adjustments)).adjustments).toEqual(
      most.adjustments,
    );
    await expectOrdersAddUp(stage.sql);
  });

  test('are at most ten (409), of an amount or a percentage (400), and tell both parties', async () => {
    const order = await placeOrder(trade, 2);
    const eleven = Array.from({ length: 11 }, () => ({ kind: 'fee', amount: 1 }));
    expect(expectError(await adjustOrder(trade.seller, order, eleven), 'CONFLICT')).toEqual({
      reason: 'too_many',
      limit: 10,
    });
    expectInvalid(
      await adjustOrder(trade.seller, order, [{ kind: 'fee' }]),
      'adjustments[0].amount',
      'required',
    );
    expectInvalid(
      await adjustOrder(trade.seller, order, [{ kind: 'fee', amount: 1, bps: 1 }]),
      'adjustments[0].bps',
      'ambiguous',
    );
    expectInvalid(
      await adjustOrder(trade.seller, order, [{ kind: 'fee', amount: -1 }]),
      'adjustments[0].amount',
    );
    const change = [{ kind: 'discount', label: 'Promo', bps: 1000 }];
    ok(await adjustOrder(trade.seller, order, change));
    const events = await stage.sql<{ entity_id: string; changes: object }[]>`
      select entity_id, data->'changes' as changes from events where type = 'order.edited' and data->>'id' = ${order.id}`;
    expect(events.map(({ entity_id }) => entity_id).sort()).toEqual(
      [trade.retailer.id, trade.wholesaler.id].sort(),
    );
    expect(events[0]?.changes).toEqual({ adjustments: { before: null, after: 'Promo: −10%' } });
  });
});

describe('what is owed for goods that were not accepted', () => {
  test('is the whole document less what it is without them, with a tax on some of the goods', async () => {
    const { wholesaler, seller, buyer } = trade;
    const [flower, papers] = [
      await createProduct(db, wholesaler, { prices: [2000], category: 'flower' }),
      await createProduct(db, wholesaler, { prices: [800], category: 'accessories' }),
    ];
    for (const { variantId } of [flower, papers]) await createStock(db, wholesaler, variantId, 20);
    await createCoa(db, wholesaler, flower.id);
    const excise = { name: 'Excise', basis: 'percent', rate: 15, categories: ['flower'] };
    ok(await seller.post('/api/v1/tax-rules', excise));
    const order = ok(
      await trade.enter({
        items: [
          { product_id: flower.id, quantity: 10 },
          { product_id: papers.id, quantity: 5 },
        ],
      }),
    );
    const adjusted = ok(await adjustOrder(seller, order, [{ kind: 'discount', bps: 1000 }]));
    expect(adjusted).toMatchObject({
      ...{ subtotal: 240, discount_total: 24, tax: 27, total: 243 },
      tax_lines: [{ name: 'Excise', base: 180, rate: 15, amount: 27 }],
    });
    for (const status of ['preparing', 'shipped'])
      ok(await seller.patch(`${PATH}/${order.id}/status`, { status }));
    // Of 6 × 20.00 and 5 × 8.00, 10 % off, 160.20 is left: 144.00 and 15 % of 108.00.
    const receipt = ok(
      await buyer.post<{ credit_total: number }>(`${PATH}/${order.id}/receipts`, {
        lines: [
          { item_id: order.items[0]?.id, accepted: 6, rejected: 4, reason_code: 'damaged' },
          { item_id: order.items[1]?.id, accepted: 5 },
        ],
      }),
    );
    expect(receipt.credit_total).toBe(82.8);
    await expectOrdersAddUp(stage.sql);
  });
});
