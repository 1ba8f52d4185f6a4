import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { configure } from 'safe-stable-stringify';
import { invalidRequest } from '../../kernel/errors';
import type { Context } from '../../operation/context';
import { type Operation, takesIdempotencyKey } from '../../operation/endpoint';
import type { KeyedRequest } from '../../platform/idempotency/once';

/**
 * Two bodies that are the same JSON have the same text, whatever the order of keys, the white space and how numbers are
 * written (decision 91). Deeper nesting than any input has is cut off: its validation rejects it.
 */
const canonical = configure({ deterministic: true, maximumDepth: 64 });

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

/** @param essence what two requests must share to be the same one: a JSON body, or what an upload comes down to */
export function keyedRequest(
  ctx: Context,
  { method }: Operation,
  path: string,
  key: string,
  essence: unknown,
): KeyedRequest | null {
  if (!ctx.actor) return null;
  const { userId, entity } = ctx.actor;
  const requestHash = createHash('sha256')
    .update(canonical(essence) ?? '')
    .digest('hex');
  return { entityId: entity.id, userId, method, path, key, requestHash, cipher: ctx.cipher, replayed: false };
}
