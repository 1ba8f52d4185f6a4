import { beforeAll, describe, expect, test } from 'vitest';
import type { BankLineView } from '../../../server/features/billing/bank/resource';
import type { InvoiceView } from '../../../server/features/billing/invoices/resource';
import type { PaymentView } from '../../../server/features/billing/payments/resource';
import type { RemittanceView } from '../../../server/features/billing/remittances/resource';
import { dateIn } from '../../../server/kernel/clock';
import {
  LINES,
  linesOf,
  MAPPING,
  oneLine,
  openAccount,
  readCsvOf,
  readStatement,
} from '../../factories/bank';
import { type Business, connect, createBusiness, createMember } from '../../factories/business';
import { moneyOf, PAYMENTS, pay } from '../../factories/money';
import { openTrade, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { owe, balances } = moneyOf(stage);
const TODAY = dateIn('America/Los_Angeles');
const daysAgo = (days: number) => new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10);

interface Scene extends Trade {
  accountId: string;
  harbor: Business;
  ada: Business;
  ben: Business;
  /** Harbor Pine's invoices of 300, 500 and 700, numbers 1 to 3. */
  invoices: Array<{ id: string; number: string }>;
}

/** A seller to which Harbor Pine owes 300, 500 and 700, Ada and Ben 444 each. */
async function openScene(): Promise<Scene> {
  const trade = await openTrade(stage, { retailer: { name: 'Harbor Pine' } });
  const [ada, ben] = await Promise.all([
    createBusiness(stage.db, 'retailer', { name: 'Ada Greens' }),
    createBusiness(stage.db, 'retailer', { name: 'Ben Leaf' }),
  ]);
  await Promise.all([connect(stage.db, ada, trade.wholesaler), connect(stage.db, ben, trade.wholesaler)]);
  const { wholesaler } = trade;
  const invoices = [];
  for (const [at, dollars] of [300, 500, 700].entries()) {
    invoices.push(await owe(trade, dollars, { number: `INV-000000${at + 1}`, due: `2026-0${at + 1}-15` }));
  }
  await owe({ wholesaler, retailer: ada }, 444, { number: 'INV-0000004' });
  await owe({ wholesaler, retailer: ben }, 444, { number: 'INV-0000005' });
  const account = await openAccount(trade.seller);
  return { ...trade, accountId: account.id, harbor: trade.retailer, ada, ben, invoices };
}

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});

const confirm = <T = BankLineView>(client: Client, id: string, body: unknown) =>
  client.post<T>(`${LINES}/${id}/confirm`, body as object);
const lineOf = async (client: Client, id: string) => ok(await client.get<BankLineView>(`${LINES}/${id}`));

describe('what a line may be', () => {
  const line = (text: string, dollars: number) =>
    oneLine(scene.seller, scene.accountId, daysAgo(2), text, dollars);
  const proposed = async (text: string, dollars: number) => (await line(text, dollars)).proposals;
  const parts = (at: number) => scene.invoices[at]?.id;

  test('800.00 with two numbers of one customer: certain, both whole', async () => {
    expect(await proposed('ACH INV-0000001 INV2', 800)).toMatchObject([
      {
        ...{
          sure: 'certain',
          because: ['number', 'sum'],
          customer: { id: scene.harbor.id, name: 'Harbor Pine' },
        },
        confirm: {
          payments: [
            {
              ...{ customer_id: scene.harbor.id, amount: 800 },
              allocations: [
                { invoice_id: parts(0), amount: 300 },
                { invoice_id: parts(1), amount: 500 },
              ],
            },
          ],
        },
      },
    ]);
  });

  test('a number with another amount: likely, a part of it or all of it with a rest', async () => {
    expect(await proposed('INV-0000001 PART', 250)).toMatchObject([
      {
        sure: 'likely',
        because: ['number', 'part'],
        confirm: { payments: [{ amount: 250, allocations: [{ amount: 250 }] }] },
      },
    ]);
    expect(await proposed('inv #0001', 350)).toMatchObject([
      {
        sure: 'likely',
        because: ['number', 'rest'],
        confirm: { payments: [{ amount: 350, allocations: [{ amount: 300 }] }] },
      },
    ]);
  });

  test('a name with the only sum of several: likely', async () => {
    expect(await proposed('HARBOR PINE ACH', 1200)).toMatchObject([
      {
        ...{ sure: 'likely', because: ['name', 'sum'] },
        confirm: { payments: [{ allocations: [{ amount: 500 }, { amount: 700 }] }] },
      },
    ]);
  });

  test('an amount alone: two possible, one, none', async () => {
    const equal = await proposed('DEPOSIT', 444);
    expect(equal.map(({ sure, customer }) => [sure, customer?.name]).sort()).toEqual([
      ['possible', 'Ada Greens'],
      ['possible', 'Ben Leaf'],
    ]);
    expect(await proposed('DEPOSIT', 700)).toMatchObject([{ sure: 'possible', because: ['amount'] }]);
    expect(await proposed('DEPOSIT', 700.01)).toEqual([]);
  });

  test('a name alone is possible, a longer word is no number, and sums never cross customers', async () => {
    expect(await proposed('Harbor  pine wire', 12.34)).toMatchObject([
      {
        sure: 'possible',
        because: ['name'],
        confirm: { payments: [{ customer_id: scene.harbor.id, amount: 12.34 }] },
      },
    ]);
    expect(await proposed('XINV-0000001 INV-0000001A', 299)).toEqual([]);
    const across = await proposed('INV-0000001 INV-0000004', 744);
    expect(across.map(({ sure }) => sure)).toEqual(['possible', 'possible']);
  });
});

