import { AppError, forbidden } from '../../../kernel/errors';
import { TEAM_ROLES, type TeamRole } from '../../../kernel/permissions';
import type { MemberView } from './queries';

/** Rank of each role; a lower number is a higher role. */
const rank = (role: TeamRole) => TEAM_ROLES.indexOf(role);

/** Rejects granting a role above the actor's own (decision 48). @throws AppError FORBIDDEN */
export function checkGrant(actor: MemberView, role: TeamRole): void {
  if (rank(role) < rank(actor.role)) throw forbidden("You can't grant a role above your own.");
}

/** Rejects changes to owners by other roles (decision 48). @throws AppError FORBIDDEN */
export function checkTouch(actor: MemberView, target: MemberView): void {
  if (target.role === 'owner' && actor.role !== 'owner') throw forbidden('Only an owner can change owners.');
}

/**
 * Rejects granting access to locations that a limited actor lacks; owners may grant any.
 * @param locations the granted locations; empty means all
 * @throws AppError FORBIDDEN
 */
export function checkLocationGrant(actor: MemberView, locations: readonly string[]): void {
  if (actor.role === 'owner' || actor.all_locations) return;
  if (locations.length === 0 || locations.some((id) => !actor.locations.includes(id))) {
    throw forbidden('You are limited to some locations and cannot grant others.');
  }
}

export function lastOwner(): AppError {
  return new AppError(
    'CONFLICT',
    'A business must have at least one owner. Make another member an owner first.',
    {
      reason: 'last_owner',
    },
  );
}
