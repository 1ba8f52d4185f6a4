import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { ORDER_STATUSES } from '../../kernel/order-statuses';
import { STEP_UNITS } from '../../kernel/weights';
import { cents, createdAt, id, instant, isOneOf, reference, updatedAt } from '../../platform/db/columns';
import { keep, personal, plain, withheld } from '../../platform/db/marks';
import { entities, locations } from '../entities/tables';
import { inventoryItems } from '../inventory/tables';
import { lots } from '../lots/tables';
import type { Adjustment, TaxRule } from '../pricing/document';
import { type LadderStep, PRICE_SOURCES } from '../pricing/ladder';
import type { StoredTaxLine } from '../pricing/tax-lines';
import { CATEGORY_NAMES } from '../products/categories';
import { products, productVariants } from '../products/tables';
import { recalls } from '../recalls/tables';
import type { ShippedDriver, ShippedVehicle } from './fleet/schema';
import { drivers, vehicles } from './fleet/tables';
import { endingOf, openOrders, rankOf } from './shapes/flow.sql';

export const orders = pgTable(
  'orders',
  {
    id: id(),
    orderNumber: plain(text('order_number')).notNull().unique('orders_number'),
    status: text('status', { enum: ORDER_STATUSES }).notNull().default('pending'),
    wholesalerId: reference('wholesaler_id', () => entities.id),
    retailerId: reference('retailer_id', () => entities.id),
    receivingLocationId: uuid('receiving_location_id').notNull(),
    /** Entered by the seller for its buyer. */
    bySeller: boolean('by_seller').notNull().default(false),
    /** False from the delivery to a buyer on that isn't on board: no unit of it is ever booked there. */
    buyerStock: withheld(boolean('buyer_stock')).notNull().default(true),
    /** Sum of the quantities of its lines. */
    units: bigint('units', { mode: 'number' }).notNull().default(0),
    subtotalCents: cents('subtotal_cents').notNull(),
    taxRateBps: integer('tax_rate_bps').notNull(),
    discountCents: cents('discount_cents').notNull().default(0),
    freightCents: cents('freight_cents').notNull().default(0),
    taxCents: cents('tax_cents').notNull(),
    totalCents: cents('total_cents').notNull(),
    /** What the seller takes off or adds (decision 600); null for nothing. */
    adjustments: plain(jsonb('adjustments')).$type<Array<Adjustment & { label: string }>>(),
    /** Taxes of the seller that apply to the buyer and its premises, as when it was placed; null for the one rate. */
    taxRules: plain(jsonb('tax_rules')).$type<TaxRule[]>(),
    /** What these come to; null for the one rate. */
    taxLines: plain(jsonb('tax_lines')).$type<StoredTaxLine[]>(),
    deliveryDate: date('delivery_date'),
    deliveryWindow: plain(text('delivery_window')),
    notes: plain(text('notes')),
    /** Of the retailer's purchase order. */
    poNumber: plain(text('po_number')),
    /** Who drives it, and with what; the seller's own. */
    driverId: withheld(uuid('driver_id')),
    vehicleId: withheld(uuid('vehicle_id')),
    /** The same as they were when it shipped: a manifest doesn't change with the fleet (decision 201). */
    driver: personal(jsonb('driver')).$type<z.infer<typeof ShippedDriver>>(),
    vehicle: personal(jsonb('vehicle')).$type<z.infer<typeof ShippedVehicle>>(),
    departedAt: instant('departed_at'),
    estimatedArrival: instant('estimated_arrival'),
    plannedRoute: personal(text('planned_route')),
    /** The recall that took reservations from the order. */
    recallId: uuid('recall_id').references(() => recalls.id),
    /** Until when its buyer, which it was merged into, may dispute it, and since when it does (decision 901). */
    disputableUntil: instant('disputable_until'),
    disputedAt: instant('disputed_at'),
    /** Who looked after the buyer for the seller when it was placed. */
    representativeId: withheld(uuid('representative_id')),
    createdBy: withheld(uuid('created_by')).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('orders_status', isOneOf(t.status, ORDER_STATUSES)),
    check(
      'orders_money',
      sql`${t.subtotalCents} >= 0 and ${t.taxCents} >= 0 and ${t.discountCents} between 0 and ${t.subtotalCents} and ${t.freightCents} >= 0
        and ${t.totalCents} = ${t.subtotalCents} - ${t.discountCents} + ${t.freightCents} + ${t.taxCents} and ${t.totalCents} <= 999999999999`,
    ),
    check('orders_two_parties', sql`${t.wholesalerId} <> ${t.retailerId}`),
    foreignKey({
      name: 'orders_receiving_location',
      columns: [t.retailerId, t.receivingLocationId],
      foreignColumns: [locations.entityId, locations.id],
    }),
    foreignKey({
      columns: [t.wholesalerId, t.driverId],
      foreignColumns: [drivers.entityId, drivers.id],
    }),
    foreignKey({
      columns: [t.wholesalerId, t.vehicleId],
      foreignColumns: [vehicles.entityId, vehicles.id],
    }),
    // A step of an order adds an entry to nearly each of these, so sorts of buyers, whose orders are fewer, have none of their own (decision 800).
    index('orders_sold').on(t.wholesalerId, t.createdAt.desc(), t.id, t.status),
    index('orders_bought').on(
      t.retailerId,
      t.createdAt.desc(),
      t.id,
      t.wholesalerId,
      t.status,
      t.deliveryDate,
      t.totalCents,
    ),
    index('orders_of_wholesaler_by_party').on(t.wholesalerId, t.retailerId, t.createdAt.desc(), t.id),
    index('orders_by_change').on(t.updatedAt, t.wholesalerId, t.retailerId, t.id),
    index('orders_of_wholesaler_by_total').on(t.wholesalerId, t.totalCents, t.id),
    index('orders_of_wholesaler_by_delivery').on(t.wholesalerId, t.deliveryDate, t.id),
    index('orders_of_wholesaler_by_latest_delivery').on(t.wholesalerId, t.deliveryDate.desc(), t.id),
    index('orders_sold_by_rank').on(t.wholesalerId, rankOf(t.status), t.id, t.createdAt, t.status),
    index('orders_ending').on(endingOf(t.orderNumber)),
    index('orders_words').using(
      'gin',
      sql`search_key(${t.orderNumber}) gin_trgm_ops`,
      sql`search_key(${t.poNumber}) gin_trgm_ops`,
    ),
    // Whole numbers of a buyer, in the words of each side's search (decision 949).
    index('orders_sold_by_po_number')
      .on(t.wholesalerId, sql`search_key(${t.poNumber})`)
      .where(sql`${t.poNumber} is not null`),
    index('orders_bought_by_po_number')
      .on(t.retailerId, sql`search_key(${t.poNumber})`)
      .where(sql`${t.poNumber} is not null`),
    // Most orders are over. It has all that is added up of a pair's orders (decision 650).
    index('orders_open')
      .on(t.retailerId, t.wholesalerId, t.status, t.totalCents, t.id)
      .where(openOrders(t.status)),
  ],
);
keep(orders, { rows: 'wholesaler_id|retailer_id', kept: 'orders', erase: 'blank', erased: 'wholesaler_id' });