test('money recorded by hand yesterday and its line are one payment', async () => {
  const { seller, accountId, harbor, invoices } = await openScene();
  const byHand = ok(
    await pay({ seller, retailer: harbor }, 300, { received_on: daysAgo(1), reference: undefined }),
  );
  const line = await oneLine(seller, accountId, TODAY, 'DEPOSIT 17', 300);
  expect(line.proposals).toMatchObject([{ sure: 'certain', confirm: { payment_ids: [byHand.id] } }]);
  // Recording it again takes a word.
  const again = { payments: [{ customer_id: harbor.id, amount: 300 }] };
  expect(expectError(await confirm(seller, line.id, again), 'CONFLICT')).toMatchObject({
    reason: 'possible_duplicate',
    payment_id: byHand.id,
  });
  const confirmed = ok(await confirm(seller, line.id, line.proposals[0]?.confirm));
  expect(confirmed).toMatchObject({
    status: 'confirmed',
    payments: [{ id: byHand.id, recorded: false }],
    proposals: [],
  });
  const payments = ok(await seller.get<{ data: PaymentView[] }>(PAYMENTS)).data;
  expect(payments).toMatchObject([
    { id: byHand.id, source: { kind: 'manual', id: null }, bank_line_id: line.id },
  ]);
  expect(await balances(...invoices.map(({ id }) => id))).toEqual([0, 500, 700]);
});

test('a confirmed line settles invoices; the payment names it to its seller alone; its void opens it again', async () => {
  const { seller, buyer, accountId, harbor, invoices } = await openScene();
  const line = await oneLine(seller, accountId, daysAgo(1), 'SECRET TEXT INV-0000001 INV2', 800);
  const confirmed = ok(await confirm(seller, line.id, line.proposals[0]?.confirm));
  expect(confirmed).toMatchObject({
    ...{ status: 'confirmed', confirmed_by: { name: expect.any(String) }, confirmed_at: expect.any(String) },
    payments: [{ customer: { id: harbor.id }, amount: 800, method: 'other', recorded: true }],
  });
  expect(await balances(...invoices.map(({ id }) => id))).toEqual([0, 0, 700]);
  const path = `${PAYMENTS}/${confirmed.payments[0]?.id}`;
  const payment = ok(await seller.get<PaymentView>(path));
  expect(payment).toMatchObject({
    received_on: daysAgo(1),
    source: { kind: 'bank_line', id: line.id },
    bank_line_id: line.id,
  });
  const seen = await buyer.get<PaymentView>(path);
  expect(ok(seen)).toMatchObject({ source: null, bank_line_id: null });
  expect(JSON.stringify(seen.body)).not.toContain('SECRET');
  ok(await seller.post(`${path}/void`, { reason: 'Wrong customer' }));
  expect(await lineOf(seller, line.id)).toMatchObject({
    status: 'open',
    payments: [],
    confirmed_at: null,
    confirmed_by: null,
  });
  expect(await balances(...invoices.map(({ id }) => id))).toEqual([300, 500, 700]);
  ok(await confirm(seller, line.id, line.proposals[0]?.confirm));
});

