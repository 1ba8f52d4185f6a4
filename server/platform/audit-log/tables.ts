import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { AuditAction } from '../../kernel/audit-actions';
import { actorColumns, bytea, createdAt, id, instant } from '../db/columns';
import { keep, personal, plain, withheld } from '../db/marks';

/** The audit log: rows are written with the change and never modified (a trigger rejects updates). */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    entityId: uuid('entity_id').notNull(),
    ...actorColumns(),
    /** `<resource>.<event>`, such as `order.moved`. */
    action: plain(text('action')).$type<AuditAction>().notNull(),
    objectType: plain(text('object_type')).notNull(),
    objectId: uuid('object_id').notNull(),
    /** The locations that the change is about; null for the whole entity. */
    locationIds: uuid('location_ids').array(),
    before: personal(jsonb('before')),
    after: personal(jsonb('after')),
    requestId: plain(text('request_id')).notNull(),
    address: personal(text('address')).notNull(),
    createdAt: createdAt(),
    /** Order of the rows for sealing; a transaction that was rolled back leaves a gap. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Random bytes of the digest, by the trigger; null in rows from before, and once values were erased (decision 443). */
    salt: withheld(bytea('salt')),
    /** SHA-256 of the salt and of the other columns but `position`, by a trigger on insert: `verify-audit` compares it. */
    digest: withheld(bytea('digest')).notNull().default(sql`''::bytea`),
  },
  (t) => [
    index('audit_log_of_entity').on(t.entityId, t.createdAt.desc(), t.id.desc()),
    index('audit_log_of_object').on(t.objectId, t.createdAt.desc(), t.id.desc()),
    unique('audit_log_position').on(t.position),
  ],
);
keep(auditLog, { rows: 'entity_id', kept: 'audit', erase: 'audit' });

/** Sealed rows of the audit log by entity and action: a list counts only those that came since. */
export const auditTotals = pgTable(
  'audit_totals',
  {
    entityId: uuid('entity_id').notNull(),
    action: text('action').notNull(),
    rows: bigint('rows', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.action] })],
);
keep(auditTotals, { kept: 'derived' });

/**
 * Seals of the audit log (decision 191): how many rows a stretch of it has, and a digest of theirs and of the seal
 * before. A row that is removed, added or replaced later breaks its seal.
 */
export const auditSeals = pgTable('audit_seals', {
  /** The stretch: positions above the seal before, up to this one. */
  through: bigint('through', { mode: 'number' }).primaryKey(),
  after: bigint('after', { mode: 'number' }).notNull().unique(),
  /** When the stretch was chosen. It is sealed once every transaction that began before has ended. */
  notedAt: instant('noted_at').notNull().defaultNow(),
  sealedAt: instant('sealed_at'),
  rows: bigint('rows', { mode: 'number' }),
  digest: plain(bytea('digest')),
});
keep(auditSeals, { kept: 'ledger' });
