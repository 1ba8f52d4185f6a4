import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { ProductDetail } from '@/components/catalog/products/detail-page';
import { stockInput } from '@/components/catalog/products/stock-input';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';

type Props = { params: Promise<{ id: string }> };

/** Asked for once, for the title and for the page. */
const findProduct = cache(async (id: string) => {
  const { caller } = await requireViewer(`/products/${id}`);
  return unlessAbsent(caller.products.get({ id }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const product = await findProduct((await params).id);
  return { title: product?.name ?? 'Not found' };
}

async function ProductPage({ params }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/products/${id}`);
  const product = await findProduct(id);
  if (!product) notFound();
  const { queries, give, HydrateClient } = prefetching(viewer);
  give('products.get', { id: product.id }, product);
  const [locations] = await Promise.all([
    viewer.caller.entity.locations.list({ limit: 500 }),
    queries.inventory.list.prefetch(stockInput(product.id)),
  ]);
  return (
    <HydrateClient>
      <ProductDetail
        // Another product is another page, not this one's next state.
        key={product.id}
        first={product}
        locations={Object.fromEntries(locations.data.map((location) => [location.id, location.name]))}
      />
    </HydrateClient>
  );
}

export default guarded(ProductPage, 'an admin or owner');
