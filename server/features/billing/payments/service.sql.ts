import { type SQL, sql } from 'drizzle-orm';
import { uuids } from '../../../platform/db/listing';
import { DAY, ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { isConnected } from '../../entities/customers/resource';
import { accounts } from '../../entities/customers/tables';
import { entities } from '../../entities/tables';
import { dayOf } from '../../pricing/taxes/queries.sql';
import { creditNotes } from '../credits/tables';
import { invoices } from '../invoices/tables';
import { allocations, payments } from './tables';

/** A seller and one of its buyers. */
export interface Pair {
  sellerId: string;
  buyerId: string;
}
const PAIR: Pair = { sellerId: ID, buyerId: ID };

/** SQL: rows of a table (by its alias) that are a pair's. */
const ofPair = (alias: string, { sellerId, buyerId }: Pair): SQL =>
  sql`${sql.raw(alias)}.seller_id = ${sellerId} and ${sql.raw(alias)}.buyer_id = ${buyerId}`;

/**
 * Locks the account of a pair for changes of its money, after its parties, which then neither merge nor go. @returns the
 * seller's day, and who the buyer is; no row when there is no account, or no longer
 */
export const lockMoneyOf = statement(
  [[PAIR]],
  (pair: Pair) => sql<{ today: string; on_board: boolean; connected: boolean; name: string }>`
    with parties as materialized (
      select e.id from ${entities} e where e.id in (${pair.sellerId}, ${pair.buyerId}) order by e.id for key share
    )
    select ${dayOf(sql`a.seller_id`)}::text as today, a.status = 'claimed' as on_board, ${isConnected} as connected, a.name
    from ${accounts} a where ${ofPair('a', pair)} and (select count(*) from parties) = 2
    for no key update of a`,
);

/** An invoice with its balance, or a source with what is left of it, in cents. */
export interface Room {
  id: string;
  left: number;
}

/** How many open invoices a payment settles by itself, and how many sources a refund draws on by itself. */
export const MAX_SETTLED = 500;

/** How many allocations a payment, refund or credit note ever has: responses, events and audit rows list them. */
export const MAX_ALLOCATIONS = 1_000;

/** Locks a pair's open invoices, at most as many as a payment settles. @returns them oldest due first, then by number */
export const lockOpenInvoices = statement(
  [[PAIR]],
  (pair: Pair) => sql<Room>`
    with oldest as materialized (
      select i.id from ${invoices} i where ${ofPair('i', pair)} and i.settled_cents < i.total_cents
      order by i.due_on, i.number, i.id limit ${MAX_SETTLED}
    ), locked as materialized (
      select i.id, i.due_on, i.number, i.total_cents - i.settled_cents as cents
      from ${invoices} i where i.id in (select id from oldest) order by i.id for no key update
    )
    select id, cents::float8 as left from locked where cents > 0 order by due_on, number, id`,
);

/** Locks some of a pair's invoices, in id order. */
export const lockInvoices = statement(
  [[PAIR, [ID]]],
  (pair: Pair, ids: readonly string[]) => sql<Room>`
    select i.id, (i.total_cents - i.settled_cents)::float8 as left from ${invoices} i
    where ${ofPair('i', pair)} and i.id = any(${uuids(ids)}) order by i.id for no key update`,
);

/** A payment or a credit note. */
export interface Source extends Room {
  kind: 'payment' | 'credit_note';
}

const leftOf = sql`p.status = 'recorded' and p.kind = 'payment' and p.allocated_cents < p.amount_cents`;

/** Locks what a pair has left to refund, of its oldest payments and credit notes. @returns the oldest first */
export const lockSources = statement(
  [[PAIR]],
  (pair: Pair) => sql<Source>`
    with oldest as materialized (
      select s.* from (
        (select 'payment' as kind, p.id, p.received_on as day from ${payments} p where ${ofPair('p', pair)} and ${leftOf}
          order by p.received_on, p.id limit ${MAX_SETTLED})
        union all (select 'credit_note', c.id, c.issued_on from ${creditNotes} c
          where ${ofPair('c', pair)} and c.allocated_cents < c.total_cents order by c.issued_on, c.id limit ${MAX_SETTLED})
      ) s order by s.day, s.id limit ${MAX_SETTLED}
    ), paid as materialized (
      select p.id, p.amount_cents - p.allocated_cents as cents from ${payments} p
      where p.id in (select s.id from oldest s where s.kind = 'payment') and ${leftOf} order by p.id for no key update
    ), credited as materialized (
      select c.id, c.total_cents - c.allocated_cents as cents from ${creditNotes} c
      where c.id in (select s.id from oldest s where s.kind = 'credit_note') order by c.id for no key update
    )
    select s.kind, s.id, coalesce(p.cents, c.cents)::float8 as left from oldest s
      left join paid p on p.id = s.id left join credited c on c.id = s.id
    where coalesce(p.cents, c.cents) > 0 order by s.day, s.id`,
);

/** Locks some payments and credit notes of a pair; of voided ones and refunds nothing is left. */
export const lockTheseSources = statement(
  [[PAIR, [ID]]],
  (pair: Pair, ids: readonly string[]) => sql<Source>`
    with paid as materialized (
      select p.id, case when ${leftOf} then p.amount_cents - p.allocated_cents else 0 end as cents
      from ${payments} p where ${ofPair('p', pair)} and p.kind = 'payment' and p.id = any(${uuids(ids)})
      order by p.id for no key update
    ), credited as materialized (
      select c.id, c.total_cents - c.allocated_cents as cents
      from ${creditNotes} c where ${ofPair('c', pair)} and c.id = any(${uuids(ids)}) order by c.id for no key update
    )
    select 'payment' as kind, p.id, p.cents::float8 as left from paid p
    union all select 'credit_note', c.id, c.cents::float8 from credited c`,
);

/** What of a source goes to a target: of one of the first two to one of the last two. */
export interface Share {
  paymentId?: string;
  creditNoteId?: string;
  invoiceId?: string;
  refundId?: string;
  amountCents: number;
}

interface By {
  actorId: string | null;
  actorName: string;
}
const SHARE = { id: ID, amountCents: 1 };

/**
 * Allocates, and moves the kept sums of what is touched: its rows are locked. It counts from the seller's day, or a later one of
 * what it joins. @returns ids of the invoices that it settled
 */
export const addAllocations = statement(
  [[PAIR, [SHARE], { actorId: ID, actorName: 'x' }]],
  ({ sellerId, buyerId }: Pair, shares: ReadonlyArray<Share & { id: string }>, by: By) => sql<{ id: string }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as g
        (id uuid, "paymentId" uuid, "creditNoteId" uuid, "invoiceId" uuid, "refundId" uuid, "amountCents" bigint)
    ), added as (
      insert into ${allocations} (id, seller_id, buyer_id, payment_id, credit_note_id, invoice_id, refund_id, amount_cents,
        invoice_issued_on, invoice_due_on, source_on, made_on, actor_id, actor_name)
      select g.id, ${sellerId}, ${buyerId}, g."paymentId", g."creditNoteId", g."invoiceId", g."refundId", g."amountCents",
        i.issued_on, i.due_on, coalesce(p.received_on, c.issued_on),
        greatest(${dayOf(sql`${sellerId}::uuid`)}, i.issued_on, p.received_on, c.issued_on, r.received_on),
        ${by.actorId}, ${by.actorName}
      from given g left join ${invoices} i on i.id = g."invoiceId" left join ${payments} p on p.id = g."paymentId"
        left join ${creditNotes} c on c.id = g."creditNoteId" left join ${payments} r on r.id = g."refundId"
    ), paid as (
      update ${payments} p set allocated_cents = p.allocated_cents + s.cents
      from (select v.id, sum(g."amountCents") as cents
        from given g cross join lateral (values (g."paymentId"), (g."refundId")) v (id) where v.id is not null group by v.id) s
      where p.id = s.id
    ), credited as (
      update ${creditNotes} c set allocated_cents = c.allocated_cents + s.cents
      from (select g."creditNoteId" as id, sum(g."amountCents") as cents from given g
        where g."creditNoteId" is not null group by 1) s
      where c.id = s.id
    ), settled as (
      update ${invoices} i set settled_cents = i.settled_cents + s.cents
      from (select g."invoiceId" as id, sum(g."amountCents") as cents from given g where g."invoiceId" is not null group by 1) s
      where i.id = s.id returning i.id, i.settled_cents = i.total_cents as done
    )
    select id from settled where done order by id`,
);

/** Of payments, refunds and credit notes, one that has more allocations than it may, reversed ones included. */
export const beyondAllocations = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<{ id: string }>`
    select k.id from unnest(${uuids(ids)}) k (id)
    where (select count(*) from (select from ${allocations} x
        where x.payment_id = k.id or x.refund_id = k.id or x.credit_note_id = k.id limit ${MAX_ALLOCATIONS + 1}) n) > ${MAX_ALLOCATIONS}
    limit 1`,
);

/** Another recorded payment that is alike. */
export const alike = statement(
  [[PAIR, { kind: 'payment', method: 'check', reference: 'x', amountCents: 1, receivedOn: DAY }]],
  (
    pair: Pair,
    one: Pick<typeof payments.$inferInsert, 'kind' | 'method' | 'reference' | 'amountCents' | 'receivedOn'>,
  ) => sql<{ id: string }>`
    select p.id from ${payments} p where ${ofPair('p', pair)} and p.received_on = ${one.receivedOn}::date and p.kind = ${one.kind}
      and p.method = ${one.method} and p.amount_cents = ${one.amountCents} and p.status = 'recorded'
      and p.reference is not distinct from ${one.reference ?? null} limit 1`,
);

/** Locks a payment of a pair. */
export const lockPayment = statement(
  [[PAIR, ID]],
  (pair: Pair, id: string) => sql<Pick<typeof payments.$inferSelect, 'status'>>`
    select p.status from ${payments} p
    where ${ofPair('p', pair)} and p.id = ${id} for no key update`,
);

/** Whether what a payment is allocated to, and still is, has a refund. */
export const hasRefund = statement(
  [[ID]],
  (id: string) => sql<{ id: string }>`
    select x.refund_id as id from ${allocations} x
    where x.payment_id = ${id} and x.refund_id is not null and x.reversed_on is null limit 1`,
);

/** Locks the invoices that a payment settles, in id order. */
export const lockSettledBy = statement(
  [[ID]],
  (id: string) => sql`
    select from ${invoices} i where i.id in (
      select x.invoice_id from ${allocations} x where x.payment_id = ${id} and x.reversed_on is null)
    order by i.id for no key update`,
);

/** Locks the sources of a refund. */
export const lockSourcesOf = statement(
  [[ID]],
  (id: string) => sql`
    with active as (select x.payment_id, x.credit_note_id from ${allocations} x where x.refund_id = ${id} and x.reversed_on is null),
    paid as materialized (
      select p.id from ${payments} p where p.id in (select payment_id from active) order by p.id for no key update),
    credited as materialized (
      select c.id from ${creditNotes} c where c.id in (select credit_note_id from active) order by c.id for no key update)
    select from paid union all select from credited`,
);

/**
 * Voids a payment or a refund and reverses its allocations: of the seller's day, or a later one of theirs. Its rows are locked.
 */
export const voidAndReverse = statement(
  [[ID, 'x']],
  (id: string, reason: string) => sql`
    with active as materialized (
      select x.* from ${allocations} x where (x.payment_id = ${id} or x.refund_id = ${id}) and x.reversed_on is null
    ), day as materialized (
      select greatest(${dayOf(sql`p.seller_id`)}, p.received_on, p.recorded_on, (select max(made_on) from active)) as day
      from ${payments} p where p.id = ${id}
    ), reversed as (
      update ${allocations} x set reversed_on = d.day from day d where x.id in (select id from active)
    ), reopened as (
      update ${invoices} i set settled_cents = i.settled_cents - s.cents
      from (select invoice_id as id, sum(amount_cents) as cents from active where invoice_id is not null group by 1) s
      where i.id = s.id
    ), credited as (
      update ${creditNotes} c set allocated_cents = c.allocated_cents - s.cents
      from (select credit_note_id as id, sum(amount_cents) as cents from active where credit_note_id is not null group by 1) s
      where c.id = s.id
    ), returned as (
      update ${payments} p set allocated_cents = p.allocated_cents - s.cents
      from (select payment_id as id, sum(amount_cents) as cents from active where refund_id = ${id} and payment_id is not null group by 1) s
      where p.id = s.id and p.id <> ${id}
    )
    update ${payments} p set status = 'voided', voided_on = d.day, void_reason = ${reason}, allocated_cents = 0
    from day d where p.id = ${id}`,
);
