import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { changedAt, createdAt, id, instant, reference, updatedAt } from '../../platform/db/columns';
import { keep, plain } from '../../platform/db/marks';
import { entities } from '../entities/tables';
import { products, productVariants } from '../products/tables';
import { TEST_STATUSES } from './schema';

/** A production batch of a product, shared by everyone who holds it. Certificates, holds and recalls act on it. */
export const batches = pgTable(
  'batches',
  {
    id: id(),
    productId: reference('product_id', () => products.id),
    /** As printed on the certificate. */
    batchId: plain(text('batch_id')).notNull(),
    /** The same for every spelling of one batch (decision 401). */
    numberKey: plain(text('number_key')).notNull().generatedAlwaysAs(sql`batch_number_key(batch_id)`),
    /** The same for all that may be one batch. */
    looseKey: plain(text('loose_key')).notNull().generatedAlwaysAs(sql`batch_loose_key(batch_id)`),
    /** An earlier batch that has another spelling of this number, from before they counted as one. */
    duplicateOf: uuid('duplicate_of'),
    harvestedOn: date('harvested_on'),
    packagedOn: date('packaged_on'),
    expiresOn: date('expires_on'),
    testStatus: text('test_status', { enum: TEST_STATUSES }).notNull().default('untested'),
    /** The hold of the product's owner, which binds every holder. */
    heldAt: instant('held_at'),
    holdReason: plain(text('hold_reason')),
    /** The recall that placed the hold. */
    recallId: uuid('recall_id'),
    /** Its creator. */
    entityId: reference('entity_id', () => entities.id),
    /** By the product's owner; until then the creator alone sees it. */
    adopted: boolean('adopted').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('batches_batch_id', sql`length(${t.batchId}) between 1 and 100`),
    check('batches_test_status', sql`${t.testStatus} in ('untested', 'passed', 'failed', 'exempt')`),
    check(
      'batches_hold',
      sql`${t.heldAt} is not null or (${t.holdReason} is null and ${t.recallId} is null)`,
    ),
    uniqueIndex('batches_number')
      .on(t.productId, t.entityId, t.numberKey)
      .where(sql`${t.duplicateOf} is null`),
    uniqueIndex('batches_adopted_number')
      .on(t.productId, t.numberKey)
      .where(sql`${t.adopted} and ${t.duplicateOf} is null`),
    index('batches_by_number').on(t.productId, t.numberKey),
    index('batches_words').using('gin', sql`search_key(${t.batchId}) gin_trgm_ops`),
    index('batches_by_loose_number').on(t.productId, t.looseKey),
    index('batches_of_creator').on(t.entityId, t.createdAt.desc(), t.id),
    index('batches_held').on(t.id).where(sql`${t.heldAt} is not null`),
    index('batches_by_change').on(t.updatedAt),
    index('batches_by_expiration').on(t.expiresOn, t.id).where(sql`${t.expiresOn} is not null`),
  ],
);
keep(batches, { rows: 'entity_id', kept: 'records' });

/** A holder's own hold: it binds that holder's units alone. */
export const batchHolds = pgTable(
  'batch_holds',
  {
    batchId: reference('batch_id', () => batches.id),
    entityId: reference('entity_id', () => entities.id),
    reason: plain(text('reason')).notNull(),
    heldAt: instant('held_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.batchId, t.entityId] }),
    index('batch_holds_of_entity').on(t.entityId, t.batchId),
  ],
);
keep(batchHolds, { rows: 'entity_id', kept: 'records' });

/**
 * What a holder had written of a batch before the product's owner adopted it: it binds that holder's units alone
 * (decision 415).
 */
export const batchNotes = pgTable(
  'batch_notes',
  {
    batchId: uuid('batch_id').notNull(),
    entityId: reference('entity_id', () => entities.id),
    harvestedOn: date('harvested_on'),
    packagedOn: date('packaged_on'),
    expiresOn: date('expires_on'),
    testStatus: text('test_status', { enum: TEST_STATUSES }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.batchId, t.entityId] }),
    foreignKey({ columns: [t.batchId], foreignColumns: [batches.id] }).onDelete('cascade'),
    check('batch_notes_test_status', sql`${t.testStatus} in ('untested', 'passed', 'failed', 'exempt')`),
    index('batch_notes_by_expiration').on(t.expiresOn, t.batchId).where(sql`${t.expiresOn} is not null`),
  ],
);
keep(batchNotes, { rows: 'entity_id', kept: 'records' });

/** Where the ids of batches lead that were merged into another. */
export const mergedBatches = pgTable(
  'merged_batches',
  {
    id: uuid('id').primaryKey(),
    into: uuid('into_id').notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.into], foreignColumns: [batches.id] }).onDelete('cascade'),
    index('merged_batches_of_batch').on(t.into),
  ],
);
keep(mergedBatches, { kept: 'derived' });

