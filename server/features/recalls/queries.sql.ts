import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import type { Page } from '../../kernel/params';
import { instant, iso, slice, uuids } from '../../platform/db/listing';
import { ID, OWNER, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { readingsOf, type Walked, type WalkedList } from '../../platform/db/walk';
import { entities } from '../entities/tables';
import { inventoryLots } from '../inventory/tables';
import { SAME_BATCH, visibleBatches } from '../lots/queries.sql';
import { batches, batchReach, lots } from '../lots/tables';
import { orderAllocations, orders } from '../orders/tables';
import { products, productVariants } from '../products/tables';
import { accountingOf, accountJson, units } from './accounting.sql';
import type { Recall, RecallAccounting, RecallHolder } from './schema';
import { recallBatches, recallResponses, recalls } from './tables';

export type RecallView = z.infer<typeof Recall>;

export type HolderView = z.infer<typeof RecallHolder>;

export type Accounting = z.infer<typeof RecallAccounting>;

type Viewer = Pick<Actor, 'entity'>;

/**
 * SQL: the recalls (alias `r`) that a member may read: those of its business, those that its business must respond to, those
 * of what its own batches were made from, and open ones of batches whose units it has.
 */
export function visibleRecalls({ entity }: Viewer): SQL {
  return sql`r.id in (
    select x.id from ${recalls} x where x.entity_id = ${entity.id}
    union all select x.recall_id from ${recallResponses} x where x.entity_id = ${entity.id}
    union all select x.recall_id from ${recallBatches} x where x.entity_id = ${entity.id}
    union all select q.id from ${recalls} q join ${batches} b on b.id = q.batch_id join ${batches} o on ${SAME_BATCH}
      join ${lots} l on l.batch_id = o.id join ${inventoryLots} x on x.lot_id = l.id
      where q.closed_at is null and x.entity_id = ${entity.id})`;
}

/**
 * SQL: the recalls `r` that changed at or after an instant. Units may arrive of a batch whose recall is open: a business that
 * isn't among its holders yet finds it each time.
 */
export function recallsSince({ entity }: Viewer, moment: string): SQL {
  return sql`(r.updated_at >= ${instant(moment)} or r.closed_at is null and r.entity_id <> ${entity.id} and not exists (
    select from ${recallResponses} h where h.recall_id = r.id and h.entity_id = ${entity.id}))`;
}

export const RECALLS: WalkedList<'created_at'> = {
  name: 'recalls',
  from: sql`${recalls} r`,
  id: sql`r.id`,
  sorts: { created_at: sql`r.created_at` },
  keys: { created_at: 'timestamptz' },
  fallback: '-created_at',
};

/** SQL: the batches of a recall: the recalled one, those made from it that were confirmed, and what holders call the same. */
export function batchesOf(recallId: SQL): SQL {
  return sql`(select o.id as batch_id from (
      select q.batch_id from ${recalls} q where q.id = ${recallId}
      union all select q.batch_id from ${recallBatches} q where q.recall_id = ${recallId} and q.confirmed_at is not null
    ) n join ${batches} b on b.id = n.batch_id join ${batches} o on ${SAME_BATCH})`;
}

type Row = Omit<RecallView, 'response' | 'progress' | 'checks'> & {
  holders: number;
  responded: number;
  unassigned: number;
  checked: number;
  named: number;
  mine: boolean;
};

const recallColumns = (viewer: Viewer) => sql`r.id, r.batch_id as batch, b.batch_id, b.product_id,
  p.name as product_name, json_build_object('id', e.id, 'name', e.name) as entity, r.class, r.reason, r.instructions,
  r.include_derived, case when r.closed_at is null then 'open' else 'closed' end as status,
  ${iso(sql`r.closed_at`)} as closed_at, r.close_reason, r.entity_id = ${viewer.entity.id} as mine,
  coalesce(${derivedBatches(viewer)}, '[]') as derived,
  case when r.entity_id = ${viewer.entity.id} then ${DERIVED_ELSEWHERE} end as derived_elsewhere,
  coalesce(${looseMatches(viewer)}, '[]') as loose_matches,
  h.holders, h.responded, h.unassigned, h.checked, h.named,
  ${iso(sql`r.created_at`)} as created_at, ${iso(sql`r.updated_at`)} as updated_at`;

/** SQL: the batches made from the recalled one, as JSON: the recaller sees those of its products, others what they may read. */
function derivedBatches(viewer: Viewer): SQL {
  return sql`(select json_agg(json_build_object('batch', b.id, 'batch_id', b.batch_id, 'product_id', b.product_id,
      'product_name', y.name, 'yours', x.entity_id = ${viewer.entity.id}, 'confirmed_at', ${iso(sql`x.confirmed_at`)},
      'recall_id', case when x.entity_id = ${viewer.entity.id} then b.recall_id end) order by b.created_at, b.id)
    from ${recallBatches} x join ${batches} b on b.id = x.batch_id join ${products} y on y.id = b.product_id
    where x.recall_id = r.id and (x.entity_id = ${viewer.entity.id}
      or r.entity_id <> ${viewer.entity.id} and ${visibleBatches(viewer)}))`;
}

/** SQL: others' batches that were made from the recalled one, by number alone. */
const DERIVED_ELSEWHERE = sql`(select json_build_object('batches', count(*), 'businesses', count(distinct x.entity_id),
    'recalled', count(*) filter (where y.recall_id is not null))
  from ${recallBatches} x join ${batches} y on y.id = x.batch_id where x.recall_id = r.id and x.entity_id <> r.entity_id)`;

/**
 * SQL: batches of the product whose number has the same letters and digits, as JSON, for a check by hand: those that the
 * viewer may read, and for the recaller the numbers that holders typed.
 */
function looseMatches(viewer: Viewer): SQL {
  return sql`(select json_agg(distinct jsonb_build_object('batch', case when z.batch_id is not null then o.id end,
      'batch_id', o.batch_id))
    from ${batches} o left join ${batchReach} z on z.entity_id = ${viewer.entity.id} and z.batch_id = o.id
    where o.product_id = b.product_id and ${LOOSE_MATCH}
      and (z.batch_id is not null or r.entity_id = ${viewer.entity.id}))`;
}

/** SQL: whether the batch `o` has the letters and digits of `b` in its number, and another one all the same. */
const LOOSE_MATCH = sql`o.loose_key = b.loose_key and o.number_key <> b.number_key`;
const JOINS = sql`join ${batches} b on b.id = r.batch_id join ${products} p on p.id = b.product_id
  join ${entities} e on e.id = r.entity_id cross join lateral (
    select count(*) filter (where not x.unassigned)::int as holders, count(*) filter (where x.supplier_id is null)::int as named,
      count(*) filter (where not x.unassigned and x.responded_at is not null)::int as responded,
      count(*) filter (where x.unassigned)::int as unassigned,
      count(*) filter (where x.unassigned and x.responded_at is not null)::int as checked
    from ${recallResponses} x where x.recall_id = r.id
  ) h`;

export const readRecalls = statement(
  readingsOf(RECALLS).map(({ page, order }): [Viewer, SQL, SQL] => [
    OWNER,
    page(sql`${visibleRecalls(OWNER)} and ${recallsSince(OWNER, TIME)}`),
    order,
  ]),
  (viewer: Viewer, page: SQL, order: SQL) => sql<Row & Walked>`
    select page.walk_key, ${recallColumns(viewer)} from ${page} join ${recalls} r on r.id = page.id ${JOINS} ${order}`,
);

export const readRecall = statement(
  [[OWNER, ID]],
  (actor: Viewer, id: string) => sql<Row>`
    select ${recallColumns(actor)} from ${recalls} r ${JOINS} where r.id = ${id} and ${visibleRecalls(actor)}`,
);

/** SQL: whether units of the variant `v` may be of the batch `b`: any of its product, where no lot says which. */
export const MAY_BE_OF_BATCH = sql`v.product_id = b.product_id and (
  exists (select from ${lots} l where l.batch_id = b.id and coalesce(l.variant_id, v.id) = v.id)
  or not exists (select from ${lots} l where l.batch_id = b.id))`;

/** Which holders to read. */
export interface HolderPage {
  recallIds: readonly string[];
  /** Which holders, as `h`. */
  which: SQL;
  /** As the product's owner sees them: a reseller with what it passed on. */
  whole: boolean;
  /** All of them without a page. */
  page: Page | null;
}

/** SQL: CTEs of holders on a `page`, those that haven't responded first, and of their units. */
export function holdersWith({ recallIds, which, whole, page }: HolderPage): SQL {
  return sql`
    with named as materialized (
      select r.id as recall_id, r.entity_id as owner, r.created_at as opened, x.batch_id
      from ${recalls} r cross join lateral ${batchesOf(sql`r.id`)} x where r.id = any(${uuids(recallIds)})
    ), marked as materialized (
      select n.recall_id, n.owner, n.opened, l.id as lot_id from named n join ${lots} l on l.batch_id = n.batch_id
    ), page as materialized (
      select h.*, r.entity_id as owner, e.name, e.license_number, e.contact_email, e.contact_phone
      from ${recallResponses} h join ${recalls} r on r.id = h.recall_id join ${entities} e on e.id = h.entity_id
      where h.recall_id = any(${uuids(recallIds)}) and ${which}
      order by h.responded_at is not null, h.unassigned, h.responded_at desc, e.name collate names, h.entity_id
      ${page ? slice(page) : sql``}
    ), variants as (
      select distinct n.recall_id, v.id from named n join ${batches} b on b.id = n.batch_id
        join ${productVariants} v on ${MAY_BE_OF_BATCH}
    ), ${accountingOf(whole)}`;
}

export const readHolders = statement(
  [
    [{ recallIds: [ID], which: sql`true`, whole: true, page: { page: 1, limit: 1 } }],
    [{ recallIds: [ID], which: sql`true`, whole: false, page: { page: 1, limit: 1 } }],
  ],
  (holders: HolderPage) => sql<HolderView & { recall_id: string; closing: Accounting | null }>`
    ${holdersWith(holders)}
    select h.recall_id, json_build_object('id', h.entity_id, 'name', h.name, 'license_number', h.license_number,
        'contact', json_build_object('email', h.contact_email, 'phone', h.contact_phone)) as entity,
      ${units(sql`a.shipped`)} as shipped, h.held,
      ${units(sql`a.own_units`)} as on_hand, ${units(sql`a.loose_units`)} as unknown_units,
      h.quarantined, h.destroyed, h.returned, ${units(sql`coalesce(h.already_sold, a.sold_since)`)} as already_sold,
      h.unassigned, h.found, ${accountJson} as accounting, h.closing,
      case when ${holders.whole} then json_build_object('businesses', a.buyers, 'responded', a.buyers_responded) end as buyers,
      h.notes, ${iso(sql`h.responded_at`)} as responded_at, h.actor_name as responded_by
    from page h join accounted a on a.recall_id = h.recall_id and a.head = h.entity_id
    order by h.responded_at is not null, h.unassigned, h.responded_at desc, h.name collate names, h.entity_id`,
);

/** Keeps where the units are while the recall closes: its owner no longer sees others' stock afterwards. */
export const keepClosing = statement(
  [[ID]],
  (recallId: string) => sql`
    ${holdersWith({ recallIds: [recallId], which: sql`h.supplier_id is null`, whole: true, page: null })}
    update ${recallResponses} h set closing = ${accountJson} from accounted a
    where h.recall_id = a.recall_id and h.entity_id = a.head`,
);

/** A recall that the caller sees, locked against responses, confirmations and closing. */
export const lockVisibleRecall = statement(
  [[OWNER, ID]],
  (actor: Viewer, id: string) => sql<{
    entity_id: string;
    batch_id: string;
    product_id: string;
    closed: boolean;
  }>`
    select r.entity_id, r.batch_id, (select b.product_id from ${batches} b where b.id = r.batch_id) as product_id, r.closed_at is not null as closed
    from ${recalls} r where r.id = ${id} and ${visibleRecalls(actor)} for no key update`,
);

/** Whether a business may recall a batch that it sees. */
export const readBatchOwner = statement(
  [[OWNER, ID]],
  (viewer: Viewer, id: string) => sql<{ owns: boolean }>`
    select b.adopted and p.entity_id = ${viewer.entity.id} as owns from ${batches} b join ${products} p on p.id = b.product_id
    where b.id = ${id} and ${visibleBatches(viewer)}`,
);

export interface ReachRow {
  customers: number;
  shipped: number;
  on_hand: number;
  orders: number;
  reserved: number;
}

/** What the books of a business say of batches: shipped to others, on hand, reserved for open orders. */
export const readReach = statement(
  [[OWNER, [ID]]],
  (viewer: Viewer, batchIds: readonly string[]) => sql<ReachRow>`
    with named as (select l.id from ${lots} l where l.batch_id = any(${uuids(batchIds)})),
    allocated as (
      select a.order_id, o.retailer_id, a.quantity, a.shipped_at from named l
        join ${orderAllocations} a on a.lot_id = l.id join ${orders} o on o.id = a.order_id
      where o.wholesaler_id = ${viewer.entity.id}
    )
    select count(distinct retailer_id) filter (where shipped_at is not null)::int as customers,
      ${units(sql`sum(quantity) filter (where shipped_at is not null)`)} as shipped,
      count(distinct order_id) filter (where shipped_at is null)::int as orders,
      ${units(sql`sum(quantity) filter (where shipped_at is null)`)} as reserved,
      ${units(sql`(select sum(x.quantity) from named l join ${inventoryLots} x on x.lot_id = l.id
        where x.entity_id = ${viewer.entity.id})`)} as on_hand
    from allocated`,
);
