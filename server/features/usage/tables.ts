import { index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../../platform/db/columns';

/** REST requests of the last 30 days for the usage page. No bodies, no query strings, no tokens. */
export const apiRequests = pgTable(
  'api_requests',
  {
    id: id(),
    entityId: uuid('entity_id').notNull(),
    userId: uuid('user_id').notNull(),
    userName: text('user_name').notNull(),
    /** The API key that sent it; null for a session. */
    keyId: uuid('key_id'),
    keyName: text('key_name'),
    method: text('method').notNull(),
    /** Without its query string. */
    path: text('path').notNull(),
    status: smallint('status').notNull(),
    durationMs: integer('duration_ms').notNull(),
    requestId: text('request_id').notNull(),
    address: text('address').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('api_requests_of_entity').on(t.entityId, t.id.desc()),
    index('api_requests_age').on(t.createdAt),
  ],
);
