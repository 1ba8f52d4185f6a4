import { type SQL, sql } from 'drizzle-orm';
import { insertRows } from '../../../platform/db/insert';
import { viewOf } from '../../../platform/db/resource';
import { DAY, ID } from '../../../platform/db/samples';
import { mappedStatement } from '../../../platform/db/statement';
import { type SharedInvoiceView, sharedInvoice } from './resource';
import { documentCounters, invoices } from './tables';

export type NewInvoice = Omit<typeof invoices.$inferInsert, 'number'> & { id: string };

/**
 * SQL: takes the next number of a seller's documents of a kind, as a common table expression `counter`. Its row is the last
 * that a transaction locks, so that a number is taken only by what is stored: a rollback takes none (T53).
 */
export const takeNumber = (sellerId: string, kind: 'invoice' | 'credit'): SQL => sql`counter as (
  insert into ${documentCounters} as c (seller_id, kind, last) values (${sellerId}, ${kind}, 1)
  on conflict (seller_id, kind) do update set last = c.last + 1 returning last)`;

/** SQL: that number as it is written: at least seven digits. */
export const taken = (prefix: 'INV' | 'CRN'): SQL =>
  sql`(select ${`${prefix}-`} || lpad(n.last::text, greatest(7, length(n.last::text)), '0') from counter n)`;

const SAMPLE: NewInvoice = {
  id: ID,
  sellerId: ID,
  buyerId: ID,
  issuedOn: DAY,
  dueOn: DAY,
  subtotalCents: 1,
  discountCents: 0,
  freightCents: 0,
  taxCents: 0,
  totalCents: 1,
};

/** Numbers an invoice and stores it. @returns the invoice as both parties see it */
export const insertInvoice = mappedStatement(
  [[SAMPLE]],
  (row: NewInvoice) => sql<{ text: string | null }>`
    with ${takeNumber(row.sellerId, 'invoice')},
      inserted as (${insertRows(invoices, [{ ...row, number: '' }], { number: taken('INV') })} returning *)
    select ${sharedInvoice.text} as text from inserted i ${sharedInvoice.joins(undefined)}`,
  (row): SharedInvoiceView => viewOf(row),
);
