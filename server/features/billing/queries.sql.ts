import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { isDisputed } from '../entities/customers/credit/queries.sql';
import { creditNotes } from './credits/tables';
import { documentCounters, invoices } from './invoices/tables';
import { allocations, payments } from './payments/tables';

/** What of a business's money is open, on either side: invoices, and what of payments and credits went to none. */
export const openMoneyOf = statement(
  [[ID]],
  (entityId: string) => sql<{ invoices: number; unapplied: boolean }>`
    select (select count(*)::int from ${invoices} i
        where (i.seller_id = ${entityId} or (i.buyer_id = ${entityId} and not ${isDisputed})) and i.settled_cents < i.total_cents) as invoices,
      (exists (select from ${payments} p where (p.seller_id = ${entityId} or p.buyer_id = ${entityId})
          and p.kind = 'payment' and p.status = 'recorded' and p.allocated_cents < p.amount_cents)
        or exists (select from ${creditNotes} c where (c.seller_id = ${entityId} or c.buyer_id = ${entityId})
          and c.allocated_cents < c.total_cents)) as unapplied`,
);

/** Sellers whose numbers have a gap, or end elsewhere than their counter says. */
export const wrongNumbers = statement(
  [[]],
  () => sql<{ seller_id: string; kind: string; counted: number; last: number; kept: number }>`
    with numbered as (
      select seller_id, 'invoice' as kind, substring(number from '^INV-([0-9]{7,15})$')::bigint as n from ${invoices} where not opening
      union all select seller_id, 'credit', substring(number from '^CRN-([0-9]{7,15})$')::bigint from ${creditNotes}
    ), counted as (select seller_id, kind, count(*) as counted, count(distinct n) as known, max(n) as last
      from numbered group by 1, 2)
    select coalesce(c.seller_id, k.seller_id) as seller_id, coalesce(c.kind, k.kind) as kind,
      coalesce(c.counted, 0)::float8 as counted, coalesce(c.last, 0)::float8 as last, coalesce(k.last, 0)::float8 as kept
    from counted c full join ${documentCounters} k on k.seller_id = c.seller_id and k.kind = c.kind
    where c.counted is distinct from c.last or c.known <> c.counted or c.last is distinct from k.last
    order by 1, 2`,
);

/** Invoices with their credit notes, a page in id order, as what they are worked out from. */
export const documentsAfter = statement(
  [
    [null, 1],
    [ID, 1],
  ],
  (after: string | null, limit: number) => sql<{
    id: string;
    number: string;
    document: NonNullable<typeof invoices.$inferSelect.document>;
    sums: [subtotal: number, discount: number, freight: number, tax: number, total: number];
    notes: Array<{ number: string; total: number; remaining: typeof creditNotes.$inferSelect.remaining }>;
  }>`
    select i.id, i.number, i.document,
      json_build_array(i.subtotal_cents, i.discount_cents, i.freight_cents, i.tax_cents, i.total_cents) as sums,
      coalesce((select json_agg(json_build_object('number', c.number, 'total', c.total_cents, 'remaining', c.remaining)
        order by length(c.number), c.number) from ${creditNotes} c where c.invoice_id = i.id), '[]') as notes
    from ${invoices} i where not i.opening ${after === null ? sql`` : sql`and i.id > ${after}`} order by i.id limit ${limit}`,
);

/** Invoices and credit notes whose kept sum isn't that of their active allocations, and allocations beyond their pair. */
export const wrongAllocations = statement(
  [[]],
  () => sql<{ what: string; number: string; kept: number; counted: number }>`
    with active as (select * from ${allocations} where reversed_on is null),
    settled as (select invoice_id as id, sum(amount_cents) as cents from active where invoice_id is not null group by 1),
    credited as (select credit_note_id as id, sum(amount_cents) as cents from active where credit_note_id is not null group by 1)
    select 'invoice' as what, i.number, i.settled_cents::float8 as kept, coalesce(s.cents, 0)::float8 as counted
    from ${invoices} i left join settled s on s.id = i.id where i.settled_cents <> coalesce(s.cents, 0)
    union all
    select 'credit note', c.number, c.allocated_cents::float8, coalesce(s.cents, 0)::float8
    from ${creditNotes} c left join credited s on s.id = c.id where c.allocated_cents <> coalesce(s.cents, 0)
    union all
    select 'allocation to', i.number, 0::float8, a.amount_cents::float8 from ${allocations} a join ${invoices} i on i.id = a.invoice_id
    where a.seller_id <> i.seller_id or a.buyer_id <> i.buyer_id
    order by 1, 2`,
);
