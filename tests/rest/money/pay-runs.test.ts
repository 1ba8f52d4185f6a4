import { describe, expect, test } from 'vitest';
import type { InvoiceView } from '../../../server/features/billing/invoices/resource';
import { isBankDay } from '../../../server/features/billing/pay-runs/bank-days';
import type { PayeeView, PayRunView } from '../../../server/features/billing/pay-runs/resource';
import { dateIn } from '../../../server/kernel/clock';
import { openAccount } from '../../factories/bank';
import { connect, createBusiness, createMember } from '../../factories/business';
import { moneyOf } from '../../factories/money';
import { openTrade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { owe } = moneyOf(stage);
const RUNS = '/api/v1/pay-runs';
const TODAY = dateIn('America/Los_Angeles');
const dayIn = (days: number) => new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10);
const PAY_ON = [2, 3, 4, 5, 6, 7, 8].map(dayIn).find(isBankDay) as string;
const ACCOUNT = { routing_number: '021000021', account_number: '000111222333' };
const PAYEE = {
  routing_number: '011401533',
  account_number: '777888999',
  type: 'checking',
  name: 'Front Range',
};

/** A buyer that owes two sellers, with where both are paid, approved by another owner. */
async function openScene() {
  const trade = await openTrade(stage);
  const other = await createBusiness(stage.db, 'wholesaler');
  await connect(stage.db, trade.retailer, other);
  const second = await stage.signIn(await createMember(stage.db, trade.retailer, 'admin'));
  const account = await openAccount(trade.buyer, ACCOUNT);
  const bills = [
    await owe(trade, 300, { number: 'INV-0000001' }),
    await owe(trade, 200, { number: 'INV-0000002' }),
    await owe({ wholesaler: other, retailer: trade.retailer }, 135.79, { number: 'INV-0000009' }),
  ];
  return { ...trade, other, second, accountId: account.id, bills };
}
type Scene = Awaited<ReturnType<typeof openScene>>;

async function approved(scene: Scene): Promise<void> {
  for (const { id } of [scene.wholesaler, scene.other]) {
    ok(await put(scene.buyer, id));
    ok(await scene.second.post(`/api/v1/suppliers/${id}/payee/approve`));
  }
}
const put = (client: Client, sellerId: string) =>
  client.put<PayeeView>(`/api/v1/suppliers/${sellerId}/payee`, PAYEE);
const draft = (scene: Scene, amounts: readonly number[], fields: object = {}) =>
  scene.buyer.post<PayRunView>(RUNS, {
    ...{ account_id: scene.accountId, pay_on: PAY_ON },
    lines: amounts.flatMap((amount, at) => (amount ? [{ invoice_id: scene.bills[at]?.id, amount }] : [])),
    ...fields,
  });

describe('where a supplier is paid', () => {
  test('is never seen by the supplier, and used after a day or once another owner or admin approves it', async () => {
    const scene = await openScene();
    const path = `/api/v1/suppliers/${scene.wholesaler.id}/payee`;
    expect(expectError(await draft(scene, [300]), 'CONFLICT')).toMatchObject({
      reason: 'no_payee',
      supplier_id: scene.wholesaler.id,
    });
    const set = ok(await put(scene.buyer, scene.wholesaler.id));
    expect(set).toMatchObject({ name: 'Front Range', last4: '8999', type: 'checking', approved_by: null });
    expect(JSON.stringify(set)).not.toMatch(/777888999|011401533/);
    expectError(await scene.seller.get(path), 'NOT_FOUND');
    expect(expectError(await draft(scene, [300]), 'CONFLICT')).toMatchObject({ reason: 'payee_changed' });
    expect(expectError(await scene.buyer.post(`${path}/approve`), 'FORBIDDEN')).toMatchObject({
      reason: 'own_payee',
    });
    expect(ok(await scene.second.post<PayeeView>(`${path}/approve`)).approved_by).toMatchObject({
      id: expect.any(String),
    });
    ok(await draft(scene, [300]));
    // Another number takes another approval; a day is enough, too.
    ok(await put(scene.buyer, scene.wholesaler.id));
    expect(expectError(await draft(scene, [0, 10]), 'CONFLICT')).toMatchObject({ reason: 'payee_changed' });
    await stage.sql`update payees set entered_at = now() - interval '25 hours' where seller_id = ${scene.wholesaler.id}`;
    ok(await draft(scene, [0, 10]));
  });
});