export const orderItems = pgTable(
  'order_items',
  {
    id: id(),
    orderId: reference('order_id', () => orders.id),
    /** The order's, so that what a retailer bought of a variant is one index away. */
    retailerId: uuid('retailer_id').notNull(),
    productId: reference('product_id', () => products.id),
    variantId: reference('variant_id', () => productVariants.id),
    /** Names and prices are frozen when the line is added (decision 6). */
    productName: plain(text('product_name')).notNull(),
    sku: plain(text('sku')).notNull(),
    quantity: integer('quantity').notNull(),
    /** What was asked for, where that is more than the quantity; else null. */
    requestedQuantity: integer('requested_quantity'),
    /** What had been ordered before the seller packed another amount; null until then (decision 630). */
    packedFrom: integer('packed_from'),
    /** 0 until the order ships. */
    shippedQuantity: integer('shipped_quantity').notNull().default(0),
    /** 0 until the order is delivered. */
    receivedQuantity: integer('received_quantity').notNull().default(0),
    unitPriceCents: cents('unit_price_cents').notNull(),
    /** The prices by which a new quantity is priced (decision 600); null for this price at any quantity. */
    priceLadder: plain(jsonb('price_ladder')).$type<LadderStep[]>(),
    priceSource: text('price_source', { enum: PRICE_SOURCES }).notNull().default('wholesale'),
    /** The amount asked for, where the price is that of its break until the line is edited (decision 521). */
    breakSteps: integer('break_steps'),
    discountBps: integer('discount_bps').notNull().default(0),
    sample: boolean('sample').notNull().default(false),
    totalCents: cents('total_cents').notNull(),
    /** The part of the order's discounts that falls on the line. */
    discountShareCents: cents('discount_share_cents').notNull().default(0),
    /** Of goods by weight, as on their variant: the unit of the price, and the step that a quantity counts. */
    unit: text('unit', { enum: STEP_UNITS }),
    step: integer('step'),
    /** What taxes go by, kept with the order's rules: the category, and what one step weighs in ten-thousandths of a unit. */
    taxCategory: text('tax_category', { enum: CATEGORY_NAMES }),
    taxWeight: bigint('tax_weight', { mode: 'number' }),
    taxWeightUnit: text('tax_weight_unit', { enum: STEP_UNITS }),
    /** Average cost of a unit of what was shipped, in dollars; null until then (decision 780). The seller's own. */
    unitCost: withheld(numeric('unit_cost', { precision: 14, scale: 4, mode: 'number' })),
    position: integer('position').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('order_items_variant').on(t.orderId, t.variantId, t.sample),
    check('order_items_quantity', sql`${t.quantity} between 1 and 1000000`),
    check('order_items_requested', sql`${t.requestedQuantity} > ${t.quantity}`),
    check(
      'order_items_delivered',
      sql`0 <= ${t.receivedQuantity} and ${t.receivedQuantity} <= ${t.shippedQuantity} and ${t.shippedQuantity} <= ${t.quantity}`,
    ),
    check(
      'order_items_total',
      sql`${t.totalCents} <= 999999999999 and ${t.totalCents} = case
        when ${t.step} is null and ${t.discountBps} = 0 then ${t.quantity} * ${t.unitPriceCents}
        else floor(${t.quantity}::numeric * coalesce(${t.step}, 10000) * ${t.unitPriceCents} * (10000 - ${t.discountBps})
          / 100000000 + 0.5) end`,
    ),
    check('order_items_source', isOneOf(t.priceSource, PRICE_SOURCES)),
    check('order_items_discount', sql`${t.discountBps} between 0 and 10000`),
    check('order_items_share', sql`${t.discountShareCents} between 0 and ${t.totalCents}`),
    check(
      'order_items_sample',
      sql`${t.sample} = (${t.priceSource} = 'sample') and not (${t.sample} and ${t.unitPriceCents} > 0)`,
    ),
    index('order_items_of_product').on(t.productId, t.orderId),
    index('order_items_bought').on(t.retailerId, t.variantId, t.createdAt),
  ],
);
keep(orderItems, { rows: 'order_id>orders', kept: 'orders' });

