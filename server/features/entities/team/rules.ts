import { AppError, forbidden } from '../../../kernel/errors';
import { TEAM_ROLES, type TeamRole } from '../../../kernel/permissions';
import type { MemberView } from './queries';

/** Owner first: a lower number is a higher role. */
const rank = (role: TeamRole) => TEAM_ROLES.indexOf(role);

/** Nobody grants a role above their own (decision 48). @throws AppError FORBIDDEN */
export function checkGrant(actor: MemberView, role: TeamRole): void {
  if (rank(role) < rank(actor.role)) throw forbidden("You can't grant a role above your own.");
}

/** Only an owner touches owners (decision 48). @throws AppError FORBIDDEN */
export function checkTouch(actor: MemberView, target: MemberView): void {
  if (target.role === 'owner' && actor.role !== 'owner') throw forbidden('Only an owner can change owners.');
}

/**
 * Who is limited to locations opens no others, to themselves or to somebody else; an owner may.
 * @param locations what is granted; empty means all
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