test('of 20 parallel confirmations one is made, and 19 get a 409 with its payments', async () => {
  const { seller, accountId, invoices } = await openScene();
  const line = await oneLine(seller, accountId, daysAgo(1), 'INV-0000002', 500);
  const body = line.proposals[0]?.confirm;
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm<object>(seller, line.id, body)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const rest = answers.filter(({ status }) => status !== 200);
  expect(rest).toHaveLength(19);
  const [payment] = (await lineOf(seller, line.id)).payments;
  for (const answer of rest) {
    expect(expectError(answer, 'CONFLICT')).toMatchObject({
      reason: 'already_confirmed',
      payment_ids: [payment?.id],
    });
  }
  expect(await balances(invoices[1]?.id ?? '')).toEqual([0]);
});

test('one check of two customers, with what the processor kept', async () => {
  const { seller, accountId, ada, ben } = await openScene();
  const line = await oneLine(seller, accountId, daysAgo(1), 'PROCESSOR PAYOUT', 880);
  const payments = [ada, ben].map(({ id }) => ({ customer_id: id, amount: 444, method: 'card' }));
  expectInvalid(await confirm(seller, line.id, { payments }), 'payments', 'sum_mismatch');
  expect(ok(await confirm(seller, line.id, { payments, rest: 'fee' }))).toMatchObject({
    ...{ status: 'confirmed', rest: { kind: 'fee', amount: -8 } },
    payments: [{ amount: 444 }, { amount: 444 }],
  });
});

test('rejects what is no decision (400), another business, and days that have not begun (409)', async () => {
  const { seller, accountId, harbor } = await openScene();
  const other = await openScene();
  const line = await oneLine(seller, accountId, TODAY, 'DEPOSIT', 700);
  expectInvalid(await confirm(seller, line.id, {}), '', 'required');
  const both = { payments: [{ customer_id: harbor.id, amount: 700 }], payment_ids: [harbor.id] };
  expectInvalid(await confirm(seller, line.id, both), '', 'ambiguous');
  expectInvalid(await confirm(seller, line.id, { void_payment_id: harbor.id }), 'reason', 'required');
  for (const body of [
    { payments: [{ customer_id: other.harbor.id, amount: 700 }] },
    { payment_ids: [harbor.id] },
    { void_payment_id: harbor.id, reason: 'x' },
  ]) {
    expectError(await confirm(seller, line.id, body), 'NOT_FOUND');
  }
  const body = { payments: [{ customer_id: harbor.id, amount: 700 }] };
  expectError(await confirm(other.seller, line.id, body), 'NOT_FOUND');
  const later = await oneLine(seller, accountId, daysAgo(-2), 'LATER', 700);
  expect(expectError(await confirm(seller, later.id, body), 'CONFLICT')).toMatchObject({ reason: 'not_yet' });
});

test('lines are set aside and reopened; money out arrives set aside', async () => {
  const { seller, accountId, harbor } = await openScene();
  await readCsvOf(
    seller,
    accountId,
    [daysAgo(1), 'MONTHLY SERVICE FEE', -15],
    [daysAgo(1), 'RENT', '(2,000.00)'],
    [daysAgo(1), 'LOAN', 9],
  );
  const byText = async (text: string) => (await linesOf(seller, `search=${text}`))[0] as BankLineView;
  expect(await byText('MONTHLY')).toMatchObject({
    amount: -15,
    kind: 'fee',
    status: 'set_aside',
    set_aside: { kind: 'fee' },
  });
  expect(await byText('RENT')).toMatchObject({ amount: -2000, kind: 'debit', status: 'set_aside' });
  const { id } = await byText('LOAN');
  const act = (what: string, body: object = {}) => seller.post<BankLineView>(`${LINES}/${id}/${what}`, body);
  expect(ok(await act('set-aside', { kind: 'transfer', note: 'Own' }))).toMatchObject({
    ...{ status: 'set_aside', set_aside: { kind: 'transfer', note: 'Own' } },
  });
  const body = { payments: [{ customer_id: harbor.id, amount: 9 }] };
  expect(expectError(await confirm(seller, id, body), 'INVALID_TRANSITION')).toMatchObject({
    from: 'set_aside',
    to: 'confirmed',
    allowed: ['open'],
  });
  expect(ok(await act('reopen'))).toMatchObject({ status: 'open', set_aside: null });
  ok(await confirm(seller, id, body));
  expect(expectError(await act('set-aside', { kind: 'fee' }), 'CONFLICT')).toMatchObject({
    reason: 'already_confirmed',
  });
});

