import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, isOneOf, reference } from '../../platform/db/columns';
import { keep, plain, withheld } from '../../platform/db/marks';
import { entities } from '../entities/tables';

export const EXPORT_STATUSES = ['running', 'completed', 'failed'] as const;
export const ERASURE_KINDS = ['user', 'entity'] as const;

/** Exports of a business's data (decision 443). */
export const entityExports = pgTable(
  'entity_exports',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    /** The owner who asked for it. */
    userId: uuid('user_id').notNull(),
    status: text('status', { enum: EXPORT_STATUSES }).notNull().default('running'),
    /** The archive; null until it is complete, and once it has expired. */
    storageKey: withheld(text('storage_key')),
    size: bigint('size', { mode: 'number' }),
    sha256: plain(text('sha256')),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    check('entity_exports_status', isOneOf(t.status, EXPORT_STATUSES)),
    index('entity_exports_of_entity').on(t.entityId, t.createdAt),
  ],
);
keep(entityExports, { rows: 'entity_id', kept: 'access' });

/** What was, or is to be, erased (decision 443); it holds ids alone. */
export const erasures = pgTable(
  'erasures',
  {
    id: id(),
    kind: text('kind', { enum: ERASURE_KINDS }).notNull(),
    /** The member or business. */
    subjectId: uuid('subject_id').notNull(),
    entityId: uuid('entity_id').notNull(),
    requestedBy: uuid('requested_by'),
    createdAt: createdAt(),
    /** Null while only asked for. */
    erasedAt: instant('erased_at'),
  },
  (t) => [
    check('erasures_kind', isOneOf(t.kind, ERASURE_KINDS)),
    uniqueIndex('erasures_requested').on(t.subjectId).where(sql`${t.erasedAt} is null`),
    index('erasures_of_entity').on(t.entityId, t.createdAt),
  ],
);
keep(erasures, { rows: 'entity_id', kept: 'audit' });
