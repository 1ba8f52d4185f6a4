import { sql } from 'drizzle-orm';
import type { SoldAlike } from '../../kernel/weights';
import { uuids } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { entities } from '../entities/tables';
import { inventoryItems, inventoryLots } from '../inventory/tables';
import { countsAsMade, SAME_BATCH } from '../lots/queries.sql';
import { carryHold, passOn } from '../lots/service.sql';
import { batches, lotSources, lots } from '../lots/tables';
import { hasStatus } from '../orders/shapes/flow.sql';
import { orderAllocations, orderItems, orders } from '../orders/tables';
import { alikeColumns, soldAlike } from '../products/resource';
import { products, productVariants } from '../products/tables';
import { keptUnits, units } from './accounting.sql';
import { batchesOf, MAY_BE_OF_BATCH, variantsIn } from './batches.sql';
import type { RECALL_ROLES } from './schema';
import { recallBatches, recallResponses, recalls } from './tables';

/** Every batch made from a batch, directly or by way of others, with the owner of its product. */
export const derivedOf = statement(
  [[ID]],
  (batchId: string) => sql<{ id: string; entity_id: string }>`
    with recursive made (id) as (
      select o.id from ${batches} b join ${batches} o on ${SAME_BATCH} where b.id = ${batchId}
      union
      select y.batch_id from made m join ${lots} l on l.batch_id = m.id join ${lotSources} s on s.source_lot_id = l.id
        join ${lots} y on y.id = s.lot_id and ${countsAsMade(sql`y`)}
    )
    select d.id, p.entity_id from made m join ${batches} d on d.id = m.id join ${products} p on p.id = d.product_id
    where not exists (select from ${batches} b join ${batches} o on ${SAME_BATCH} where b.id = ${batchId} and o.id = d.id)
    order by d.id`,
);

/** The batches and what holders call the same: a recall holds all of them. */
export const coveredBy = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<{ id: string }>`
    select distinct o.id from ${batches} b join ${batches} o on ${SAME_BATCH} where b.id = any(${uuids(ids)}) order by o.id`,
);

export const lockBatchesToHold = statement(
  [[[ID]]],
  (ids: readonly string[]) =>
    sql<{
      id: string;
    }>`select id from ${batches} where id = any(${uuids(ids)}) order by id for no key update`,
);

/** The batches of a closed recall stay on hold; their product's owner may release those of no other open recall. */
export const letGo = statement([[ID]], (recallId: string) =>
  passOn(
    recallId,
    sql`select r.id from ${recallBatches} x join ${recalls} r on r.id = x.recall_id
      where x.batch_id = b.id and x.confirmed_at is not null and r.closed_at is null order by r.id limit 1`,
  ),
);

/** A batch that the product's owner recalled stays on hold in the one that it merges into. */
export const moveRecalled = statement(
  [[ID, ID]],
  (from: string, into: string) => sql`
    with held as (
      ${carryHold(from, into, sql`exists (select from ${recalls} r where r.id = f.recall_id and r.entity_id = p.entity_id)`)}
    ), moved as (delete from ${recallBatches} where batch_id = ${from} returning recall_id, entity_id, confirmed_at)
    insert into ${recallBatches} (recall_id, batch_id, entity_id, confirmed_at)
    select recall_id, ${into}, entity_id, confirmed_at from moved
    on conflict (recall_id, batch_id) do nothing`,
);

/** Lists batches made from a recalled one; those to confirm are the recaller's own. */
export const listDerived = statement(
  [[ID, [ID], [ID], true]],
  (recallId: string, batchIds: readonly string[], ownerIds: readonly string[], confirmed: boolean) => sql`
    insert into ${recallBatches} (recall_id, batch_id, entity_id, confirmed_at)
    select r.id, d.id, d.owner, case when ${confirmed} and d.owner = r.entity_id then now() end
    from ${recalls} r cross join unnest(${uuids(batchIds)}, ${uuids(ownerIds)}) as d (id, owner) where r.id = ${recallId}
    on conflict do nothing`,
);

