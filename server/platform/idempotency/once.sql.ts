import { sql } from 'drizzle-orm';
import type { Cipher } from '../../kernel/cipher';
import { ID } from '../db/samples';
import { statement } from '../db/statement';
import { rateLimits } from '../rate-limit/tables';
import { idempotencyKeys } from './tables';

/** A request with an Idempotency-Key: the key's scope, and the fingerprint of the request. */
export interface KeyedRequest {
  entityId: string;
  /** The member, or the API key. */
  callerId: string;
  method: string;
  path: string;
  key: string;
  /** SHA-256 of the body, in hex. */
  requestHash: string;
  /** Seals the response: it may contain a secret, which is never stored in plain text. */
  cipher: Cipher;
  /** True when the response is a stored one. */
  replayed: boolean;
  /** The tag of the object that the response shows; stored with it. */
  etag?: string | null;
  /** Its status, where that isn't the operation's. */
  status?: 200 | undefined;
  /** Bytes that were stored for it. */
  storedBytes?: number;
}

type Scope = Pick<KeyedRequest, 'entityId' | 'callerId' | 'method' | 'path' | 'key'>;

const SCOPE: Scope = { entityId: ID, callerId: ID, method: 'POST', path: '/api/v1/x', key: 'x' };

/** Takes the key until the transaction ends, unless another request has it. */
export const tryLockKey = statement([[SCOPE]], ({ entityId, callerId, method, path, key }: Scope) => {
  const scope = JSON.stringify([entityId, callerId, method, path, key]);
  return sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${scope}, 49)) as held`;
});

/** The key's response, if it has one, and the bytes that the business stored today. Always one row. */
export const storedResponse = statement(
  [[SCOPE, 'x']],
  ({ entityId, callerId, method, path, key }: Scope, day: string) => sql<{
    request_hash: string | null;
    answer: string | null;
    stored_bytes: number;
  }>`
    select k.request_hash, k.answer, coalesce((select points from ${rateLimits} where key = ${day}), 0) as stored_bytes
    from (select) x left join ${idempotencyKeys} k on k.entity_id = ${entityId} and k.user_id = ${callerId}
      and k.method = ${method} and k.path = ${path} and k.key = ${key} and k.created_at > now() - interval '24 hours'`,
);

export const storeResponse = statement(
  [[SCOPE, 'x', 'x']],
  ({ entityId, callerId, method, path, key }: Scope, requestHash: string, answer: string | null) => sql`
    insert into ${idempotencyKeys} (entity_id, user_id, method, path, key, request_hash, answer)
    values (${entityId}, ${callerId}, ${method}, ${path}, ${key}, ${requestHash}, ${answer})
    on conflict (entity_id, user_id, method, path, key) do update set
      request_hash = excluded.request_hash, answer = excluded.answer, created_at = now()`,
);