describe('a pay run', () => {
  test('is drafted, made with its file, and sent: suppliers get remittances, and no balance moves', async () => {
    const scene = await openScene();
    await approved(scene);
    const run = ok(await draft(scene, [300, 200, 135.79]));
    expect(run).toMatchObject({
      status: 'draft',
      reference: 'PR-0000001',
      total: 635.79,
      pay_on: PAY_ON,
      made_at: null,
    });
    const path = `${RUNS}/${run.id}`;
    expect(expectError(await scene.buyer.post(`${path}/sent`), 'INVALID_TRANSITION')).toMatchObject({
      from: 'draft',
    });
    const file = await scene.buyer.get(`${path}/file`);
    expect(file.status).toBe(200);
    expect(file.headers['cache-control']).toContain('no-store');
    const rows = file.text.split('\r\n');
    expect(rows[0]?.slice(33, 34)).toBe('A');
    expect(rows.some((row) => row.includes('RMR*IV*INV-0000009**135.79\\'))).toBe(true);
    expect(rows.some((row) => row.includes('RMR*IV*PR-0000001**500.00\\'))).toBe(true);
    expect((await scene.buyer.get(`${path}/file`)).text).toBe(file.text);
    expect(ok(await scene.buyer.get<PayRunView>(path)).status).toBe('made');
    expect(ok(await scene.buyer.post<PayRunView>(`${path}/sent`)).status).toBe('sent');
    const sent = ok(await scene.seller.get<{ data: object[] }>('/api/v1/remittances')).data;
    expect(sent).toMatchObject([{ status: 'sent', method: 'ach', amount: 500, reference: 'PR-0000001' }]);
    expect(ok(await scene.buyer.get<InvoiceView>(`/api/v1/invoices/${scene.bills[0]?.id}`))).toMatchObject({
      sent: 300,
      balance: 300,
    });
    // What was sent is not paid again.
    expect(expectError(await draft(scene, [1]), 'CONFLICT')).toMatchObject({
      reason: 'over_paid',
      available: 0,
    });
    expect((await scene.buyer.get(`${path}/file`)).text).toBe(file.text);
    await stage.sql`update pay_runs set made_at = now() - interval '8 days' where id = ${run.id}`;
    expect(expectError(await scene.buyer.get(`${path}/file`), 'CONFLICT')).toMatchObject({
      reason: 'file_expired',
    });
  });

  test('rejects other days than those of banks (400), invoices of others (404), more than is open and a second run (409)', async () => {
    const scene = await openScene();
    await approved(scene);
    expectInvalid(await draft(scene, [300], { pay_on: TODAY }), 'pay_on', 'date_in_past');
    const saturday = [1, 2, 3, 4, 5, 6, 7].map(dayIn).find((day) => new Date(day).getUTCDay() === 6);
    expectInvalid(await draft(scene, [300], { pay_on: saturday }), 'pay_on', 'no_bank_day');
    expect(expectError(await draft(scene, [300.01]), 'CONFLICT')).toMatchObject({
      reason: 'over_paid',
      available: 300,
    });
    const other = await openScene();
    const lines = [{ invoice_id: other.bills[0]?.id, amount: 1 }];
    expectError(await draft(scene, [], { lines }), 'NOT_FOUND');
    expectError(await draft(scene, [300], { account_id: other.accountId }), 'NOT_FOUND');
    const bare = await openAccount(scene.buyer);
    expect(expectError(await draft(scene, [300], { account_id: bare.id }), 'CONFLICT')).toMatchObject({
      reason: 'no_numbers',
    });
    const answers = await Promise.all(Array.from({ length: 6 }, () => draft(scene, [300])));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const [run] = ok(await scene.buyer.get<{ data: PayRunView[] }>(RUNS)).data;
    expect(expectError(await draft(scene, [300]), 'CONFLICT')).toMatchObject({
      reason: 'in_a_run',
      pay_run_id: run?.id,
    });
    expectError(await other.buyer.get(`${RUNS}/${run?.id}`), 'NOT_FOUND');
    ok(await scene.buyer.post(`${RUNS}/${run?.id}/cancel`));
    expectError(await scene.buyer.post(`${RUNS}/${run?.id}/cancel`), 'INVALID_TRANSITION');
    ok(await draft(scene, [300]));
  });
});
