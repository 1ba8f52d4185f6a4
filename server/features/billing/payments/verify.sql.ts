import { sql } from 'drizzle-orm';
import { statement } from '../../../platform/db/statement';
import { creditNotes } from '../credits/tables';
import { invoices } from '../invoices/tables';
import { allocations, payments } from './tables';

/**
 * Payments and refunds whose kept sum isn't that of their active allocations, refunds that return less than their amount,
 * allocations that count on other days than what they join, and active ones of what is void. A payment is voided after its refunds,
 * whose void reversed what it gave them. In cents.
 */
export const wrongPayments = statement(
  [[]],
  () => sql<{ what: string; id: string; kept: number; counted: number }>`
    with active as (
      select v.id, sum(x.amount_cents) as cents from ${allocations} x cross join lateral (values (x.payment_id), (x.refund_id)) v (id)
      where x.reversed_on is null and v.id is not null group by 1
    )
    select p.kind as what, p.id, p.allocated_cents::float8 as kept, coalesce(a.cents, 0)::float8 as counted
    from ${payments} p left join active a on a.id = p.id where p.allocated_cents <> coalesce(a.cents, 0)
    union all
    select 'returned by refund', p.id, p.amount_cents::float8, p.allocated_cents::float8
    from ${payments} p where p.kind = 'refund' and p.status = 'recorded' and p.allocated_cents <> p.amount_cents
    union all
    select 'days of allocation', x.id, x.amount_cents::float8, 0::float8
    from ${allocations} x left join ${invoices} i on i.id = x.invoice_id left join ${payments} p on p.id = x.payment_id
      left join ${payments} r on r.id = x.refund_id left join ${creditNotes} c on c.id = x.credit_note_id
    where (x.invoice_issued_on, x.invoice_due_on) is distinct from (i.issued_on, i.due_on)
      or x.source_on is distinct from coalesce(p.received_on, c.issued_on)
      or x.made_on < greatest(i.issued_on, p.received_on, r.received_on, c.issued_on)
      or x.reversed_on is distinct from case when x.reversed_on is not null or p.status = 'voided' or r.status = 'voided'
        then coalesce(r.voided_on, p.voided_on) end
    order by 1, 2`,
);
