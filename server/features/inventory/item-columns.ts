import { type SQL, sql } from 'drizzle-orm';
import { escaped, jsonObject, optional, plain, strict, timeText, word } from '../../platform/db/json-text';
import { iso } from '../../platform/db/listing';
import { entities } from '../entities/tables';
import { blockReason, hasCertificate } from '../lots/queries.sql';
import { batches, lots } from '../lots/tables';
import { appearance, appearanceText } from '../products/queries.sql';
import { inUnits } from '../products/resource';
import { products, productVariants } from '../products/tables';
import { inventoryItems, inventoryLots, inventoryMovements, retailPrices, stockLevels } from './tables';
import { levelsWanted } from './wanted/tables';

/** SQL: the rooms that orders are filled from and that count for low stock. */
export const SELLABLE_ROOMS = sql`('vault', 'sales_floor')`;

/**
 * SQL: at what a location reorders a variant, from a row with both and its quantity (decision 466); null where it follows the threshold.
 * What only a level that is gone had opened is never low.
 */
export function reorderPointOf(row: 'i' | 's'): SQL {
  const [location, variant, quantity] = ['location_id', 'variant_id', 'quantity'].map((name) =>
    sql.raw(`${row}.${name}`),
  );
  return sql`(select case when w.opened and num_nonnulls(w.reorder_point, w.par) = 0 and ${quantity} = 0 and not exists (
      select from ${inventoryItems} x join ${inventoryMovements} m on m.item_id = x.id
      where x.location_id = w.location_id and x.variant_id = w.variant_id) then 0 else w.reorder_point end
    from ${levelsWanted} w where w.location_id = ${location} and w.variant_id = ${variant})`;
}

/**
 * SQL: below what a row of stock or a level is low: its location's own level, else the threshold from `v` (the variant) and `e` (the
 * holder). A variant's own threshold applies to its owner only (decision 85).
 */
export const thresholdOf = (row: 'i' | 's'): SQL =>
  sql`coalesce(${reorderPointOf(row)}, case when v.entity_id = e.id then v.low_stock_threshold end, e.low_stock_threshold)`;

/** SQL: the joins that an item's columns need besides its row `i`. */
export const itemJoins = sql`join ${productVariants} v on v.id = i.variant_id join ${products} p on p.id = i.product_id join ${entities} e on e.id = i.entity_id
  left join ${retailPrices} r on r.entity_id = i.entity_id and r.variant_id = i.variant_id`;

/** SQL: the retail price of an item: the holder's own, else the variant's. */
export const unitPriceCents = sql`coalesce(r.price_cents, v.price_cents)`;

/** SQL: when an item last changed: a supplier's price is the variant's, so that a new one locks no holder's row. */
const updatedAt = sql`greatest(i.updated_at, v.updated_at)`;

const storedLevel = sql`(select s.available - s.blocked from ${stockLevels} s
  where s.location_id = i.location_id and s.variant_id = i.variant_id)`;

/** SQL: whether an item is low, by what its location can sell of the variant. */
const lowStock = (available: SQL) =>
  sql`i.room_type in ${SELLABLE_ROOMS} and not i.closed and ${available} < ${thresholdOf('i')}`;

const changeTimes = sql`${iso(sql`i.last_sync`)} as last_sync, ${iso(sql`i.synced_at`)} as synced_at, ${iso(updatedAt)} as updated_at`;

/**
 * SQL: the columns of an inventory item, from `i` (its row) and `itemJoins`.
 * @param level what its location can sell of the variant, where that is known already
 */
export const itemColumns = (level?: SQL): SQL =>
  level ? columnsWith(sql`coalesce(${level}, ${storedLevel})`) : STORED_COLUMNS;

