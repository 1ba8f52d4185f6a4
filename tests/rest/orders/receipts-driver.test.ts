import { afterEach, expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import {
  bought,
  correct,
  file,
  lineOf,
  type ReceiptBody,
  returnOf,
  shipLots,
} from '../../factories/receipts';
import { type OrderBody, openTrade, placeOrderIn } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
afterEach(() => expectStockAddsUp(sql));

/** Ten units are shipped; the driver brings three back. */
async function driven() {
  const trade = await openTrade(stage, { prices: [1000], wholesaler: { taxRateBps: 1000 } });
  const order = await shipLots(trade, { soon: 6, loose: 4 });
  const path = `/api/v1/orders/${order.id}/receipts`;
  const refused = { accepted: 7, rejected: 3, reason_code: 'wrong_item' };
  const response = await trade.seller.post<ReceiptBody>(path, {
    lines: [lineOf(order, refused)],
    signed_by: 'Sam Ortiz',
  });
  return { ...trade, order, path, response, asDriver: { buyer: trade.seller } };
}

test('the seller files the receipt of a shipped order: it delivers the order and opens the return (201)', async () => {
  const trade = await driven();
  const { response, order, seller, buyer } = trade;
  expect(response.status).toBe(201);
  const receipt = ok(response);
  expect(receipt).toMatchObject({
    recorded_by: 'seller',
    signed_by: 'Sam Ortiz',
    corrected_by: null,
    credit_total: 33,
    received_by: { id: seller.tokens?.user.id },
  });
  const delivered = ok(await buyer.get<OrderBody>(`/api/v1/orders/${order.id}`));
  expect(delivered).toMatchObject({ status: 'delivered', credit_total: 33 });
  expect(delivered.items[0]).toMatchObject({ shipped_quantity: 10, received_quantity: 7 });
  expect(await bought(trade)).toMatchObject([{ quantity: 7, room_type: 'vault' }]);
  expect(await returnOf(trade, receipt)).toMatchObject({ status: 'open', lines: [{ quantity: 3 }] });
  const told =
    await sql`select entity_id from events where type = 'receipt.completed' and data ->> 'id' = ${receipt.id}`;
  expect(told.map(({ entity_id }) => entity_id).sort()).toEqual(
    [trade.retailer.id, trade.wholesaler.id].sort(),
  );
  const audited = await sql`select entity_id from audit_log where object_id = ${receipt.id}`;
  expect(audited.map(({ entity_id }) => entity_id)).toEqual([trade.wholesaler.id]);
  expect(expectError(await file(trade, order, { accepted: 10 }), 'CONFLICT')).toEqual({
    reason: 'already_received',
    receipt_id: receipt.id,
  });
});

test.skipIf(IS_SHORT)(
  'the seller corrects its own receipt until the buyer has; then the buyer’s figures hold (409)',
  async () => {
    const trade = await driven();
    const receipt = ok(trade.response);
    const less = ok(
      await correct(trade.asDriver, receipt, { accepted: 6, rejected: 4, reason_code: 'short' }),
    );
    expect(less).toMatchObject({ corrected_by: 'seller', lines: [{ accepted: 6 }] });
    const theirs = ok(await correct(trade, receipt, { accepted: 5, damaged: 5 }));
    expect(theirs).toMatchObject({ recorded_by: 'seller', corrected_by: 'buyer', lines: [{ accepted: 5 }] });
    expect(expectError(await correct(trade.asDriver, receipt, { accepted: 10 }), 'CONFLICT')).toEqual({
      reason: 'corrected_by_buyer',
    });
    expect(await bought(trade)).toMatchObject([{ quantity: 5 }]);
    expect(await returnOf(trade, theirs)).toMatchObject({ lines: [{ quantity: 5 }] });
  },
);

test.skipIf(IS_SHORT)('of parallel corrections by both parties the buyer’s figures hold', async () => {
  const trade = await driven();
  const receipt = ok(trade.response);
  await Promise.all([
    correct(trade.asDriver, receipt, { accepted: 10 }),
    correct(trade, receipt, { accepted: 4, rejected: 6, reason_code: 'short' }),
    correct(trade.asDriver, receipt, { accepted: 9, damaged: 1 }),
  ]);
  expect(await bought(trade)).toMatchObject([{ quantity: 4 }]);
});

test('nothing can be corrected after 72 hours (409)', async () => {
  const trade = await driven();
  const receipt = ok(trade.response);
  await sql`update receipts set created_at = created_at - interval '72 hours' where id = ${receipt.id}`;
  for (const side of [trade, trade.asDriver]) {
    expect(expectError(await correct(side, receipt, { accepted: 10 }), 'CONFLICT')).toMatchObject({
      reason: 'too_late',
    });
  }
});

test('a receipt of the buyer’s, or of an order that is delivered, is not the seller’s (403); one not shipped can’t be received (409)', async () => {
  const trade = await openTrade(stage);
  const asDriver = { buyer: trade.seller };
  const order = await placeOrderIn(trade, 'shipped', 2);
  const receipt = ok(await file(trade, order, { accepted: 2 }));
  expect(receipt).toMatchObject({ recorded_by: 'buyer', signed_by: null });
  expect(expectError(await correct(asDriver, receipt, { accepted: 2 }), 'FORBIDDEN').reason).toBe(
    'other_party',
  );
  expect(expectError(await file(asDriver, order, { accepted: 2 }), 'CONFLICT').reason).toBe(
    'already_received',
  );
  const delivered = await placeOrderIn(trade, 'delivered', 2);
  expect(expectError(await file(asDriver, delivered, { accepted: 2 }), 'FORBIDDEN').reason).toBe(
    'other_party',
  );
  const pending = await placeOrderIn(trade, 'pending', 2);
  expect(expectError(await file(asDriver, pending, { accepted: 2 }), 'CONFLICT').reason).toBe('not_shipped');
});

test.skipIf(IS_SHORT)(
  'takes a name of at most 100 characters, from members who may move orders, whatever their locations',
  async () => {
    const trade = await openTrade(stage);
    const foreign = await openTrade(stage);
    const order = await placeOrderIn(trade, 'shipped', 2);
    const path = `/api/v1/orders/${order.id}/receipts`;
    const lines = [lineOf(order, { accepted: 2 })];
    expectInvalid(
      await trade.seller.post(path, { lines, signed_by: 'x'.repeat(101) }),
      'signed_by',
      'too_long',
    );
    expectAbsent(await foreign.seller.post(path, { lines }));
    const viewer = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer'));
    expectError(await viewer.post(path, { lines }), 'FORBIDDEN');
    const limited = await stage.signIn(
      await createMember(db, trade.wholesaler, 'manager', trade.wholesaler.locationIds.slice(0, 1)),
    );
    expect((await limited.post(path, { lines })).status).toBe(201);
  },
);
