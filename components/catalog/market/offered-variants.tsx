'use client';
import type { ReactNode } from 'react';
import { breaksText, caseText } from '@/components/catalog/pricing/ladder';
import { stockInput } from '@/components/catalog/products/stock-input';
import type { Offer } from '@/components/orders/types';
import { Skeleton } from '@/components/ui/base/skeleton';
import { formatAmount, formatDay, formatMoney } from '@/components/ui/format';
import { failureOf } from '@/components/ui/forms/failure';
import { LoadFailed } from '@/components/ui/forms/load-failed';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { CartQuantity } from './cart-quantity';
import { StockHint } from './stock-hint';

export type Supplier = { id: string; name: string };

/** What a supplier offers of one product, each variant with what decides how much to order of it, and the quantity. */
export function OfferedVariants({
  product: { id, variants },
  supplier,
  mayOrder,
  frame = (content) => content,
}: {
  product: { id: string; variants: ReadonlyArray<{ id: string }> };
  supplier: Supplier;
  mayOrder: boolean;
  /** Around it, where its supplier sells it to the reader. */
  frame?: (content: ReactNode) => ReactNode;
}) {
  const { data, error, refetch } = trpc.market.catalogue.useQuery(
    { id: supplier.id, variant_ids: variants.map((variant) => variant.id).join(','), limit: variants.length },
    { enabled: variants.length > 0 },
  );
  // Of a supplier that isn't one of the reader's, others may sell it.
  if (failureOf(error)?.code === 'NOT_FOUND') return null;
  return frame(
    <section aria-labelledby="offered-variants">
      <h3 id="offered-variants" className="mb-2 font-semibold">
        Order from {supplier.name}
      </h3>
      {data ? (
        <ul className="divide-y divide-border">
          {data.data.map((offer) => (
            <li
              key={offer.variant_id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
            >
              <span className="min-w-0">
                <span className="font-medium">{offer.variant_name}</span>{' '}
                <span className="tabular-nums">
                  {formatMoney(offer.wholesale_price)}
                  {offer.unit && `/${offer.unit}`}
                </span>
                <span className="block text-muted text-sm tabular-nums empty:hidden">
                  {[caseText(offer), breaksText(offer.price_ladder, offer)].filter(Boolean).join(' · ')}
                </span>
                <span className="block text-sm">
                  <StockHint available={offer.available_quantity} goods={offer} />
                </span>
                <OwnFigures productId={id} offer={offer} />
              </span>
              {mayOrder && <CartQuantity offer={offer} supplier={supplier} />}
            </li>
          ))}
        </ul>
      ) : error ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-20" />
      )}
    </section>,
  );
}

/** "You have 57 Downtown Oakland, 24 Berkeley · sold 31 in 30 days · last paid $19.00, Nov 29, 2026". */
function OwnFigures({ productId, offer }: { productId: string; offer: Offer }) {
  const { can, entity, locations } = useViewer();
  const enabled = can('read:inventory');
  const stock = trpc.inventory.list.useQuery(stockInput(productId), { enabled });
  const sales = trpc.reports.products.useQuery({ ids: productId }, { enabled });
  const rows = (stock.data?.data ?? []).filter(({ variant_id }) => variant_id === offer.variant_id);
  const places = locations.flatMap(({ id, name }) => {
    const units = rows.reduce((sum, row) => (row.location_id === id ? sum + row.available_quantity : sum), 0);
    return units > 0 ? [`${formatAmount(units, offer)} ${name}`] : [];
  });
  const sold = sales.data?.data[0]?.variants.find((one) => one.variant_id === offer.variant_id)?.sold_30_days;
  const facts = [
    offer.own_quantity === 0
      ? 'You have none'
      : `You have ${places.join(', ') || formatAmount(offer.own_quantity, offer)}`,
    sold != null && `sold ${formatAmount(sold, offer)} in 30 days`,
    offer.last_price !== null &&
      `last paid ${formatMoney(offer.last_price)}, ${formatDay(offer.last_ordered_at, entity.timezone)}`,
  ];
  return <span className="block text-muted text-sm tabular-nums">{facts.filter(Boolean).join(' · ')}</span>;
}
