import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { addressAt, LOCATION_COOKIE } from '@/components/ui/shell/location-choice';
import type { Actor } from '@/server/kernel/actor';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The location that the switcher keeps, where the member may choose it; null for all. @param locations of the business */
export async function chosenLocation(
  { locationIds }: Pick<Actor, 'locationIds'>,
  locations: readonly { id: string }[],
): Promise<string | null> {
  const kept = (await cookies()).get(LOCATION_COOKIE)?.value ?? '';
  const isTheirs = locationIds === null || locationIds.includes(kept);
  return UUID.test(kept) && isTheirs && locations.some(({ id }) => id === kept) ? kept : null;
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
