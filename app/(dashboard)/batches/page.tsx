import type { SearchParams } from 'nuqs/server';
import type { ReactNode } from 'react';
import { batchesList } from '@/components/stock/batches/list';
import { BatchesPage } from '@/components/stock/batches/list-page';
import { batchTreeList } from '@/components/stock/batches/tree-list';
import { BatchTreePage } from '@/components/stock/batches/tree-page';
import type { LocationName } from '@/components/stock/inventory/types';
import { todayIn } from '@/components/ui/format';
import { showChosenLocation } from '@/components/ui/pages/chosen-location';
import { guarded } from '@/components/ui/pages/guarded';
import { listPage } from '@/components/ui/pages/list-page';
import type { Viewer } from '@/server/transport/runtime';

export const metadata = { title: 'Batches' };

type Shown = (props: { today: string; locations: readonly LocationName[] }) => ReactNode;

const showing = (Page: Shown) => async (viewer: Viewer, searchParams: Promise<SearchParams>) => {
  const { locations } = await viewer.caller.entity.get({});
  await showChosenLocation('/batches', searchParams, viewer.actor, locations);
  return (
    <Page
      today={todayIn(viewer.actor.entity.timezone)}
      locations={locations.map(({ id, name }) => ({ id, name }))}
    />
  );
};

const treePage = listPage({
  path: '/batches',
  list: batchTreeList,
  rows: (queries) => queries.batches.products,
  show: showing(BatchTreePage),
});

const flatPage = listPage({
  path: '/batches',
  list: batchesList,
  rows: (queries) => queries.batches.list,
  scope: ({ actor }) => todayIn(actor.entity.timezone),
  show: showing(BatchesPage),
});

/** Products with their batches, and a list of batches for each other view. */
async function Page(props: { searchParams: Promise<SearchParams> }) {
  const { view } = await batchesList.load(props.searchParams);
  return view === null ? treePage(props) : flatPage(props);
}

export default guarded(Page);
