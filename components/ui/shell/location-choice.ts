import { keepChoice } from '@/components/ui/base/cookie';

/** A location that the member may choose. */
export type LocationChoice = { id: string; name: string };

/** The cookie of the chosen location; absent for all. */
export const LOCATION_COOKIE = 'location';

/** Lists that show one location or all, by `location_id` in the address. */
const FILTERED: readonly string[] = [
  '/batches',
  '/inventory',
  '/inventory/receipts',
  '/inventory/snapshot',
  '/inventory/syncs',
  '/inventory/transfers',
  '/inventory/transfers/new',
];

/** Whether the page's address says which location it shows. */
export const hasLocationFilter = (pathname: string): boolean => FILTERED.includes(pathname);

/** Remembers the location for pages whose address names none; null for all. */
export const keepLocation = (id: string | null): void => keepChoice(LOCATION_COOKIE, id);

/** The same address with another location, from its first page. */
export function addressAt(pathname: string, search: string, locationId: string | null): string {
  const query = new URLSearchParams(search);
  query.delete('page');
  if (locationId === null) query.delete('location_id');
  else query.set('location_id', locationId);
  const text = query.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}
