import { TEAM_ROLES } from '@/server/kernel/permissions';
import type { Member, Place, Role } from './types';

export const LAST_OWNER = 'A business must have at least one owner. Make another member an owner first.';

/** The roles that a member may grant: their own and those below it, highest first. */
export function grantableRoles(own: Role): readonly Role[] {
  return TEAM_ROLES.slice(TEAM_ROLES.indexOf(own));
}

/** Who manages the team, and the locations that this stays within; null for all. */
export type Manager = { role: Role; limit: readonly string[] | null };

/** Whether a member may change another: only owners change owners, and limited members those within their locations. */
export function mayChange(
  { role, limit }: Manager,
  target: Pick<Member, 'role' | 'all_locations' | 'locations'>,
): boolean {
  if (target.role === 'owner' && role !== 'owner') return false;
  return limit === null || (!target.all_locations && target.locations.every((id) => limit.includes(id)));
}

/** The limit of a member among these: an owner has none where no owner for all locations is left to lift it. */
export function limitAmong(members: readonly Member[], { role, limit }: Manager): Manager['limit'] {
  const isFree = members.some((one) => one.role === 'owner' && one.status === 'active' && one.all_locations);
  return role === 'owner' && !isFree ? null : limit;
}

/** The id of the only owner; null when there are several. */
export function onlyOwner(members: readonly Member[]): string | null {
  const [first, ...others] = members.filter(({ role, status }) => role === 'owner' && status === 'active');
  return first && others.length === 0 ? first.user_id : null;
}

/**
 * The locations that a member may grant; whom they may change has no others.
 * @param limit the locations that the member is limited to; null for none
 */
export function grantablePlaces(places: readonly Place[], limit: readonly string[] | null): readonly Place[] {
  return limit === null ? places : places.filter(({ id }) => limit.includes(id));
}
