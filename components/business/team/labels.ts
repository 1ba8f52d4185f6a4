import type { Member, Place, Role } from './types';

export const ROLE: Record<Role, { label: string; may: string }> = {
  owner: { label: 'Owner', may: 'Everything, including deleting the business and changing owners.' },
  admin: {
    label: 'Admin',
    may: 'Stock, orders and products, and the team, locations, connections and API.',
  },
  manager: { label: 'Manager', may: 'Stock and orders.' },
  viewer: { label: 'Viewer', may: 'Reads everything but changes nothing.' },
};

/** The name of a member in a sentence; an invitation has only an email. */
export function nameOf({ name, email }: Pick<Member, 'name' | 'email'>): string {
  return name ?? email;
}

/** The locations of a member as text: "All locations", "Berkeley, Downtown". */
export function locationsText(
  { all_locations, locations }: Pick<Member, 'all_locations' | 'locations'>,
  places: readonly Place[],
): string {
  if (all_locations) return 'All locations';
  const names = places.filter(({ id }) => locations.includes(id)).map(({ name }) => name);
  return names.length > 0 ? names.join(', ') : 'No locations';
}
