import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, reference, updatedAt } from '../../platform/db/columns';
import { keep, personal, plain } from '../../platform/db/marks';
import { entities } from '../entities/tables';
import { batches } from '../lots/tables';

/** A recall of a batch by the product's owner; one at a time is open. */
export const recalls = pgTable(
  'recalls',
  {
    id: id(),
    batchId: reference('batch_id', () => batches.id),
    /** The product's owner. */
    entityId: reference('entity_id', () => entities.id),
    class: text('class', { enum: ['I', 'II', 'III'] }).notNull(),
    reason: plain(text('reason')).notNull(),
    instructions: plain(text('instructions')).notNull(),
    includeDerived: boolean('include_derived').notNull().default(false),
    /** When responses are due; nothing but what people see goes by it. */
    respondBy: instant('respond_by'),
    actorId: uuid('actor_id').notNull(),
    actorName: personal(text('actor_name')).notNull(),
    closedAt: instant('closed_at'),
    /** Null when it closed because every holder had responded. */
    closeReason: plain(text('close_reason')),
    createdAt: createdAt(),
    /** Also updated when a holder responds and when a batch made from it is added. */
    updatedAt: updatedAt(),
  },
  (t) => [
    check('recalls_class', sql`${t.class} in ('I', 'II', 'III')`),
    uniqueIndex('recalls_open').on(t.batchId).where(sql`${t.closedAt} is null`),
    index('recalls_of_batch').on(t.batchId, t.createdAt.desc()),
    index('recalls_of_entity').on(t.entityId, t.createdAt.desc(), t.id),
  ],
);
keep(recalls, { rows: 'entity_id', kept: 'recalls', erase: 'blank' });

/** A batch made from a recalled one. Those of the recaller's products are held once it confirms; others' are counted alone. */
export const recallBatches = pgTable(
  'recall_batches',
  {
    recallId: reference('recall_id', () => recalls.id),
    batchId: reference('batch_id', () => batches.id),
    /** The owner of its product. */
    entityId: reference('entity_id', () => entities.id),
    confirmedAt: instant('confirmed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.recallId, t.batchId] }),
    index('recall_batches_of_entity').on(t.entityId, t.recallId),
    index('recall_batches_of_batch').on(t.batchId, t.recallId),
  ],
);
keep(recallBatches, { rows: 'entity_id', kept: 'recalls' });

/** Every present and past holder of a recalled batch, and who has units without a lot; what each said once it responded. */
export const recallResponses = pgTable(
  'recall_responses',
  {
    recallId: uuid('recall_id').notNull(),
    entityId: reference('entity_id', () => entities.id),
    /** What it held when the recall opened. */
    held: integer('held').notNull(),
    quarantined: integer('quarantined'),
    destroyed: integer('destroyed'),
    returned: integer('returned'),
    alreadySold: integer('already_sold'),
    /** Whether it had the variant only in units without a lot: it checks them by hand, and closing doesn't wait for it. */
    unassigned: boolean('unassigned').notNull().default(false),
    /** Units of the batch that it found among those without a lot; null until it has checked. */
    found: integer('found'),
    /** Units that its ledger calls lost and its response sold. */
    explained: integer('explained').notNull().default(0),
    /** The reseller that shipped it the units, where the owner didn't: the owner sees it within that reseller's row alone. */
    supplierId: uuid('supplier_id').references(() => entities.id),
    /** Where its units were when the recall closed. */
    closing: plain(jsonb('closing')),
    notes: personal(text('notes')),
    actorId: uuid('actor_id'),
    actorName: personal(text('actor_name')),
    respondedAt: instant('responded_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.recallId, t.entityId] }),
    foreignKey({ columns: [t.recallId], foreignColumns: [recalls.id] }),
    check(
      'recall_responses_units',
      sql`${t.held} >= 0 and ${t.quarantined} >= 0 and ${t.destroyed} >= 0 and ${t.returned} >= 0 and ${t.alreadySold} >= 0
        and ${t.found} >= 0 and ${t.explained} >= 0`,
    ),
    check(
      'recall_responses_complete',
      sql`num_nulls(${t.quarantined}, ${t.destroyed}, ${t.returned}, ${t.alreadySold}) in (0, 4)
        and (${t.respondedAt} is not null) = (${t.quarantined} is not null or ${t.unassigned} and ${t.found} is not null)`,
    ),
    index('recall_responses_of_supplier')
      .on(t.recallId, t.supplierId)
      .where(sql`${t.supplierId} is not null`),
    index('recall_responses_of_entity').on(t.entityId, t.recallId),
  ],
);
keep(recallResponses, { rows: 'entity_id', kept: 'recalls', erase: 'blank' });

/**
 * Mails of a recall to contacts of customers that aren't on board, where the operator hasn't verified the license of its business: what
 * is beyond twenty a day waits (decision 906).
 */
export const recallContactMails = pgTable(
  'recall_contact_mails',
  {
    recallId: reference('recall_id', () => recalls.id),
    /** The product's owner, who recalls. */
    entityId: reference('entity_id', () => entities.id),
    sellerId: reference('seller_id', () => entities.id),
    email: personal(text('email')).notNull(),
    createdAt: createdAt(),
    /** Null while it waits. */
    queuedAt: instant('queued_at'),
  },
  (t) => [
    primaryKey({ columns: [t.recallId, t.sellerId, t.email] }),
    index('recall_contact_mails_waiting').on(t.entityId, t.createdAt).where(sql`${t.queuedAt} is null`),
    index('recall_contact_mails_queued').on(t.entityId, t.queuedAt).where(sql`${t.queuedAt} is not null`),
  ],
);
keep(recallContactMails, { kept: 'throttles', erase: 'delete', erased: 'entity_id|seller_id' });

/** Recipients of a recall's mails, who aren't on board, that reported who recalls. */
export const senderReports = pgTable(
  'sender_reports',
  {
    recallId: reference('recall_id', () => recalls.id),
    address: personal(text('address')).notNull(),
    entityId: reference('entity_id', () => entities.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.recallId, t.address] }), index('sender_reports_of_entity').on(t.entityId)],
);
keep(senderReports, { kept: 'throttles' });

/** Recalls that a member's next mail lists: those beyond what is mailed one by one. */
export const recallMails = pgTable(
  'recall_mails',
  {
    userId: uuid('user_id').notNull(),
    recallId: reference('recall_id', () => recalls.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.recallId] })],
);
keep(recallMails, { kept: 'throttles', erase: 'delete', erased: 'user_id>users' });
