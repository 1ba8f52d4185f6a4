import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { STEP_UNITS } from '../../../kernel/weights';
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
import { accountOf, pairColumns } from '../columns';
import { creditNotes } from '../credits/tables';
import { invoices } from '../invoices/tables';
import { DISPUTE_REASONS, DISPUTE_STATUSES } from './schema';

/** What a buyer finds wrong with an invoice. It moves no money: a credit note does (decision 465). */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    ...pairColumns(),
    invoiceId: uuid('invoice_id').notNull(),
    status: text('status', { enum: DISPUTE_STATUSES }).notNull().default('open'),
    reason: text('reason', { enum: DISPUTE_REASONS }).notNull(),
    note: personal(text('note')),
    declineNote: personal(text('decline_note')),
    /** What closed it. */
    creditNoteId: uuid('credit_note_id').references(() => creditNotes.id),
    ...actorColumns(),
    closedAt: instant('closed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    accountOf('disputes_account', t),
    foreignKey({
      name: 'disputes_invoice',
      columns: [t.sellerId, t.buyerId, t.invoiceId],
      foreignColumns: [invoices.sellerId, invoices.buyerId, invoices.id],
    }).onUpdate('cascade'),
    check('disputes_status', isOneOf(t.status, DISPUTE_STATUSES)),
    check('disputes_reason', isOneOf(t.reason, DISPUTE_REASONS)),
    check('disputes_credited', sql`(${t.status} = 'credited') = (${t.creditNoteId} is not null)`),
    check('disputes_closed', sql`(${t.status} = 'open') = (${t.closedAt} is null)`),
    index('disputes_of_seller').on(t.sellerId, t.createdAt.desc(), t.id),
    index('disputes_of_buyer').on(t.buyerId, t.createdAt.desc(), t.id),
    index('disputes_by_change').on(t.sellerId, t.updatedAt),
    index('disputes_by_change_of_buyer').on(t.buyerId, t.updatedAt),
    index('disputes_of_invoice').on(t.invoiceId, t.createdAt),
    index('disputes_open').on(t.sellerId, t.buyerId).where(sql`${t.status} = 'open'`),
    uniqueIndex('disputes_credit').on(t.creditNoteId).where(sql`${t.creditNoteId} is not null`),
  ],
);
keep(disputes, {
  rows: 'seller_id|buyer_id',
  kept: 'orders',
  erase: 'blank',
  erased: 'seller_id|buyer_id',
});

/** A line that is wrong, as it was invoiced and as its buyer would have it. */
export const disputeLines = pgTable(
  'dispute_lines',
  {
    disputeId: reference('dispute_id', () => disputes.id),
    itemId: uuid('item_id').notNull(),
    productName: plain(text('product_name')).notNull(),
    sku: plain(text('sku')).notNull(),
    unit: text('unit', { enum: STEP_UNITS }),
    /** In ten-thousandths of the unit; null for goods sold each. */
    step: integer('step'),
    invoicedQuantity: integer('invoiced_quantity').notNull(),
    invoicedPriceCents: cents('invoiced_price_cents').notNull(),
    /** Steps to pay; null where they are not in question. */
    quantity: integer('quantity'),
    unitPriceCents: cents('unit_price_cents'),
  },
  (t) => [
    primaryKey({ columns: [t.disputeId, t.itemId] }),
    check('dispute_lines_quantity', sql`${t.quantity} between 0 and ${t.invoicedQuantity}`),
    check('dispute_lines_price', sql`${t.unitPriceCents} between 0 and ${t.invoicedPriceCents}`),
    index('dispute_lines_of_item').on(t.itemId),
  ],
);
keep(disputeLines, { rows: 'dispute_id>disputes', kept: 'orders' });