export const confirmListed = statement(
  [[ID, [ID]]],
  (recallId: string, batchIds: readonly string[]) => sql<{ batch_id: string }>`
    update ${recallBatches} set confirmed_at = now()
    where recall_id = ${recallId} and batch_id = any(${uuids(batchIds)}) and confirmed_at is null
      and entity_id = (select r.entity_id from ${recalls} r where r.id = recall_id) returning batch_id`,
);

/**
 * SQL: who has, had, shipped or was shipped units of batches, as rows of `entity_id`, `units` and `seller`. What was delivered
 * without stock of the buyer (decision 517) it has, less what it sent back.
 */
const holdings = (batchIds: readonly string[]) => sql`
  select x.entity_id, x.quantity as units, null::uuid as seller from ${lots} l join ${inventoryLots} x on x.lot_id = l.id
  where l.batch_id = any(${uuids(batchIds)})
  union all
  select o.retailer_id, ${keptUnits}, o.wholesaler_id from ${lots} l
    join ${orderAllocations} a on a.lot_id = l.id and a.shipped_at is not null
    join ${orders} o on o.id = a.order_id and not o.buyer_stock
  where l.batch_id = any(${uuids(batchIds)}) group by o.id, l.id
  union all
  select y.entity_id, 0, y.seller from ${lots} l join ${orderAllocations} a on a.lot_id = l.id and a.shipped_at is not null
    join ${orders} o on o.id = a.order_id
    cross join lateral (values (o.retailer_id, o.wholesaler_id), (o.wholesaler_id, null)) as y (entity_id, seller)
  where l.batch_id = any(${uuids(batchIds)})`;

/** SQL: the reseller among the `seller`s of the holder `h` of the recall `r`; null when its owner shipped to it, too. */
const SUPPLIER = sql`case when h.entity_id <> r.entity_id and not coalesce(bool_or(h.seller = r.entity_id), false)
  then (array_agg(h.seller order by h.seller) filter (where s.id is not null))[1] end`;

/**
 * Adds everyone who has, had or was shipped units of the batches to the holders of a recall; the product's owner only
 * while it has some. A holder that is one already has more to respond about, and responds again.
 */
export const registerHolders = statement(
  [[ID, [ID]]],
  (recallId: string, batchIds: readonly string[]) => sql`
    insert into ${recallResponses} (recall_id, entity_id, held, supplier_id)
    select r.id, h.entity_id, ${units(sql`sum(h.units)`)}, ${SUPPLIER}
    from ${recalls} r cross join (${holdings(batchIds)}) h join ${entities} e on e.id = h.entity_id and e.deleted_at is null
      left join ${entities} s on s.id = h.seller and s.deleted_at is null
    where r.id = ${recallId} group by r.id, h.entity_id, r.entity_id
    having h.entity_id <> r.entity_id or sum(h.units) > 0
    on conflict (recall_id, entity_id) do update set held = ${units(sql`${recallResponses}.held::bigint + excluded.held`)}, created_at = now(),
      quarantined = null, destroyed = null, returned = null, already_sold = null, notes = null, actor_id = null,
      actor_name = null, responded_at = null, unassigned = false, explained = 0`,
);

/** SQL: orders `o` that brought the business `c` units of some `variants`. */
const BOUGHT = sql`variants v join ${orderItems} x on x.retailer_id = c.entity_id and x.variant_id = v.id
        join ${orders} o on o.id = x.order_id and o.status in ('shipped', 'delivered')`;

/**
 * Adds the businesses that have units of the batches' variants without a lot, or on the way to them: they check by hand. Where one
 * bought from the product's owner, which one order shows, no other seller matters, and its other orders aren't read.
 */
