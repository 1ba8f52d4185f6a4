import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  actorColumns,
  cents,
  createdAt,
  id,
  instant,
  isOneOf,
  reference,
  updatedAt,
} from '../../platform/db/columns';
import { keep, personal, plain } from '../../platform/db/marks';
import { entities, locations } from '../entities/tables';
import { lots } from '../lots/tables';
import { CATEGORY_NAMES } from '../products/categories';
import { products, productVariants } from '../products/tables';
import { LOT_BASES, REASON_CODES, ROOM_TYPES, SOURCE_TYPES } from './schema';

/** Stock of one variant in one room of one location. `ledger.ts` alone writes its quantities. */
export const inventoryItems = pgTable(
  'inventory_items',
  {
    id: id(),
    entityId: uuid('entity_id').notNull(),
    locationId: uuid('location_id').notNull(),
    roomType: text('room_type', { enum: ROOM_TYPES }).notNull(),
    productId: uuid('product_id').notNull(),
    /** Copies that the foreign keys keep true, so that lists sort and filter by an index of this table (decision 108). */
    productName: plain(text('product_name')).notNull(),
    variantId: uuid('variant_id').notNull(),
    sku: plain(text('sku')).notNull(),
    quantity: integer('quantity').notNull().default(0),
    reservedQuantity: integer('reserved_quantity').notNull().default(0),
    /** Sums of `inventory_lots`; what no lot claims is the remainder, `quantity − lot_quantity`. */
    lotQuantity: integer('lot_quantity').notNull().default(0),
    lotReserved: integer('lot_reserved').notNull().default(0),
    /** Of the last receipt or sync. */
    unitCostCents: cents('unit_cost_cents').notNull().default(0),
    /** Moving average of what the units cost, in dollars. */
    averageCost: numeric('average_cost', { precision: 14, scale: 4, mode: 'number' }).notNull().default(0),
    lastSync: instant('last_sync').notNull().defaultNow(),
    /** Null until a sync has touched the row (decision 7). */
    syncedAt: instant('synced_at'),
    /** Its location or variant was deleted: nothing moves here. */
    closed: boolean('closed').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      'inventory_items_stock',
      sql`0 <= ${t.reservedQuantity} and ${t.reservedQuantity} <= ${t.quantity} and ${t.quantity} <= 2000000000`,
    ),
    check(
      'inventory_items_lots',
      sql`0 <= ${t.lotReserved} and ${t.lotReserved} <= ${t.lotQuantity} and ${t.lotQuantity} <= ${t.quantity} and ${t.lotReserved} <= ${t.reservedQuantity} and ${t.reservedQuantity} - ${t.lotReserved} <= ${t.quantity} - ${t.lotQuantity}`,
    ),
    check('inventory_items_cost', sql`${t.unitCostCents} between 0 and 999999999`),
    check('inventory_items_average_cost', sql`${t.averageCost} between 0 and 9999999.99`),
    check('inventory_items_room', isOneOf(t.roomType, ROOM_TYPES)),
    unique('inventory_items_place').on(t.locationId, t.variantId, t.roomType),
    unique('inventory_items_entity_id').on(t.entityId, t.id),
    foreignKey({ columns: [t.entityId, t.locationId], foreignColumns: [locations.entityId, locations.id] }),
    foreignKey({
      columns: [t.productId, t.productName],
      foreignColumns: [products.id, products.name],
    }).onUpdate('cascade'),
    foreignKey({
      columns: [t.variantId, t.sku],
      foreignColumns: [productVariants.id, productVariants.sku],
    }).onUpdate('cascade'),
    foreignKey({
      name: 'inventory_items_variant_of_product',
      columns: [t.productId, t.variantId],
      foreignColumns: [productVariants.productId, productVariants.id],
    }),
    // The last columns allow index-only scans: for the snapshot of any day, and for the rows before a page (decision 338).
    index('inventory_items_by_name').on(
      t.entityId,
      sql`${t.productName} collate names`,
      t.id,
      t.createdAt,
      t.locationId,
      t.quantity,
      t.variantId,
    ),
    index('inventory_items_by_room').on(t.entityId, t.roomType, sql`${t.productName} collate names`, t.id),
    index('inventory_items_by_location').on(
      t.entityId,
      t.locationId,
      sql`${t.productName} collate names`,
      t.id,
      t.createdAt,
      t.quantity,
      t.variantId,
    ),
    index('inventory_items_by_age').on(t.entityId, t.createdAt, t.id),
    index('inventory_items_by_change').on(t.entityId, t.updatedAt, t.id),
    index('inventory_items_by_sku').on(t.entityId, t.sku),
    index('inventory_items_by_quantity').on(t.entityId, t.quantity, t.id),
    index('inventory_items_by_available').on(t.entityId, sql`(${t.quantity} - ${t.reservedQuantity})`, t.id),
    index('inventory_items_of_variant').on(t.variantId, t.entityId, t.createdAt, t.id),
    index('inventory_items_of_product').on(t.productId, t.entityId),
    index('inventory_items_empty')
      .on(t.entityId, t.variantId, t.locationId, t.roomType)
      .where(sql`${t.quantity} = 0`),
    index('inventory_items_all_in_lots')
      .on(t.entityId, t.locationId, t.roomType)
      .where(sql`${t.lotQuantity} > 0 and ${t.lotQuantity} = ${t.quantity}`),
  ],
);
keep(inventoryItems, { rows: 'entity_id', kept: 'ledger' });

