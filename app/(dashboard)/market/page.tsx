import { redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { guarded } from '@/app/guarded';
import { suppliersList } from '@/components/market/list';
import { SuppliersPage } from '@/components/market/suppliers-page';
import { BUYERS } from '@/server/kernel/permissions';
import { prefetching } from '../../prefetch';
import { requireViewer } from '../../runtime';

export const metadata = { title: 'Market' };

/** With one supplier its catalog opens directly; `?view=all`, the way back from there, still shows the list. */
async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/market', { only: BUYERS });
  const { queries, HydrateClient } = prefetching(viewer);
  const request = suppliersList.request(await suppliersList.load(searchParams));
  const [{ view, q }, list] = await Promise.all([
    searchParams,
    viewer.caller.market.suppliers(request),
    queries.market.suppliers.prefetch(request),
  ]);
  const [first, ...others] = list.data;
  if (first && others.length === 0 && view !== 'all' && !q) redirect(`/market/${first.id}`);
  return (
    <HydrateClient>
      <SuppliersPage />
    </HydrateClient>
  );
}

export default guarded(Page);
