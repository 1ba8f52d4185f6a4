import { ROOM } from '@/components/stock/inventory/labels';
import type { LocationName, TransferRow } from './types';

/** Says where units came from or went: `Oakland · Vault`, or how many rooms it were. */
export function placesIn(places: TransferRow['from'], locations: readonly LocationName[]): string {
  const [place, ...others] = places;
  if (!place) return 'Another location';
  if (others.length > 0) return `${places.length} rooms`;
  return `${locationName(place.location_id, locations)} · ${ROOM[place.room_type]}`;
}

export function locationName(id: string, locations: readonly LocationName[]): string {
  return locations.find((location) => location.id === id)?.name ?? 'Closed location';
}
