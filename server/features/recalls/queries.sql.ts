import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import type { Page } from '../../kernel/params';
import { iso, slice, uuids } from '../../platform/db/listing';
import { ID, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { visibleBatches } from '../lots/queries.sql';
import type { Recall, RecallHolder } from './schema';

export type RecallView = z.infer<typeof Recall>;

export type HolderView = z.infer<typeof RecallHolder>;

type Viewer = Pick<Actor, 'entity'>;

/**
 * SQL: the recalls (alias `r`) that a member may read: those of its business, those that its business must respond to, and
 * open ones of batches whose units it has.
 */
export function visibleRecalls({ entity }: Viewer): SQL {
  return sql`r.id in (
    select x.id from recalls x where x.entity_id = ${entity.id}
    union all select x.recall_id from recall_responses x where x.entity_id = ${entity.id}
    union all select q.id from recalls q join lots l on l.batch_id = q.batch_id join inventory_lots x on x.lot_id = l.id
      where q.closed_at is null and x.entity_id = ${entity.id})`;
}

/** SQL: the batches of a recall: the recalled one and those made from it that were confirmed. */
export function batchesOf(recallId: SQL): SQL {
  return sql`(select q.batch_id from recalls q where q.id = ${recallId}
    union all select q.batch_id from recall_batches q where q.recall_id = ${recallId} and q.confirmed_at is not null)`;
}

type Row = Omit<RecallView, 'response' | 'progress'> & { holders: number; responded: number; mine: boolean };

const recallColumns = (viewer: Viewer) => sql`r.id, r.batch_id as batch, b.batch_id, b.product_id,
  p.name as product_name, json_build_object('id', e.id, 'name', e.name) as entity, r.class, r.reason, r.instructions,
  r.include_derived, case when r.closed_at is null then 'open' else 'closed' end as status,
  ${iso(sql`r.closed_at`)} as closed_at, r.close_reason, r.entity_id = ${viewer.entity.id} as mine,
  coalesce(${derivedBatches(viewer)}, '[]') as derived,
  (select count(*) from recall_responses h where h.recall_id = r.id)::int as holders,
  (select count(*) from recall_responses h where h.recall_id = r.id and h.responded_at is not null)::int as responded,
  ${iso(sql`r.created_at`)} as created_at, ${iso(sql`r.updated_at`)} as updated_at`;

/** SQL: the batches made from the recalled one, as JSON; a holder sees those that it may read. */
function derivedBatches(viewer: Viewer): SQL {
  return sql`(select json_agg(json_build_object('batch', b.id, 'batch_id', b.batch_id, 'product_id', b.product_id,
      'product_name', y.name, 'confirmed_at', ${iso(sql`x.confirmed_at`)}) order by b.created_at, b.id)
    from recall_batches x join batches b on b.id = x.batch_id join products y on y.id = b.product_id
    where x.recall_id = r.id and (r.entity_id = ${viewer.entity.id} or ${visibleBatches(viewer)}))`;
}
const JOINS = sql`join batches b on b.id = r.batch_id join products p on p.id = b.product_id
  join entities e on e.id = r.entity_id`;

export const readRecalls = statement(
  [[OWNER, sql`true`, { page: 1, limit: 1 }]],
  (viewer: Viewer, where: SQL, page: Page) => sql<Row>`
    select ${recallColumns(viewer)} from (
      select r.* from recalls r where ${where} order by r.created_at desc, r.id ${slice(page)}
    ) r ${JOINS} order by r.created_at desc, r.id`,
);

export const countRecalls = statement(
  [[visibleRecalls(OWNER)]],
  (where: SQL) => sql<{ total: number }>`select count(*)::int as total from recalls r where ${where}`,
);

export const readRecall = statement(
  [[OWNER, ID]],
  (actor: Viewer, id: string) => sql<Row>`
    select ${recallColumns(actor)} from recalls r ${JOINS} where r.id = ${id} and ${visibleRecalls(actor)}`,
);

/** SQL: a sum of units as the whole number of a field; 0 for none. */
export const units = (sum: SQL) => sql`least(coalesce(${sum}, 0), 2147483647)::int`;

/**
 * Holders of recalls with their units, those that haven't responded first.
 * @param which which holders, as `h`
 */
export const readHolders = statement(
  [[[ID], sql`true`, { page: 1, limit: 1 }]],
  (recallIds: readonly string[], which: SQL, page: Page) => sql<HolderView & { recall_id: string }>`
    with named as (
      select r.id as recall_id, r.created_at, x.batch_id
      from recalls r cross join lateral ${batchesOf(sql`r.id`)} x where r.id = any(${uuids(recallIds)})
    ), page as materialized (
      select h.*, e.name, e.license_number, e.contact_email, e.contact_phone from recall_responses h join entities e on e.id = h.entity_id
      where h.recall_id = any(${uuids(recallIds)}) and ${which}
      order by h.responded_at is not null, h.responded_at desc, e.name collate names, h.entity_id ${slice(page)}
    ), present as (
      select n.recall_id, x.entity_id, sum(x.quantity) as units
      from named n join lots l on l.batch_id = n.batch_id join inventory_lots x on x.lot_id = l.id and x.quantity > 0
      where x.entity_id in (select entity_id from page) group by n.recall_id, x.entity_id
    ), variants as (
      select distinct n.recall_id, v.id from named n join batches b on b.id = n.batch_id
        join product_variants v on v.product_id = b.product_id
      where exists (select from lots l where l.batch_id = b.id and coalesce(l.variant_id, v.id) = v.id)
    ), loose as (
      select v.recall_id, i.entity_id, sum(i.quantity - i.lot_quantity) as units
      from variants v join inventory_items i on i.variant_id = v.id
      where i.entity_id in (select entity_id from page) group by v.recall_id, i.entity_id
    ), shipped as (
      select n.recall_id, o.retailer_id as entity_id, sum(a.quantity) as units
      from named n join lots l on l.batch_id = n.batch_id
        join order_allocations a on a.lot_id = l.id and a.shipped_at is not null join orders o on o.id = a.order_id
      where o.retailer_id in (select entity_id from page) group by n.recall_id, o.retailer_id
    ), sold as (
      select n.recall_id, m.entity_id, -sum(m.delta) as units
      from named n join lots l on l.batch_id = n.batch_id join inventory_movements m on m.lot_id = l.id
      where m.source_type = 'sync' and m.delta < 0 and m.created_at >= n.created_at
        and m.entity_id in (select entity_id from page) group by n.recall_id, m.entity_id
    )
    select h.recall_id, json_build_object('id', h.entity_id, 'name', h.name, 'license_number', h.license_number,
        'contact', json_build_object('email', h.contact_email, 'phone', h.contact_phone)) as entity,
      ${units(sql`d.units`)} as shipped, h.held,
      ${units(sql`p.units`)} as on_hand, ${units(sql`u.units`)} as unknown_units,
      h.quarantined, h.destroyed, h.returned, ${units(sql`coalesce(h.already_sold, s.units)`)} as already_sold, h.notes,
      ${iso(sql`h.responded_at`)} as responded_at, h.actor_name as responded_by
    from page h left join present p on p.recall_id = h.recall_id and p.entity_id = h.entity_id
      left join loose u on u.recall_id = h.recall_id and u.entity_id = h.entity_id
      left join shipped d on d.recall_id = h.recall_id and d.entity_id = h.entity_id
      left join sold s on s.recall_id = h.recall_id and s.entity_id = h.entity_id
    order by h.responded_at is not null, h.responded_at desc, h.name collate names, h.entity_id`,
);

/** A recall that the caller sees, locked against responses, confirmations and closing. */
export const lockVisibleRecall = statement(
  [[OWNER, ID]],
  (actor: Viewer, id: string) => sql<{ entity_id: string; batch_id: string; closed: boolean }>`
    select r.entity_id, r.batch_id, r.closed_at is not null as closed
    from recalls r where r.id = ${id} and ${visibleRecalls(actor)} for no key update`,
);

/** Whether a business may recall a batch that it sees. */
export const readBatchOwner = statement(
  [[OWNER, ID]],
  (viewer: Viewer, id: string) => sql<{ owns: boolean }>`
    select b.adopted and p.entity_id = ${viewer.entity.id} as owns from batches b join products p on p.id = b.product_id
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
    with named as (select l.id from lots l where l.batch_id = any(${uuids(batchIds)})),
    allocated as (
      select a.order_id, o.retailer_id, a.quantity, a.shipped_at from named l
        join order_allocations a on a.lot_id = l.id join orders o on o.id = a.order_id
      where o.wholesaler_id = ${viewer.entity.id}
    )
    select count(distinct retailer_id) filter (where shipped_at is not null)::int as customers,
      ${units(sql`sum(quantity) filter (where shipped_at is not null)`)} as shipped,
      count(distinct order_id) filter (where shipped_at is null)::int as orders,
      ${units(sql`sum(quantity) filter (where shipped_at is null)`)} as reserved,
      ${units(sql`(select sum(x.quantity) from named l join inventory_lots x on x.lot_id = l.id
        where x.entity_id = ${viewer.entity.id})`)} as on_hand
    from allocated`,
);
