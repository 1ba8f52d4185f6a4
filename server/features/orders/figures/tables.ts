import { bigint, date, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { ORDER_STATUSES } from '../../../kernel/order-statuses';
import { cents, instant } from '../../../platform/db/columns';
import { keep } from '../../../platform/db/marks';
import { ORDER_SIDES } from '../shapes/flow.schema';

/**
 * Orders by business and side, day of their placing in its timezone, and status: what Home and counts add up instead of
 * reading the orders. A trigger writes each change to `order_changes`, so that orders never wait for one row; a job folds them
 * in here. Reads add both. A trigger counts the days again when the timezone changes.
 */
export const orderDays = pgTable(
  'order_days',
  {
    entityId: uuid('entity_id').notNull(),
    side: text('side', { enum: ORDER_SIDES }).notNull(),
    day: date('day').notNull(),
    status: text('status', { enum: ORDER_STATUSES }).notNull(),
    orders: bigint('orders', { mode: 'number' }).notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    cents: cents('cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.day, t.status, t.side] })],
);
keep(orderDays, { kept: 'derived' });

/** Changes of `order_days` that are not folded in yet, by quarter of an hour; negative where an order left a status. */
export const orderChanges = pgTable(
  'order_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    entityId: uuid('entity_id').notNull(),
    side: text('side', { enum: ORDER_SIDES }).notNull(),
    placedAt: instant('placed_at').notNull(),
    status: text('status', { enum: ORDER_STATUSES }).notNull(),
    orders: bigint('orders', { mode: 'number' }).notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    cents: cents('cents').notNull(),
  },
  (t) => [index('order_changes_of_entity').on(t.entityId)],
);
keep(orderChanges, { kept: 'derived' });

/**
 * What of a product a business bought or sold by day of placing, in its timezone; canceled orders don't count. Triggers
 * write each change of a line to `sales_changes`, and a job adds them here. Reads add both.
 */
export const productSales = pgTable(
  'product_sales',
  {
    entityId: uuid('entity_id').notNull(),
    side: text('side', { enum: ORDER_SIDES }).notNull(),
    day: date('day').notNull(),
    productId: uuid('product_id').notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    cents: cents('cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.day, t.productId, t.side] })],
);
keep(productSales, { kept: 'derived' });

/** Sums of `product_sales` since the first day of a window: the page of the longest one needn't add up half a million rows. */
export const productWindows = pgTable(
  'product_windows',
  {
    entityId: uuid('entity_id').notNull(),
    side: text('side', { enum: ORDER_SIDES }).notNull(),
    /** Length of the window, today included. */
    days: smallint('days').notNull(),
    productId: uuid('product_id').notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    cents: cents('cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entityId, t.days, t.productId, t.side] }),
    index('product_windows_of_side').on(t.entityId, t.days, t.side, t.cents.desc(), t.productId),
  ],
);
keep(productWindows, { kept: 'derived' });

/** The first day of each window, which a job moves on after midnight; reads take off the days until then. */
export const salesWindows = pgTable(
  'sales_windows',
  {
    entityId: uuid('entity_id').notNull(),
    days: smallint('days').notNull(),
    start: date('start').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.days] })],
);
keep(salesWindows, { kept: 'derived' });

/** Changes of `product_sales` that are not folded in yet: placed lines, and what edits and cancellations take back. */
export const salesChanges = pgTable(
  'sales_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    entityId: uuid('entity_id').notNull(),
    side: text('side', { enum: ORDER_SIDES }).notNull(),
    /** Of the order. */
    placedAt: instant('placed_at').notNull(),
    productId: uuid('product_id').notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    cents: cents('cents').notNull(),
    variantId: uuid('variant_id').notNull(),
    /** For `purchases`: 1 or -1 for the buyer, 0 for the seller. */
    lines: bigint('lines', { mode: 'number' }).notNull(),
  },
  (t) => [index('sales_changes_of_entity').on(t.entityId)],
);
keep(salesChanges, { kept: 'derived' });

/** How many lines of a variant a retailer has ordered, canceled orders aside. Folded in from the same changes. */
export const purchases = pgTable(
  'purchases',
  {
    entityId: uuid('entity_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    lines: bigint('lines', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.variantId] })],
);
keep(purchases, { kept: 'derived' });