export const registerUnassigned = statement(
  [[ID, [ID]]],
  (recallId: string, batchIds: readonly string[]) => sql`
    with variants as (
      select distinct v.id from ${batches} b join ${productVariants} v on ${MAY_BE_OF_BATCH}
      where b.id = any(${uuids(batchIds)})
    ), stocked as (
      select i.entity_id, bool_or(i.quantity > i.lot_quantity) as has_any
      from variants v join ${inventoryItems} i on i.variant_id = v.id group by i.entity_id
    ), checking as (
      select entity_id from stocked where has_any
      union
      select o.retailer_id from stocked s join ${orders} o on o.wholesaler_id = s.entity_id and ${hasStatus(sql`o.status`, 'shipped')}
        join ${orderItems} x on x.order_id = o.id and x.variant_id in (select id from variants)
        join ${orderAllocations} a on a.order_item_id = x.id and a.lot_id is null and a.shipped_at is not null
    ), direct as (
      select c.entity_id, r.entity_id as seller from ${recalls} r cross join checking c
      where r.id = ${recallId} and (select true from ${BOUGHT} where o.wholesaler_id = r.entity_id limit 1)
    ), bought as (
      select entity_id, seller from direct
      union all
      select c.entity_id, o.wholesaler_id from checking c cross join ${BOUGHT}
      where c.entity_id not in (select entity_id from direct) group by c.entity_id, o.wholesaler_id
      union all
      select entity_id, null from checking
    )
    insert into ${recallResponses} (recall_id, entity_id, held, unassigned, supplier_id)
    select r.id, h.entity_id, 0, true, ${SUPPLIER}
    from ${recalls} r cross join bought h join ${entities} e on e.id = h.entity_id and e.deleted_at is null
      left join ${entities} s on s.id = h.seller and s.deleted_at is null
    where r.id = ${recallId} and h.entity_id <> r.entity_id
    group by r.id, h.entity_id, r.entity_id
    on conflict (recall_id, entity_id) do nothing`,
);

/** A business that found units of the batch after the recall opened is a holder from then on. */
export const registerFinder = statement(
  [[ID, ID]],
  (recallId: string, entityId: string) => sql`
    insert into ${recallResponses} (recall_id, entity_id, held, supplier_id)
    select r.id, ${entityId}, 0, (
      select ${SUPPLIER} from (
        select o.retailer_id as entity_id, o.wholesaler_id as seller from ${batchesOf(sql`r.id`)} x join ${lots} l on l.batch_id = x.batch_id
          join ${orderAllocations} a on a.lot_id = l.id and a.shipped_at is not null join ${orders} o on o.id = a.order_id
        where o.retailer_id = ${entityId}
      ) h left join ${entities} s on s.id = h.seller and s.deleted_at is null group by h.entity_id)
    from ${recalls} r where r.id = ${recallId} on conflict do nothing`,
);

/**
 * Who is notified that a batch is recalled, and as what: its product's owner and all who have, had or were shipped units of
 * it; those who have units without a lot; and the owners of batches made from it.
 */
export const partiesOfRecalled = statement(
  [[ID, [ID]]],
  (recallId: string, batchIds: readonly string[]) => sql<
    {
      entity_id: string;
      batch: string;
      batch_id: string;
      product_id: string;
      product_name: string;
      quantity: number;
      role: (typeof RECALL_ROLES)[number];
    } & SoldAlike
  >`
    select h.entity_id, b.id as batch, b.batch_id, b.product_id, p.name as product_name, ${units(sql`sum(h.units)`)} as quantity,
      h.role, ${alikeColumns}
    from (
      select l.batch_id, x.entity_id, x.quantity as units, 'holder' as role from ${lots} l join ${inventoryLots} x on x.lot_id = l.id
      where l.batch_id = any(${uuids(batchIds)})
      union all
      select l.batch_id, y.entity_id, 0, 'holder' from ${lots} l
        join ${orderAllocations} a on a.lot_id = l.id and a.shipped_at is not null join ${orders} o on o.id = a.order_id
        cross join lateral (values (o.retailer_id), (o.wholesaler_id)) as y (entity_id)
      where l.batch_id = any(${uuids(batchIds)})
      union all
      select d.id, r.entity_id, 0, 'holder' from ${recalls} r cross join unnest(${uuids(batchIds)}) as d (id)
        join ${batches} o on o.id = d.id and o.adopted where r.id = ${recallId}
      union all
      select (${uuids(batchIds)})[1], x.entity_id, 0, 'check' from ${recallResponses} x
      where x.recall_id = ${recallId} and x.unassigned and x.created_at = now()::timestamptz(3)
      union all
      select x.batch_id, x.entity_id, 0, 'made_from' from ${recalls} r join ${recallBatches} x on x.recall_id = r.id
      where r.id = ${recallId} and x.entity_id <> r.entity_id and r.batch_id = any(${uuids(batchIds)})
    ) h join ${entities} e on e.id = h.entity_id and e.deleted_at is null and e.managed_by is null
      join ${batches} b on b.id = h.batch_id join ${products} p on p.id = b.product_id
      cross join lateral ${soldAlike(variantsIn(sql`select b.id as batch_id`))} w
    group by h.entity_id, b.id, p.name, h.role, w.same, w.unit, w.step order by h.entity_id, b.id, h.role`,
);

