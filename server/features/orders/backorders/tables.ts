import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, isOneOf, reference, updatedAt } from '../../../platform/db/columns';
import { keep, plain } from '../../../platform/db/marks';
import { entities } from '../../entities/tables';
import type { LadderStep } from '../../pricing/ladder';
import { products, productVariants } from '../../products/tables';
import { orders } from '../tables';
import { BACKORDER_STATUSES } from './schema';

/** Units that a buyer wants and the seller didn't have; they reserve nothing until they are filled. */
export const backorders = pgTable(
  'backorders',
  {
    id: id(),
    sellerId: reference('seller_id', () => entities.id),
    buyerId: reference('buyer_id', () => entities.id),
    productId: reference('product_id', () => products.id),
    variantId: reference('variant_id', () => productVariants.id),
    /** Names and prices are frozen as on a line of an order. */
    productName: plain(text('product_name')).notNull(),
    sku: plain(text('sku')).notNull(),
    /** The order that fell short; null without one. */
    orderId: uuid('order_id').references(() => orders.id),
    /** Where the buyer wants the units; the order that fills it falls back to its first location. */
    receivingLocationId: uuid('receiving_location_id').notNull(),
    quantity: integer('quantity').notNull(),
    filled: integer('filled').notNull().default(0),
    ladder: plain(jsonb('ladder')).$type<LadderStep[]>().notNull(),
    /** The amount asked for in all, whose break sets the price, where that is more than the quantity. */
    breakSteps: integer('break_steps'),
    status: text('status', { enum: BACKORDER_STATUSES }).notNull().default('open'),
    /** Its last day, in the seller's timezone. */
    expiresOn: date('expires_on').notNull(),
    /** When its seller expects its goods; null where it doesn't say. */
    expectedOn: date('expected_on'),
    /** When its seller was notified of stock for it; null while it waits. */
    readyAt: instant('ready_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('backorders_status', isOneOf(t.status, BACKORDER_STATUSES)),
    check('backorders_quantity', sql`${t.quantity} between 1 and 1000000`),
    check('backorders_filled', sql`${t.filled} between 0 and ${t.quantity}`),
    check('backorders_done', sql`(${t.status} = 'filled') = (${t.filled} = ${t.quantity})`),
    check('backorders_two_parties', sql`${t.sellerId} <> ${t.buyerId}`),
    index('backorders_of_seller').on(t.sellerId, t.createdAt, t.id),
    index('backorders_of_buyer').on(t.buyerId, t.createdAt, t.id),
    index('backorders_of_seller_by_status').on(t.sellerId, t.status, t.createdAt, t.id),
    index('backorders_of_buyer_by_status').on(t.buyerId, t.status, t.createdAt, t.id),
    index('backorders_of_seller_by_change').on(t.sellerId, t.updatedAt, t.id),
    index('backorders_of_buyer_by_change').on(t.buyerId, t.updatedAt, t.id),
    index('backorders_open_of_pair').on(t.sellerId, t.buyerId).where(sql`${t.status} = 'open'`),
    index('backorders_of_pair').on(t.sellerId, t.buyerId, t.createdAt, t.id),
    index('backorders_of_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    index('backorders_waiting').on(t.id).where(sql`${t.status} = 'open' and ${t.readyAt} is null`),
    index('backorders_by_end').on(t.expiresOn, t.id).where(sql`${t.status} = 'open'`),
  ],
);
keep(backorders, { rows: 'seller_id|buyer_id', kept: 'orders' });

/** The orders that filled a backorder. */
export const backorderFills = pgTable(
  'backorder_fills',
  {
    backorderId: reference('backorder_id', () => backorders.id),
    orderId: reference('order_id', () => orders.id),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.backorderId, t.orderId] }),
    check('backorder_fills_quantity', sql`${t.quantity} > 0`),
    index('backorder_fills_of_order').on(t.orderId),
  ],
);
keep(backorderFills, { rows: 'backorder_id>backorders', kept: 'orders' });
