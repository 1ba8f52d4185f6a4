import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { KeyedRequest } from '../idempotency/once';
import { invalidRequest } from '../kernel/errors';
import type { Context } from '../trpc/context';
import { type Operation, takesIdempotencyKey } from '../trpc/endpoint';

/**
 * The Idempotency-Key of a request, null where there is none or where it does not count (decision 49).
 * @throws AppError INVALID_REQUEST unless it is 1–255 printable ASCII characters
 */
export function idempotencyKeyOf(req: IncomingMessage, operation: Operation): string | null {
  const key = req.headers['idempotency-key'];
  if (key === undefined || !takesIdempotencyKey(operation)) return null;
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw invalidRequest([
    {
      path: 'Idempotency-Key',
      code: 'invalid_format',
      message: 'must be 1 to 255 printable ASCII characters',
    },
  ]);
}

/** @param body what the answer depends on, byte for byte */
export function keyedRequest(
  ctx: Context,
  { method }: Operation,
  path: string,
  key: string,
  body: Uint8Array,
): KeyedRequest | null {
  if (!ctx.actor) return null;
  const { userId, entity } = ctx.actor;
  const requestHash = createHash('sha256').update(body).digest('hex');
  return { entityId: entity.id, userId, method, path, key, requestHash, cipher: ctx.cipher, replayed: false };
}
