import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { TaxRule } from '../../../server/features/pricing/taxes/resource';
import { createLocation } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { confirmLicense } from '../../factories/confirmed';
import { type OrderBody, openTrade, placeOrder, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectOrdersAddUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

type RuleBody = z.infer<typeof TaxRule>;

const stage = await openStage();
const { db, sql } = stage;
const RULES = '/api/v1/tax-rules';

const tax = async ({ seller }: Trade, fields: object) =>
  ok(await seller.post<RuleBody>(RULES, { name: 'Excise', basis: 'percent', ...fields }));
const weigh = (variantId: string, weight: number, unit: string) =>
  sql`update product_variants set weight = ${weight}, weight_unit = ${unit} where id = ${variantId}`;
const read = async (client: Client, { id }: { id: string }) =>
  ok(await client.get<OrderBody>(`/api/v1/orders/${id}`));
/** The day that it now is in a timezone. */
const dayIn = (timeZone: string) => new Date().toLocaleDateString('en-CA', { timeZone });

describe('without a tax rule', () => {
  test("the seller's rate is one line without a rule, and no rate no line", async () => {
    const trade = await openTrade(stage, { prices: [999], wholesaler: { taxRateBps: 825 } });
    const order = await placeOrder(trade, 10);
    expect(order).toMatchObject({ subtotal: 99.9, tax: 8.24, total: 108.14 });
    expect(order.tax_lines).toEqual([{ rule_id: null, name: 'Tax', base: 99.9, rate: 8.25, amount: 8.24 }]);
    expect((await read(trade.seller, order)).tax_lines).toEqual(order.tax_lines);
    const free = await openTrade(stage, { prices: [999] });
    expect((await placeOrder(free)).tax_lines).toEqual([]);
  });
});

describe('with tax rules', () => {
  test('50.00 per oz on 20 × 3.5 g is 123.46', async () => {
    const trade = await openTrade(stage, { prices: [1000], wholesaler: { taxRateBps: 825 } });
    await weigh(trade.product.variantId, 3.5, 'g');
    const rule = await tax(trade, { basis: 'weight', amount: 50, weight_unit: 'oz' });
    const order = await placeOrder(trade, 20);
    expect(order).toMatchObject({ subtotal: 200, tax: 123.46, total: 323.46 });
    expect(order.tax_lines).toEqual([
      { rule_id: rule.id, name: 'Excise', base: 2.4692, rate: 50, amount: 123.46 },
    ]);
    await expectOrdersAddUp(sql);
  });

  test('discounts come off first, and freight is in the base of what includes it', async () => {
    const trade = await openTrade(stage, { prices: [10_000] });
    const vapes = await createProduct(db, trade.wholesaler, { prices: [4000], category: 'vapes' });
    await createStock(db, trade.wholesaler, vapes.variantId, 100);
    const excise = await tax(trade, { rate: 15, categories: ['flower'] });
    const local = await tax(trade, { name: 'Local', rate: 2.5, include_freight: true });
    const order = await placeOrder(trade, 1, {
      items: [
        { product_id: trade.product.id, quantity: 10 },
        { product_id: vapes.id, quantity: 10 },
      ],
    });
    const adjusted = ok(
      await trade.seller.put<OrderBody>(`/api/v1/orders/${order.id}/adjustments`, {
        adjustments: [
          { kind: 'discount', bps: 1000 },
          { kind: 'freight', amount: 50 },
        ],
      }),
    );
    expect(adjusted).toMatchObject({ subtotal: 1400, discount_total: 140, freight_total: 50 });
    expect(adjusted.tax_lines).toEqual([
      { rule_id: excise.id, name: 'Excise', base: 900, rate: 15, amount: 135 },
      { rule_id: local.id, name: 'Local', base: 1310, rate: 2.5, amount: 32.75 },
    ]);
    expect(adjusted).toMatchObject({ tax: 167.75, total: 1477.75 });
    await expectOrdersAddUp(sql);
  });

  test('one line each, of its goods alone; milligrams and pounds are exact', async () => {
    const trade = await openTrade(stage, { prices: [10_000] });
    const vapes = await createProduct(db, trade.wholesaler, { prices: [4000], category: 'vapes' });
    await createStock(db, trade.wholesaler, vapes.variantId, 100);
    await weigh(trade.product.variantId, 1, 'lb');
    await weigh(vapes.variantId, 500, 'mg');
    const excise = await tax(trade, { rate: 15, categories: ['flower'] });
    await tax(trade, { name: 'Topicals', rate: 50, categories: ['topicals'] });
    const local = await tax(trade, { name: 'Local', rate: 2.5 });
    const perUnit = await tax(trade, { name: 'Stamp', basis: 'unit', amount: 0.25 });
    const perPound = await tax(trade, { name: 'Weight', basis: 'weight', amount: 1, weight_unit: 'lb' });
    const items = [
      { variant_id: trade.product.variantId, product_id: trade.product.id, quantity: 10 },
      { variant_id: vapes.variantId, product_id: vapes.id, quantity: 10 },
    ];
    const order = await placeOrder(trade, 1, { items });
    expect(order.tax_lines).toEqual([
      { rule_id: excise.id, name: 'Excise', base: 1000, rate: 15, amount: 150 },
      { rule_id: local.id, name: 'Local', base: 1400, rate: 2.5, amount: 35 },
      { rule_id: perUnit.id, name: 'Stamp', base: 20, rate: 0.25, amount: 5 },
      { rule_id: perPound.id, name: 'Weight', base: 10.011, rate: 1, amount: 10.01 },
    ]);
    expect(order).toMatchObject({ subtotal: 1400, tax: 200.01, total: 1600.01 });
    const quoted = ok(
      await trade.buyer.post('/api/v1/orders/quote', { wholesaler_id: trade.wholesaler.id, items }),
    );
    expect(quoted).toMatchObject({ tax: 200.01, total: 1600.01, tax_lines: order.tax_lines });
  });

  test('no change of a rule alters an order, whose later lines and edits go by those it keeps', async () => {
    const trade = await openTrade(stage, { prices: [1000] });
    const rule = await tax(trade, { rate: 10, categories: ['flower'] });
    const order = await placeOrder(trade, 10);
    ok(await trade.seller.patch(`${RULES}/${rule.id}`, { rate: 50, name: 'Other', categories: null }));
    await tax(trade, { name: 'New', rate: 1 });
    expect(await read(trade.buyer, order)).toEqual(order);
    const [line] = order.items;
    const edited = ok(
      await trade.buyer.patch<OrderBody>(`/api/v1/orders/${order.id}/items/${line?.id}`, { quantity: 5 }),
    );
    expect(edited).toMatchObject({ tax: 5, total: 55 });
    const vapes = await createProduct(db, trade.wholesaler, { prices: [2000], category: 'vapes' });
    await createStock(db, trade.wholesaler, vapes.variantId, 10);
    const added = ok(
      await trade.buyer.post<OrderBody>(`/api/v1/orders/${order.id}/items`, {
        product_id: vapes.id,
        quantity: 1,
      }),
    );
    expect(added.tax_lines).toEqual([{ rule_id: rule.id, name: 'Excise', base: 50, rate: 10, amount: 5 }]);
    expect((await trade.seller.delete(`${RULES}/${rule.id}`)).status).toBe(204);
    expect((await read(trade.seller, order)).tax_lines).toEqual(added.tax_lines);
    expect((await placeOrder(trade)).tax_lines).toMatchObject([{ name: 'New', amount: 0.1 }]);
  });

  test.skipIf(IS_SHORT)(
    'current rules that do not apply mean no tax, whatever the rate of the seller',
    async () => {
      const trade = await openTrade(stage, { prices: [1000], wholesaler: { taxRateBps: 825 } });
      const elsewhere = await tax(trade, { rate: 15, states: ['NV'] });
      await tax(trade, { rate: 15, buyer_types: ['wholesaler'] });
      await tax(trade, { rate: 15, use: 'medical' });
      await sql`update licenses set use = 'adult' where entity_id = ${trade.retailer.id}`;
      await confirmLicense(trade);
      const order = await placeOrder(trade);
      expect(order).toMatchObject({ tax: 0, total: 10, tax_lines: [] });
      await sql`update licenses set use = 'medical' where entity_id = ${trade.retailer.id}`;
      expect((await placeOrder(trade)).tax_lines).toMatchObject([{ amount: 1.5 }]);
      await sql`update tax_rules set ends_on = '2020-01-01' where entity_id = ${trade.wholesaler.id}`;
      expect((await placeOrder(trade)).tax_lines).toMatchObject([{ rule_id: null, amount: 0.83 }]);
      ok(await trade.seller.patch(`${RULES}/${elsewhere.id}`, { states: ['California'], ends_on: null }));
      expect((await placeOrder(trade)).tax_lines).toMatchObject([{ rule_id: elsewhere.id, amount: 1.5 }]);
    },
  );

  test.skipIf(IS_SHORT)('a rule is current by the calendar of the seller', async () => {
    const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
    const early = await openTrade(stage, { prices: [1000], wholesaler: { timezone: east } });
    const late = await openTrade(stage, { prices: [1000], wholesaler: { timezone: west } });
    // These two are never on the same day.
    for (const trade of [early, late]) {
      await tax(trade, { name: 'Begins', rate: 10, starts_on: dayIn(east) });
      await tax(trade, { name: 'Ends', rate: 20, ends_on: dayIn(west) });
    }
    expect((await placeOrder(early)).tax_lines).toMatchObject([{ name: 'Begins' }]);
    expect((await placeOrder(late)).tax_lines).toMatchObject([{ name: 'Ends' }]);
  });

  test('a customer is exempt from the rules that its seller names, which takes update:terms', async () => {
    const trade = await openTrade(stage, { prices: [1000] });
    const [first, second] = [await tax(trade, { rate: 10 }), await tax(trade, { name: 'Local', rate: 1 })];
    const path = `/api/v1/customers/${trade.retailer.id}`;
    const exempt = (ids: string[]) => trade.seller.patch(path, { exempt_tax_ids: ids });
    expect(ok(await exempt([first.id, first.id]))).toMatchObject({ exempt_tax_ids: [first.id] });
    expect((await placeOrder(trade)).tax_lines).toMatchObject([{ name: 'Local' }]);
    ok(await exempt([first.id, second.id]));
    expect(await placeOrder(trade)).toMatchObject({ tax: 0, tax_lines: [] });
    const other = await openTrade(stage);
    const foreign = await tax(other, { rate: 3 });
    for (const id of [foreign.id, ABSENT_ID]) expectAbsent(await exempt([first.id, id]));
    // Deleting a rule ends the exemption from it.
    expect((await trade.seller.delete(`${RULES}/${first.id}`)).status).toBe(204);
    expect(ok(await trade.seller.get(path))).toMatchObject({ exempt_tax_ids: [second.id] });
  });

  test('goods that a tax by weight is for must have a weight: 409 with the lines, and a problem of the quote', async () => {
    const trade = await openTrade(stage, { prices: [1000] });
    const papers = await createProduct(db, trade.wholesaler, { category: 'accessories' });
    await createStock(db, trade.wholesaler, papers.variantId, 10);
    await tax(trade, { name: 'Local', rate: 10 });
    await tax(trade, { basis: 'weight', amount: 50, weight_unit: 'oz', categories: ['flower'] });
    const items = [
      { product_id: papers.id, quantity: 1 },
      { product_id: trade.product.id, quantity: 1 },
    ];
    const body = { wholesaler_id: trade.wholesaler.id, items };
    const { variantId, variants } = trade.product;
    expect(expectError(await trade.buyer.post('/api/v1/orders', body), 'CONFLICT')).toEqual({
      reason: 'weight_missing',
      lines: [{ variant_id: variantId, sku: variants[0]?.sku }],
    });
    const quoted = ok(await trade.buyer.post('/api/v1/orders/quote', body));
    expect(quoted).toMatchObject({ problems: [{ index: null, reason: 'weight_missing' }], tax: 2 });
    for (const [weight, unit] of [
      [1, 'each'],
      [0.05, 'mg'],
    ] as const) {
      await weigh(variantId, weight, unit);
      expectError(await trade.buyer.post('/api/v1/orders', body), 'CONFLICT');
    }
    ok(await trade.buyer.post('/api/v1/orders', { ...body, items: [items[0]] }));
    await weigh(variantId, 28.3495, 'g');
    expect(ok(await trade.buyer.post('/api/v1/orders', body))).toMatchObject({ tax: 52 });
  });
});

describe('other premises', () => {
  test.skipIf(IS_SHORT)(
    'choose the rules again by the day of placing; lines of before have their tax columns then',
    async () => {
      const trade = await openTrade(stage, {
        prices: [1000],
        wholesaler: { taxRateBps: 825, sameStateOnly: false },
      });
      const order = await placeOrder(trade, 10);
      expect(order.tax).toBe(8.25);
      // As an upgraded order has them.
      await sql`update order_items set tax_category = null where order_id = ${order.id}`;
      await weigh(trade.product.variantId, 1, 'oz');
      const excise = await tax(trade, { rate: 15, states: ['NV'], categories: ['flower'] });
      const weight = await tax(trade, {
        name: 'Weight',
        basis: 'weight',
        amount: 2,
        weight_unit: 'oz',
        states: ['NV'],
      });
      await tax(trade, { name: 'Later', rate: 50, starts_on: '2099-01-01' });
      const reno = await createLocation(db, trade.retailer.id, 1);
      await sql`update locations set state = 'Nevada' where id = ${reno}`;
      const move = (receiving_location_id: string) =>
        trade.buyer.patch<OrderBody>(`/api/v1/orders/${order.id}`, { receiving_location_id });
      const moved = ok(await move(reno));
      expect(moved.tax_lines).toEqual([
        { rule_id: excise.id, name: 'Excise', base: 100, rate: 15, amount: 15 },
        { rule_id: weight.id, name: 'Weight', base: 10, rate: 2, amount: 20 },
      ]);
      expect(moved).toMatchObject({ subtotal: 100, tax: 35, total: 135 });
      const back = ok(await move(trade.retailer.locationIds[0]));
      expect(back).toMatchObject({ tax: 0, total: 100, tax_lines: [] });
      await sql`delete from tax_rules where entity_id = ${trade.wholesaler.id}`;
      expect(ok(await move(reno))).toMatchObject({ tax: 8.25, tax_lines: [{ rule_id: null }] });
      await expectOrdersAddUp(sql);
    },
  );
});

describe('every way to an order', () => {
  test.skipIf(IS_SHORT)(
    'entered by the seller, from a draft, a quote or a backorder, it has the rules of its day',
    async () => {
      const trade = await openTrade(stage, { prices: [1000], quantity: 30 });
      const rule = await tax(trade, { rate: 10 });
      const { seller, buyer, product, retailer } = trade;
      const items = [{ product_id: product.id, quantity: 10 }];
      const expected = [{ rule_id: rule.id, name: 'Excise', base: 100, rate: 10, amount: 10 }];
      const entered = ok(await seller.post<OrderBody>('/api/v1/orders', { retailer_id: retailer.id, items }));
      expect(entered.tax_lines).toEqual(expected);
      const draft = ok(
        await seller.post<{ id: string }>('/api/v1/drafts', { retailer_id: retailer.id, items }),
      );
      const ordered = ok(await seller.post<OrderBody>(`/api/v1/drafts/${draft.id}/order`));
      expect(ordered.tax_lines).toEqual(expected);
      const short = ok(
        await buyer.post<OrderBody>('/api/v1/orders', {
          wholesaler_id: trade.wholesaler.id,
          items: [{ product_id: product.id, quantity: 20 }],
          shortage: 'backorder',
        }),
      );
      expect(short.tax_lines).toEqual(expected);
      await createStock(db, trade.wholesaler, product.variantId, 10);
      const open = ok(await seller.get<{ data: { id: string }[] }>('/api/v1/backorders?status=open')).data;
      const filled = ok(
        await seller.post<OrderBody>('/api/v1/backorders/fill', { ids: open.map(({ id }) => id) }),
      );
      expect(filled.tax_lines).toEqual(expected);
    },
  );
});
