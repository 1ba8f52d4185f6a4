import { type SQL, sql } from 'drizzle-orm';
import { askedIds, isAmong, uuids } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { entities, locations } from '../entities/tables';
import { blockReason, hasCertificate } from '../lots/queries.sql';
import { batches, lots } from '../lots/tables';
import { SELLABLE_ROOMS } from './item-columns';
import { inventoryItems, inventoryLots } from './tables';

/** Why units of a lot can't be sold. */
export type BlockReason = 'held' | 'expired' | 'failed';

/** A row of stock under its lock, with what it has available. */
export interface StockRow {
  id: string;
  variant_id: string;
  room_type: string;
  /** Available units that no lot claims. */
  spare: number;
  /** Available units of lots. */
  in_lots: number;
  created_at: string;
  /** Where it is. */
  location_id: string;
  location_name: string;
  state: string;
  licensedUntil: string;
  /** The batches that were locked before the rows. */
  batches: string[] | null;
}

/** A lot in a row of stock, with what is available of it. */
export interface StockLot {
  inventory_item_id: string;
  variant_id: string;
  lot_id: string;
  batch: string;
  batch_id: string;
  package_tag: string | null;
  available: number;
  blocked: BlockReason | null;
  /** The last day of its batch, in the form YYYY-MM-DD. */
  expires_on: string | null;
}

/**
 * SQL: `with locked`, the batches with units in rows of stock, locked before the rows are: their holds can't change.
 * @param where which rows, as `i`; the statement's own condition joins `afterBatches`
 */
export function batchesFirst(where: SQL): SQL {
  return sql`with locked as materialized (
      select b.id from ${batches} b where b.id in (
        select l.batch_id from ${inventoryItems} i join ${inventoryLots} x on x.inventory_item_id = i.id
        join ${lots} l on l.id = x.lot_id where ${where} and i.lot_quantity > 0 and x.quantity > 0)
      order by b.id for share
    )`;
}
/** SQL: true once the batches are locked. */
export const afterBatches = sql`(select count(*) from locked) >= 0`;

const placeColumns = sql`l.id as location_id, l.name as location_name, l.postal_state as state, l.licensed_until::text as "licensedUntil"`;

const availableColumns = sql`i.quantity - i.lot_quantity - i.reserved_quantity + i.lot_reserved as spare,
  i.lot_quantity - i.lot_reserved as in_lots`;

/** SQL: what of a row `i` is available outside of lots and in them, and which batches were locked. */
export const stockColumns = sql`${availableColumns},
  case when i.lot_quantity > 0 then (select array_agg(id) from locked) end as batches`;

export const lockStockRows = statement(
  [[sql`i.id = ${ID}`]],
  (where: SQL) => sql<StockRow>`
    ${batchesFirst(where)}
    select i.id, i.variant_id, i.room_type, i.created_at::text as created_at, ${placeColumns}, ${stockColumns}
    from ${inventoryItems} i join ${locations} l on l.id = i.location_id
    where ${where} and ${afterBatches} order by i.id for no key update of i`,
);

/**
 * SQL: whether a row of stock `i` is in a room that is sold from.
 * @param secret variants that an offer opens the secret menu for (decision 620)
 */
export const inRoomOfSale = (secret: readonly string[]): SQL =>
  secret.length === 0
    ? sql`i.room_type in ${SELLABLE_ROOMS}`
    : sql`(i.room_type in ${SELLABLE_ROOMS} or i.room_type = 'secret_menu' and i.variant_id = any(${uuids(secret)}))`;

/**
 * Rows of stock that a seller can sell from, by an index in its order: unlike a bitmap, which PostgreSQL would choose for a list,
 * such a scan remembers the dead versions of rows that many buyers change.
 */
export const stockRows = statement(
  [
    [ID, [ID], []],
    [ID, [ID], [ID]],
  ],
  (sellerId: string, variantIds: readonly string[], secret: readonly string[]) => sql<StockRow>`
    select i.id, i.variant_id, i.room_type, i.created_at::text as created_at, ${placeColumns}, ${availableColumns}, null::uuid[] as batches
    from ${askedIds(variantIds)} cross join lateral (
      select * from ${inventoryItems} i where i.variant_id = asked.id and i.entity_id = ${sellerId} and ${inRoomOfSale(secret)}
      order by i.created_at, i.id) i join ${locations} l on l.id = i.location_id`,
);

export const lockBatchesOfItems = statement(
  [[[ID]]],
  (itemIds: readonly string[]) => sql<{ id: string }>`
    ${batchesFirst(isAmong(sql`i.id`, itemIds))} select id from locked`,
);

/** The batches of lots that are to be reserved, so that none is held meanwhile. */
export const lockBatchesOfLots = statement(
  [[[ID]]],
  (lotIds: readonly string[]) => sql`
    select b.id from ${batches} b where b.id in (select l.batch_id from ${lots} l where ${isAmong(sql`l.id`, lotIds)})
    order by b.id for share`,
);

/** Fails with DIVISION_BY_ZERO where one of them can't be sold, so that COMMIT can follow it unseen. */
export const checkLots = statement(
  [[ID, [ID]]],
  (holderId: string, lotIds: readonly string[]) => sql`
    select 1 / (count(${blockReason()}) = 0)::int as sellable from ${lots} l join ${batches} b on b.id = l.batch_id
      join ${entities} e on e.id = ${holderId} where ${isAmong(sql`l.id`, lotIds)}`,
);

/** In the order of allocation. */
export const lotsOfRows = statement(
  [[[ID]]],
  (itemIds: readonly string[]) => sql<StockLot>`
    select x.inventory_item_id, i.variant_id, x.lot_id, b.id as batch, b.batch_id, l.package_tag,
      x.quantity - x.reserved_quantity as available, ${blockReason()} as blocked, b.expires_on::text as expires_on
    from ${inventoryLots} x join ${inventoryItems} i on i.id = x.inventory_item_id join ${lots} l on l.id = x.lot_id
      join ${batches} b on b.id = l.batch_id join ${entities} e on e.id = i.entity_id
    where ${isAmong(sql`x.inventory_item_id`, itemIds)} and x.quantity > x.reserved_quantity
    order by not ${hasCertificate}, b.expires_on nulls last, i.room_type <> 'vault', l.created_at, l.id, i.id`,
);
