import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities } from '../../entities/tables';
import { blockReason, countsAsMade } from '../../lots/queries.sql';
import { batches, lotSources, lots } from '../../lots/tables';
import { productVariants } from '../../products/tables';
import { SELLABLE_ROOMS } from '../item-columns';
import { inventoryItems, inventoryLots, inventoryMovements, stockLevels } from '../tables';

/** What an item holds by its balance and by the sum of its ledger, and where its running balances part. */
export interface VerifiedItem extends Record<string, unknown> {
  id: string;
  sku: string;
  quantity: number;
  reserved_quantity: number;
  ledger_quantity: number;
  ledger_reserved: number;
  movements: number;
  /** How many ledger rows do not follow from the one before, and which is the first of them. */
  broken: number;
  first_broken: string | null;
}

/** A level that isn't the sum of its rooms, or of the blocked units in them, or expires on another day; null where one is missing. */
export interface WrongLevel extends Record<string, unknown> {
  location_id: string;
  sku: string;
  available: number | null;
  in_rooms: number | null;
  /** Units in all rooms, and those of them that are reserved, as the level and as its rooms have them. */
  quantity: number | null;
  reserved: number | null;
  all_rooms: number | null;
  all_reserved: number | null;
  /** Held, expired or failed units, as the level counts them and as its lots do. */
  blocked: number | null;
  in_lots: number;
  /** What the units are worth in dollars, and when the first batch expires, as the level, its rooms and its lots have them. */
  worth: number | null;
  worth_in_rooms: number | null;
  expires_on: string | null;
  first_in_lots: string | null;
}

/** An item whose lots don't add up, or a lot in it that isn't the sum of its ledger (then with its tag or batch number). */
export interface WrongLot {
  item_id: string;
  lot: string | null;
  quantity: number | null;
  reserved_quantity: number | null;
  expected_quantity: number | null;
  expected_reserved: number | null;
}

/** Items that are read at once: what bounds the memory, here and in the database. */
const BATCH = 2000;

export const verifiedBatch = statement(
  [[ID]],
  (id: string) => sql<VerifiedItem>`
    with batch as materialized (
      select id, sku, quantity, reserved_quantity from ${inventoryItems} where id > ${id}::uuid order by id limit ${BATCH}
    ), links as (
      select m.item_id, m.position, m.delta, m.reserved_delta,
        m.quantity_after <> lag(m.quantity_after, 1, 0) over chain + m.delta::bigint
          or m.reserved_after <> lag(m.reserved_after, 1, 0) over chain + m.reserved_delta::bigint as broken
      from batch b join ${inventoryMovements} m on m.item_id = b.id
      window chain as (partition by m.item_id order by m.position)
    ), sums as (
      select item_id, count(*) as movements, sum(delta) as quantity, sum(reserved_delta) as reserved,
        count(*) filter (where broken) as broken, min(position) filter (where broken) as first_broken
      from links group by item_id
    )
    select b.id, b.sku, b.quantity, b.reserved_quantity, coalesce(s.quantity, 0)::float8 as ledger_quantity,
      coalesce(s.reserved, 0)::float8 as ledger_reserved, coalesce(s.movements, 0)::float8 as movements,
      coalesce(s.broken, 0)::float8 as broken, m.id as first_broken
    from batch b left join sums s on s.item_id = b.id
      left join ${inventoryMovements} m on m.item_id = s.item_id and m.position = s.first_broken
    order by b.id`,
);

