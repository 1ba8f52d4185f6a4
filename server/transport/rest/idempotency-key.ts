import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { configure } from 'safe-stable-stringify';
import { invalidRequest } from '../../kernel/errors';
import type { Context } from '../../operation/context';
import { takesIdempotencyKey } from '../../operation/declared-errors';
import type { Operation } from '../../operation/init';
import type { KeyedRequest } from '../../platform/idempotency/once';

/**
 * Normalizes a JSON body: equal values have equal text, regardless of key order, white space and number notation
 * (decision 115). Nesting deeper than any input's is cut off; validation rejects it anyway.
 */
const canonical = configure({ deterministic: true, maximumDepth: 64 });

/**
 * Reads the Idempotency-Key of a request; null when absent or not applicable (decision 49).
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

/**
 * @param essence equal for equal requests: a JSON body, whose password must not be guessed from the stored hash and whose
 *   code is another each time, or the fingerprint of an upload
 */
export function keyedRequest(
  ctx: Context,
  { method, recent }: Operation,
  path: string,
  key: string,
  essence: unknown,
): KeyedRequest | null {
  if (!ctx.actor) return null;
  const { userId, entity, key: apiKey } = ctx.actor;
  const requestHash = createHash('sha256')
    .update(canonical(recent ? withoutConfirmation(essence) : essence) ?? '')
    .digest('hex');
  return {
    entityId: entity.id,
    callerId: apiKey?.id ?? userId,
    method,
    path,
    key,
    requestHash,
    cipher: ctx.cipher,
    replayed: false,
  };
}

function withoutConfirmation(essence: unknown): unknown {
  if (typeof essence !== 'object' || essence === null) return essence;
  const { password: _, code: __, ...rest } = essence as { password?: unknown; code?: unknown };
  return rest;
}