/** The part of a row of stock that a lot claims. `ledger.ts` alone writes it; an emptied row stays: who held what. */
export const inventoryLots = pgTable(
  'inventory_lots',
  {
    inventoryItemId: uuid('inventory_item_id').notNull(),
    lotId: reference('lot_id', () => lots.id),
    entityId: uuid('entity_id').notNull(),
    quantity: integer('quantity').notNull(),
    reservedQuantity: integer('reserved_quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.inventoryItemId, t.lotId] }),
    foreignKey({
      name: 'inventory_lots_item',
      columns: [t.entityId, t.inventoryItemId],
      foreignColumns: [inventoryItems.entityId, inventoryItems.id],
    }),
    check('inventory_lots_stock', sql`0 <= ${t.reservedQuantity} and ${t.reservedQuantity} <= ${t.quantity}`),
    index('inventory_lots_present').on(t.inventoryItemId).where(sql`${t.quantity} > 0`),
    index('inventory_lots_counted').on(t.entityId, t.inventoryItemId).where(sql`${t.quantity} > 0`),
    index('inventory_lots_of_lot').on(t.lotId, t.entityId),
    index('inventory_lots_of_entity').on(t.entityId, t.lotId),
  ],
);
keep(inventoryLots, { rows: 'entity_id', kept: 'ledger' });

/**
 * What a location has of a variant, in all rooms and to sell. Low stock is judged by it: the ledger's statement updates
 * it, and its row lock orders the crossings of the threshold. A trigger opens it with the first row of stock.
 */
export const stockLevels = pgTable(
  'stock_levels',
  {
    /** For paging; the key is the variant at the location. */
    id: uuid('id').notNull().unique().default(sql`gen_random_uuid()`),
    entityId: uuid('entity_id').notNull(),
    locationId: uuid('location_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    /** Copies that the foreign keys keep true, as in `inventory_items`. */
    productId: uuid('product_id').notNull(),
    productName: text('product_name').notNull(),
    category: text('category', { enum: CATEGORY_NAMES }).notNull(),
    sku: text('sku').notNull(),
    /** Weight of a package in milligrams, the highest without one: orders the levels of a product. Triggers keep it. */
    packageMg: bigint('package_mg', { mode: 'number' }).notNull().default(sql`package_weight(NULL, NULL)`),
    /** Sums over all rooms (decision 190). */
    quantity: bigint('quantity', { mode: 'number' }).notNull().default(0),
    reservedQuantity: bigint('reserved_quantity', { mode: 'number' }).notNull().default(0),
    /** Units in the sellable rooms (vault and sales floor) that no order has reserved. */
    available: bigint('available', { mode: 'number' }).notNull().default(0),
    /** Of those, units of lots that are held, expired or failed: what can be sold is `available − blocked`. */
    blocked: bigint('blocked', { mode: 'number' }).notNull().default(0),
    /** How many binary digits what can be sold has: an index of it finds low levels, and few updates change it (decision 211). */
    band: smallint('band').generatedAlwaysAs(sql`stock_band(available - blocked)`),
    /** Units of all rooms at their average cost, in dollars. */
    worth: numeric('worth', { precision: 30, scale: 4, mode: 'number' }).notNull().default(0),
    /** What a unit costs, in dollars: it stays the same while units of one cost come and go. */
    averageCost: numeric('average_cost', { precision: 14, scale: 4, mode: 'number' }).generatedAlwaysAs(
      sql`coalesce(round(worth / nullif(quantity, 0), 4), 0)`,
    ),
    /** When the first of the batches on hand expires. Triggers on lots and batches keep it (decision 300). */
    expiresOn: date('expires_on'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.locationId, t.variantId] }),
    foreignKey({ columns: [t.entityId, t.locationId], foreignColumns: [locations.entityId, locations.id] }),
    foreignKey({
      columns: [t.productId, t.productName],
      foreignColumns: [products.id, products.name],
    }).onUpdate('cascade'),
    foreignKey({
      columns: [t.productId, t.category],
      foreignColumns: [products.id, products.category],
    }).onUpdate('cascade'),
    foreignKey({
      columns: [t.variantId, t.sku],
      foreignColumns: [productVariants.id, productVariants.sku],
    }).onUpdate('cascade'),
    check('stock_levels_stock', sql`0 <= ${t.reservedQuantity} and ${t.reservedQuantity} <= ${t.quantity}`),
    check('stock_levels_available', sql`${t.available} >= 0`),
    check('stock_levels_blocked', sql`${t.blocked} >= 0`),
    // Without the sums: most updates then leave every index alone.
    index('stock_levels_in_order').on(
      t.entityId,
      sql`${t.productName} collate names`,
      t.productId,
      t.packageMg,
      t.variantId,
      t.locationId,
      t.id,
    ),
    index('stock_levels_by_location').on(t.entityId, t.locationId, sql`${t.productName} collate names`, t.id),
    index('stock_levels_by_age').on(t.entityId, t.createdAt, t.id),
    index('stock_levels_by_sku').on(t.entityId, t.sku),
    index('stock_levels_by_category').on(t.entityId, t.category, sql`${t.productName} collate names`, t.id),
    index('stock_levels_by_band').on(t.entityId, t.band),
    index('stock_levels_by_cost').on(t.entityId, t.averageCost, t.id),
    index('stock_levels_by_expiration').on(t.entityId, t.expiresOn).where(sql`${t.expiresOn} is not null`),
    index('stock_levels_with_blocked')
      .on(t.entityId, sql`${t.productName} collate names`, t.id)
      .where(sql`${t.blocked} > 0`),
    index('stock_levels_of_product').on(t.productId, t.entityId),
    index('stock_levels_of_variant').on(t.variantId, t.entityId, t.band),
  ],
);
keep(stockLevels, { kept: 'derived' });

