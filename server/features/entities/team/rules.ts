import { AppError, forbidden } from '../../../kernel/errors';
import { TEAM_ROLES, type TeamRole } from '../../../kernel/permissions';
import type { MemberView } from './queries';

/** The acting member, as of their turn. */
export interface Acting extends MemberView {
  /** The locations that their changes to the team stay within; null for all. */
  reach: readonly string[] | null;
}

/** What someone may do where: a member, an invitation, or what either is to become. */
export type Standing = Pick<MemberView, 'role' | 'locations' | 'all_locations'>;

/** Rank of each role; a lower number is a higher role. */
const rank = (role: TeamRole) => TEAM_ROLES.indexOf(role);

/** Rejects granting a role above the actor's own (decision 48). @throws AppError FORBIDDEN */
export function checkGrant(actor: Acting, role: TeamRole): void {
  if (rank(role) < rank(actor.role))
    throw forbidden("You can't grant a role above your own.", { reason: 'role_above_own' });
}

/**
 * Rejects changes to owners by other roles, and to members with other locations (decisions 48 and 418).
 * @throws AppError FORBIDDEN
 */
export function checkTouch(actor: Acting, target: MemberView): void {
  if (target.role === 'owner' && actor.role !== 'owner')
    throw forbidden('Only an owner can change owners.', { reason: 'owner_required' });
  checkWithin(actor, target);
}

/**
 * Keeps a limited member's changes within their locations: of who is changed, before and after.
 * @throws AppError FORBIDDEN with `details.reason = "outside_your_locations"`
 */
export function checkWithin({ reach }: Acting, { all_locations, locations }: Standing): void {
  if (reach === null) return;
  if (!all_locations && locations.every((id) => reach.includes(id))) return;
  throw forbidden('You are limited to some locations, and this member has or would have others.', {
    reason: 'outside_your_locations',
  });
}

/**
 * What makes a change need a recent sign-in (decision 417): that it makes an owner or admin, or gives one more `locations`.
 * @param before null for an invitation
 */
export function raiseOf(before: Standing | null, after: Standing): 'owner' | 'admin' | 'locations' | null {
  const { role } = after;
  if (role !== 'owner' && role !== 'admin') return null;
  if (!before || rank(role) < rank(before.role)) return role;
  const isWider = after.all_locations || after.locations.some((id) => !before.locations.includes(id));
  return !before.all_locations && isWider ? 'locations' : null;
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