function columnsWith(available: SQL): SQL {
  return sql`i.id, i.product_id, i.product_name, i.variant_id, i.sku, ${appearance}, i.location_id, i.room_type,
    i.quantity, i.reserved_quantity, i.lot_quantity, i.unit_cost_cents::float8 as unit_cost_cents,
    i.average_cost::float8 as average_cost, ${unitPriceCents}::float8 as unit_price_cents,
    ${lowStock(available)} as low_stock, ${changeTimes}`;
}
const STORED_COLUMNS = columnsWith(storedLevel);

const LOTS_OF_ITEM = sql`${inventoryLots} x join ${lots} l on l.id = x.lot_id join ${batches} b on b.id = l.batch_id
  where x.inventory_item_id = i.id and x.quantity > 0`;

/** SQL: the lots of an item `i` of the entity `e`, as JSON, soonest expiration first; null without any. */
const LOT_LIST = sql`json_agg(json_build_object('lot_id', l.id, 'batch', b.id, 'batch_id', b.batch_id, 'package_tag', l.package_tag,
      'expires_on', b.expires_on, 'quantity', x.quantity, 'amount', ${inUnits(sql`x.quantity`)}, 'reserved_quantity', x.reserved_quantity,
      'has_coa', ${hasCertificate}, 'blocked', ${blockReason()})
      order by b.expires_on nulls last, l.created_at, l.id)`;

/** SQL: the same as a column. */
export const itemLots = sql`case when i.lot_quantity > 0 then (select ${LOT_LIST} from ${LOTS_OF_ITEM}) end as lots`;

/** SQL: whether the schema takes them: the column also takes days that no calendar has. */
export const provenLots = sql`(i.lot_quantity = 0 or not exists (select from ${LOTS_OF_ITEM}
  and b.expires_on not between '0001-01-01' and '9999-12-31'))`;

/** SQL: how many available units of an item `i` of the entity `e` are held, expired or failed. */
export const blockedUnits = sql`case when i.lot_quantity > i.lot_reserved then coalesce((
  select sum(x.quantity - x.reserved_quantity) from ${LOTS_OF_ITEM} and ${blockReason()} is not null), 0) else 0 end`;

/** SQL: the same by the item's lots `z`, which are read anyway. */
const blockedOfLots = sql`case when i.lot_quantity > i.lot_reserved then coalesce((
  select sum((y->>'quantity')::bigint - (y->>'reserved_quantity')::bigint)
  from json_array_elements(z.lots) y where y->>'blocked' is not null), 0) else 0 end`;

/**
 * SQL: an inventory item as JSON text in the order of its schema, from `i`, `itemJoins`, its level `s` and its lots `z`. The
 * constraints of its columns satisfy the schema; without text is what they don't promise.
 */
export const itemText = jsonObject({
  id: word(sql`i.id`),
  product_id: word(sql`i.product_id`),
  product_name: escaped(sql`i.product_name`),
  variant_id: word(sql`i.variant_id`),
  sku: escaped(sql`i.sku`),
  ...appearanceText,
  location_id: word(sql`i.location_id`),
  room_type: word(sql`i.room_type`),
  quantity: plain(sql`i.quantity`),
  reserved_quantity: plain(sql`i.reserved_quantity`),
  available_quantity: plain(sql`i.quantity - i.reserved_quantity`),
  amount: plain(inUnits(sql`i.quantity`)),
  sellable_quantity: plain(sql`greatest(0, i.quantity - i.reserved_quantity - ${blockedOfLots})`),
  unassigned_quantity: plain(sql`i.quantity - i.lot_quantity`),
  lots: plain(sql`coalesce(z.lots, '[]')`),
  unit_cost: plain(sql`i.unit_cost_cents::float8 / 100`),
  average_cost: plain(sql`i.average_cost::float8`),
  unit_price: plain(sql`${unitPriceCents}::float8 / 100`),
  low_stock: strict(sql`(${lowStock(sql`s.available - s.blocked`)})::text`),
  last_sync: strict(timeText(sql`i.last_sync`)),
  synced_at: optional(timeText(sql`i.synced_at`)),
  updated_at: strict(timeText(updatedAt)),
});
