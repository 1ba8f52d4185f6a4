import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { cache } from 'react';
import { catalogueList, catalogueQuery } from '@/components/market/catalogue-list';
import { CataloguePage } from '@/components/market/catalogue-page';
import { SUPPLIERS_QUERY } from '@/components/market/suppliers-query';
import { ForbiddenPanel } from '@/components/ui/forbidden-panel';
import { findViewer, requireViewer } from '../../../runtime';

type Props = { params: Promise<{ supplierId: string }>; searchParams: Promise<SearchParams> };

const findSupplier = cache(async (id: string) => {
  const viewer = await findViewer();
  if (viewer?.actor.entity.type !== 'retailer') return null;
  const { data } = await viewer.caller.market.suppliers(SUPPLIERS_QUERY);
  return data.find((supplier) => supplier.id === id) ?? null;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const supplier = await findSupplier((await params).supplierId);
  return { title: supplier ? `Market: ${supplier.name}` : 'Market' };
}

export default async function Page({ params, searchParams }: Props) {
  const [{ supplierId }, state] = await Promise.all([params, catalogueList.load(searchParams)]);
  const { actor, caller } = await requireViewer(`/market/${supplierId}${catalogueList.query(state)}`);
  if (actor.entity.type !== 'retailer') return <ForbiddenPanel />;
  const at = Date.now();
  const supplier = await findSupplier(supplierId);
  if (!supplier) notFound();
  const { id, name } = supplier;
  const input = catalogueQuery(id, state);
  const list = await caller.market.catalogue(input);
  return <CataloguePage key={id} supplier={{ id, name }} seed={{ at, input, list }} />;
}
