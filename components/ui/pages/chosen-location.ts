import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { addressAt, LOCATION_COOKIE } from '@/components/ui/shell/location-choice';
import type { Actor } from '@/server/kernel/actor';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The location that the switcher keeps, where the member may choose it; null for all. @param locations of the business */
async function chosenLocation(
  { locationIds }: Pick<Actor, 'locationIds'>,
  locations: readonly { id: string }[],
): Promise<string | null> {
  const kept = (await cookies()).get(LOCATION_COOKIE)?.value ?? '';
  const isTheirs = locationIds === null || locationIds.includes(kept);
  return UUID.test(kept) && isTheirs && locations.some(({ id }) => id === kept) ? kept : null;
}

/** The open locations that a member may act in, and the one to begin with: that of the address, else of the switcher, else the first. */
export async function chosenPlaces<Location extends { id: string; name: string; active: boolean }>(
  actor: Pick<Actor, 'locationIds'>,
  all: readonly Location[],
  wanted: string | null,
) {
  const isTheirs = (id: string) => actor.locationIds === null || actor.locationIds.includes(id);
  const places = all.filter(({ id, active }) => active && isTheirs(id)).map(({ id, name }) => ({ id, name }));
  const kept = wanted ?? (await chosenLocation(actor, places));
  return { places, placeId: (places.find(({ id }) => id === kept) ?? places[0])?.id ?? '' };
}

/**
 * Leads to the same list in the location that the switcher keeps (decision 172), unless the address names one: what a
 * list shows is always in its address. @param locations of the business
 */
export async function showChosenLocation(
  path: string,
  searchParams: Promise<SearchParams>,
  actor: Pick<Actor, 'locationIds'>,
  locations: readonly { id: string }[],
): Promise<void> {
  const params = await searchParams;
  const kept = params.location_id === undefined ? await chosenLocation(actor, locations) : null;
  if (kept === null) return;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    for (const one of [value ?? []].flat()) query.append(key, one);
  }
  redirect(addressAt(path, query.toString(), kept));
}
