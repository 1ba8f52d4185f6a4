'use client';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ActiveBadge } from '@/components/ui/base/active-badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Skeleton } from '@/components/ui/base/skeleton';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { BUYERS, SELLERS } from '@/server/kernel/permissions';
import { BatchesSection } from './batches-section';
import { OfferedBadge } from './offered-badge';
import { ProductFacts } from './product-facts';
import { ProductImages } from './product-images';
import { StockSection } from './stock-section';
import type { Product } from './types';
import { VariantsSection } from './variants-section';

const EditProductDialog = lazy(() =>
  import('./edit-product-dialog').then((m) => ({ default: m.EditProductDialog })),
);

const OfferedVariants = lazy(() =>
  import('@/components/catalog/market/offered-variants').then((m) => ({ default: m.OfferedVariants })),
);

const SalesSection = lazy(() => import('./sales-section').then((m) => ({ default: m.SalesSection })));

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
  const query = trpc.products.get.useQuery({ id: first.id });
  const product = query.data ?? first;
  const isOwn = product.entity.id === entity.id;
  const deleted = product.deleted_at !== null;
  const isSeller = SELLERS.includes(entity.type);
  const sells = isOwn && isSeller && can('read:orders');
  const isOffered = !isOwn && !deleted && product.active && BUYERS.includes(entity.type);
  const editable = isOwn && !deleted && can('update:products');
  return (
    <>
      <ResourcePage
        query={query}
        historyOf={product.id}
        title={product.name}
        breadcrumbs={BREADCRUMBS}
        badge={
          <>
            <ActiveBadge active={product.active} deleted={deleted} />
            {!deleted && <OfferedBadge visibility={product.visibility} />}
          </>
        }
        description={isOwn ? product.brand : [product.brand, product.entity.name].filter(Boolean).join(' · ')}
        actions={
          editable && (
            <Button onClick={() => setEditing(true)}>
              <Pencil aria-hidden />
              Edit product
            </Button>
          )
        }
        aside={
          <>
            <ProductImages product={product} mayChange={editable} />
            <ProductFacts
              product={product}
              isOwn={isOwn}
              sells={isSeller}
              mayAddCertificate={isOwn && !deleted && can('create:coa')}
              timezone={entity.timezone}
            />
          </>
        }
      >
        {isOffered && (
          <Suspense fallback={<Skeleton className="h-20" />}>
            <OfferedVariants
              product={product}
              supplier={product.entity}
              mayOrder={can('create:orders')}
              frame={(content) => <Card>{content}</Card>}
            />
          </Suspense>
        )}
        <VariantsSection product={product} editable={editable} />
        <StockSection product={product} locations={locations} />
        <BatchesSection productId={product.id} />
        {sells && (
          <Suspense fallback={<Skeleton className="h-72" />}>
            <SalesSection product={product} />
          </Suspense>
        )}
      </ResourcePage>
      <Suspense>
        {editing && <EditProductDialog product={product} onClose={() => setEditing(false)} />}
      </Suspense>
    </>
  );
}