/** A package of a batch, with a tag or without. */
export const lots = pgTable(
  'lots',
  {
    id: id(),
    batchId: reference('batch_id', () => batches.id),
    /** Null: units of any variant of the product. */
    variantId: uuid('variant_id').references(() => productVariants.id),
    packageTag: plain(text('package_tag')),
    /** Its creator. */
    entityId: reference('entity_id', () => entities.id),
    createdAt: createdAt(),
    /** Null until it changes: new ones are found by `lot_reach`. */
    updatedAt: instant('updated_at'),
    /** Its own id once it gave its tag back, which a receipt had named by mistake (decision 942): several have none then. */
    gaveTagBack: uuid('gave_tag_back'),
  },
  (t) => [
    check('lots_package_tag', sql`length(${t.packageTag}) between 1 and 100`),
    unique('lots_tag').on(t.entityId, t.packageTag),
    // Of what a scanner reads: packages that others created, too.
    index('lots_by_tag').on(t.packageTag).where(sql`${t.packageTag} is not null`),
    // One without a tag of each batch, variant and creator.
    unique('lots_once')
      .on(t.batchId, t.variantId, t.entityId, t.packageTag, t.gaveTagBack)
      .nullsNotDistinct(),
    check(
      'lots_gave_tag_back',
      sql`${t.gaveTagBack} is null or ${t.gaveTagBack} = ${t.id} and ${t.packageTag} is null`,
    ),
    index('lots_of_batch').on(t.batchId, t.createdAt, t.id),
    index('lots_by_change').on(t.updatedAt).where(sql`${t.updatedAt} is not null`),
    index('lots_of_creator').on(t.entityId, t.createdAt.desc(), t.id),
  ],
);
keep(lots, { rows: 'entity_id', kept: 'records' });

/** What a lot was made from. */
export const lotSources = pgTable(
  'lot_sources',
  {
    lotId: reference('lot_id', () => lots.id),
    sourceLotId: reference('source_lot_id', () => lots.id),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.lotId, t.sourceLotId] }),
    check('lot_sources_quantity', sql`${t.quantity} > 0 and ${t.lotId} <> ${t.sourceLotId}`),
    index('lot_sources_of_source').on(t.sourceLotId, t.lotId),
  ],
);
keep(lotSources, { rows: 'lot_id>lots', kept: 'records' });

/**
 * The batches that a business may read, kept by triggers: finding them again for each list would read all that it ever
 * held. What lists sort by is a copy.
 */
export const batchReach = pgTable(
  'batch_reach',
  {
    entityId: uuid('entity_id').notNull(),
    batchId: uuid('batch_id').notNull(),
    batchNumber: text('batch_number').notNull(),
    expiresOn: date('expires_on'),
    createdAt: instant('created_at').notNull(),
    /** When the business came to read it, or its own hold of it last changed. */
    updatedAt: changedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.entityId, t.batchId] }),
    foreignKey({ columns: [t.batchId], foreignColumns: [batches.id] }).onDelete('cascade'),
    index('batch_reach_of_batch').on(t.batchId),
    index('batch_reach_by_change').on(t.entityId, t.updatedAt, t.batchId),
    index('batch_reach_newest').on(t.entityId, t.createdAt.desc(), t.batchId),
    index('batch_reach_by_number').on(t.entityId, sql`${t.batchNumber} collate names`, t.batchId),
    index('batch_reach_by_number_key').on(t.entityId, sql`batch_number_key(${t.batchNumber})`),
    index('batch_reach_by_expiration').on(t.entityId, t.expiresOn, t.batchId),
    index('batch_reach_by_latest_expiration').on(t.entityId, t.expiresOn.desc(), t.batchId),
  ],
);
keep(batchReach, { kept: 'derived' });

/** The lots that a business may read, likewise. */
export const lotReach = pgTable(
  'lot_reach',
  {
    entityId: uuid('entity_id').notNull(),
    lotId: uuid('lot_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the business came to read it. */
    updatedAt: changedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.entityId, t.lotId] }),
    foreignKey({ columns: [t.lotId], foreignColumns: [lots.id] }).onDelete('cascade'),
    index('lot_reach_of_lot').on(t.lotId),
    index('lot_reach_by_change').on(t.entityId, t.updatedAt, t.lotId),
    index('lot_reach_newest').on(t.entityId, t.createdAt.desc(), t.lotId),
  ],
);
keep(lotReach, { kept: 'derived' });

/** Which holders were notified of a batch that expires, and how many days ahead: each once. */
export const batchNotices = pgTable(
  'batch_notices',
  {
    batchId: uuid('batch_id').notNull(),
    entityId: reference('entity_id', () => entities.id),
    /** The expiration that was announced: a new one is announced again. */
    expiresOn: date('expires_on').notNull(),
    days: integer('days').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({ columns: [t.batchId], foreignColumns: [batches.id] }).onDelete('cascade'),
    primaryKey({ columns: [t.batchId, t.entityId, t.expiresOn, t.days] }),
    check('batch_notices_days', sql`${t.days} in (30, 7, 0)`),
  ],
);
keep(batchNotices, { kept: 'derived' });
