import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, isOneOf, reference, updatedAt } from '../../../platform/db/columns';
import { keep, personal, plain, withheld } from '../../../platform/db/marks';
import { entities, locations } from '../../entities/tables';
import { ROOM_TYPES } from '../../inventory/schema';
import { inventoryItems } from '../../inventory/tables';
import { lots } from '../../lots/tables';
import { receipts } from '../parts/tables';
import { RECEIPT_REASONS } from '../shapes/receipts.schema';
import { orderItems, orders } from '../tables';
import { RETURN_CONDITIONS } from './schema';

/** The units of one lot of a line, or of its units without a lot. */
export const receiptLines = pgTable(
  'receipt_lines',
  {
    id: id(),
    receiptId: reference('receipt_id', () => receipts.id),
    orderItemId: reference('order_item_id', () => orderItems.id),
    lotId: uuid('lot_id').references(() => lots.id),
    accepted: integer('accepted').notNull(),
    rejected: integer('rejected').notNull(),
    damaged: integer('damaged').notNull(),
    /** Units that never arrived: on no return, and in no stock. */
    short: integer('short').notNull().default(0),
    reasonCode: text('reason_code', { enum: RECEIPT_REASONS }),
    /** The row that took the accepted units. */
    inventoryItemId: withheld(uuid('inventory_item_id')).references(() => inventoryItems.id),
  },
  (t) => [
    unique('receipt_lines_once').on(t.receiptId, t.orderItemId, t.lotId).nullsNotDistinct(),
    check(
      'receipt_lines_units',
      sql`${t.accepted} >= 0 and ${t.rejected} >= 0 and ${t.damaged} >= 0 and ${t.short} >= 0`,
    ),
    check(
      'receipt_lines_reason',
      sql`${t.reasonCode} is not null or ${t.rejected} + ${t.damaged} + ${t.short} = 0`,
    ),
    index('receipt_lines_of_line').on(t.orderItemId),
  ],
);
keep(receiptLines, { rows: 'receipt_id>receipts', kept: 'orders' });

/** Units that arrived and weren't accepted, on their way back; the seller books them with its own count. */
export const returns = pgTable(
  'returns',
  {
    id: id(),
    orderId: reference('order_id', () => orders.id),
    receiptId: reference('receipt_id', () => receipts.id),
    /** The seller. */
    entityId: reference('entity_id', () => entities.id),
    /** Where the seller booked it; null until then. */
    locationId: uuid('location_id'),
    notes: plain(text('notes')),
    actorId: uuid('actor_id'),
    actorName: personal(text('actor_name')),
    receivedAt: instant('received_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    foreignKey({ columns: [t.entityId, t.locationId], foreignColumns: [locations.entityId, locations.id] }),
    check('returns_received', sql`num_nulls(${t.receivedAt}, ${t.locationId}) in (0, 2)`),
    index('returns_of_receipt').on(t.receiptId),
    index('returns_of_order').on(t.orderId),
    index('returns_by_change').on(t.updatedAt, t.entityId),
    index('returns_of_entity').on(t.entityId, t.createdAt.desc(), t.id),
  ],
);
keep(returns, { rows: 'entity_id|order_id>orders', kept: 'orders', erase: 'blank', erased: 'entity_id' });

export const returnLines = pgTable(
  'return_lines',
  {
    id: id(),
    returnId: reference('return_id', () => returns.id),
    orderItemId: reference('order_item_id', () => orderItems.id),
    lotId: uuid('lot_id').references(() => lots.id),
    quantity: integer('quantity').notNull(),
    /** By the seller's count; null until the return is booked. */
    received: integer('received'),
    /** As the seller found them; null where it said nothing. */
    condition: text('condition', { enum: RETURN_CONDITIONS }),
    /** The room that took them; null for quarantine. */
    roomType: text('room_type', { enum: ROOM_TYPES }),
  },
  (t) => [
    unique('return_lines_once').on(t.returnId, t.orderItemId, t.lotId).nullsNotDistinct(),
    check('return_lines_units', sql`${t.quantity} > 0 and ${t.received} >= 0`),
    check('return_lines_condition', isOneOf(t.condition, RETURN_CONDITIONS)),
    check('return_lines_room', isOneOf(t.roomType, ROOM_TYPES)),
    check(
      'return_lines_sellable',
      sql`coalesce(${t.roomType}, 'quarantine') = 'quarantine' or ${t.condition} is not distinct from 'sellable'`,
    ),
  ],
);
keep(returnLines, { rows: 'return_id>returns', kept: 'orders' });
