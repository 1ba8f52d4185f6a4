import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, isOneOf, reference } from '../../../platform/db/columns';
import { keep, plain } from '../../../platform/db/marks';
import { entities } from '../../entities/tables';
import { products } from '../../products/tables';
import { batches } from '../tables';
import { type Extracted, READING_STATUSES } from './schema';

/** Certificates that were read and aren't saved yet: each is saved once, or removed with its file when it expires (decision 943). */
export const coaReadings = pgTable(
  'coa_readings',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    /** What it was read for; null where that wasn't known. */
    productId: uuid('product_id'),
    batch: uuid('batch'),
    status: text('status', { enum: READING_STATUSES }).notNull(),
    /** Null unless the status is `read`. */
    extracted: plain(jsonb('extracted')).$type<Extracted>(),
    fileName: plain(text('file_name')).notNull(),
    fileSize: integer('file_size').notNull(),
    sha256: plain(text('sha256')).notNull(),
    storageKey: plain(text('storage_key')).notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({ columns: [t.productId], foreignColumns: [products.id] }),
    // A batch that merges into another is gone, and its readings still have a file.
    foreignKey({ columns: [t.batch], foreignColumns: [batches.id] }).onDelete('set null'),
    check('coa_readings_status', isOneOf(t.status, READING_STATUSES)),
    check('coa_readings_extracted', sql`(${t.status} = 'read') = (${t.extracted} is not null)`),
    index('coa_readings_of_entity').on(t.entityId, t.expiresAt),
    index('coa_readings_by_expiration').on(t.expiresAt),
    index('coa_readings_of_batch').on(t.batch),
  ],
);
keep(coaReadings, { kept: 'working' });
