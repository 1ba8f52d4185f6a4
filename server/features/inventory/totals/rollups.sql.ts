import { type SQL, sql } from 'drizzle-orm';
import { foldOf, rollup, rowsOf } from '../../../platform/db/rollup.sql';
import { perStep } from '../../products/queries.sql';
import { products, productVariants } from '../../products/tables';
import { INTO_SOLD, SOLD_ROLLUPS } from '../sales/rollups.sql';
import { inventoryItems, inventoryMovements, stockLevels } from '../tables';
import {
  ANY_ROOM,
  stockCategories,
  stockChanges,
  stockFlows,
  stockTotals,
  variantChanges,
  variantStock,
  variantsInStock,
} from './tables';

/** What of a total has an unnamed rest. */
const others = 'their units or value';

/** Items by room, and levels in any. Without it, a list's count takes 310 ms at a million rows, Home's stock 790. */
export const STOCK_TOTALS = rollup({
  totals: stockTotals,
  changes: stockChanges,
  key: ['entity_id', 'location_id', 'room_type'],
  sums: ['items', 'units', 'worth'],
  counted: sql`(
      select i.entity_id, location_id, room_type, count(*) as items, sum(quantity) as units,
        sum(quantity * average_cost * ${perStep}) as worth
      from ${inventoryItems} i join ${productVariants} v on v.id = i.variant_id group by i.entity_id, location_id, room_type
      union all
      select entity_id, location_id, ${ANY_ROOM}, count(*), 0, 0 from ${stockLevels} group by entity_id, location_id)`,
  says: ([, location, room]) => ({
    total: `${location} ${room === ANY_ROOM ? 'stock levels' : room}`,
    sum: 'total',
    others,
  }),
});

/** The same by category (decision 301). Without it, the count of a category takes 95 ms at a million rows, with it 0.1. */
export const STOCK_CATEGORIES = rollup({
  totals: stockCategories,
  changes: stockChanges,
  key: ['entity_id', 'category', 'location_id', 'room_type'],
  sums: ['items'],
  counted: sql`(
      select i.entity_id, p.category, i.location_id, i.room_type, count(*) as items
      from ${inventoryItems} i join ${products} p on p.id = i.product_id group by 1, 2, 3, 4
      union all
      select entity_id, category, location_id, ${ANY_ROOM}, count(*) from ${stockLevels} group by 1, 2, 3)`,
  says: ([, category, location, room]) => ({
    total: `${location} ${room === ANY_ROOM ? 'stock levels' : room} ${category}`,
    sum: 'total',
  }),
});

const FLOW_COLUMNS = [
  'entity_id',
  'moved_at',
  'location_id',
  'room_type',
  'sold_units',
  'worth',
  'sold_worth',
];

/**
 * Flows with the units that the ledger sold (decision 220). What a room is worth beyond its flows is taken for a change
 * of now; what units were worth when they were sold is nowhere else. Without it, the report of 30 days takes 5.5 s at ten
 * million ledger rows.
 */
export const STOCK_FLOWS = rollup({
  totals: stockFlows,
  changes: stockChanges,
  key: FLOW_COLUMNS.slice(0, 4),
  sums: FLOW_COLUMNS.slice(4),
  counted: sql`(
      with kept as materialized (
        select * from ${rowsOf([stockFlows, stockChanges], FLOW_COLUMNS)} f
      ), worths as (
        select entity_id, location_id, room_type, sum(worth) as worth from (
          select i.entity_id, location_id, room_type, quantity * average_cost * ${perStep} as worth
          from ${inventoryItems} i join ${productVariants} v on v.id = i.variant_id
          union all
          select entity_id, location_id, room_type, -worth from kept) w
        group by 1, 2, 3 having sum(worth) <> 0
      )
      select entity_id, moved_at, location_id, room_type, sum(worth) as worth, sum(sold_units) as sold_units,
        sum(sold_worth) as sold_worth
      from (
        select entity_id, moved_at, location_id, room_type, worth, 0 as sold_units, sold_worth from kept
        union all
        select i.entity_id, quarter_hour(m.created_at), i.location_id, i.room_type, 0, -m.delta, 0
        from ${inventoryMovements} m join ${inventoryItems} i on i.id = m.item_id where m.reason_code = 'SALE'
        union all
        select entity_id, quarter_hour(now()), location_id, room_type, worth, 0, 0 from worths) f
      group by 1, 2, 3, 4)`,
  says: ([, moment, location, room]) => ({
    total: `${location} ${room}`,
    sum: `sales of ${moment}`,
    others: 'what stock was worth',
  }),
});

/** SQL: units that came and went, among some changes of stock. */
const movesAmong = (changes: SQL) => sql`(
      select entity_id, variant_id, units, worth from ${changes} where variant_id is not null) m`;

/** Without it, sell-through of 50,000 variants at ten locations adds up half a million levels: 220 to 330 ms on a busy machine. */
export const VARIANT_STOCK = rollup({
  totals: variantStock,
  key: ['entity_id', 'variant_id'],
  sums: ['units', 'worth'],
  rows: sql`(
      select entity_id, variant_id, units, worth from ${variantStock}
      union all select * from ${movesAmong(sql`${stockChanges}`)})`,
  counted: sql`(
      select i.entity_id, variant_id, sum(quantity) as units, sum(quantity * average_cost * ${perStep}) as worth
      from ${inventoryItems} i join ${productVariants} v on v.id = i.variant_id group by 1, 2)`,
  says: ([, variant]) => ({
    total: `${variant} at all locations`,
    sum: 'units',
    others: 'what they are worth',
  }),
});

/** Without it, the count of offers in stock takes 100 to 400 ms at a million rows, with it 1. */
export const VARIANTS_IN_STOCK = rollup({
  totals: variantsInStock,
  changes: variantChanges,
  key: ['entity_id', 'variant_id'],
  sums: ['levels'],
  counted: sql`(
      select s.entity_id, s.variant_id, count(*) as levels
      from ${stockLevels} s join ${productVariants} v on v.id = s.variant_id and v.entity_id = s.entity_id
      where s.available > s.blocked group by 1, 2)`,
  says: ([, variant]) => ({ total: `${variant} locations with units to sell`, sum: 'total' }),
});

/** All of them. */
export const STOCK_ROLLUPS = [
  STOCK_TOTALS,
  STOCK_CATEGORIES,
  STOCK_FLOWS,
  ...SOLD_ROLLUPS,
  VARIANT_STOCK,
  VARIANTS_IN_STOCK,
];

export const lockAndFoldStock = foldOf(stockChanges, [
  STOCK_TOTALS.into(),
  STOCK_FLOWS.into(),
  ...INTO_SOLD,
  STOCK_CATEGORIES.into(),
  VARIANT_STOCK.into(movesAmong(sql`taken`)),
]);
export const lockAndFoldVariants = foldOf(variantChanges, [VARIANTS_IN_STOCK.into()]);
