import { beforeEach, describe, expect, test } from 'vitest';
import { createStock } from '../../factories/catalog';
import {
  adjustOrder,
  changedItem,
  changeItem,
  openPricedTrade,
  type PricedTrade,
} from '../../factories/priced-trade';
import { setRules } from '../../factories/prices';
import { type OrderBody, openTrade, placeOrder } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const PATH = '/api/v1/orders';
const { db } = stage;
type Item = OrderBody['items'][number];

let trade: PricedTrade;
beforeEach(async () => {
  trade = await openPricedTrade(stage);
});

describe('the price of a line', () => {
  test('is that of the highest break which its amount reaches', async () => {
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

  test.skipIf(IS_SHORT)(
    'is given for one line, and is the wholesale price of the one beside it',
    async () => {
      const other = await openTrade(stage, { prices: [1234, 500] });
      const [first, second] = other.product.variants.map(({ id }) => id);
      await createStock(db, other.wholesaler, second ?? '', 10);
      const items = [first, second].map((variant_id, n) => ({
        ...{ product_id: other.product.id, variant_id, quantity: 2 },
        ...(n === 0 && { unit_price: 11 }),
      }));
      const order = ok(await other.seller.post<OrderBody>(PATH, { retailer_id: other.retailer.id, items }));
      expect(order.items.map(({ unit_price, price_source }) => [unit_price, price_source])).toEqual([
        [11, 'manual'],
        [5, 'wholesale'],
      ]);
    },
  );

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

  test('follows its own ladder after the list has changed, and a manual price follows nothing', async () => {
    const order = await placeOrder(trade, 50);
    await setRules(db, trade.listId, { [trade.product.variantId]: [[1, 1700]] });
    const read = ok(await trade.buyer.get<OrderBody>(`${PATH}/${order.id}`));
    expect(read.items[0]?.total).toBe(775);
    expect((await changedItem(trade.buyer, order, { quantity: 49 })).items[0]?.total).toBe(882);
    const manual = await changedItem(trade.seller, order, { unit_price: 16.25 });
    expect(manual.items[0]).toMatchObject({ price_source: 'manual', unit_price: 16.25, total: 796.25 });
    const raised = await changedItem(trade.buyer, order, { quantity: 50 });
    expect(raised.items[0]).toMatchObject({ price_source: 'manual', total: 812.5 });
    const back = await changedItem(trade.seller, order, { unit_price: null });
    expect(back.items[0]).toMatchObject({ price_source: 'list', unit_price: 15.5, total: 775 });
    await expectOrdersAddUp(stage.sql);
  });

  test('of an added line is that of now; more of a present one keeps its ladder', async () => {
    const order = await placeOrder(trade, 8);
    await setRules(db, trade.listId, { [trade.product.variantId]: [[1, 1700]] });
    const more = ok(await trade.add(trade.buyer, order, { quantity: 2 }));
    expect(more.items).toMatchObject([{ quantity: 10, unit_price: 18, total: 180 }]);
  });

  test.skipIf(IS_SHORT)('sent back as it was read is no manual price', async () => {
    const order = await placeOrder(trade, 50);
    const [item] = order.items as [Item];
    const same = await changedItem(trade.seller, order, { ...item });
    expect(same.items[0]).toMatchObject({ price_source: 'list' });
    const kept = await changedItem(trade.seller, order, { ...item, quantity: 49 });
    expect(kept.items[0]).toMatchObject({ price_source: 'manual', unit_price: 15.5, total: 759.5 });
  });

  test('two edits at once both count', async () => {
    const order = await placeOrder(trade, 50);
    const answers = await Promise.all([
      changeItem(trade.seller, order, { unit_price: 16 }),
      changeItem(trade.buyer, order, { quantity: 40 }),
      adjustOrder(trade.seller, order, [{ kind: 'freight', amount: 5 }]),
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
    const body = { wholesaler_id: trade.wholesaler.id, items: [trade.lineFor(2)] };
    const order = await placeOrder(trade, 2);
    for (const field of [{ unit_price: 0.01 }, { sample: true }, { discount_bps: 5000 }]) {
      const [name] = Object.keys(field);
      const items = [trade.lineFor(2, field)];
      for (const path of [PATH, `${PATH}/quote`, '/api/v1/drafts']) {
        const details = expectError(await trade.buyer.post(path, { ...body, items }), 'FORBIDDEN');
        expect(details).toEqual({ reason: 'other_party', side: 'retailer', field: name });
      }
      const added = expectError(await trade.add(trade.buyer, order, { quantity: 1, ...field }), 'FORBIDDEN');
      expect(added).toMatchObject({ reason: 'other_party', field: name });
      expect(expectError(await changeItem(trade.buyer, order, field), 'FORBIDDEN')).toMatchObject({
        field: name,
      });
    }
    for (const field of [{ accept: true }, { override: ['case'] }]) {
      expectError(await trade.buyer.post(PATH, { ...body, ...field }), 'FORBIDDEN');
    }
    expectError(await trade.add(trade.buyer, order, { quantity: 1, override: ['minimum'] }), 'FORBIDDEN');
    for (const name of ['tax', 'total', 'subtotal', 'discount_total']) {
      expectInvalid(await trade.buyer.post(PATH, { ...body, [name]: 0 }), name);
      expectInvalid(
        await trade.buyer.post(PATH, { ...body, items: [trade.lineFor(2, { [name]: 0 })] }),
        `items[0].${name}`,
      );
    }
    expect(expectError(await adjustOrder(trade.buyer, order, []), 'FORBIDDEN')).toMatchObject({
      reason: 'other_party',
    });
  });

  test.skipIf(IS_SHORT)(
    'is taken at placing: manual prices, discounts and samples apart from their variant',
    async () => {
      const order = ok(
        await trade.enter({
          items: [trade.lineFor(10, { discount_bps: 500 }), trade.lineFor(2, { sample: true })],
        }),
      );
      expect(order.items).toMatchObject([
        { quantity: 10, unit_price: 18, discount_bps: 500, total: 171, price_source: 'list', sample: false },
        { quantity: 2, unit_price: 0, total: 0, price_source: 'sample', sample: true },
      ]);
      const manual = ok(await trade.enter({ items: [trade.lineFor(3, { unit_price: 12.5 })] }));
      expect(manual.items[0]).toMatchObject({ unit_price: 12.5, price_source: 'manual', total: 37.5 });
      expectInvalid(
        await trade.enter({ items: [trade.lineFor(3, { unit_price: 1 }), trade.lineFor(3)] }),
        'items[1]',
        'ambiguous',
      );
      expectInvalid(
        await trade.enter({ items: [trade.lineFor(3, { unit_price: 1, sample: true })] }),
        'items[0].unit_price',
        'ambiguous',
      );
    },
  );

  test('ends with the preparation of the order (409)', async () => {
    const order = ok(await trade.enter({ items: [trade.lineFor(3)] }));
    ok(await trade.seller.patch(`${PATH}/${order.id}/status`, { status: 'preparing' }));
    for (const field of [{ unit_price: 1 }, { discount_bps: 100 }, { sample: true }]) {
      expect(expectError(await changeItem(trade.seller, order, field), 'CONFLICT')).toMatchObject({
        reason: 'not_editable',
      });
    }
    ok(await adjustOrder(trade.seller, order, [{ kind: 'fee', label: 'Pallet', amount: 12 }]));
    ok(await trade.seller.patch(`${PATH}/${order.id}/status`, { status: 'shipped' }));
    expect(expectError(await adjustOrder(trade.seller, order, []), 'CONFLICT')).toMatchObject({
      reason: 'order_closed',
    });
  });

  test.skipIf(IS_SHORT)('makes a line a sample and back; a second one of the kind is 409', async () => {
    const order = ok(await trade.enter({ items: [trade.lineFor(10)] }));
    const sample = await changedItem(trade.seller, order, { sample: true });
    expect(sample).toMatchObject({ items: [{ unit_price: 0, price_source: 'sample' }], total: 0 });
    const paid = await changedItem(trade.seller, order, { sample: false });
    expect(paid.items[0]).toMatchObject({ unit_price: 18, price_source: 'list', sample: false });
    const both = ok(await trade.add(trade.seller, order, { quantity: 1, sample: true }));
    expect(both.items.map(({ sample: free }) => free)).toEqual([false, true]);
    expect(expectError(await changeItem(trade.seller, both, { sample: true }), 'CONFLICT')).toMatchObject({
      reason: 'line_exists',
    });
  });
});

describe('the floor of a manager', () => {
  test('holds for prices, line discounts and discounts of the order together', async () => {
    await trade.setSeller({ maxManualDiscountBps: 1000 });
    const order = ok(await trade.enter({ items: [trade.lineFor(10)] }, trade.manager));
    const tooLow = async (call: Promise<Awaited<ReturnType<typeof changeItem>>>) =>
      expect(expectError(await call, 'FORBIDDEN')).toEqual({ reason: 'price_floor', max_discount_bps: 1000 });
    await tooLow(changeItem(trade.manager, order, { unit_price: 16.19 }));
    await tooLow(changeItem(trade.manager, order, { discount_bps: 1001 }));
    await tooLow(adjustOrder(trade.manager, order, [{ kind: 'discount', amount: 18.01 }]));
    await tooLow(changeItem(trade.manager, order, { sample: true }));
    await tooLow(trade.enter({ items: [trade.lineFor(10, { unit_price: 16.19 })] }, trade.manager));
    await tooLow(trade.enter({ items: [trade.lineFor(1, { sample: true })] }, trade.manager));
    await changedItem(trade.manager, order, { unit_price: 17 });
    ok(await adjustOrder(trade.manager, order, [{ kind: 'discount', amount: 8 }]));
    await tooLow(adjustOrder(trade.manager, order, [{ kind: 'discount', amount: 8.01 }]));
    await tooLow(changeItem(trade.manager, order, { unit_price: 16.99 }));
    // The owner may, and what it gave keeps the manager from going on, not from less.
    await changedItem(trade.seller, order, { unit_price: 5 });
    await tooLow(changeItem(trade.manager, order, { unit_price: 4.99 }));
    await changedItem(trade.manager, order, { unit_price: 6 });
  });

  test.skipIf(IS_SHORT)('is not there by default', async () => {
    const order = ok(
      await trade.enter({ items: [trade.lineFor(10), trade.lineFor(1, { sample: true })] }, trade.manager),
    );
    await changedItem(trade.manager, order, { unit_price: 0 });
  });
});

describe('a quote of an order', () => {
  test('comes to what the order comes to, line by line, with its ladder', async () => {
    await trade.setSeller({ taxRateBps: 825 });
    const body = { wholesaler_id: trade.wholesaler.id, items: [trade.lineFor(49)] };
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
    await trade.setCase(12);
    await trade.setSeller({ minimumOrderCents: 100_000 });
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
        items: [trade.lineFor(50, { discount_bps: 1000 }), trade.lineFor(1, { sample: true })],
        valid_until: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      }),
    );
    expect(draft.items).toMatchObject([
      { unit_price: 15.5, price_source: 'list', discount_bps: 1000, total: 697.5 },
      { unit_price: 0, sample: true, total: 0 },
    ]);
    ok(await trade.seller.post(`/api/v1/drafts/${draft.id}/send`));
    await setRules(db, trade.listId, { [trade.product.variantId]: [[1, 1000]] });
    const order = ok(await trade.buyer.post<OrderBody>(`/api/v1/drafts/${draft.id}/accept`));
    expect(order.items).toMatchObject([
      { unit_price: 15.5, discount_bps: 1000, total: 697.5, price_source: 'list' },
      { sample: true, total: 0 },
    ]);
    const fewer = await changedItem(trade.seller, order, { quantity: 49 });
    expect(fewer.items[0]).toMatchObject({ unit_price: 18, total: 793.8 });
  });
});
