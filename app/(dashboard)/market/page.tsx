import { redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { SuppliersPage } from '@/components/market/suppliers-page';
import { SUPPLIERS_QUERY } from '@/components/market/suppliers-query';
import { ForbiddenPanel } from '@/components/ui/forbidden-panel';
import { requireViewer } from '../../runtime';

export const metadata = { title: 'Market' };

/** With one supplier its catalogue opens at once; `?view=all`, the way back from there, shows the list all the same. */
export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { actor, caller } = await requireViewer('/market');
  if (actor.entity.type !== 'retailer') return <ForbiddenPanel />;
  const at = Date.now();
  const [{ view }, list] = await Promise.all([searchParams, caller.market.suppliers(SUPPLIERS_QUERY)]);
  const [first, ...others] = list.data;
  if (first && others.length === 0 && view !== 'all') redirect(`/market/${first.id}`);
  return <SuppliersPage seed={{ at, list }} />;
}
