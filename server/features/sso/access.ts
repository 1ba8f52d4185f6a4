import { type GroupMapping, MAPPED_ROLES } from './schema';

export interface MappedAccess {
  role: (typeof MAPPED_ROLES)[number];
  /** Null for all. */
  locationIds: string[] | null;
}

/** Works out what groups give: the highest role, and the locations of all of them; null where none is mapped. */
export function accessOf(groups: readonly string[], mappings: readonly GroupMapping[]): MappedAccess | null {
  const given = mappings.filter(({ group }) => groups.includes(group));
  if (given.length === 0) return null;
  const rank = Math.max(...given.map(({ role }) => MAPPED_ROLES.indexOf(role)));
  const limits = given.map(({ location_ids }) => location_ids);
  return {
    role: MAPPED_ROLES[rank] as MappedAccess['role'],
    locationIds: limits.includes(null) ? null : [...new Set(limits.flatMap((ids) => ids ?? []))],
  };
}
