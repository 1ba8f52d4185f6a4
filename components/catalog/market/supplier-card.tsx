import { CategoryTile } from '@/components/catalog/goods/category-tile';
import { Picture } from '@/components/catalog/goods/picture';
import type { SupplierList } from '@/components/orders/types';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { formatDate, formatDay, formatMoney } from '@/components/ui/format';

type Supplier = SupplierList['data'][number];

const readable = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** A supplier of the market: pictures of what is ordered from it, what it sells, and the last order. */
export function SupplierCard({
  supplier,
  mayOrder,
  timezone,
}: {
  supplier: Supplier;
  mayOrder: boolean;
  timezone: string;
}) {
  const { id, name, city, state, product_count, categories, pictures, last_order } = supplier;
  const [nextDelivery] = supplier.next_delivery_dates;
  const href = `/market/${id}`;
  return (
    <li className="flex flex-col overflow-hidden rounded-lg border border-border bg-surface shadow-xs">
      <div aria-hidden className="grid h-28 grid-cols-4 gap-px border-border border-b bg-border">
        {pictures.map(({ product_id, category, image }) => (
          <span key={product_id} className="overflow-hidden bg-bg">
            {image ? (
              <Picture productId={product_id} url={image} width={480} alt="" />
            ) : (
              <CategoryTile goods={{ product_id, category }} className="size-full rounded-none" />
            )}
          </span>
        ))}
        {Array.from({ length: 4 - pictures.length }, (_, index) => (
          <CategoryTile
            // biome-ignore lint/suspicious/noArrayIndexKey: places without a picture are alike
            key={index}
            goods={{ product_id: '', category: categories[index % Math.max(categories.length, 1)] }}
            className="h-full w-full rounded-none"
          />
        ))}
      </div>
      <div className="flex flex-1 flex-col gap-1.5 p-4">
        <h2 className="font-semibold text-base">
          <Link href={href} className="rounded-sm hover:underline">
            {name}
          </Link>
        </h2>
        <p className="text-muted text-sm">
          {city}, {state} · {product_count === 1 ? '1 product' : `${product_count} products`}
        </p>
        {nextDelivery && <p className="text-sm">Next delivery {formatDate(nextDelivery)}</p>}
        {categories.length > 0 && <p className="text-sm">{categories.map(readable).join(', ')}</p>}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-2">
          <p className="text-muted text-sm">
            {last_order ? (
              <>
                Last order{' '}
                <Link href={`/orders/${last_order.id}`} className="text-link underline underline-offset-4">
                  {formatDay(last_order.created_at, timezone)}
                </Link>
                , {formatMoney(last_order.total)}
              </>
            ) : (
              'No orders yet'
            )}
          </p>
          <span className="flex gap-2">
            {last_order && mayOrder && (
              <Button asChild size="sm">
                <Link href={`${href}?ordered=true`} aria-label={`Buy again from ${name}`}>
                  Buy again
                </Link>
              </Button>
            )}
            <Button asChild size="sm" variant={last_order ? undefined : 'primary'}>
              <Link href={href} aria-label={`Browse ${name}`}>
                Browse
              </Link>
            </Button>
          </span>
        </div>
      </div>
    </li>
  );
}
