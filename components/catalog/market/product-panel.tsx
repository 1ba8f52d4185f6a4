'use client';
import { CategoryTile } from '@/components/catalog/goods/category-tile';
import { Picture } from '@/components/catalog/goods/picture';
import { readable } from '@/components/catalog/products/labels';
import type { Offer } from '@/components/orders/types';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { Link } from '@/components/ui/base/link';
import { Sheet } from '@/components/ui/base/sheet';
import { Skeleton } from '@/components/ui/base/skeleton';
import { formatDate, formatPercentage } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { LoadFailed } from '@/components/ui/forms/load-failed';
import { trpc } from '@/components/ui/providers/trpc';
import { OfferedVariants, type Supplier } from './offered-variants';

/** What a supplier's catalog knows of one product, beside the list: pictures, variants to order, batches on sale and their tests. */
export function ProductPanel({
  productId,
  supplier,
  mayOrder,
  onClose,
}: {
  productId: string;
  supplier: Supplier;
  mayOrder: boolean;
  onClose: () => void;
}) {
  const product = trpc.products.get.useQuery({ id: productId }, { retry: false });
  const { data, error } = product;
  return (
    <Sheet title={data?.name ?? 'Product'} open onOpenChange={(open) => !open && onClose()}>
      {error && (
        <ErrorPanel
          title="This product can't be shown"
          message={errorText(error)}
          onRetry={() => void product.refetch()}
        />
      )}
      {!error && !data && <Skeleton className="m-4 h-64" />}
      {data && (
        <div className="flex flex-col gap-6 p-4">
          <Pictures product={data} />
          <OfferedVariants product={data} supplier={supplier} mayOrder={mayOrder} />
          <Batches productId={productId} supplier={supplier} />
          {data.description && <p className="whitespace-pre-line text-pretty">{data.description}</p>}
          <DefinitionList
            columns={2}
            items={[
              { term: 'Brand', value: data.brand },
              { term: 'Category', value: readable(data.subcategory ?? data.category) },
              {
                term: 'THC',
                value: data.thc_percentage === null ? null : formatPercentage(data.thc_percentage),
              },
              {
                term: 'CBD',
                value: data.cbd_percentage === null ? null : formatPercentage(data.cbd_percentage),
              },
            ].filter(({ value }) => value !== null)}
          />
          <p>
            <Link href={`/products/${productId}`} className="text-link hover:underline">
              Open the product's page
            </Link>
          </p>
        </div>
      )}
    </Sheet>
  );
}

type Pictured = { id: string; name: string; images: readonly string[]; category: Offer['category'] };

function Pictures({ product: { id, name, images, category } }: { product: Pictured }) {
  if (images.length === 0)
    return <CategoryTile goods={{ product_id: id, category, image: null }} className="size-20 rounded-lg" />;
  return (
    <ul aria-label="Pictures" className="grid grid-cols-3 gap-2">
      {images.map((url, index) => (
        <li
          key={url}
          className="aspect-square overflow-hidden rounded-lg border border-border bg-bg first:col-span-3 first:aspect-video first:[&_img]:object-contain"
        >
          <Picture
            productId={id}
            url={url}
            width={index === 0 ? 1600 : 480}
            alt={`${name}, image ${index + 1}`}
          />
        </li>
      ))}
    </ul>
  );
}

/** Batches on sale: dates, and what the certificate of each says. */
function Batches({ productId, supplier }: { productId: string; supplier: Supplier }) {
  const { data, error, refetch } = trpc.market.onSale.useQuery({ id: supplier.id, product_id: productId });
  if (data?.data.length === 0) return null;
  return (
    <section aria-labelledby="panel-batches">
      <h3 id="panel-batches" className="mb-2 font-semibold">
        Batches on sale
      </h3>
      {data ? (
        <ul className="divide-y divide-border">
          {data.data.map(({ id, batch_id, packaged_on, expires_on, certificate }) => (
            <li key={id} className="py-2">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="font-medium">{batch_id}</span>
                {expires_on && <span>Expires {formatDate(expires_on)}</span>}
              </p>
              <p className="text-muted text-sm">
                {[
                  packaged_on && `Packaged ${formatDate(packaged_on)}`,
                  certificate?.thc_percentage != null &&
                    `THC ${formatPercentage(certificate.thc_percentage)}`,
                  certificate?.cbd_percentage != null &&
                    `CBD ${formatPercentage(certificate.cbd_percentage)}`,
                  certificate
                    ? `${certificate.result === 'passed' ? 'Passed at' : 'Tested at'} ${certificate.lab}, ${formatDate(certificate.date)}`
                    : 'No certificate yet',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      ) : error ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-20" />
      )}
    </section>
  );
}