/**
 * Which of the seller's stock a line has: reserved until the order ships, kept afterwards as what was shipped, gone once
 * released. A line may be split over rows and lots.
 */
export const orderAllocations = pgTable(
  'order_allocations',
  {
    orderId: reference('order_id', () => orders.id),
    orderItemId: reference('order_item_id', () => orderItems.id),
    inventoryItemId: reference('inventory_item_id', () => inventoryItems.id),
    /** Null for units of the remainder. */
    lotId: uuid('lot_id').references(() => lots.id),
    quantity: integer('quantity').notNull(),
    shippedAt: instant('shipped_at'),
  },
  (t) => [
    unique('order_allocations_once').on(t.orderItemId, t.inventoryItemId, t.lotId).nullsNotDistinct(),
    check('order_allocations_quantity', sql`${t.quantity} > 0`),
    index('order_allocations_of_order').on(t.orderId),
    index('order_allocations_of_stock').on(t.inventoryItemId).where(sql`${t.shippedAt} is null`),
    index('order_allocations_of_lot').on(t.lotId).where(sql`${t.lotId} is not null`),
    index('order_allocations_with_lot').on(t.orderItemId).where(sql`${t.lotId} is not null`),
  ],
);
keep(orderAllocations, { rows: 'inventory_item_id>inventory_items', kept: 'orders' });
