import { sql } from 'drizzle-orm';
import { insertRows } from '../../../platform/db/insert';
import { DAY, ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { receipts } from '../../orders/parts/tables';
import { orderItems } from '../../orders/tables';
import { takeNumber, taken } from '../invoices/service.sql';
import type { StoredDocument } from '../invoices/stored';
import { invoices } from '../invoices/tables';
import { creditNotes, type Remaining } from './tables';

type NewCredit = Omit<typeof creditNotes.$inferInsert, 'number'>;

const SAMPLE: NewCredit = {
  id: ID,
  sellerId: ID,
  buyerId: ID,
  invoiceId: ID,
  source: 'seller',
  reason: 'x',
  issuedOn: DAY,
  subtotalCents: 1,
  discountCents: 0,
  taxCents: 0,
  totalCents: 1,
  remaining: { lines: [], discount_cents: null },
  document: { lines: [], tax_lines: [] },
  actorName: 'x',
};

/** Numbers a credit note and stores it. */
export const insertCredit = statement(
  [[SAMPLE]],
  (row: NewCredit) => sql<{ id: string; number: string }>`
    with ${takeNumber(row.sellerId, 'credit')}
    ${insertRows(creditNotes, [{ ...row, number: '' }], { number: taken('CRN') })} returning id, number`,
);

/** What credits of a locked invoice are worked out from. */
export interface Creditable {
  id: string;
  number: string;
  /** Null for an opening balance. */
  document: StoredDocument | null;
  totalCents: number;
  /** What is left to pay. */
  balanceCents: number;
  pendingCents: number;
  /** Whether its receipt's credit is due to be issued, and whether it was. */
  isDue: boolean;
  isCredited: boolean;
  /** After its latest note; null without any. */
  remaining: Remaining | null;
  /** Steps that were accepted, by line; null without a receipt. */
  accepted: Record<string, number> | null;
}

export const creditableOf = statement(
  [[ID]],
  (invoiceId: string) => sql<Creditable>`
    select i.id, i.number, i.document, i.total_cents::float8 as "totalCents", (i.total_cents - i.settled_cents)::float8 as "balanceCents",
      i.pending_credit_cents::float8 as "pendingCents", coalesce(i.pending_until <= now(), false) as "isDue",
      exists (select from ${creditNotes} c where c.invoice_id = i.id and c.source = 'receipt') as "isCredited",
      (select c.remaining from ${creditNotes} c where c.invoice_id = i.id
        order by length(c.number) desc, c.number desc limit 1) as remaining,
      (select json_object_agg(x.id, x.received_quantity) from ${orderItems} x where x.order_id = i.order_id
        and exists (select from ${receipts} r where r.order_id = i.order_id)) as accepted
    from ${invoices} i where i.id = ${invoiceId}`,
);

/** Locks the invoice of an order whose receipt is about to change. */
export const lockInvoiceOf = statement(
  [[ID]],
  (orderId: string) => sql<{ id: string }>`
    select i.id from ${invoices} i where i.order_id = ${orderId} for no key update`,
);

/** Sets the credit that is pending, until its receipt can't be corrected any more. */
export const setPending = statement(
  [[ID, 1, 1]],
  (invoiceId: string, cents: number, hours: number) => sql`
    update ${invoices} i set pending_credit_cents = ${cents}, pending_until = case when ${cents}::bigint > 0
      then (select r.created_at + make_interval(hours => ${hours}) from ${receipts} r where r.order_id = i.order_id) end
    where i.id = ${invoiceId}`,
);

/** The same where the time stays. */
export const lowerPending = statement(
  [[ID, 1]],
  (invoiceId: string, cents: number) => sql`
    update ${invoices} i set pending_credit_cents = ${cents}, pending_until = case when ${cents}::bigint > 0 then i.pending_until end
    where i.id = ${invoiceId} and i.pending_credit_cents <> ${cents}`,
);

/** Invoices whose pending credit is due, in id order. */
export const duePending = statement(
  [
    [null, 1],
    [ID, 1],
  ],
  (after: string | null, limit: number) => sql<{ id: string; sellerId: string; buyerId: string }>`
    select i.id, i.seller_id as "sellerId", i.buyer_id as "buyerId" from ${invoices} i
    where i.pending_until <= now() ${after === null ? sql`` : sql`and i.id > ${after}`} order by i.id limit ${limit}`,
);
