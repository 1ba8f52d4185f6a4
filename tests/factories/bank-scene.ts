import { v7 } from 'uuid';
import { isBankDay } from '../../server/features/billing/pay-runs/bank-days';
import type { PayRunView } from '../../server/features/billing/pay-runs/resource';
import { type Client, ok } from '../setup/client';
import type { Stage } from '../setup/stage';
import { csvOf, linesOf, openAccount, readCsvOf, uploadStatement } from './bank';
import { moneyOf } from './money';
import type { Trade } from './trade';

const days = (from: number) =>
  Array.from({ length: 9 }, (_, i) =>
    new Date(Date.now() + (from + i) * 86_400_000).toISOString().slice(0, 10),
  );
/** A day on which suppliers can be paid. */
export const PAY_ON = days(3).find(isBankDay) as string;

let count = 0;
/** A day and a text of their own, so that no line is there twice. */
const another = (): [string, string] => ['2026-01-06', `LINE ${++count}`];

/** What tests of every operation do with a bank, by the members of a trade. */
export function bankOf(stage: Pick<Stage, 'sql' | 'db' | 'signIn'>, trade: Trade) {
  const { buyer, seller } = trade;
  const { owe } = moneyOf(stage);
  const account = async () => (await openAccount(seller)).id;

  async function line(dollars = 5): Promise<string> {
    const accountId = await account();
    await readCsvOf(seller, accountId, [...another(), dollars]);
    return (await linesOf(seller, `account_id=${accountId}`))[0]?.id ?? '';
  }
  const decision = { payments: [{ customer_id: trade.retailer.id, amount: 5, allocations: [] }] };
  async function confirmed(): Promise<string> {
    const id = await line();
    ok(await seller.post(`/api/v1/bank/lines/${id}/confirm`, decision));
    return id;
  }
  /** A statement that waits for its columns. */
  const unmapped = async () =>
    ok(await uploadStatement(seller, await account(), csvOf([...another(), 1]))).id;

  const payer = async (numbers: object = { routing_number: '021000021', account_number: '000111222333' }) =>
    (await openAccount(buyer, numbers)).id;
  const payee = {
    routing_number: '011401533',
    account_number: '777888999',
    type: 'checking',
    name: 'Front Range',
  };
  const setPayee = (client: Client = buyer) =>
    client.put(`/api/v1/suppliers/${trade.wholesaler.id}/payee`, payee);
  async function approve(): Promise<void> {
    ok(await setPayee());
    await stage.sql`update payees set entered_at = now() - interval '2 days'`;
  }
  const draft = async (invoiceId: string, accountId?: string) =>
    buyer.post<PayRunView>('/api/v1/pay-runs', {
      ...{ account_id: accountId ?? (await payer()), pay_on: PAY_ON },
      lines: [{ invoice_id: invoiceId, amount: 1 }],
    });
  async function run(): Promise<string> {
    await approve();
    return ok(await draft((await owe(trade, 5)).id)).id;
  }
  async function made(): Promise<string> {
    const id = await run();
    await buyer.get(`/api/v1/pay-runs/${id}/file`);
    return id;
  }
  return { account, line, decision, confirmed, unmapped, payer, payee, setPayee, approve, draft, run, made };
}

/** What a business has of each kind, for those that must not see it. */
export async function foreignBankOf(stage: Pick<Stage, 'sql' | 'db' | 'signIn'>, trade: Trade) {
  const { line, run } = bankOf(stage, trade);
  const lineId = await line();
  const [row] = await stage.sql<{ account_id: string; statement_id: string }[]>`
    select account_id, statement_id from bank_lines where id = ${lineId}`;
  return {
    lineId,
    accountId: row?.account_id ?? v7(),
    statementId: row?.statement_id ?? v7(),
    runId: await run(),
  };
}
