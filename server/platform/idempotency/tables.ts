import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '../db/columns';
import { keep, plain, withheld } from '../db/marks';

/** Responses to requests with an Idempotency-Key, each stored in the transaction of its effect (decision 49). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    entityId: uuid('entity_id').notNull(),
    /** The member, or the API key. */
    userId: uuid('user_id').notNull(),
    method: plain(text('method')).notNull(),
    path: plain(text('path')).notNull(),
    key: plain(text('key')).notNull(),
    /** SHA-256 of the body, in hex. */
    requestHash: plain(text('request_hash')).notNull(),
    /** The response as sealed JSON; null for one without content. */
    answer: withheld(text('answer')),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.entityId, t.userId, t.method, t.path, t.key] }),
    index('idempotency_keys_age').on(t.createdAt),
  ],
);
keep(idempotencyKeys, { kept: 'days30', erase: 'delete', erased: 'entity_id' });