/** What a business charges for a variant in its own shops; the variant's price where it has none here. */
export const retailPrices = pgTable(
  'retail_prices',
  {
    entityId: reference('entity_id', () => entities.id),
    variantId: reference('variant_id', () => productVariants.id),
    priceCents: cents('price_cents').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.entityId, t.variantId] }),
    check('retail_prices_price', sql`${t.priceCents} between 0 and 999999999`),
  ],
);
keep(retailPrices, { rows: 'entity_id', kept: 'working' });

/** The ledger: one row per change of a balance, never changed afterwards (a trigger rejects it). */
export const inventoryMovements = pgTable(
  'inventory_movements',
  {
    id: id(),
    entityId: uuid('entity_id').notNull(),
    itemId: uuid('item_id').notNull(),
    reasonCode: text('reason_code', { enum: REASON_CODES }).notNull(),
    delta: integer('delta').notNull(),
    reservedDelta: integer('reserved_delta').notNull(),
    quantityAfter: integer('quantity_after').notNull(),
    reservedAfter: integer('reserved_after').notNull(),
    notes: personal(text('notes')),
    /** The member who did it; null when the platform itself did (an expiry, a scheduled sync). */
    ...actorColumns(),
    sourceType: text('source_type', { enum: SOURCE_TYPES }).notNull(),
    sourceId: uuid('source_id'),
    requestId: plain(text('request_id')).notNull(),
    /** The lot whose units moved; null for units of the remainder. */
    lotId: uuid('lot_id').references(() => lots.id),
    /** Whether the lot was named, or chosen by the order of allocation. */
    lotBasis: text('lot_basis', { enum: LOT_BASES }),
    /** Given while the item's row is locked, so that it orders an item's movements as they happened (decision 109). */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    createdAt: instant('created_at').notNull().default(sql`change_time()`),
  },
  (t) => [
    foreignKey({
      name: 'inventory_movements_item',
      columns: [t.entityId, t.itemId],
      foreignColumns: [inventoryItems.entityId, inventoryItems.id],
    }),
    check('inventory_movements_moves', sql`${t.delta} <> 0 or ${t.reservedDelta} <> 0`),
    check(
      'inventory_movements_lot',
      sql`${t.lotBasis} in ('stated', 'inferred') and ${t.lotId} is not null or num_nonnulls(${t.lotId}, ${t.lotBasis}) = 0`,
    ),
    index('inventory_movements_of_item').on(t.itemId, t.position.desc()),
    index('inventory_movements_at').on(t.itemId, t.createdAt.desc(), t.position.desc()),
    index('inventory_movements_of_lot').on(t.lotId, t.position).where(sql`${t.lotId} is not null`),
    // The table is in the order of positions: ranges of pages find a stretch, and a row costs no entry.
    index('inventory_movements_positions')
      .using('brin', t.position)
      .with({ pages_per_range: 32, autosummarize: true }),
    // What reports of sales read, without the table.
    index('inventory_movements_sold')
      .on(t.entityId, t.createdAt, t.itemId, t.delta)
      .where(sql`reason_code = 'SALE'`),
    index('inventory_movements_of_transfer').on(t.sourceId).where(sql`source_type = 'transfer'`),
  ],
);
keep(inventoryMovements, { rows: 'entity_id', kept: 'ledger', erase: 'ledger' });

/** A transfer inside a business (decision 42a); the ledger names it as the source of what it moved. */
export const inventoryTransfers = pgTable(
  'inventory_transfers',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    notes: personal(text('notes')),
    /** Where it took from and led to: a limited member sees it when one of them is theirs. */
    locationIds: uuid('location_ids').array().notNull(),
    actorId: uuid('actor_id').notNull(),
    actorName: personal(text('actor_name')).notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('inventory_transfers_newest').on(t.entityId, t.createdAt.desc(), t.id)],
);
keep(inventoryTransfers, { rows: 'entity_id', kept: 'ledger', erase: 'blank' });
