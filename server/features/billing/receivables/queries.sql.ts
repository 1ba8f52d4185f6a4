import { type SQL, sql } from 'drizzle-orm';
import type { TradeSide } from '../../../kernel/sides';
import { allOf, byName, contains, slice } from '../../../platform/db/listing';
import { DAY, ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { survivorOf } from '../../entities/customers/service.sql';
import { entities } from '../../entities/tables';
import { dayOf } from '../../pricing/taxes/queries.sql';
import { creditNotes } from '../credits/tables';
import { invoices } from '../invoices/tables';
import { allocations, payments } from '../payments/tables';
import { ownColumn } from '../sides';

/** Whose money is looked at, and when. */
export interface Looked {
  side: TradeSide;
  entityId: string;
  /** The end of this day; null for now, by each seller's calendar. */
  day: string | null;
}
const OTHER: Record<TradeSide, TradeSide> = { buying: 'selling', selling: 'buying' };

/**
 * SQL: money of a business as rows (partner_id, age in days, owed, free): the kept sums of now of the documents of a day, and what
 * changed of them since (decision 691). What is owed has the age of its invoice; what is free settles nothing.
 */
function moneyOn({ side, entityId, day }: Looked): SQL {
  const own = (alias: string) => sql`${ownColumn(alias, side)} = ${entityId}`;
  const row = (alias: string, age: SQL, owed: SQL, free: SQL) =>
    sql`select ${ownColumn(alias, OTHER[side])} as partner_id, ${age} as age, ${owed} as owed, ${free} as free`;
  const at = (alias: string) => (day === null ? dayOf(sql.raw(`${alias}.seller_id`)) : sql`${day}::date`);
  const NONE = sql`0::bigint`;
  const ageOf = (alias: string, due = 'due_on') => sql`${at(alias)} - ${sql.raw(`${alias}.${due}`)}`;
  const after = sql`${day}::date`;
  const until = (column: string) => (day === null ? sql`` : sql`and ${sql.raw(column)} <= ${after}`);
  const now = [
    sql`${row('i', ageOf('i'), sql`i.total_cents - i.settled_cents`, NONE)} from ${invoices} i
      where ${own('i')} and i.settled_cents < i.total_cents ${until('i.issued_on')}`,
    sql`${row('p', sql`0`, NONE, sql`p.amount_cents - p.allocated_cents`)} from ${payments} p
      where ${own('p')} and p.allocated_cents < p.amount_cents and p.status = 'recorded' and p.kind = 'payment' ${until('p.received_on')}`,
    sql`${row('c', sql`0`, NONE, sql`c.total_cents - c.allocated_cents`)} from ${creditNotes} c
      where ${own('c')} and c.allocated_cents < c.total_cents ${until('c.issued_on')}`,
  ];
  if (day === null) return sql.join(now, sql` union all `);
  const made = sql`${own('x')} and x.made_on > ${after} and x.reversed_on is null`;
  const since = [
    sql`${row('x', ageOf('x', 'invoice_due_on'), sql`x.amount_cents`, NONE)} from ${allocations} x
      where ${made} and x.invoice_id is not null and x.invoice_issued_on <= ${after}`,
    sql`${row('x', sql`0`, NONE, sql`x.amount_cents`)} from ${allocations} x
      where ${made} and x.invoice_id is not null and x.source_on <= ${after} and x.source_on < x.made_on`,
    // A refund counts from its own day, before that of what it was drawn from, too.
    sql`${row('x', sql`0`, NONE, sql`case when r.received_on > ${after} then x.amount_cents else -x.amount_cents end`)}
      from ${allocations} x join ${payments} r on r.id = x.refund_id
      where ${made} and x.refund_id is not null and (r.received_on > ${after}) <> (x.source_on > ${after})`,
    sql`${row('x', ageOf('x', 'invoice_due_on'), sql`-x.amount_cents`, sql`-x.amount_cents`)}
      from ${allocations} x where ${own('x')} and x.reversed_on > ${after} and x.made_on <= ${after} and x.invoice_id is not null`,
    sql`${row('p', sql`0`, NONE, sql`case when p.kind = 'payment' then p.amount_cents else -p.amount_cents end`)} from ${payments} p
      where ${own('p')} and p.voided_on > ${after} and p.received_on <= ${after}`,
  ];
  return sql.join([...now, ...since], sql` union all `);
}

const SUMS = {
  current: sql`sum(m.owed) filter (where m.bucket = 0)`,
  days_1_30: sql`sum(m.owed) filter (where m.bucket = 1)`,
  days_31_60: sql`sum(m.owed) filter (where m.bucket = 2)`,
  days_61_90: sql`sum(m.owed) filter (where m.bucket = 3)`,
  days_over_90: sql`sum(m.owed) filter (where m.bucket = 4)`,
  unapplied: sql`sum(m.free)`,
  balance: sql`sum(m.owed) - sum(m.free)`,
};
type Bucket = keyof typeof SUMS;
export const BUCKET_NAMES = Object.keys(SUMS) as Bucket[];
const named = (text: (name: string) => string) => sql.raw(BUCKET_NAMES.map(text).join(', '));

/** In cents. */
export type Buckets = Record<Bucket, number>;

export interface Asked {
  customer_id?: string;
  supplier_id?: string;
  search?: string;
  overdue?: boolean;
  sort?: `${'' | '-'}${'balance' | 'oldest' | 'name'}`;
  page: number;
  limit: number;
}

const OVERDUE = sql`(days_1_30 <> 0 or days_31_60 <> 0 or days_61_90 <> 0 or days_over_90 <> 0)`;
const OLDEST = ['days_over_90', 'days_61_90', 'days_31_60', 'days_1_30', 'current'];

function orderOf(sort: Asked['sort'] = '-balance'): SQL {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const by = sort.replace('-', '');
  if (by === 'name') return sql`${byName(sql`e.name`)} ${sql.raw(direction)}, partner_id`;
  const columns = by === 'oldest' ? OLDEST : ['balance'];
  return sql.raw([...columns.map((column) => `${column} ${direction}`), 'partner_id'].join(', '));
}

const SELLING: Looked = { side: 'selling', entityId: ID, day: DAY };
const BUYING: Looked = { side: 'buying', entityId: ID, day: null };
const FILTERS = { customer_id: ID, supplier_id: ID, search: 'x', overdue: true, page: 1, limit: 1 };

/** A page of what partners owe or are owed, with the sums of all that match. */
export const agedPage = statement(
  [
    [SELLING, { ...FILTERS, sort: '-name' }],
    [BUYING, { page: 1, limit: 1, sort: '-oldest' }],
  ],
  (looked: Looked, { customer_id, supplier_id, search, overdue, sort, page, limit }: Asked) => {
    const filters = allOf([
      sql`true`,
      customer_id === undefined ? undefined : sql`s.partner_id = ${survivorOf(looked.entityId, customer_id)}`,
      supplier_id === undefined ? undefined : sql`s.partner_id = ${supplier_id}`,
      search === undefined
        ? undefined
        : sql`exists (select from ${entities} f where f.id = s.partner_id and ${contains(sql`f.name`, search)})`,
      overdue === undefined ? undefined : sql`${OVERDUE} = ${overdue}`,
    ]);
    const order = orderOf(sort);
    const names = sort?.endsWith('name') ? sql`join ${entities} e on e.id = s.partner_id` : sql``;
    return sql<{ rows: Array<Buckets & { id: string; name: string }>; totals: Buckets; total: number }>`
      with money as (${moneyOn(looked)}),
      -- Two sums for each of many rows, and the rest for a few of each partner.
      aged as (
        select partner_id, case when age <= 0 then 0 when age <= 30 then 1 when age <= 60 then 2 when age <= 90 then 3 else 4 end as bucket,
          sum(owed) as owed, sum(free) as free
        from money group by 1, 2
      ), summed as (
        select m.partner_id, ${sql.join(
          BUCKET_NAMES.map((name) => sql`coalesce(${SUMS[name]}, 0) as ${sql.raw(name)}`),
          sql`, `,
        )}
        from aged m group by m.partner_id
      ), asked as materialized (
        select s.* from summed s where (s.unapplied <> 0 or s.current <> 0 or ${OVERDUE}) and ${filters}
      ), page as (
        select s.*, row_number() over (order by ${order}) as place from asked s ${names}
        order by ${order} ${slice({ page, limit })}
      )
      select
        coalesce((select json_agg(json_build_object('id', p.partner_id, 'name', n.name, ${named((name) => `'${name}', p.${name}`)}) order by p.place)
          from page p join ${entities} n on n.id = p.partner_id), '[]') as rows,
        (select json_build_object(${named((name) => `'${name}', coalesce(sum(a.${name}), 0)`)}) from asked a) as totals,
        (select count(*)::int from asked) as total`;
  },
);
