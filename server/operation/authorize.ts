import type { Actor } from '../kernel/actor';
import { AppError, forbidden } from '../kernel/errors';
import type { Permission } from '../kernel/permissions';

/** Who may call an operation: everyone, any member of an entity, or members with a permission. */
export type Access = Permission | 'signed-in' | 'public';

/**
 * Authorizes a call: authentication first, then role (decision 73).
 * @throws AppError UNAUTHORIZED (or the error of the credentials), FORBIDDEN
 */
export function authorize(access: Access, caller: { actor: Actor | null; rejection: AppError | null }): void {
  if (access === 'public') return;
  if (!caller.actor) throw caller.rejection ?? unauthorized();
  if (access !== 'signed-in' && !caller.actor.permissions.includes(access)) {
    throw forbidden(`Your role or business type lacks the permission ${access}.`, {
      permission: access,
    });
  }
}

export function unauthorized(message = 'Sign in first: send an access token as a bearer token.'): AppError {
  return new AppError('UNAUTHORIZED', message, {}, { 'WWW-Authenticate': 'Bearer' });
}
