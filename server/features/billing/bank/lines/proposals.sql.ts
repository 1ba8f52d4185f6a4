import { sql } from 'drizzle-orm';
import { texts, uuids } from '../../../../platform/db/listing';
import { DAY, ID } from '../../../../platform/db/samples';
import { statement } from '../../../../platform/db/statement';
import { accounts } from '../../../entities/customers/tables';
import { entities } from '../../../entities/tables';
import { invoices } from '../../invoices/tables';
import { payments } from '../../payments/tables';
import { remittances } from '../../remittances/tables';
import { bankLinePayments, bankLines } from '../tables';

/** An open invoice; cents are its balance. */
export interface OpenInvoice {
  id: string;
  number: string;
  buyer_id: string;
  cents: number;
  due_on: string;
}

const BALANCE = sql`(i.total_cents - i.settled_cents)`;
const open = sql`i.id, i.number, i.buyer_id, ${BALANCE}::float8 as cents, i.due_on::text as due_on`;
/** Numbers that fit a bigint, as text. */
const cents = (amounts: readonly number[]) => sql`${`{${amounts.join(',')}}`}::bigint[]`;
const days = (list: readonly string[]) => sql`${`{${list.join(',')}}`}::date[]`;

/** Open invoices of a seller by their numbers; opening balances, which have any, behind those of its own. */
export const invoicesByNumber = statement(
  [[ID, ['INV-0000001']]],
  (sellerId: string, numbers: readonly string[]) => sql<OpenInvoice>`
    select ${open} from ${invoices} i where i.seller_id = ${sellerId} and i.number = any(${texts(numbers)})
      and i.settled_cents < i.total_cents order by i.opening, i.due_on, i.id`,
);

/** Open invoices of a seller with one of some balances, the oldest due first: at most `most` of each. */
export const invoicesByBalance = statement(
  [[ID, [1], 1]],
  (sellerId: string, amounts: readonly number[], most: number) => sql<OpenInvoice>`
    select f.* from unnest(${cents(amounts)}) g (cents) cross join lateral (
      select ${open} from ${invoices} i where i.seller_id = ${sellerId} and ${BALANCE} = g.cents and i.settled_cents < i.total_cents
      order by i.due_on, i.id limit ${most}) f`,
);

/** The oldest open invoices of some customers: at most `most` of each. */
export const oldestOf = statement(
  [[ID, [ID], 1]],
  (sellerId: string, buyerIds: readonly string[], most: number) => sql<OpenInvoice>`
    select f.* from unnest(${uuids(buyerIds)}) g (buyer_id) cross join lateral (
      select ${open} from ${invoices} i where i.seller_id = ${sellerId} and i.buyer_id = g.buyer_id and i.settled_cents < i.total_cents
      order by i.due_on, i.number, i.id limit ${most}) f`,
);

/** The condition of the index `invoices_by_name`. */
const NAMED = sql`i.parties #>> '{bill_to,name}' is not null`;

/**
 * What a seller's customers are called, or were on invoices. PostgreSQL skips from one name to the next in the index
 * `invoices_by_name`, which costs as many steps as there are customers.
 */
export const namesOf = statement(
  [[ID]],
  (sellerId: string) => sql<{ buyer_id: string; name: string }>`
    with recursive billed as (
      (select i.buyer_id, i.parties #>> '{bill_to,name}' as name from ${invoices} i
        where i.seller_id = ${sellerId} and ${NAMED} order by i.buyer_id, i.parties #>> '{bill_to,name}' limit 1)
      union all
      select n.buyer_id, n.name from billed b cross join lateral (
        select i.buyer_id, i.parties #>> '{bill_to,name}' as name from ${invoices} i
        where i.seller_id = ${sellerId} and ${NAMED}
          and (i.buyer_id, i.parties #>> '{bill_to,name}') > (b.buyer_id, b.name)
        order by i.buyer_id, i.parties #>> '{bill_to,name}' limit 1) n
    )
    select buyer_id, name from billed
    union select a.buyer_id, v.name from ${accounts} a join ${entities} e on e.id = a.buyer_id
      cross join lateral (values (a.name), (a.nickname), (e.legal_name)) v (name)
      where a.seller_id = ${sellerId} and v.name is not null`,
);

