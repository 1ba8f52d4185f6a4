import { sql } from 'drizzle-orm';
import { DAY, ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { isConnected } from '../../entities/customers/resource';
import { accounts } from '../../entities/customers/tables';
import { entities } from '../../entities/tables';
import { orders } from '../../orders/tables';
import { dayOf } from '../../pricing/taxes/queries.sql';
import { creditNotes } from '../credits/tables';
import { invoices } from '../invoices/tables';
import type { Pair } from '../payments/service.sql';
import { payments } from '../payments/tables';
import { MAX_ROWS, type STATEMENT_KINDS } from './schema';

const PAIR: Pair = { sellerId: ID, buyerId: ID };

/** SQL: whether the parties of an account (alias `a`) are connected, or anything passed between them. */
const isKnown = sql`(${isConnected}
  or exists (select from ${orders} o where o.wholesaler_id = a.seller_id and o.retailer_id = a.buyer_id)
  or exists (select from ${invoices} i where i.seller_id = a.seller_id and i.buyer_id = a.buyer_id)
  or exists (select from ${payments} p where p.seller_id = a.seller_id and p.buyer_id = a.buyer_id))`;

/** The parties of an account and the seller's day; no row without an account. */
export const partiesOf = statement(
  [[PAIR]],
  ({ sellerId, buyerId }: Pair) => sql<{
    seller: string;
    buyer: string;
    today: string;
    /** Without it a business shows no more of itself than its name (decisions 169 and 450). */
    known: boolean;
    legal_name: string;
    license_number: string;
    address: string;
    buyer_license: string;
    remittance: string | null;
  }>`
    select s.name as seller, b.name as buyer, ${dayOf(sql`a.seller_id`)}::text as today, ${isKnown} as known, s.legal_name, s.license_number,
      concat(s.street, ', ', s.city, ', ', s.state, ' ', s.zip) as address, a.license_number as buyer_license,
      s.remittance_text as remittance
    from ${accounts} a join ${entities} s on s.id = a.seller_id join ${entities} b on b.id = a.buyer_id
    where a.seller_id = ${sellerId} and a.buyer_id = ${buyerId}`,
);

/** Where statements go: the contact of a buyer that is connected. */
export const contactOf = statement(
  [[PAIR]],
  ({ sellerId, buyerId }: Pair) => sql<{ email: string }>`
    select b.contact_email as email from ${accounts} a join ${entities} b on b.id = a.buyer_id
    where a.seller_id = ${sellerId} and a.buyer_id = ${buyerId} and b.contact_email is not null and b.deleted_at is null
      and ${isConnected}`,
);

/** Notes that a buyer was reminded of what it owes a seller and is overdue. */
export const markReminded = statement(
  [[PAIR]],
  ({ sellerId, buyerId }: Pair) => sql`
    update ${invoices} i set reminded_at = now(), updated_at = now() where i.seller_id = ${sellerId} and i.buyer_id = ${buyerId}
      and i.settled_cents < i.total_cents and i.due_on < ${dayOf(sql`i.seller_id`)}`,
);

export interface Entry {
  date: string;
  kind: (typeof STATEMENT_KINDS)[number];
  id: string;
  number: string | null;
  debit: number;
  credit: number;
  /** After it. */
  balance: number;
}

/**
 * What happened between two businesses in a period, oldest first, in cents, with the balance before it. One row more than a
 * statement may have when there are too many.
 */
export const entriesOf = statement(
  [[PAIR, DAY, DAY]],
  ({ sellerId, buyerId }: Pair, from: string, to: string) => {
    const ofPair = (alias: string) =>
      sql`${sql.raw(alias)}.seller_id = ${sellerId} and ${sql.raw(alias)}.buyer_id = ${buyerId}`;
    return sql<{ opening: number; entries: Entry[] }>`
      with entry as materialized (
        select i.issued_on as day, 1 as place, 'invoice' as kind, i.id, i.number, i.total_cents as debit, 0::bigint as credit
        from ${invoices} i where ${ofPair('i')} and i.issued_on <= ${to}::date
        union all
        select c.issued_on, 2, 'credit_note', c.id, c.number, 0, c.total_cents
        from ${creditNotes} c where ${ofPair('c')} and c.issued_on <= ${to}::date
        union all
        select p.received_on, 3, p.kind, p.id, p.reference, case when p.kind = 'refund' then p.amount_cents else 0 end,
          case when p.kind = 'payment' then p.amount_cents else 0 end
        from ${payments} p where ${ofPair('p')} and p.received_on <= ${to}::date
        union all
        select p.voided_on, 4, 'void', p.id, p.reference, case when p.kind = 'payment' then p.amount_cents else 0 end,
          case when p.kind = 'refund' then p.amount_cents else 0 end
        from ${payments} p where ${ofPair('p')} and p.voided_on <= ${to}::date
      ), opening as (
        select coalesce(sum(debit - credit), 0) as cents from entry where day < ${from}::date
      ), shown as (
        select e.*, o.cents + sum(e.debit - e.credit) over (order by e.day, e.place, e.id rows unbounded preceding) as balance
        from entry e cross join opening o where e.day >= ${from}::date
        order by e.day, e.place, e.id limit ${MAX_ROWS + 1}
      )
      select o.cents::float8 as opening, coalesce((
        select json_agg(json_build_object('date', s.day, 'kind', s.kind, 'id', s.id, 'number', s.number, 'debit', s.debit,
          'credit', s.credit, 'balance', s.balance) order by s.day, s.place, s.id) from shown s), '[]') as entries
      from opening o`;
  },
);
