import type { SearchParams } from 'nuqs/server';
import { showChosenLocation } from '@/app/chosen-location';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { transfersList } from '@/components/transfers/list';
import { TransfersPage } from '@/components/transfers/list-page';

export const metadata = { title: 'Transfers' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await transfersList.load(searchParams);
  const viewer = await requireViewer(`/inventory/transfers${transfersList.query(state)}`);
  const { locations } = await viewer.caller.entity.get({});
  await showChosenLocation('/inventory/transfers', searchParams, viewer.actor, locations);
  const { queries, HydrateClient } = prefetching(viewer);
  await queries.inventory.listTransfers.prefetch(transfersList.request(state));
  return (
    <HydrateClient>
      <TransfersPage locations={locations.map(({ id, name }) => ({ id, name }))} />
    </HydrateClient>
  );
}

export default guarded(Page, 'a manager, admin or owner');
