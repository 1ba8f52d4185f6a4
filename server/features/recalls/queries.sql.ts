import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import type { Page } from '../../kernel/params';
import type { SoldAlike } from '../../kernel/weights';
import { byId, filter, newestFirst } from '../../platform/db/collection';
import { instant, iso, slice, uuids } from '../../platform/db/listing';
import { pageOf, rowsWhere } from '../../platform/db/rows.sql';
import { ID, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { entities } from '../entities/tables';
import { inventoryLots } from '../inventory/tables';
import { batchNow, SAME_BATCH, visibleBatches } from '../lots/queries.sql';
import { batches, lots } from '../lots/tables';
import { orderAllocations, orders } from '../orders/tables';
import { alikeColumns, soldAlike } from '../products/resource';
import { products, productVariants } from '../products/tables';
import { accountingOf, accountJson, units } from './accounting.sql';
import { batchesOf, MAY_BE_OF_BATCH, variantsIn } from './batches.sql';
import { recall } from './resource';
import type { RecallAccounting, RecallHolder } from './schema';
import { recallBatches, recallResponses, recalls } from './tables';

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

export const RECALLS = newestFirst(recall, {
  name: 'recalls',
  visible: visibleRecalls,
  created: sql`r.created_at`,
  changed: (moment, viewer) => recallsSince(viewer, moment),
  filters: {
    status: filter(
      z.enum(['open', 'closed']).meta({ description: 'Only recalls that are open, or closed' }),
      'open',
      (status) => sql`(r.closed_at is null) = ${status === 'open'}`,
    ),
    batch: byId(sql`r.batch_id`, 'Only recalls of the batch with this id'),
    responded: filter(
      z.boolean().meta({
        description: '`false` for recalls that wait for your response, `true` for those that have it',
      }),
      true,
      (responded, { entity }: Viewer) => sql`exists (select from ${recallResponses} h
        where h.recall_id = r.id and h.entity_id = ${entity.id} and (h.responded_at is not null) = ${responded})`,
    ),
  },
});
export const recallPage = pageOf(RECALLS, OWNER);
/** Recalls as the resource. */
export const readRecalls = rowsWhere(recall, [[sql`r.id = ${ID} and ${visibleRecalls(OWNER)}`, OWNER]]);

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
      h.unassigned, h.found, ${accountJson} as accounting,
      -- Those that closed before short units had a place of their own have none.
      '{"not_arrived": 0}'::jsonb || h.closing as closing,
      case when ${holders.whole} then json_build_object('businesses', a.buyers, 'responded', a.buyers_responded) end as buyers,
      h.notes, ${iso(sql`h.responded_at`)} as responded_at, h.actor_name as responded_by
    from page h join accounted a on a.recall_id = h.recall_id and a.head = h.entity_id
    order by h.responded_at is not null, h.unassigned, h.responded_at desc, h.name collate names, h.entity_id`,
);

/** SQL: the rows `h` of a holder and of its customers that aren't on board (entities `e`). */
export const ownRows = (entityId: string): SQL => sql`${entityId} in (h.entity_id, e.managed_by)`;

export const countOwnRows = statement(
  [[ID, ID]],
  (recallId: string, entityId: string) => sql<{ total: number }>`
    select count(*)::int as total from ${recallResponses} h join ${entities} e on e.id = h.entity_id
    where h.recall_id = ${recallId} and ${ownRows(entityId)}`,
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
  (viewer: Viewer, id: string) => sql<{ id: string; owns: boolean }>`
    select b.id, b.adopted and p.entity_id = ${viewer.entity.id} as owns from ${batches} b join ${products} p on p.id = b.product_id
    where b.id = ${batchNow(id)} and ${visibleBatches(viewer)}`,
);

export interface ReachRow extends SoldAlike {
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
        where x.entity_id = ${viewer.entity.id})`)} as on_hand, ${alikeColumns}
    from ${soldAlike(variantsIn(sql`select unnest(${uuids(batchIds)}) as batch_id`))} w left join allocated on true
    group by w.same, w.unit, w.step`,
);