/** Holders that still have to respond. */
export const missingResponses = statement(
  [[ID]],
  (recallId: string) => sql<{ missing: number }>`
    select count(*)::int as missing from ${recallResponses}
    where recall_id = ${recallId} and responded_at is null and not unassigned`,
);

/** Rows of stock with units of a recall's batches. */
export const recalledStock = statement(
  [[ID, ID]],
  (recallId: string, entityId: string) => sql<{
    id: string;
    location_id: string;
    room_type: string;
    variant_id: string;
    quantity: number;
    unit_cost_cents: number;
    average_cost: number;
  }>`
    select i.id, i.location_id, i.room_type, i.variant_id, i.quantity, i.unit_cost_cents::float8 as unit_cost_cents,
      i.average_cost::float8 as average_cost
    from ${inventoryItems} i where i.entity_id = ${entityId} and i.id in (
      select x.inventory_item_id from ${lots} l join ${inventoryLots} x on x.lot_id = l.id
      where l.batch_id in ${batchesOf(sql`${recallId}::uuid`)} and x.entity_id = ${entityId} and x.quantity > 0)
    order by i.id`,
);

/**
 * A business's units without a lot that may be of a recall's batches, with the batch that they would be of; those that
 * orders have reserved are not free.
 */
export const looseStock = statement(
  [[ID, ID]],
  (recallId: string, entityId: string) => sql<{ id: string; batch: string; free: number }>`
    select i.id, n.batch, ((i.quantity - i.lot_quantity) - (i.reserved_quantity - i.lot_reserved))::float8 as free
    from (
      select distinct on (v.id) v.id, b.id as batch from ${recalls} r
        join ${batches} b on b.id = r.batch_id or b.id in (
          select x.batch_id from ${recallBatches} x where x.recall_id = r.id and x.confirmed_at is not null)
        join ${productVariants} v on ${MAY_BE_OF_BATCH}
      where r.id = ${recallId} order by v.id, b.id <> r.batch_id, b.id
    ) n join ${inventoryItems} i on i.variant_id = n.id
    where i.entity_id = ${entityId} and i.quantity > i.lot_quantity order by i.id`,
);

export const lotOfFinder = statement(
  [[ID, ID]],
  (batchId: string, entityId: string) => sql<{ id: string }>`
    select id from ${lots} where batch_id = ${batchId} and entity_id = ${entityId} and variant_id is null
      and package_tag is null`,
);

export const batchIdsOf = statement(
  [[ID]],
  (recallId: string) =>
    sql<{ id: string }>`select x.batch_id as id from ${batchesOf(sql`${recallId}::uuid`)} x order by 1`,
);

/** Units of a recall's batches that were delivered to a business without being booked there, less what it sent back. */
export const unbookedUnits = statement(
  [[ID, ID]],
  (recallId: string, entityId: string) => sql<{ units: number }>`
    select coalesce(sum(k.units), 0)::int as units from (
      select ${keptUnits} as units from ${batchesOf(sql`${recallId}::uuid`)} x join ${lots} l on l.batch_id = x.batch_id
        join ${orderAllocations} a on a.lot_id = l.id and a.shipped_at is not null
        join ${orders} o on o.id = a.order_id and not o.buyer_stock and o.retailer_id = ${entityId}
      group by o.id, l.id) k`,
);

/** A customer that isn't on board, for which its seller responds. */
export const managedHolder = statement(
  [[ID, ID, ID]],
  (recallId: string, sellerId: string, holderId: string) => sql<{ id: string }>`
    select e.id from ${recallResponses} h join ${entities} e on e.id = h.entity_id
    where h.recall_id = ${recallId} and h.entity_id = ${holderId} and e.managed_by = ${sellerId}`,
);
