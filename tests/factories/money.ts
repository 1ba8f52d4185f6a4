import { v7 } from 'uuid';
import type { PaymentView } from '../../server/features/billing/payments/resource';
import { type Answer, ok } from '../setup/client';
import type { Stage } from '../setup/stage';
import type { Trade } from './trade';

type Pair = Pick<Trade, 'wholesaler'> & { retailer: { id: string } };

export const PAYMENTS = '/api/v1/payments';

/** Pays what the buyer of a trade owes for an order. */
export const payFor = async (
  { seller, retailer }: Pick<Trade, 'seller' | 'retailer'>,
  { total }: { total: number },
): Promise<PaymentView> =>
  ok(
    await seller.post<PaymentView>(PAYMENTS, {
      ...{ customer_id: retailer.id, kind: 'payment', method: 'cash', amount: total },
      received_on: '2026-01-05',
    }),
  );

let count = 0;

/** What tests do with money on a stage. */
export function moneyOf({ sql }: Pick<Stage, 'sql'>) {
  /** An opening balance of a pair, in dollars. */
  async function owe(
    { wholesaler, retailer }: Pair,
    dollars: number,
    fields: { due?: string; issued?: string; number?: string } = {},
  ): Promise<{ id: string; number: string }> {
    const id = v7();
    const { due = '2026-01-31', number = `OPEN-${++count}` } = fields;
    const { issued = due } = fields;
    const cents = Math.round(dollars * 100);
    await sql`insert into invoices (id, seller_id, buyer_id, number, opening, issued_on, due_on, subtotal_cents, discount_cents,
        freight_cents, tax_cents, total_cents)
      values (${id}, ${wholesaler.id}, ${retailer.id}, ${number}, true, ${issued}, ${due}, ${cents}, 0, 0, 0, ${cents})`;
    return { id, number };
  }

  /** A credit note on an invoice, in dollars, none of which is allocated. */
  async function credit(
    { wholesaler, retailer }: Pair,
    invoiceId: string,
    dollars: number,
    issued = '2026-01-02',
  ): Promise<{ id: string; number: string }> {
    const id = v7();
    const number = `CRN-T${++count}`;
    const cents = Math.round(dollars * 100);
    await sql`insert into credit_notes (id, seller_id, buyer_id, invoice_id, number, source, reason, issued_on, subtotal_cents,
        discount_cents, tax_cents, total_cents, remaining, document, actor_name)
      values (${id}, ${wholesaler.id}, ${retailer.id}, ${invoiceId}, ${number}, 'seller', 'x', ${issued}, ${cents}, 0, 0, ${cents},
        '{"lines": [], "discount_cents": null}', '{"lines": [], "tax_lines": []}', 'x')`;
    return { id, number };
  }

  /** What of invoices is left to pay, in dollars. */
  async function balances(...ids: string[]): Promise<number[]> {
    const rows = await sql<{ id: string; left: number }[]>`
      select id, (total_cents - settled_cents)::float8 / 100 as left from invoices where id = any(${ids})`;
    return ids.map((id) => rows.find((row) => row.id === id)?.left ?? Number.NaN);
  }

  return { owe, credit, balances };
}

/** Records a payment of so many dollars, by default by a check of its own reference. */
export const pay = (
  { seller, retailer }: Pick<Trade, 'seller'> & { retailer: { id: string } },
  amount: number,
  fields: Record<string, unknown> = {},
): Promise<Answer<PaymentView>> =>
  seller.post<PaymentView>(PAYMENTS, {
    customer_id: retailer.id,
    kind: 'payment',
    method: 'check',
    amount,
    received_on: '2026-02-01',
    reference: `check ${++count}`,
    ...fields,
  });

export const paid = async (...given: Parameters<typeof pay>): Promise<PaymentView> => ok(await pay(...given));
