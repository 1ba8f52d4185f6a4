import { TEAM_ROLES } from '@/server/kernel/permissions';
import type { Member, Place, Role } from './types';

export const LAST_OWNER = 'A business must have at least one owner. Make another member an owner first.';

/** The roles that a member may grant: their own and those below it, highest first. */
export function grantableRoles(own: Role): readonly Role[] {
  return TEAM_ROLES.slice(TEAM_ROLES.indexOf(own));
}

/** Whether a member may change another: only owners change owners. */
export function mayChange(own: Role, target: Pick<Member, 'role'>): boolean {
  return own === 'owner' || target.role !== 'owner';
}

/** The id of the only owner; null when there are several. */
export function onlyOwner(members: readonly Member[]): string | null {
  const [first, ...others] = members.filter(({ role, status }) => role === 'owner' && status === 'active');
  return first && others.length === 0 ? first.user_id : null;
}

/**
 * The locations that a member may grant, and those that the other member has already.
 * @param limit the locations that the member is limited to; null for none. Owners grant any.
 */
export function grantablePlaces(
  places: readonly Place[],
  { role, limit }: { role: Role; limit: readonly string[] | null },
  held: readonly string[] = [],
): readonly Place[] {
  if (role === 'owner' || limit === null) return places;
  return places.filter(({ id }) => limit.includes(id) || held.includes(id));
}
