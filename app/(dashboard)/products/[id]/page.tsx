import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { unlessAbsent } from '@/app/absent';
import { requireViewer } from '@/app/runtime';
import { ProductDetail } from '@/components/products/product-detail';
import { stockInput } from '@/components/products/stock-input';

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

export default async function ProductPage({ params }: Props) {
  const { id } = await params;
  const { caller } = await requireViewer(`/products/${id}`);
  const product = await findProduct(id);
  if (!product) notFound();
  const [stock, locations] = await Promise.all([
    caller.inventory.list(stockInput(product.id)),
    caller.entity.locations.list({ limit: 500 }),
  ]);
  return (
    <ProductDetail
      // Another product is another page, not this one's next state.
      key={product.id}
      first={{ product, stock }}
      at={Date.now()}
      locations={Object.fromEntries(locations.data.map((location) => [location.id, location.name]))}
    />
  );
}
