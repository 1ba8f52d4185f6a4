import { beforeAll, describe, expect, test } from 'vitest';
import type { InvoiceView } from '../../../server/features/billing/invoices/resource';
import type { PaymentView } from '../../../server/features/billing/payments/resource';
import type { RemittanceView } from '../../../server/features/billing/remittances/resource';
import { dateIn } from '../../../server/kernel/clock';
import { connect, createBusiness, createMember } from '../../factories/business';
import { moneyOf, PAYMENTS, paid } from '../../factories/money';
import { openTrade, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { owe } = moneyOf(stage);
const REMITTANCES = '/api/v1/remittances';
const TODAY = dateIn('America/Los_Angeles');

let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

const said = (client: Client, invoiceId: string, amount: number, fields: object = {}) =>
  client.post<RemittanceView>(`/api/v1/invoices/${invoiceId}/remittances`, {
    ...{ method: 'check', amount, sent_on: TODAY, reference: '1042' },
    ...fields,
  });
const send = async (invoiceId: string, amount: number, fields: object = {}) =>
  ok(await said(trade.buyer, invoiceId, amount, fields));
const act = <T = RemittanceView>(client: Client, id: string, what: string, body: object = {}) =>
  client.post<T>(`${REMITTANCES}/${id}/${what}`, body);
const invoiceOf = async (client: Client, id: string) =>
  ok(await client.get<InvoiceView>(`/api/v1/invoices/${id}`));

test('a buyer says what it sent: both see it, and nothing is settled', async () => {
  const { id, number } = await owe(trade, 300);
  const sent = await send(id, 250, { note: 'Mailed this morning' });
  expect(sent).toMatchObject({
    ...{ status: 'sent', method: 'check', amount: 250, sent_on: TODAY, reference: '1042' },
    ...{ note: 'Mailed this morning', payment_id: null, decline_note: null },
    seller: { id: trade.wholesaler.id },
    buyer: { id: trade.retailer.id },
    invoices: [{ invoice_id: id, number, amount: 250 }],
  });
  for (const client of [trade.buyer, trade.seller]) {
    expect(ok(await client.get(`${REMITTANCES}/${sent.id}`))).toEqual(sent);
    expect(ok(await client.get<{ data: object[] }>(`${REMITTANCES}?invoice_id=${id}`)).data).toEqual([sent]);
  }
  expect(await invoiceOf(trade.buyer, id)).toMatchObject({
    sent: 250,
    settled: 0,
    balance: 300,
    status: 'open',
  });
  expect(await invoiceOf(trade.seller, id)).toMatchObject({ sent: null, settled: 0, balance: 300 });
});

test('the seller records the payment from it, which settles what the buyer named', async () => {
  const [one, two] = [await owe(trade, 100), await owe(trade, 50)];
  const parts = [
    { invoice_id: one.id, amount: 80 },
    { invoice_id: two.id, amount: 50 },
  ];
  const sent = await send(one.id, 130, { invoices: parts, reference: '2001' });
  const recorded = ok(await act(trade.seller, sent.id, 'record'));
  expect(recorded).toMatchObject({ status: 'recorded', payment_id: expect.any(String) });
  const path = `${PAYMENTS}/${recorded.payment_id}`;
  const payment = ok(await trade.seller.get<PaymentView>(path));
  expect(payment).toMatchObject({
    ...{ amount: 130, method: 'check', reference: '2001', received_on: TODAY, unapplied: 0 },
    source: { kind: 'remittance', id: sent.id },
  });
  expect(ok(await trade.buyer.get<PaymentView>(path)).source).toBeNull();
  expect(await invoiceOf(trade.buyer, one.id)).toMatchObject({ sent: 0, settled: 80 });
  expect(await invoiceOf(trade.buyer, two.id)).toMatchObject({ sent: 0, settled: 50, status: 'settled' });
  expectError(await act(trade.seller, sent.id, 'record'), 'INVALID_TRANSITION');
  // A void lets it wait again.
  ok(await trade.seller.post(`${path}/void`, { reason: 'It bounced' }));
  expect(ok(await trade.seller.get<RemittanceView>(`${REMITTANCES}/${sent.id}`))).toMatchObject({
    ...{ status: 'sent', payment_id: null },
  });
  expect((await invoiceOf(trade.buyer, one.id)).sent).toBe(80);
});

test('what has been paid meanwhile is not paid again: the rest stays unapplied', async () => {
  const { id } = await owe(trade, 100);
  const sent = await send(id, 100, { reference: '2101' });
  await paid(trade, 70, { allocations: [{ invoice_id: id, amount: 70 }] });
  const recorded = ok(await act(trade.seller, sent.id, 'record', { amount: 90, received_on: '2026-01-10' }));
  expect(ok(await trade.seller.get<PaymentView>(`${PAYMENTS}/${recorded.payment_id}`))).toMatchObject({
    ...{ amount: 90, received_on: '2026-01-10', allocated: 30, unapplied: 60 },
  });
});

test('a payment that was recorded by hand is a possible duplicate, and has no remittance', async () => {
  const { id } = await owe(trade, 40);
  const body = { customer_id: trade.retailer.id, kind: 'payment', method: 'check', amount: 40 };
  const hand = ok(
    await trade.seller.post<PaymentView>(PAYMENTS, { ...body, received_on: TODAY, reference: '3001' }),
  );
  expect(hand.source).toEqual({ kind: 'manual', id: null });
  // The response to the buyer is the same as without that payment.
  const sent = await send(id, 40, { reference: '3001' });
  expect(expectError(await act(trade.seller, sent.id, 'record'), 'CONFLICT').reason).toBe(
    'possible_duplicate',
  );
  expect(ok(await trade.seller.get<RemittanceView>(`${REMITTANCES}/${sent.id}`)).status).toBe('sent');
  ok(await act(trade.seller, sent.id, 'record', { confirm_duplicate: true }));
});

test('the seller declines it with a reason and may record it yet; its buyer withdraws it for good', async () => {
  const { id } = await owe(trade, 60);
  const first = await send(id, 60, { reference: '4001' });
  expect(ok(await act(trade.seller, first.id, 'decline', { note: 'Nothing came' }))).toMatchObject({
    ...{ status: 'declined', decline_note: 'Nothing came' },
  });
  expectError(await act(trade.buyer, first.id, 'withdraw'), 'INVALID_TRANSITION');
  expect(ok(await act(trade.seller, first.id, 'record')).status).toBe('recorded');
  const { id: other } = await owe(trade, 60);
  const second = await send(other, 60);
  expect(ok(await act(trade.buyer, second.id, 'withdraw')).status).toBe('withdrawn');
  for (const what of ['record', 'decline'])
    expectError(await act(trade.seller, second.id, what), 'INVALID_TRANSITION');
});

describe('who may', () => {
  test('say and withdraw: the buyer alone; record and decline: the seller alone', async () => {
    const { id } = await owe(trade, 20);
    expectAbsent(await said(trade.seller, id, 20));
    const sent = await send(id, 20);
    expect(expectError(await act(trade.seller, sent.id, 'withdraw'), 'FORBIDDEN').reason).toBe('other_party');
    // A retailer never records money of its own: its role lacks the permission.
    for (const what of ['record', 'decline']) expectError(await act(trade.buyer, sent.id, what), 'FORBIDDEN');
  });

  test('name invoices: of the pair of the first alone; a stranger sees and reaches none', async () => {
    const { id } = await owe(trade, 20);
    const sent = await send(id, 10);
    const other = await openTrade(stage);
    const theirs = await owe(other, 20);
    const parts = [
      { invoice_id: id, amount: 5 },
      { invoice_id: theirs.id, amount: 5 },
    ];
    expectAbsent(await said(trade.buyer, id, 10, { invoices: parts }));
    expectAbsent(await said(trade.buyer, theirs.id, 10));
    expectAbsent(await said(trade.buyer, ABSENT_ID, 10));
    expectAbsent(await other.buyer.get(`${REMITTANCES}/${sent.id}`));
    for (const what of ['record', 'decline']) expectAbsent(await act(other.seller, sent.id, what));
    expectAbsent(await act(other.buyer, sent.id, 'withdraw'));
    expect(ok(await other.buyer.get<{ data: object[] }>(REMITTANCES)).data).toEqual([]);
  });

  test('a viewer and a member of one location: no', async () => {
    const { id } = await owe(trade, 20);
    const viewer = await stage.signIn(await createMember(stage.db, trade.retailer, 'viewer'));
    expectError(await said(viewer, id, 20), 'FORBIDDEN');
    const place = trade.retailer.locationIds.slice(0, 1);
    const limited = await stage.signIn(await createMember(stage.db, trade.retailer, 'manager', place));
    expect(expectError(await said(limited, id, 20), 'FORBIDDEN').reason).toBe('outside_your_locations');
    expect(expectError(await limited.get(REMITTANCES), 'FORBIDDEN').reason).toBe('outside_your_locations');
  });
});

describe('what is too much', () => {
  test('more than the invoice comes to, less what waits, whatever the seller has recorded', async () => {
    const { id } = await owe(trade, 100);
    await paid(trade, 100, { allocations: [{ invoice_id: id, amount: 100 }] });
    await send(id, 60);
    const details = expectError(await said(trade.buyer, id, 41), 'CONFLICT');
    expect(details).toMatchObject({ reason: 'over_paid', invoice_id: id, available: 40 });
    await send(id, 40);
  });

  test.each([
    ['an amount of none', { amount: 0 }, 'amount'],
    ['a day to come', { sent_on: '2999-01-01' }, 'sent_on'],
    ['parts that add up to something else', { invoices: 'less' }, 'invoices'],
    ['no parts', { invoices: [] }, 'invoices'],
  ])('%s', async (_, fields, field) => {
    const { id } = await owe(trade, 100);
    const less = [{ invoice_id: id, amount: 9 }];
    const body = 'invoices' in fields && fields.invoices === 'less' ? { invoices: less } : fields;
    expectInvalid(await said(trade.buyer, id, 10, body), field);
  });

  test('more than 20 that wait for one seller, also by 25 at once', async () => {
    const buyer = await createBusiness(stage.db, 'retailer');
    await connect(stage.db, buyer, trade.wholesaler);
    const client = await stage.signIn(await createMember(stage.db, buyer, 'owner'));
    const { id } = await owe({ wholesaler: trade.wholesaler, retailer: buyer }, 1000);
    const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => said(client, id, n + 1)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(expectError(answer, 'CONFLICT').reason).toBe('too_many');
    const { data } = ok(await client.get<{ data: RemittanceView[] }>(`${REMITTANCES}?status=sent&limit=100`));
    expect(data).toHaveLength(20);
  });

  test('20 who record one at once: one payment', async () => {
    const { id } = await owe(trade, 77);
    const sent = await send(id, 77, { reference: '5001' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => act(trade.seller, sent.id, 'record')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { data } = ok(
      await trade.seller.get<{ data: PaymentView[] }>(`${PAYMENTS}?invoice_id=${id}&status=recorded`),
    );
    expect(data).toHaveLength(1);
  });
});
