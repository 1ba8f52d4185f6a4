import type { TransactionSql } from 'postgres';
import { describe, expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
const ORDERS = '/api/v1/orders';

const bodyOf = ({ wholesaler, product }: Trade, quantity: number) => ({
  wholesaler_id: wholesaler.id,
  items: [{ product_id: product.id, quantity }],
});
const order = (trade: Trade, quantity = 1) => trade.buyer.post(ORDERS, bodyOf(trade, quantity));
const share = (available: number) => ({ reason: 'share', max_reserved_percent: 40, lines: [{ available }] });
const reservedOf = async (stockId: string) => {
  const [row] = await stage.sql`select reserved_quantity from inventory_items where id = ${stockId}`;
  return row?.reserved_quantity;
};
/** Another retailer that is connected with the seller. */
async function anotherBuyer(trade: Trade): Promise<Trade> {
  const retailer = await createBusiness(db, 'retailer');
  await connect(db, retailer, trade.wholesaler);
  return { ...trade, retailer, buyer: await stage.signIn(await createMember(db, retailer, 'owner')) };
}

describe('settings', () => {
  const settings = (values: object) => ({ settings: values });
  test('are null and 100 unless a business says otherwise, and go back to that', async () => {
    const { seller } = await openTrade(stage);
    expect(ok(await seller.get('/api/v1/entity'))).toMatchObject(
      settings({ max_pending_orders: null, max_reserved_percent: 100 }),
    );
    for (const values of [
      { max_pending_orders: 1, max_reserved_percent: 1 },
      { max_pending_orders: 10_000, max_reserved_percent: 100 },
      { max_pending_orders: null, max_reserved_percent: 100 },
    ]) {
      const changed = await seller.patch('/api/v1/entity', settings(values));
      expect(ok(changed)).toMatchObject(settings(values));
    }
    const [audited] =
      await stage.sql`select after from audit_log where action = 'entity.updated' and after -> 'settings'
      ->> 'max_pending_orders' = '1' order by id desc limit 1`;
    expect(audited?.after).toMatchObject({ settings: { max_pending_orders: 1, max_reserved_percent: 1 } });
  });

  test.each([
    ['max_pending_orders', [0, -1, 1.5, '5', 10_001]],
    ['max_reserved_percent', [0, -1, 101, 12.5, '50', null]],
  ] as const)('reject other values (400): %s', async (name, values) => {
    const { seller } = await openTrade(stage);
    for (const value of values) {
      expectInvalid(await seller.patch('/api/v1/entity', settings({ [name]: value })), `settings.${name}`);
    }
  });
});

describe('max_pending_orders', () => {
  test('rejects an order beyond it (409 too_many_pending), per buyer, until one is accepted or canceled', async () => {
    const trade = await openTrade(stage, { wholesaler: { maxPendingOrders: 2 } });
    const first = await placeOrder(trade);
    const second = await placeOrder(trade);
    expect(expectError(await order(trade), 'CONFLICT')).toEqual({ reason: 'too_many_pending', limit: 2 });
    expect(ok(await trade.buyer.post(`${ORDERS}/quote`, bodyOf(trade, 1)))).toMatchObject({
      lines: [{ quantity: 1 }],
      problems: [{ index: null, code: 'CONFLICT', reason: 'too_many_pending' }],
    });
    ok(await order(await anotherBuyer(trade)));
    ok(await trade.seller.patch(`${ORDERS}/${first.id}/status`, { status: 'accepted' }));
    ok(await order(trade));
    expect(expectError(await order(trade), 'CONFLICT')).toMatchObject({ reason: 'too_many_pending' });
    ok(await trade.buyer.post(`${ORDERS}/${second.id}/cancel`));
    ok(await order(trade));
  });

  test('counts no order with another seller', async () => {
    const trade = await openTrade(stage, { wholesaler: { maxPendingOrders: 1 } });
    const second = await openTrade(stage);
    await connect(db, trade.retailer, second.wholesaler);
    expect((await order({ ...second, buyer: trade.buyer })).status).toBe(201);
    expect((await order(trade)).status).toBe(201);
    expect(expectError(await order(trade), 'CONFLICT')).toMatchObject({ reason: 'too_many_pending' });
  });

  test('is exact under 50 parallel orders, and those rejected leave nothing', async () => {
    const trade = await openTrade(stage, { wholesaler: { maxPendingOrders: 7 } });
    const answers = await Promise.all(Array.from({ length: 50 }, () => order(trade)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(expectError(answer, 'CONFLICT')).toMatchObject({ reason: 'too_many_pending' });
    }
    expect(await reservedOf(trade.stockId)).toBe(7);
  });

  test('comes before stock, and is also of goods that sold out a moment ago', async () => {
    const trade = await openTrade(stage, { quantity: 1, wholesaler: { maxPendingOrders: 1 } });
    expectError(await order(trade, 2), 'INSUFFICIENT_STOCK');
    ok(await order(trade));
    expect(expectError(await order(trade, 2), 'CONFLICT')).toMatchObject({ reason: 'too_many_pending' });
  });

  test('repeats an order under its key, and rejects the same order with a new one', async () => {
    const trade = await openTrade(stage, { wholesaler: { maxPendingOrders: 1 } });
    const send = (key: string) =>
      trade.buyer.send('POST', ORDERS, { body: bodyOf(trade, 1), headers: { 'Idempotency-Key': key } });
    const first = ok(await send('limits-1'));
    expect(ok(await send('limits-1'))).toEqual(first);
    expect(expectError(await send('limits-2'), 'CONFLICT')).toMatchObject({ reason: 'too_many_pending' });
  });
});

describe('max_reserved_percent', () => {
  const open = (quantity = 100) => openTrade(stage, { quantity, wholesaler: { maxReservedPercent: 40 } });

  test('bounds what pending orders of one buyer hold of a variant (409 INSUFFICIENT_STOCK, reason share)', async () => {
    const trade = await open();
    expect(expectError(await order(trade, 41), 'INSUFFICIENT_STOCK')).toMatchObject(share(40));
    expect(expectError(await order(trade, 500), 'INSUFFICIENT_STOCK')).toMatchObject(share(40));
    ok(await order(trade, 30));
    expect(expectError(await order(trade, 11), 'INSUFFICIENT_STOCK')).toMatchObject(share(10));
    ok(await order(trade, 10));
    expect(expectError(await order(trade, 1), 'INSUFFICIENT_STOCK')).toMatchObject(share(0));
    // Of another buyer's reservations nothing is sellable: 40 % of 60.
    const other = await anotherBuyer(trade);
    expect(expectError(await order(other, 25), 'INSUFFICIENT_STOCK')).toMatchObject(share(24));
    ok(await order(other, 24));
  });

  test('counts what a buyer holds of the same goods with that seller alone', async () => {
    const producer = await openTrade(stage, { quantity: 100 });
    const reseller = await createBusiness(db, 'wholesaler', { maxReservedPercent: 40 });
    await connect(db, reseller, producer.wholesaler);
    await connect(db, producer.retailer, reseller);
    await createStock(db, reseller, producer.product.variantId, 100);
    const client = await stage.signIn(await createMember(db, reseller, 'owner'));
    const listing = { sku: 'RESOLD-1', wholesale_price: 12 };
    ok(await client.put(`/api/v1/listings/${producer.product.variantId}`, listing));
    ok(await order(producer, 100));
    const resold = { ...producer, wholesaler: reseller };
    expect(expectError(await order(resold, 41), 'INSUFFICIENT_STOCK')).toMatchObject(share(40));
    ok(await order(resold, 40));
  });

  test('counts accepted orders as reserved, not as pending', async () => {
    const trade = await open();
    await placeOrderIn(trade, 'accepted', 40);
    expect(expectError(await order(trade, 41), 'INSUFFICIENT_STOCK')).toMatchObject(share(40));
    ok(await order(trade, 40));
  });

  test.skipIf(IS_SHORT)('is exact under 50 parallel orders of several lines and variants', async () => {
    const trade = await open();
    const other = await createProduct(db, trade.wholesaler);
    const otherStock = await createStock(db, trade.wholesaler, other.variantId, 30);
    const small = await createProduct(db, trade.wholesaler);
    const smallStock = await createStock(db, trade.wholesaler, small.variantId, 1000);
    const lines = [
      { product_id: small.id, quantity: 1 },
      { product_id: trade.product.id, quantity: 3 },
      { product_id: other.id, quantity: 1 },
    ];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const items = index % 2 ? lines : [...lines].reverse();
        return trade.buyer.post(ORDERS, { wholesaler_id: trade.wholesaler.id, items });
      }),
    );
    // 40 % of 30 units of the scarcest variant.
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(12);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(expectError(answer, 'INSUFFICIENT_STOCK')).toMatchObject({
        reason: 'share',
        lines: [{ variant_id: other.variantId, available: 0 }],
      });
    }
    const reserved = await Promise.all([trade.stockId, otherStock, smallStock].map(reservedOf));
    expect(reserved).toEqual([36, 12, 12]);
  });

  test.skipIf(IS_SHORT)('is exact while orders are placed, raised and canceled at once', async () => {
    const trade = await open();
    const orders = await Promise.all(Array.from({ length: 10 }, () => placeOrder(trade, 2)));
    await Promise.all([
      ...Array.from({ length: 20 }, () => order(trade, 4)),
      ...orders.map(({ id, items }) =>
        trade.buyer.patch(`${ORDERS}/${id}/items/${items[0]?.id}`, { quantity: 9 }),
      ),
      ...orders.slice(0, 4).map(({ id }) => trade.seller.post(`${ORDERS}/${id}/cancel`)),
    ]);
    const held = await reservedOf(trade.stockId);
    expect(held).toBeLessThanOrEqual(40);
    // What is left of the share can still be ordered, to the unit.
    expect(expectError(await order(trade, 41 - held), 'INSUFFICIENT_STOCK')).toMatchObject(share(40 - held));
    if (held < 40) ok(await order(trade, 40 - held));
  });

  test.skipIf(IS_SHORT)('is also of lines that are raised and added', async () => {
    const trade = await open();
    const { id, items } = await placeOrder(trade, 30);
    const line = `${ORDERS}/${id}/items/${items[0]?.id}`;
    const other = await createProduct(db, trade.wholesaler);
    await createStock(db, trade.wholesaler, other.variantId, 10);
    const add = (product_id: string, quantity: number) =>
      trade.buyer.post(`${ORDERS}/${id}/items`, { product_id, quantity });
    expect(expectError(await trade.buyer.patch(line, { quantity: 41 }), 'INSUFFICIENT_STOCK')).toMatchObject(
      share(10),
    );
    ok(await trade.buyer.patch(line, { quantity: 40 }));
    expect(expectError(await add(trade.product.id, 1), 'INSUFFICIENT_STOCK')).toMatchObject(share(0));
    expect(expectError(await add(other.id, 5), 'INSUFFICIENT_STOCK')).toMatchObject(share(4));
    ok(await add(other.id, 4));
    ok(await trade.buyer.patch(line, { quantity: 1 }));
  });

  test('keeps what buyers hold when a seller lowers it, and lets it fall', async () => {
    const trade = await openTrade(stage);
    const { id, items } = await placeOrder(trade, 100);
    ok(await trade.seller.patch('/api/v1/entity', { settings: { max_reserved_percent: 10 } }));
    const line = `${ORDERS}/${id}/items/${items[0]?.id}`;
    ok(await trade.buyer.patch(line, { quantity: 90 }));
    expect(expectError(await trade.buyer.patch(line, { quantity: 91 }), 'INSUFFICIENT_STOCK')).toMatchObject({
      reason: 'share',
      lines: [{ available: 0 }],
    });
    ok(await trade.seller.patch(`${ORDERS}/${id}/status`, { status: 'accepted' }));
  });

  test.skipIf(IS_SHORT)('is what catalog and quote offer', async () => {
    const trade = await open();
    await placeOrder(trade, 30);
    const catalog = `/api/v1/market/suppliers/${trade.wholesaler.id}/catalog`;
    expect(ok(await trade.buyer.get(catalog))).toMatchObject({ data: [{ available_quantity: 10 }] });
    const quote = (quantity: number) => trade.buyer.post(`${ORDERS}/quote`, bodyOf(trade, quantity));
    expect(ok(await quote(11))).toMatchObject({
      lines: [{ quantity: 11, available_quantity: 10 }],
      problems: [{ index: 0, code: 'INSUFFICIENT_STOCK', reason: 'share' }],
    });
    expect(ok(await quote(10))).toMatchObject({ lines: [{ available_quantity: 10 }], problems: [] });
    const other = await anotherBuyer(trade);
    expect(ok(await other.buyer.get(catalog))).toMatchObject({ data: [{ available_quantity: 28 }] });
  });
});

