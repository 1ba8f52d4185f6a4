import { redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { marketList, suppliersList } from '@/components/catalog/market/list';
import { MarketPage } from '@/components/catalog/market/market-page';
import { guarded } from '@/components/ui/pages/guarded';
import { BUYERS } from '@/server/kernel/permissions';
import { prefetching } from '../../../components/ui/pages/prefetch';
import { requireViewer } from '../../../components/ui/pages/runtime';

export const metadata = { title: 'Market' };

/** What was asked for, as the catalog and the search over all suppliers name it. */
function queryOf({ search, ...asked }: Awaited<SearchParams>): string {
  const named = Object.entries({ ...(search && { q: search }), ...asked });
  const pairs = named.flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]));
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

/** With one supplier its catalog opens directly, with what was asked for; `?view=all`, the way back from there, still shows the list. */
async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/market', { only: BUYERS });
  const { queries, HydrateClient } = prefetching(viewer);
  const request = suppliersList.request(await suppliersList.load(searchParams));
  const [{ view, ...asked }, list] = await Promise.all([
    searchParams,
    viewer.caller.market.suppliers(request),
    queries.market.suppliers.prefetch(request),
  ]);
  const goods = await marketList.load(searchParams);
  if (view === 'goods' || asked.q) await queries.market.search.prefetch(marketList.request(goods));
  const [first, ...others] = list.data;
  if (first && others.length === 0 && view !== 'all') redirect(`/market/${first.id}${queryOf(asked)}`);
  if (asked.search && !asked.q) redirect(`/market${queryOf({ ...asked, view })}`);
  return (
    <HydrateClient>
      <MarketPage />
    </HydrateClient>
  );
}

export default guarded(Page);
