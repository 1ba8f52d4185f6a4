'use client';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { ActiveBadge } from './active-badge';
import { ProductFacts } from './product-facts';
import { ProductImages } from './product-images';
import { StockSection } from './stock-section';
import type { Product } from './types';
import { VariantsSection } from './variants-section';

const EditProductDialog = lazy(() =>
  import('./edit-product-dialog').then((m) => ({ default: m.EditProductDialog })),
);

const BREADCRUMBS = [{ label: 'Products', href: '/products' }];

/** One product. */
export function ProductDetail({
  first,
  locations,
}: {
  /** The product as the server read it. */
  first: Product;
  locations: Readonly<Record<string, string>>;
}) {
  const { entity, can } = useViewer();
  const [editing, setEditing] = useState(false);
  const { data: product = first } = trpc.products.get.useQuery({ id: first.id });
  const isOwn = product.entity.id === entity.id;
  const deleted = product.deleted_at !== null;
  const editable = isOwn && !deleted && can('update:products');
  return (
    <>
      <PageHeader
        title={product.name}
        breadcrumbs={BREADCRUMBS}
        badge={<ActiveBadge active={product.active} deleted={deleted} />}
        description={isOwn ? product.brand : [product.brand, product.entity.name].filter(Boolean).join(' · ')}
        actions={
          editable && (
            <Button onClick={() => setEditing(true)}>
              <Pencil aria-hidden />
              Edit product
            </Button>
          )
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <VariantsSection product={product} editable={editable} />
          <StockSection product={product} locations={locations} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <ProductImages id={product.id} name={product.name} images={product.images} />
          <ProductFacts product={product} isOwn={isOwn} timezone={entity.timezone} />
        </div>
      </div>
      <Suspense>
        {editing && <EditProductDialog product={product} onClose={() => setEditing(false)} />}
      </Suspense>
    </>
  );
}
