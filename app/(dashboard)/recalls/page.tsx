import type { SearchParams } from 'nuqs/server';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { recallsList } from '@/components/recalls/list';
import { RecallsPage } from '@/components/recalls/list-page';

export const metadata = { title: 'Recalls' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await recallsList.load(searchParams);
  const viewer = await requireViewer(`/recalls${recallsList.query(state)}`);
  const { queries, HydrateClient } = prefetching(viewer);
  await queries.recalls.list.prefetch(recallsList.request(state));
  return (
    <HydrateClient>
      <RecallsPage />
    </HydrateClient>
  );
}

export default guarded(Page);
