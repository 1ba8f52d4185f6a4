import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { withList } from '@/components/catalog/price-lists/customers-input';
import { PriceListPage } from '@/components/catalog/price-lists/detail-page';
import type { PriceRule } from '@/components/catalog/price-lists/types';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { findViewer, requireViewer } from '@/components/ui/pages/runtime';
import type { Viewer } from '@/server/transport/runtime';

type Props = { params: Promise<{ id: string }> };

/** Null when the business has no such list. */
const findList = cache(async (id: string) => {
  const viewer = await findViewer();
  return viewer ? unlessAbsent(viewer.caller.priceLists.get({ id })) : null;
});

const PAGE = 500;

/** Every price: the grid is edited and saved as a whole. */
async function allRules({ caller }: Viewer, id: string): Promise<PriceRule[]> {
  const rules: PriceRule[] = [];
  for (let page = 1; ; page++) {
    const { data } = await caller.priceLists.rules({ id, page, limit: PAGE });
    for (const { sku, min_amount, unit_price, product_name, variant_name, unit, wholesale_price } of data) {
      rules.push({ sku, min_amount, unit_price, product_name, variant_name, unit, wholesale_price });
    }
    if (data.length < PAGE) return rules;
  }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const viewer = await findViewer();
  const list = viewer?.actor.permissions.includes('read:prices') ? await findList((await params).id) : null;
  return { title: list?.name ?? 'Price list' };
}

async function Page({ params }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/price-lists/${encodeURIComponent(id)}`, { needs: ['read:prices'] });
  const list = await findList(id);
  if (!list) notFound();
  const { give, queries, HydrateClient } = prefetching(viewer);
  give('priceLists.get', { id: list.id }, list);
  const [rules] = await Promise.all([
    allRules(viewer, list.id),
    queries.customers.list.prefetch(withList(list.id)),
  ]);
  return (
    <HydrateClient>
      <PriceListPage key={list.id} first={list} rules={rules} />
    </HydrateClient>
  );
}

export default guarded(Page);
