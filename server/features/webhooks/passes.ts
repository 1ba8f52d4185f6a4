import type { EventFilter } from './schema';

/** What an endpoint's filter reads of an event. */
interface Filtered {
  /** Null for the whole business. */
  locationIds: readonly string[] | null;
  data: Record<string, unknown>;
}

const PREVIOUS = 'previous_';

/**
 * The fields that an event says have changed (decision 939): `changed`, the names in `changes`, and those whose value before it
 * carries; null where it says nothing.
 */
export function changedIn(data: Record<string, unknown>): string[] | null {
  if (Array.isArray(data.changed)) return data.changed.filter((name) => typeof name === 'string');
  if (typeof data.changes === 'object' && data.changes !== null) return Object.keys(data.changes);
  const names = Object.entries(data).flatMap(([name, before]) => {
    if (!name.startsWith(PREVIOUS)) return [];
    const field = name.slice(PREVIOUS.length);
    return before !== null && field in data && data[field] !== before ? [field] : [];
  });
  // Units on hand change what is available.
  if (names.includes('quantity') && 'available_quantity' in data) names.push('available_quantity');
  return names.length > 0 ? names : null;
}

/** Whether an endpoint's filter lets an event pass. An event that says nothing of what has changed passes: nothing is lost. */
export function passes(filter: EventFilter | null, { locationIds, data }: Filtered): boolean {
  if (!filter) return true;
  const { location_ids: places, fields } = filter;
  if (places && locationIds && !locationIds.some((id) => places.includes(id))) return false;
  const changed = fields ? changedIn(data) : null;
  return !fields || !changed || changed.some((name) => fields.includes(name));
}
