import { index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../../platform/db/columns';
import { keep, personal, plain } from '../../platform/db/marks';

/** REST requests of the last 30 days for the usage page. No bodies, no query strings, no tokens. */
export const apiRequests = pgTable(
  'api_requests',
  {
    id: id(),
    entityId: uuid('entity_id').notNull(),
    userId: uuid('user_id').notNull(),
    userName: personal(text('user_name')).notNull(),
    /** The API key that sent it; null for a session. */
    keyId: uuid('key_id'),
    keyName: personal(text('key_name')),
    method: plain(text('method')).notNull(),
    /** Without its query string. */
    path: plain(text('path')).notNull(),
    status: smallint('status').notNull(),
    durationMs: integer('duration_ms').notNull(),
    requestId: plain(text('request_id')).notNull(),
    address: personal(text('address')).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('api_requests_of_entity').on(t.entityId, t.id.desc()),
    index('api_requests_age').on(t.createdAt),
  ],
);
keep(apiRequests, { rows: 'entity_id', kept: 'days30', erase: 'delete' });
