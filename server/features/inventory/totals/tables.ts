import { sql } from 'drizzle-orm';
import { bigint, index, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/db/columns';
import { keep } from '../../../platform/db/marks';

/** Of a total over the stock levels of a location, which belong to no room. */
export const ANY_ROOM = 'any';

/**
 * Rows, units and value of stock by location and room: what counts and reports add up instead of reading the stock.
 * Triggers write each change to `stock_changes`, so that movements never wait for one row; a job folds them in here.
 * Reads add both.
 */
export const stockTotals = pgTable(
  'stock_totals',
  {
    entityId: uuid('entity_id').notNull(),
    locationId: uuid('location_id').notNull(),
    /** A type of room, or `any`. */
    roomType: text('room_type').notNull(),
    /** Inventory items of the room; of `any`, stock levels. */
    items: bigint('items', { mode: 'number' }).notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    /** Units at their average cost, in dollars. */
    worth: numeric('worth', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.locationId, t.roomType] })],
);
keep(stockTotals, { kept: 'derived' });

/** Items of a room, or levels, by the category of their product: what counts of a category read. Folded in like totals. */
export const stockCategories = pgTable(
  'stock_categories',
  {
    entityId: uuid('entity_id').notNull(),
    locationId: uuid('location_id').notNull(),
    roomType: text('room_type').notNull(),
    category: text('category').notNull(),
    items: bigint('items', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.category, t.locationId, t.roomType] })],
);
keep(stockCategories, { kept: 'derived' });

/** Changes of `stock_totals` that are not folded in yet. */
export const stockChanges = pgTable(
  'stock_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    entityId: uuid('entity_id').notNull(),
    locationId: uuid('location_id').notNull(),
    roomType: text('room_type').notNull(),
    /** Empty where the number of items stays the same. */
    category: text('category').notNull().default(''),
    items: bigint('items', { mode: 'number' }).notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    worth: numeric('worth', { mode: 'number' }).notNull(),
    /** Null where the change is of no units: many variants may be opened, or get another category, at once. */
    variantId: uuid('variant_id'),
    /** Units that left with reason `SALE`, and what they were worth. */
    soldUnits: bigint('sold_units', { mode: 'number' }).notNull().default(0),
    soldWorth: numeric('sold_worth', { mode: 'number' }).notNull().default(0),
    /** The quarter of an hour. */
    movedAt: instant('moved_at').notNull().default(sql`quarter_hour(now())`),
  },
  (t) => [index('stock_changes_of_entity').on(t.entityId)],
);
keep(stockChanges, { kept: 'derived' });

/** How the value of stock changed, and what was sold, by location, room and quarter of an hour. Folded in like totals. */
export const stockFlows = pgTable(
  'stock_flows',
  {
    entityId: uuid('entity_id').notNull(),
    locationId: uuid('location_id').notNull(),
    roomType: text('room_type').notNull(),
    movedAt: instant('moved_at').notNull(),
    worth: numeric('worth', { mode: 'number' }).notNull(),
    soldUnits: bigint('sold_units', { mode: 'number' }).notNull(),
    soldWorth: numeric('sold_worth', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.movedAt, t.locationId, t.roomType] })],
);
keep(stockFlows, { kept: 'derived' });

/**
 * Units and value of a variant at all locations together, which most members may see; `stock_levels` has them by location.
 * Folded in like totals.
 */
export const variantStock = pgTable(
  'variant_stock',
  {
    entityId: uuid('entity_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    /** Units at their average cost, in dollars. */
    worth: numeric('worth', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ name: 'variant_stock_pk', columns: [t.entityId, t.variantId] })],
);
keep(variantStock, { kept: 'derived' });

/** At how many locations the owner of a variant has units of it to sell: what counts of offers in stock read (decision 336). */
export const variantsInStock = pgTable(
  'variants_in_stock',
  {
    entityId: uuid('entity_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    levels: bigint('levels', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.variantId] })],
);
keep(variantsInStock, { kept: 'derived' });

/** Changes of `variants_in_stock` that are not folded in yet; a trigger adds one when a level gets its first units, or loses its last. */
export const variantChanges = pgTable(
  'variant_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    entityId: uuid('entity_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    levels: bigint('levels', { mode: 'number' }).notNull(),
  },
  (t) => [index('variant_changes_of_entity').on(t.entityId)],
);
keep(variantChanges, { kept: 'derived' });