test('a waiting remittance is certain by its reference, and is recorded by the line', async () => {
  const { seller, buyer, accountId, invoices } = await openScene();
  const sent = ok(
    await buyer.post<RemittanceView>(`/api/v1/invoices/${invoices[2]?.id}/remittances`, {
      ...{ method: 'wire', amount: 700, sent_on: daysAgo(3), reference: 'FT26-0099' },
    }),
  );
  const line = await oneLine(seller, accountId, daysAgo(1), 'WIRE IN FT26-0099', 700);
  expect(line.proposals).toMatchObject([{ sure: 'certain', because: ['remittance', 'reference', 'amount'] }]);
  const confirmed = ok(await confirm(seller, line.id, line.proposals[0]?.confirm));
  expect(confirmed.payments).toMatchObject([{ amount: 700, method: 'wire' }]);
  expect(ok(await buyer.get<RemittanceView>(`/api/v1/remittances/${sent.id}`))).toMatchObject({
    ...{ status: 'recorded', payment_id: confirmed.payments[0]?.id },
  });
  expect(ok(await buyer.get<InvoiceView>(`/api/v1/invoices/${invoices[2]?.id}`)).balance).toBe(0);
});

test('a debit that takes a credit back: with an open one both are set aside, of a confirmed one the void is proposed', async () => {
  const { seller, accountId, invoices, harbor } = await openScene();
  const mapping = JSON.stringify({ ...MAPPING, reference: 'Ref' });
  const read = (...rows: string[]) =>
    readStatement(seller, accountId, ['Date,Description,Amount,Ref', ...rows].join('\n'), { mapping });
  await read(`${daysAgo(9)},DEPOSIT,500,CK77`, `${daysAgo(7)},OTHER,41,CK78`);
  const [one] = (await linesOf(seller, 'search=CK77')) as [BankLineView];
  ok(await confirm(seller, one.id, { payments: [{ customer_id: harbor.id, amount: 500 }] }));
  await read(`${daysAgo(2)},RETURNED,-500,CK77`, `${daysAgo(1)},RETURNED,-41,CK78`);
  expect(await linesOf(seller, 'search=CK78')).toMatchObject([
    { amount: -41, kind: 'reversal', status: 'set_aside' },
    { amount: 41, status: 'set_aside' },
  ]);
  const [back] = (await linesOf(seller, 'search=RETURNED&status=open')) as [BankLineView];
  expect(back).toMatchObject({
    amount: -500,
    kind: 'reversal',
    reverses: one.id,
    proposals: [{ sure: 'certain' }],
  });
  expect(ok(await confirm(seller, back.id, back.proposals[0]?.confirm))).toMatchObject({
    status: 'confirmed',
  });
  expect(await lineOf(seller, one.id)).toMatchObject({ status: 'set_aside', payments: [] });
  expect(await balances(...invoices.map(({ id }) => id))).toEqual([300, 500, 700]);
});

test('a batch confirms each line by itself', async () => {
  const { seller, accountId } = await openScene();
  const good = await oneLine(seller, accountId, daysAgo(1), 'INV-0000001', 300);
  const bad = await oneLine(seller, accountId, daysAgo(1), 'DEPOSIT', 4);
  const answer = ok(
    await seller.post<{ results: Array<{ id: string; line?: BankLineView; error?: { code: string } }> }>(
      `${LINES}/confirm`,
      {
        lines: [
          { id: bad.id, payments: [{ customer_id: bad.id, amount: 4 }] },
          { id: good.id, ...good.proposals[0]?.confirm },
        ],
      },
    ),
  );
  expect(answer.results).toMatchObject([
    { id: bad.id, error: { code: 'NOT_FOUND' } },
    { id: good.id, line: { status: 'confirmed' } },
  ]);
});

test('a text that was confirmed twice names its customer', async () => {
  const { seller, accountId, ada } = await openScene();
  for (const dollars of [1, 2]) {
    const line = await oneLine(
      seller,
      accountId,
      daysAgo(3),
      `ZZTOP HOLDINGS ${dollars}00${dollars}`,
      dollars,
    );
    expect(line.proposals).toEqual([]);
    ok(
      await confirm(seller, line.id, {
        payments: [{ customer_id: ada.id, amount: dollars, allocations: [] }],
      }),
    );
  }
  const third = await oneLine(seller, accountId, daysAgo(1), 'ZZTOP HOLDINGS 3003', 444);
  expect(third.proposals).toMatchObject([
    { sure: 'likely', because: ['text', 'amount'], customer: { id: ada.id } },
  ]);
});

test('managers and members limited to locations have no access (403)', async () => {
  const { wholesaler } = scene;
  const manager = await stage.signIn(await createMember(stage.db, wholesaler, 'manager'));
  expectError(await manager.get(LINES), 'FORBIDDEN');
});
