import { describe, expect, test } from 'vitest';
import type { PaymentView } from '../../../server/features/billing/payments/resource';
import { moneyOf, PAYMENTS, paid, pay } from '../../factories/money';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { owe, credit } = moneyOf(stage);

describe('a refund', () => {
  test('returns what is unapplied, the oldest first; what is returned cannot be voided, or allocated', async () => {
    const trade = await openTrade(stage);
    const { id } = await owe(trade, 100);
    const note = await credit(trade, id, 30, '2026-01-15');
    const payment = await paid(trade, 50, { allocations: [] });
    const refund = await paid(trade, 60, { kind: 'refund' });
    expect(refund).toMatchObject({
      kind: 'refund',
      allocated: 60,
      unapplied: 0,
      allocations: [
        { credit_note: note, payment_id: null, invoice: null, refund_id: refund.id, amount: 30 },
        { credit_note: null, payment_id: payment.id, amount: 30 },
      ],
    });
    const path = `${PAYMENTS}/${payment.id}`;
    expect(ok(await trade.seller.get<PaymentView>(path))).toMatchObject({ allocated: 30, unapplied: 20 });
    expect(expectError(await trade.seller.post(`${path}/void`, { reason: 'x' }), 'CONFLICT')).toEqual({
      reason: 'refunded',
      payment_id: refund.id,
    });
    expect(expectError(await pay(trade, 20.01, { kind: 'refund' }), 'CONFLICT')).toEqual({
      reason: 'over_allocated',
      available: 20,
    });
    const more = await trade.seller.post(`${PAYMENTS}/${refund.id}/allocations`, {
      allocations: [{ invoice_id: id, amount: 1 }],
    });
    expect(expectError(more, 'CONFLICT').reason).toBe('over_allocated');
    ok(await trade.seller.post(`${PAYMENTS}/${refund.id}/void`, { reason: 'x' }));
    expect(ok(await trade.seller.get<PaymentView>(path))).toMatchObject({ allocated: 0, unapplied: 50 });
    ok(await trade.seller.post(`${path}/void`, { reason: 'x' }));
  });

  test('names its sources, which add up to it', async () => {
    const trade = await openTrade(stage);
    const { id } = await owe(trade, 100);
    const note = await credit(trade, id, 30);
    const payment = await paid(trade, 50, { allocations: [] });
    const sources = (a: number, b: number) => ({
      kind: 'refund',
      allocations: [
        { payment_id: payment.id, amount: a },
        { credit_note_id: note.id, amount: b },
      ],
    });
    expectInvalid(await pay(trade, 20, sources(10, 5)), 'allocations', 'sum_mismatch');
    expectInvalid(await pay(trade, 20, { kind: 'refund', allocations: [] }), 'allocations', 'sum_mismatch');
    expect(expectError(await pay(trade, 20, sources(15, 10)), 'CONFLICT').reason).toBe('over_allocated');
    expect(expectError(await pay(trade, 70, sources(10, 60)), 'CONFLICT')).toMatchObject({
      id: note.id,
      available: 30,
    });
    expect(await paid(trade, 20, sources(10, 10))).toMatchObject({ allocated: 20 });
    const invoices = { kind: 'refund', allocations: [{ invoice_id: id, amount: 5 }] };
    expectInvalid(await pay(trade, 5, invoices), 'allocations', 'conflict');
  });
});
