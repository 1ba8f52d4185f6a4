import { sql } from 'drizzle-orm';
import { boolean, check, date, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { WeightUnit } from '../../../kernel/weights';
import {
  actorColumns,
  cents,
  createdAt,
  id,
  instant,
  isOneOf,
  reference,
  updatedAt,
} from '../../../platform/db/columns';
import { keep, plain, withheld } from '../../../platform/db/marks';
import { entities } from '../../entities/tables';
import type { PriceBreak, PriceSource } from '../../pricing/ladder';
import { SHORTAGES } from '../schema';
import { orders } from '../tables';
import { DRAFT_STATUSES, OPEN_DRAFTS } from './machine';

/** A line of a draft, as it is published. Its prices are those when it was saved, and bind once it is sent; older ones have the wholesale price alone. */
export interface DraftLine {
  product_id: string;
  variant_id: string;
  product_name: string;
  variant_name?: string | null;
  sku: string;
  quantity: number;
  amount?: number;
  unit?: WeightUnit | null;
  step?: number | null;
  unit_price: number;
  price_source?: PriceSource;
  price_ladder?: PriceBreak[];
  discount_bps?: number;
  sample?: boolean;
  total: number;
}

/** An order that isn't placed yet: its author's own, or a quote that a seller sent. It reserves nothing. */
export const drafts = pgTable(
  'drafts',
  {
    id: id(),
    status: text('status', { enum: DRAFT_STATUSES }).notNull().default('draft'),
    sellerId: reference('seller_id', () => entities.id),
    buyerId: reference('buyer_id', () => entities.id),
    /** Whether its author is the seller. */
    bySeller: boolean('by_seller').notNull(),
    lines: plain(jsonb('lines')).$type<DraftLine[]>().notNull(),
    subtotalCents: cents('subtotal_cents').notNull(),
    deliveryDate: date('delivery_date'),
    deliveryWindow: plain(text('delivery_window')),
    notes: plain(text('notes')),
    poNumber: plain(text('po_number')),
    receivingLocationId: uuid('receiving_location_id'),
    shortage: text('shortage', { enum: SHORTAGES }).notNull().default('reject'),
    /** Of the seller's: whether its order is accepted at once. */
    accept: boolean('accept').notNull().default(true),
    /** In the seller's calendar. */
    validUntil: date('valid_until'),
    /** The end of that day, once it is sent. */
    expiresAt: instant('expires_at'),
    sentAt: instant('sent_at'),
    /** Of the one link that shows the quote to who has it; null without one. */
    linkHash: withheld(text('link_hash')),
    orderId: uuid('order_id')
      .references(() => orders.id)
      .unique('drafts_order'),
    ...actorColumns(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('drafts_link').on(t.linkHash).where(sql`${t.linkHash} is not null`),
    check('drafts_status', isOneOf(t.status, DRAFT_STATUSES)),
    check('drafts_shortage', isOneOf(t.shortage, SHORTAGES)),
    check('drafts_ordered', sql`(${t.orderId} is not null) = (${t.status} in ('ordered', 'accepted'))`),
    check('drafts_sent', sql`(${t.expiresAt} is null) = (${t.status} in ('draft', 'ordered'))`),
    check('drafts_lines', sql`jsonb_array_length(${t.lines}) between 1 and 200`),
    check('drafts_subtotal', sql`${t.subtotalCents} between 0 and 999999999999`),
    index('drafts_of_seller').on(t.sellerId, t.createdAt.desc().nullsLast(), t.id),
    index('drafts_of_buyer').on(t.buyerId, t.createdAt.desc().nullsLast(), t.id),
    index('drafts_of_seller_by_change').on(t.sellerId, t.updatedAt, t.id),
    index('drafts_of_buyer_by_change').on(t.buyerId, t.updatedAt, t.id),
    index('drafts_open')
      .on(sql`(case when ${t.bySeller} then ${t.sellerId} else ${t.buyerId} end)`)
      .where(isOneOf(t.status, OPEN_DRAFTS)),
    index('drafts_of_seller_by_po_number')
      .on(t.sellerId, sql`search_key(${t.poNumber})`)
      .where(sql`${t.poNumber} is not null`),
    index('drafts_of_buyer_by_po_number')
      .on(t.buyerId, sql`search_key(${t.poNumber})`)
      .where(sql`${t.poNumber} is not null`),
    index('drafts_due').on(t.expiresAt).where(sql`${t.status} = 'sent'`),
  ],
);
keep(drafts, { rows: 'seller_id|buyer_id', kept: 'orders', erase: 'blank' });
