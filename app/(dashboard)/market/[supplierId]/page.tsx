import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { cache } from 'react';
import { CatalogAsPage } from '@/components/catalog/market/catalog-as-page';
import { catalogList, loadCatalogCustomer } from '@/components/catalog/market/list';
import { CatalogPage } from '@/components/catalog/market/list-page';
import { LOOK_COOKIE, lookOf } from '@/components/catalog/market/look';
import { MenuGoods } from '@/components/catalog/market/menu-goods';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { BUYERS, SELLERS } from '@/server/kernel/permissions';
import { prefetching } from '../../../../components/ui/pages/prefetch';
import { findViewer, requireViewer } from '../../../../components/ui/pages/runtime';

type Props = { params: Promise<{ supplierId: string }>; searchParams: Promise<SearchParams> };

/** More suppliers than a retailer is connected with. */
const SUPPLIERS = 500;

const findSupplier = cache(async (id: string) => {
  const viewer = await findViewer();
  if (!viewer || !BUYERS.includes(viewer.actor.entity.type)) return null;
  const { data } = await viewer.caller.market.suppliers({ limit: SUPPLIERS });
  return data.find((supplier) => supplier.id === id) ?? null;
});

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  if ((await loadCatalogCustomer(searchParams)).customer_id) return { title: 'Your catalog' };
  const supplier = await findSupplier((await params).supplierId);
  return { title: supplier ? `Market: ${supplier.name}` : 'Market' };
}

async function Page({ params, searchParams }: Props) {
  const [{ supplierId }, state, jar] = await Promise.all([params, catalogList.load(searchParams), cookies()]);
  const path = `/market/${supplierId}${catalogList.query(state)}`;
  const { customer_id: customerId } = await loadCatalogCustomer(searchParams);
  if (customerId) return <OwnCatalog {...{ supplierId, customerId, path, state }} />;
  const viewer = await requireViewer(path, { only: BUYERS });
  const supplier = await findSupplier(supplierId);
  if (!supplier) notFound();
  const { id, name } = supplier;
  const { queries, HydrateClient } = prefetching(viewer);
  await queries.market.catalogue.prefetch(catalogList.request(state, { id }));
  return (
    <HydrateClient>
      <MenuGoods supplier={{ id, name }} />
      <CatalogPage key={id} supplier={{ id, name }} look={lookOf(jar.get(LOOK_COOKIE)?.value)} />
    </HydrateClient>
  );
}

/** The catalog of the reader's own business, as one of its customers sees it. */
async function OwnCatalog({
  supplierId,
  customerId,
  path,
  state,
}: {
  supplierId: string;
  customerId: string;
  path: string;
  state: Awaited<ReturnType<typeof catalogList.load>>;
}) {
  const viewer = await requireViewer(path, { needs: ['read:customers', 'read:products'], only: SELLERS });
  if (supplierId !== viewer.actor.entity.id) notFound();
  const customer = await unlessAbsent(viewer.caller.customers.get({ id: customerId }));
  if (!customer) notFound();
  const { id, name } = customer;
  const { queries, HydrateClient } = prefetching(viewer);
  await queries.market.catalogue.prefetch(catalogList.request(state, { id: supplierId, customer_id: id }));
  return (
    <HydrateClient>
      <CatalogAsPage key={id} customer={{ id, name }} />
    </HydrateClient>
  );
}

export default guarded(Page);
