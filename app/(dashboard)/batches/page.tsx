import type { SearchParams } from 'nuqs/server';
import type { ReactNode } from 'react';
import { showChosenLocation } from '@/app/chosen-location';
import { guarded } from '@/app/guarded';
import { listPage } from '@/app/list-page';
import { batchesList } from '@/components/batches/list';
import { BatchesPage } from '@/components/batches/list-page';
import { batchTreeList } from '@/components/batches/tree-list';
import { BatchTreePage } from '@/components/batches/tree-page';
import { todayIn } from '@/components/format';
import type { LocationName } from '@/components/inventory/types';
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
