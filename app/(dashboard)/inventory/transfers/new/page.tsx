import type { SearchParams } from 'nuqs/server';
import { showChosenLocation } from '@/app/chosen-location';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { stockList } from '@/components/transfers/list';
import { NewTransferPage } from '@/components/transfers/new-page';

export const metadata = { title: 'New transfer' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await stockList.load(searchParams);
  const viewer = await requireViewer(`/inventory/transfers/new${stockList.query(state)}`, {
    needs: ['update:inventory'],
  });
  const { locations } = await viewer.caller.entity.get({});
  await showChosenLocation('/inventory/transfers/new', searchParams, viewer.actor, locations);
  const { queries, HydrateClient } = prefetching(viewer);
  await queries.inventory.list.prefetch(stockList.request(state));
  return (
    <HydrateClient>
      <NewTransferPage locations={locations.map(({ id, name }) => ({ id, name }))} />
    </HydrateClient>
  );
}

export default guarded(Page, 'a manager, admin or owner');
