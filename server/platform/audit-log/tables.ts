import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AuditAction } from '../../kernel/audit-actions';
import { createdAt, id } from '../db/columns';

/** Who did what to which object, written with the change itself and never changed afterwards (a trigger rejects it). */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    entityId: uuid('entity_id').notNull(),
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    /** `<resource>.<what happened>`, `order.moved` for instance. */
    action: text('action').$type<AuditAction>().notNull(),
    objectType: text('object_type').notNull(),
    objectId: uuid('object_id').notNull(),
    /** The locations that the change is about; null for the business as a whole. */
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
