import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ORDER_STATUSES } from '../../../kernel/order-statuses';
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
import { keep, personal, plain } from '../../../platform/db/marks';
import { entities } from '../../entities/tables';
import { RECORDERS } from '../shapes/receipts.schema';
import { ORDER_ACTIONS } from '../shapes/timeline.schema';
import { orders } from '../tables';

/** What the seller notes of an order: apart from it, since both parties read all of an order. */
export const sellerNotes = pgTable('order_seller_notes', {
  orderId: uuid('order_id')
    .primaryKey()
    .references(() => orders.id),
  notes: personal(text('notes')).notNull(),
});
keep(sellerNotes, { rows: 'order_id>orders.wholesaler_id', kept: 'orders', erase: 'delete' });

/** The order's timeline: its creation, each move along the flow and each edit of its lines. */
export const orderHistory = pgTable(
  'order_history',
  {
    id: id(),
    orderId: reference('order_id', () => orders.id),
    action: text('action', { enum: ORDER_ACTIONS }).notNull(),
    fromStatus: text('from_status', { enum: ORDER_STATUSES }),
    toStatus: text('to_status', { enum: ORDER_STATUSES }).notNull(),
    summary: plain(text('summary')),
    notes: plain(text('notes')),
    /** Fields that an edit changed. */
    before: plain(jsonb('before')).$type<Record<string, string | null>>(),
    after: plain(jsonb('after')).$type<Record<string, string | null>>(),
    ...actorColumns(),
    actorEntityId: uuid('actor_entity_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('order_history_of_order').on(t.orderId, t.id)],
);
keep(orderHistory, { rows: 'order_id>orders', kept: 'orders', erase: 'blank', erased: 'actor_entity_id' });

/** What the retailer accepted of a shipped order. */
export const receipts = pgTable(
  'receipts',
  {
    id: id(),
    orderId: reference('order_id', () => orders.id).unique('receipts_of_order'),
    /** The retailer. */
    entityId: reference('entity_id', () => entities.id),
    /** The seller; a copy, by which its receipts are listed. */
    wholesalerId: uuid('wholesaler_id'),
    notes: plain(text('notes')),
    /** The party that filed it: a seller's driver may. */
    recordedBy: text('recorded_by', { enum: RECORDERS }).notNull().default('buyer'),
    signedBy: personal(text('signed_by')),
    /** The party that corrected it last; once the buyer has, its figures hold. */
    correctedBy: text('corrected_by', { enum: RECORDERS }),
    /** What was shipped less what was accepted, tax included. */
    creditCents: cents('credit_cents').notNull(),
    actorId: uuid('actor_id').notNull(),
    actorName: personal(text('actor_name')).notNull(),
    correctedAt: instant('corrected_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('receipts_recorded_by', isOneOf(t.recordedBy, RECORDERS)),
    check('receipts_corrected_by', isOneOf(t.correctedBy, RECORDERS)),
    check('receipts_credit', sql`${t.creditCents} between 0 and 999999999999`),
    index('receipts_of_entity').on(t.entityId, t.createdAt.desc(), t.id),
    index('receipts_of_wholesaler').on(t.wholesalerId, t.createdAt.desc(), t.id),
    index('receipts_of_entity_by_change').on(t.entityId, t.updatedAt, t.id),
    index('receipts_of_wholesaler_by_change').on(t.wholesalerId, t.updatedAt, t.id),
  ],
);
keep(receipts, { rows: 'entity_id|wholesaler_id', kept: 'orders', erase: 'blank', erased: 'entity_id' });
