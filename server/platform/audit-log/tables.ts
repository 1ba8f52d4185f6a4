import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AuditAction } from '../../kernel/audit-actions';
import { actorColumns, createdAt, id } from '../db/columns';

/** The audit log: rows are written with the change and never modified (a trigger rejects updates). */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    entityId: uuid('entity_id').notNull(),
    ...actorColumns(),
    /** `<resource>.<event>`, such as `order.moved`. */
    action: text('action').$type<AuditAction>().notNull(),
    objectType: text('object_type').notNull(),
    objectId: uuid('object_id').notNull(),
    /** The locations that the change is about; null for the whole entity. */
    locationIds: uuid('location_ids').array(),
    before: jsonb('before'),
    after: jsonb('after'),
    requestId: text('request_id').notNull(),
    address: text('address').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_log_of_entity').on(t.entityId, t.id.desc()),
    index('audit_log_of_object').on(t.objectId, t.id.desc()),
  ],
);
