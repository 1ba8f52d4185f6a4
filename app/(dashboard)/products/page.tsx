import type { SearchParams } from 'nuqs/server';
import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { productsList } from '@/components/products/list';
import { ProductsPage } from '@/components/products/list-page';

export const metadata = { title: 'Products' };

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await productsList.load(searchParams);
  const viewer = await requireViewer(`/products${productsList.query(state)}`);
  const { queries, HydrateClient } = prefetching(viewer);
  const [connections] = await Promise.all([
    viewer.caller.entity.connections.list({ limit: 500 }),
    queries.products.list.prefetch(productsList.request(state)),
  ]);
  const owners = connections.data.filter(({ status }) => status === 'accepted').map(({ entity }) => entity);
  return (
    <HydrateClient>
      <ProductsPage owners={owners.map(({ id, name }) => ({ id, name }))} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