/** Current names of some customers. */
export const customerNames = statement(
  [[ID, [ID]]],
  (sellerId: string, buyerIds: readonly string[]) => sql<{ buyer_id: string; name: string }>`
    select a.buyer_id, a.name from ${accounts} a where a.seller_id = ${sellerId} and a.buyer_id = any(${uuids(buyerIds)})`,
);

/** Customers whose lines had one of some texts, and were confirmed twice. */
export const textsConfirmed = statement(
  [[ID, ['x']]],
  (entityId: string, keys: readonly string[]) => sql<{ text_key: string; buyer_id: string }>`
    select b.text_key, p.buyer_id from ${bankLines} b join ${bankLinePayments} k on k.line_id = b.id and not k.ended
      join ${payments} p on p.id = k.payment_id
    where b.entity_id = ${entityId} and b.status = 'confirmed' and b.text_key = any(${texts(keys)})
    group by 1, 2 having count(distinct b.id) >= 2`,
);

/** A payment or refund that is on no line. */
export interface LoosePayment {
  id: string;
  buyer_id: string;
  /** Less than 0 for a refund. */
  cents: number;
  received_on: string;
  reference: string | null;
}

const SIGNED = sql`case when p.kind = 'refund' then -p.amount_cents else p.amount_cents end`;

/** Recorded money of some amounts on no line: of the days between, or with one of some references. */
export const loosePayments = statement(
  [[ID, [1], [DAY, DAY], ['x']]],
  (
    sellerId: string,
    amounts: readonly number[],
    between: readonly [string, string],
    references: readonly string[],
  ) => sql<LoosePayment>`
    select p.id, p.buyer_id, ${SIGNED}::float8 as cents, p.received_on::text as received_on, p.reference from ${payments} p
    where p.seller_id = ${sellerId} and p.status = 'recorded' and ${SIGNED} = any(${cents(amounts)})
      and (p.received_on between (${days([...between])})[1] - 10 and (${days([...between])})[2] + 5
        or search_key(p.reference) = any(array(select search_key(r) from unnest(${texts(references)}) r)))
      and not exists (select from ${bankLinePayments} k where k.payment_id = p.id and not k.ended)
    order by p.received_on, p.id limit 2000`,
);

/** What buyers said they sent, of some amounts, that waits. */
export const waitingRemittances = statement(
  [[ID, [1]]],
  (sellerId: string, amounts: readonly number[]) => sql<{
    id: string;
    buyer_id: string;
    cents: number;
    reference: string;
  }>`
    select r.id, r.buyer_id, r.amount_cents::float8 as cents, r.reference from ${remittances} r
    where r.seller_id = ${sellerId} and r.status = 'sent' and r.reference is not null and r.amount_cents = any(${cents(amounts)})
    order by r.created_at, r.id limit 2000`,
);

/** Payments of lines that went back. */
export const reversedPayments = statement(
  [[[ID]]],
  (lineIds: readonly string[]) => sql<{ line_id: string; id: string; buyer_id: string; cents: number }>`
    select k.line_id, p.id, p.buyer_id, p.amount_cents::float8 as cents from ${bankLinePayments} k join ${payments} p on p.id = k.payment_id
    where k.line_id = any(${uuids(lineIds)}) and not k.ended and p.status = 'recorded' and p.kind = 'payment' order by k.line_id, k.position`,
);

/** Payments of a seller by their ids. */
export const paymentsById = statement(
  [[ID, [ID]]],
  (sellerId: string, ids: readonly string[]) => sql<{
    id: string;
    buyer_id: string;
    cents: number;
    status: 'recorded' | 'voided';
    on_line: boolean;
  }>`
    select p.id, p.buyer_id, ${SIGNED}::float8 as cents, p.status,
      exists (select from ${bankLinePayments} k where k.payment_id = p.id) as on_line
    from ${payments} p where p.seller_id = ${sellerId} and p.id = any(${uuids(ids)})`,
);
