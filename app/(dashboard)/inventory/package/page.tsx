import { createLoader, type SearchParams } from 'nuqs/server';
import { PackagePage } from '@/components/stock/packaging/package-page';
import { parseAsId } from '@/components/ui/data-table/list-definition';
import { chosenPlaces } from '@/components/ui/pages/chosen-location';
import { guarded } from '@/components/ui/pages/guarded';
import { locationsOf, requireViewer } from '@/components/ui/pages/runtime';
import { SELLERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Package' };

const load = createLoader({ lot: parseAsId, batch: parseAsId, location_id: parseAsId });

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { lot, batch, location_id } = await load(searchParams);
  const viewer = await requireViewer('/inventory/package', { needs: ['update:inventory'], only: SELLERS });
  const { places, placeId } = await chosenPlaces(viewer.actor, await locationsOf(viewer), location_id);
  return <PackagePage key={`${lot} ${batch}`} places={places} placeId={placeId} lotId={lot} batch={batch} />;
}

export default guarded(Page, 'a manager, admin or owner of a business that sells');
