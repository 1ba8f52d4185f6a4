'use client';
import { ChevronsUpDown, MapPin } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { lazy, useLayoutEffect, useState } from 'react';
import { LateOverlay } from '@/components/ui/base/late-overlay';
import { addressAt, hasLocationFilter, keepLocation, type LocationChoice } from './location-choice';

const load = () => import('./location-options');
const LocationOptions = lazy(() => load().then((m) => ({ default: m.LocationOptions })));

/**
 * The location that lists show. A list's address says it, and the list's own filter changes it; the cookie takes it to
 * pages whose address says nothing. Absent for a member with one location.
 */
export function LocationSwitcher({
  locations,
  kept,
}: {
  /** Those that the member may see. */
  locations: readonly LocationChoice[];
  /** From the cookie. */
  kept: string | null;
}) {
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const [remembered, setRemembered] = useState(kept);
  const filters = hasLocationFilter(pathname);
  const wanted = filters ? search.get('location_id') : remembered;
  const current = locations.find(({ id }) => id === wanted?.toLowerCase()) ?? null;
  const currentId = current?.id ?? null;
  // The list's own filter was changed, or a link named a location. In the layout, so that a page opened right after knows.
  useLayoutEffect(() => {
    if (!filters || currentId === remembered) return;
    setRemembered(currentId);
    keepLocation(currentId);
  }, [filters, currentId, remembered]);
  if (locations.length < 2) return null;
  const choose = (id: string | null) => {
    setRemembered(id);
    keepLocation(id);
    if (filters) router.push(addressAt(pathname, search.toString(), id), { scroll: false });
  };
  const name = current?.name ?? 'All locations';
  return (
    <LateOverlay
      kind="menu"
      load={load}
      trigger={
        <button
          type="button"
          aria-label={`${name}, switch location`}
          className="flex h-9 min-w-0 max-w-60 items-center gap-2 rounded-lg px-2.5 font-medium hover:bg-hover data-[state=open]:bg-hover max-md:h-11"
        >
          <MapPin aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="truncate">{name}</span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
        </button>
      }
    >
      {(trigger) => (
        <LocationOptions trigger={trigger} locations={locations} current={currentId} onChoose={choose} />
      )}
    </LateOverlay>
  );
}
