import { type SQL, sql } from 'drizzle-orm';
import { DAY, ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { accounts } from '../../entities/customers/tables';
import { externalIds } from '../../entities/external-ids/tables';
import { entities } from '../../entities/tables';
import { orders } from '../../orders/tables';
import { creditNotes } from '../credits/tables';
import type { StoredDocument, StoredLine } from '../invoices/stored';
import { invoices } from '../invoices/tables';
import { allocations, payments } from '../payments/tables';
import { MAX_EXPORTED, MAX_EXPORTED_LINES } from './schema';
import { type accountingExports, accountingRows } from './tables';

type Row = typeof accountingExports.$inferSelect;

/** What an export asks for. */
export interface Wanted extends Pick<Row, 'entityId' | 'kind' | 'format' | 'startDate' | 'endDate'> {
  only: 'new' | 'all';
}

interface Booked {
  id: string;
  party: string;
  license_number: string;
  external_id: string | null;
}

export interface BookedInvoice extends Booked {
  number: string;
  issued_on: string;
  due_on: string;
  order_number: string;
  discount_cents: number;
  freight_cents: number;
  total_cents: number;
  document: Pick<StoredDocument, 'tax_lines'> & { lines: StoredLine[] };
}

export interface BookedCredit extends Booked {
  number: string;
  issued_on: string;
  invoice_number: string;
  reason: string;
  subtotal_cents: number;
  discount_cents: number;
  total_cents: number;
  document: (typeof creditNotes.$inferSelect)['document'];
}

export interface BookedPayment extends Booked {
  part: 'document' | 'void';
  kind: 'payment' | 'refund';
  method: string;
  amount_cents: number;
  date: string;
  reference: string | null;
  memo: string | null;
  /** Numbers of the invoices that it settles, or did. */
  invoices: { number: string; amount_cents: number }[];
}

const SAMPLE: Wanted = {
  ...{ entityId: ID, kind: 'journal', format: 'neutral' },
  ...{ startDate: DAY, endDate: DAY, only: 'new' },
};

/** SQL: leaves out what an export of the kind and format has already. */
const isNew = ({ entityId, kind, format, only }: Wanted, documentId: SQL, part: SQL): SQL =>
  only === 'all'
    ? sql`true`
    : sql`not exists (select from ${accountingRows} r where r.entity_id = ${entityId} and r.kind = ${kind} and r.format = ${format}
        and r.document_id = ${documentId} and r.part = ${part})`;

/** SQL: what the seller's books call a customer: its external id of QuickBooks, else the first one. */
const externalId = (entityId: string, buyerId: SQL): SQL => sql`(select n.value from ${externalIds} n
  where n.entity_id = ${entityId} and n.object_type = 'customer' and n.object_id = ${buyerId}
  order by n.system <> 'quickbooks', n.system limit 1)`;

/** SQL: the license of a customer, which tells it from others of its name. */
const licenseOf = (entityId: string, buyerId: SQL): SQL => sql`(select a.license_number from ${accounts} a
  where a.seller_id = ${entityId} and a.buyer_id = ${buyerId})`;

const DOCUMENT = sql`'document'`;
/** One more than an export holds, which tells that there are too many. */
const LIMIT = MAX_EXPORTED + 1;

/** SQL: invoices (alias `i`) of days; opening balances are in no books. */
const invoicesOf = (wanted: Wanted): SQL =>
  sql`i.seller_id = ${wanted.entityId} and not i.opening and i.issued_on between ${wanted.startDate} and ${wanted.endDate}
      and ${isNew(wanted, sql`i.id`, DOCUMENT)}`;

/** SQL: credit notes (alias `c`) of days. */
const creditsOf = (wanted: Wanted): SQL =>
  sql`c.seller_id = ${wanted.entityId} and c.issued_on between ${wanted.startDate} and ${wanted.endDate}
      and ${isNew(wanted, sql`c.id`, DOCUMENT)}`;

/** How many lines invoices and credit notes of days have: more than an export holds are never read. */
export const linesToBook = statement(
  [[SAMPLE], [{ ...SAMPLE, only: 'all' }]],
  (wanted: Wanted) => sql<{ lines: number }>`
    select coalesce(sum(jsonb_array_length(d.document -> 'lines')), 0)::int as lines from (
      (select i.document from ${invoices} i where ${invoicesOf(wanted)} limit ${LIMIT})
      union all (select c.document from ${creditNotes} c where ${creditsOf(wanted)} limit ${LIMIT})) d`,
);

/** How many invoices the payments of days settle, likewise. */
export const settledToBook = statement(
  [[SAMPLE]],
  ({ entityId, startDate, endDate }: Wanted) => sql<{ lines: number }>`
    select count(*)::int as lines from (
      select from ${payments} p join ${allocations} x on x.payment_id = p.id and x.invoice_id is not null
      where p.seller_id = ${entityId} and (p.received_on between ${startDate} and ${endDate} or p.voided_on between ${startDate} and ${endDate})
      limit ${MAX_EXPORTED_LINES + 1}) n`,
);

/** Oldest first. */
export const invoicesToBook = statement(
  [[SAMPLE], [{ ...SAMPLE, only: 'all' }]],
  (wanted: Wanted) => sql<BookedInvoice>`
    select i.id, i.number, i.issued_on::text, i.due_on::text, o.order_number, i.discount_cents::float8, i.freight_cents::float8,
      i.total_cents::float8, i.document, i.parties -> 'bill_to' ->> 'name' as party, ${externalId(wanted.entityId, sql`i.buyer_id`)} as external_id,
      ${licenseOf(wanted.entityId, sql`i.buyer_id`)} as license_number
    from ${invoices} i join ${orders} o on o.id = i.order_id
    where ${invoicesOf(wanted)}
    order by i.issued_on, i.number, i.id limit ${LIMIT}`,
);

export const creditsToBook = statement(
  [[SAMPLE], [{ ...SAMPLE, only: 'all' }]],
  (wanted: Wanted) => sql<BookedCredit>`
    select c.id, c.number, c.issued_on::text, i.number as invoice_number, c.reason, c.subtotal_cents::float8, c.discount_cents::float8,
      c.total_cents::float8, c.document, coalesce(i.parties -> 'bill_to' ->> 'name', a.name) as party,
      a.license_number, ${externalId(wanted.entityId, sql`c.buyer_id`)} as external_id
    from ${creditNotes} c join ${invoices} i on i.id = c.invoice_id
      join ${accounts} a on a.seller_id = c.seller_id and a.buyer_id = c.buyer_id
    where ${creditsOf(wanted)}
    order by c.issued_on, c.number, c.id limit ${LIMIT}`,
);

/** Payments and refunds by the day on which they were received, and voids by their own. */
export const paymentsToBook = statement(
  [[SAMPLE], [{ ...SAMPLE, only: 'all' }]],
  (wanted: Wanted) => sql<BookedPayment>`
    select p.id, e.part, p.kind, p.method, p.amount_cents::float8, e.day::text as date, p.reference,
      case e.part when 'void' then p.void_reason else p.notes end as memo, coalesce(p.buyer_name, a.name) as party, a.license_number,
      ${externalId(wanted.entityId, sql`p.buyer_id`)} as external_id,
      coalesce((select json_agg(json_build_object('number', i.number, 'amount_cents', s.cents) order by i.number)
        from (select x.invoice_id, sum(x.amount_cents) as cents from ${allocations} x where x.payment_id = p.id and x.invoice_id is not null
          and (x.reversed_on is null or p.status = 'voided') group by 1) s join ${invoices} i on i.id = s.invoice_id), '[]') as invoices
    from ${payments} p join ${accounts} a on a.seller_id = p.seller_id and a.buyer_id = p.buyer_id
      cross join lateral (values ('document', p.received_on), ('void', p.voided_on)) e (part, day)
    where p.seller_id = ${wanted.entityId} and e.day between ${wanted.startDate} and ${wanted.endDate}
      and ${isNew(wanted, sql`p.id`, sql`e.part`)}
    order by e.day, p.id, e.part limit ${LIMIT}`,
);

/** A customer for the books. */
export interface BookedCustomer extends Booked {
  legal_name: string;
  email: string | null;
  phone: string | null;
  street: string;
  city: string;
  state: string;
  zip: string;
}

/** Customers that were added in days. */
export const customersToBook = statement(
  [[SAMPLE], [{ ...SAMPLE, only: 'all' }]],
  (wanted: Wanted) => sql<BookedCustomer>`
    select a.buyer_id as id, a.name as party, e.legal_name, a.license_number, e.contact_email as email, e.contact_phone as phone,
      e.street, e.city, e.state, e.zip, ${externalId(wanted.entityId, sql`a.buyer_id`)} as external_id
    from ${accounts} a join ${entities} e on e.id = a.buyer_id join ${entities} s on s.id = a.seller_id
    where a.seller_id = ${wanted.entityId}
      and (a.created_at at time zone s.timezone)::date between ${wanted.startDate} and ${wanted.endDate}
      and ${isNew(wanted, sql`a.buyer_id`, DOCUMENT)}
    order by a.created_at, a.buyer_id limit ${LIMIT}`,
);

/** Names that several customers of a seller have, in lower case. */
export const sharedNames = statement(
  [[ID]],
  (sellerId: string) => sql<{ name: string }>`
    select lower(a.name) as name from ${accounts} a where a.seller_id = ${sellerId} group by 1 having count(*) > 1`,
);