describe('an order that is rejected anyway', () => {
  /** What a buyer on hold gets while another transaction has a row. */
  async function rejectedWhile(trade: Trade, lock: (tx: TransactionSql) => Promise<unknown>, fields: object) {
    const terms = { on_hold: true, credit_limit: 10_000 };
    ok(await trade.seller.patch(`/api/v1/customers/${trade.retailer.id}`, terms));
    const answer = await stage.sql.begin(async (tx) => {
      await lock(tx);
      return trade.buyer.post(ORDERS, { ...bodyOf(trade, 1), ...fields });
    });
    return expectError(answer, 'CONFLICT').reason;
  }

  test('waits for no stock', async () => {
    const trade = await openTrade(stage);
    const lock = (tx: TransactionSql) =>
      tx`select from inventory_items where id = ${trade.stockId} for update`;
    expect(await rejectedWhile(trade, lock, { shortage: 'backorder' })).toBe('on_hold');
  });

  test('waits for no account', async () => {
    const trade = await openTrade(stage);
    const lock = (tx: TransactionSql) =>
      tx`select from accounts where seller_id = ${trade.wholesaler.id} and buyer_id = ${trade.retailer.id} for no key update`;
    expect(await rejectedWhile(trade, lock, {})).toBe('on_hold');
  });
});
