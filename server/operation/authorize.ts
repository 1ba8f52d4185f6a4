import type { Actor } from '../kernel/actor';
import { AppError, businessSuspended, forbidden } from '../kernel/errors';
import { isForPeople, type Permission } from '../kernel/permissions';
import { type Everywhere, isWhole, rejectLimited } from './limited';

/** Who may call an operation: everyone, any member of an entity, or members with a permission. */
export type Access = Permission | 'signed-in' | 'public';

/** Open to a session that lacks its second factor: always, or only to a member who has none yet. */
export type WhileRestricted = 'always' | 'enroll';

/** What authorization reads of an operation's declaration. */
export interface Guarded {
  access: Access;
  method: string;
  path: string;
  /** True for what a suspended business may still call (decision 442). */
  whileSuspended?: boolean;
  /** What a session may still call that lacks a required second factor. */
  whileRestricted?: WhileRestricted;
  /** What of it concerns every location; null for nothing. */
  everywhere?: Everywhere | null;
  /** Another permission that opens it alone. */
  orPermission?: Permission | null;
}

/**
 * Authorizes a call: authentication first, then the standing of the business, then role (decision 73), then the locations that the
 * caller is limited to. Of the operations below `/auth`, an API key may
 * call `GET /auth/me` only, and it manages neither members nor keys (decision 99).
 * @throws AppError UNAUTHORIZED (or the error of the credentials), FORBIDDEN
 */
export function authorize(
  { access, method, path, whileSuspended = false, whileRestricted, everywhere, orPermission }: Guarded,
  caller: { actor: Actor | null; rejection: AppError | null },
): void {
  const isSuspended = caller.actor !== null && caller.actor.entity.suspension !== null;
  const restricted = caller.actor?.restricted ?? null;
  const helps = whileRestricted === 'always' || whileRestricted === restricted;
  // An owner who has yet to show a second factor could otherwise never export.
  const isOpen = whileSuspended || (restricted !== null && helps);
  if (isSuspended && access !== 'public' && !isOpen) throw businessSuspended();
  if (restricted && access !== 'public' && !helps) throw secondFactorMissing(restricted);
  if (caller.actor?.key && isClosedToKeys({ access, method, path })) {
    throw refusedKey(isForPeople(access) ? { permission: access } : {});
  }
  if (caller.actor?.key?.personal === false && isOfPersons({ path })) throw refusedKey();
  if (access === 'public') return;
  if (!caller.actor) throw caller.rejection ?? unauthorized();
  const opens = [access, orPermission].some(
    (one) => one && caller.actor?.permissions.includes(one as Permission),
  );
  if (access !== 'signed-in' && !opens) {
    const holder = caller.actor.key ? 'This API key' : 'Your role or business type';
    throw forbidden(`${holder} lacks the permission ${access}.`, {
      reason: 'permission_required',
      permission: access,
    });
  }
  if (isWhole(everywhere)) rejectLimited(caller.actor, everywhere);
}

/** Builds the 403 for a session without the second factor that its business requires (decision 441). */
function secondFactorMissing(left: 'enroll' | 'confirm'): AppError {
  const act =
    left === 'enroll'
      ? 'Set one up: POST /auth/mfa/enable or POST /auth/passkeys/options.'
      : 'Confirm yours: POST /auth/reauthenticate, or sign in with it.';
  return forbidden(`Your business requires a second factor. ${act}`, { reason: 'mfa_enrollment_required' });
}

/** Carts, saved views and notices are of a person, which a key of the business is not (decision 936). */
const OF_PERSONS = /^\/api\/v1\/(carts|checkout|notifications|views)(\/|$)/;
/** Returns true for what no key of the business may call. */
export const isOfPersons = ({ path }: Pick<Guarded, 'path'>): boolean => OF_PERSONS.test(path);

/** Returns true for what only a signed-in member may call. */
export function isClosedToKeys({ access, method, path }: Guarded): boolean {
  return isForPeople(access) || (path.startsWith('/auth/') && `${method} ${path}` !== 'GET /auth/me');
}

/** Builds the 403 for what only a signed-in member may do. */
export function refusedKey(details: { permission?: string } = {}): AppError {
  return forbidden("An API key can't be used here. Sign in instead.", { reason: 'api_key', ...details });
}

export function unauthorized(
  message = 'Sign in first: send an access token or an API key as a bearer token.',
): AppError {
  return new AppError('UNAUTHORIZED', message, {}, { 'WWW-Authenticate': 'Bearer' });
}