/** Units that expired within the last two days may or may not be counted as blocked yet: a job does so. */
export const wrongLevels = statement(
  [[]],
  () => sql<WrongLevel>`
    with in_rooms as (
      select location_id, variant_id, sum(quantity) as quantity, sum(reserved_quantity) as reserved,
        coalesce(sum(quantity - reserved_quantity) filter (where room_type in ${SELLABLE_ROOMS}), 0) as units,
        sum(quantity * average_cost) as worth
      from ${inventoryItems} group by location_id, variant_id
    ), first as (
      select i.location_id, i.variant_id, min(b.expires_on) as expires_on
      from ${inventoryItems} i join ${inventoryLots} x on x.inventory_item_id = i.id and x.quantity > 0
        join ${lots} l on l.id = x.lot_id join ${batches} b on b.id = l.batch_id
      group by i.location_id, i.variant_id
    ), in_lots as (
      select i.location_id, i.variant_id, x.quantity - x.reserved_quantity as units, ${blockReason()} as reason,
        b.expires_on >= (now() at time zone e.timezone)::date - 2 as lately
      from ${inventoryItems} i join ${inventoryLots} x on x.inventory_item_id = i.id join ${lots} l on l.id = x.lot_id
        join ${batches} b on b.id = l.batch_id join ${entities} e on e.id = i.entity_id
      where i.room_type in ${SELLABLE_ROOMS} and x.quantity > x.reserved_quantity
    ), blocked as (
      select location_id, variant_id, sum(units) as units,
        sum(units) filter (where reason = 'expired' and lately) as unsure
      from in_lots where reason is not null group by location_id, variant_id
    )
    select location_id, v.sku, l.available::float8 as available, i.units::float8 as in_rooms,
      l.quantity::float8 as quantity, l.reserved_quantity::float8 as reserved,
      i.quantity::float8 as all_rooms, i.reserved::float8 as all_reserved,
      l.blocked::float8 as blocked, coalesce(k.units, 0)::float8 as in_lots, l.worth::float8 as worth,
      i.worth::float8 as worth_in_rooms, l.expires_on::text as expires_on, f.expires_on::text as first_in_lots
    from ${stockLevels} l full join in_rooms i using (location_id, variant_id)
      left join blocked k using (location_id, variant_id) left join first f using (location_id, variant_id)
      join ${productVariants} v on v.id = variant_id
    where (l.available, l.quantity, l.reserved_quantity, l.worth, l.expires_on)
        is distinct from (i.units, i.quantity, i.reserved, i.worth, f.expires_on)
      or not l.blocked between coalesce(k.units, 0) - coalesce(k.unsure, 0) and coalesce(k.units, 0)
    order by location_id, variant_id`,
);

export const wrongLots = statement(
  [[]],
  () => sql<WrongLot>`
    with ledger as (
      select item_id, lot_id, sum(delta) as quantity, sum(reserved_delta) as reserved from ${inventoryMovements}
      where lot_id is not null group by item_id, lot_id
    ), wrong as (
      select coalesce(x.inventory_item_id, m.item_id) as item_id, coalesce(x.lot_id, m.lot_id) as lot_id,
        x.quantity, x.reserved_quantity, m.quantity as expected_quantity, m.reserved as expected_reserved
      from ${inventoryLots} x full join ledger m on m.item_id = x.inventory_item_id and m.lot_id = x.lot_id
      where x.quantity is distinct from m.quantity or x.reserved_quantity is distinct from m.reserved
      union all
      select i.id, null, i.lot_quantity, i.lot_reserved, coalesce(x.quantity, 0), coalesce(x.reserved, 0)
      from ${inventoryItems} i left join (
        select inventory_item_id, sum(quantity) as quantity, sum(reserved_quantity) as reserved from ${inventoryLots}
        group by inventory_item_id) x on x.inventory_item_id = i.id
      where i.lot_quantity <> coalesce(x.quantity, 0) or i.lot_reserved <> coalesce(x.reserved, 0)
    )
    select w.item_id, coalesce(l.package_tag, b.batch_id) as lot, w.quantity::float8 as quantity,
      w.reserved_quantity::float8 as reserved_quantity, w.expected_quantity::float8 as expected_quantity,
      w.expected_reserved::float8 as expected_reserved
    from wrong w left join ${lots} l on l.id = w.lot_id left join ${batches} b on b.id = l.batch_id
    order by w.item_id, w.lot_id nulls first`,
);

/** Lots that name sources though their maker doesn't own the product: the rows say nothing (decision 414). */
export const uncountedSources = statement(
  [[]],
  () => sql<{ lot_id: string; entity_id: string; sources: number }>`
    select l.id as lot_id, l.entity_id, count(*)::int as sources from ${lotSources} s join ${lots} l on l.id = s.lot_id
    where not ${countsAsMade(sql`l`)} group by l.id, l.entity_id order by l.id`,
);
