import type { z } from 'zod';
import { type AppError, invalidRequest } from '../../kernel/errors';
import { isId, NIL_ID } from '../../kernel/params';
import type { RestOperation } from './operations';
import type { Route } from './routes';

/** Looks a malformed id up as NIL_ID, and a malformed number as 0, so that the response is that of a missing object. */
export function pathValues(
  params: Record<string, string>,
  coercions: Route['coercions'],
): Record<string, string | number> {
  const given = (key: string, value: string) => {
    if (coercions.get(key) === 'number') return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 0;
    // An external id and the secret of a link aren't looked up as ids.
    if (coercions.get(key) === 'named') return value;
    return isId(value) ? value : NIL_ID;
  };
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, given(key, value)]));
}

/** A PATCH may carry the object's own id, which cannot change (decision 34); no other key may repeat a path parameter. */
export function withoutOwnId(
  operation: RestOperation,
  body: Record<string, unknown>,
  params: Record<string, string>,
): Record<string, unknown> {
  const own = operation.pathParams.at(-1);
  // A team member's id is called user_id, in the path and in the resource.
  const key = own && Object.hasOwn((operation.output as z.ZodObject).shape ?? {}, own) ? own : 'id';
  if (operation.method !== 'PATCH' || !own || !Object.hasOwn(body, key)) {
    rejectCollision(operation, body);
    return body;
  }
  const { [key]: id, ...rest } = body;
  rejectCollision(operation, rest);
  if (typeof id !== 'string' || id.toLowerCase() !== params[own]?.toLowerCase()) {
    throw invalidRequest([{ path: key, code: 'read_only', message: 'cannot be changed' }]);
  }
  return rest;
}

/** Throws VALIDATION_ERROR for a key that repeats a parameter of the path. */
export function rejectCollision(operation: RestOperation, input: Record<string, unknown>): void {
  const collision = operation.pathParams.find((param) => Object.hasOwn(input, param));
  if (collision) throw unknownKey(collision);
}

/** The error of a key that the operation doesn't have. */
export function unknownKey(key: string): AppError {
  return invalidRequest([{ path: key, code: 'unknown_key', message: 'is not a known field' }]);
}
