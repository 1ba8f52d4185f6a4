import { type SQL, sql } from 'drizzle-orm';
import { insertRows } from '../../../platform/db/insert';
import { texts } from '../../../platform/db/listing';
import { viewOf } from '../../../platform/db/resource';
import { DAY, ID } from '../../../platform/db/samples';
import { mappedStatement, statement } from '../../../platform/db/statement';
import { accounts } from '../../entities/customers/tables';
import { externalIds } from '../../entities/external-ids/tables';
import { type SharedInvoiceView, sharedInvoice } from './resource';
import { documentCounters, invoices } from './tables';

export type NewInvoice = Omit<typeof invoices.$inferInsert, 'number'> & { id: string };

/**
 * SQL: takes the next number of a seller's documents of a kind, as a common table expression `counter`. Its row is the last
 * that a transaction locks, so that a number is taken only by what is stored: a rollback takes none (decision 670).
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

/** Stores an opening balance under its own number; no row where another one has it. */
export const insertOpening = mappedStatement(
  [[{ ...SAMPLE, number: 'x', opening: true }]],
  (row: typeof invoices.$inferInsert) => sql<{ text: string | null }>`
    with inserted as (${insertRows(invoices, [row])} on conflict (seller_id, opening, number) do nothing returning *)
    select ${sharedInvoice.text} as text from inserted i ${sharedInvoice.joins(undefined)}`,
  (row): SharedInvoiceView => viewOf(row),
);

/** Opening balances of a seller by number. */
export const openingsOf = statement(
  [[ID, ['x']]],
  (sellerId: string, numbers: readonly string[]) => sql<{
    number: string;
    buyerId: string;
    issuedOn: string;
    dueOn: string;
    amountCents: number;
  }>`
    select i.number, i.buyer_id as "buyerId", i.issued_on::text as "issuedOn", i.due_on::text as "dueOn",
      i.total_cents::float8 as "amountCents"
    from ${invoices} i where i.seller_id = ${sellerId} and i.opening and i.number = any(${texts(numbers)})`,
);

/** The customers of a seller that a line names: by external id, or by name, nickname or license number regardless of case. */
export const customersNamed = statement(
  [[ID, [{ line: 1, name: 'x', system: null, value: null }]]],
  (
    sellerId: string,
    asked: ReadonlyArray<{ line: number; name: string | null; system: string | null; value: string | null }>,
  ) => sql<{ line: number; ids: string[] }>`
    select g.line, array(
      select a.buyer_id from ${accounts} a where a.seller_id = ${sellerId} and (
        g.system is not null and a.buyer_id = (select n.object_id from ${externalIds} n where n.entity_id = ${sellerId}
          and n.object_type = 'customer' and n.system = g.system and n.value = g.value)
        or g.system is null and lower(g.name) in (lower(a.name), lower(a.nickname), lower(a.license_number))) limit 2) as ids
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as g (line int, name text, system text, value text)`,
);
