'use client';
import { SearchX } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { CartBar } from '@/components/orders/cart/cart-bar';
import type { MarketOffer } from '@/components/orders/types';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ListTable } from '@/components/ui/data-table/list-table';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { formatDay, formatMoney, UNKNOWN } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { CartPrice } from './cart-price';
import { CartQuantity } from './cart-quantity';
import { marketList } from './list';
import { ORDERED, OWN, POTENCY, STOCK } from './offer-columns';
import { useProductPanel } from './use-product-panel';

const ProductPanel = lazy(() => import('./product-panel').then((m) => ({ default: m.ProductPanel })));
const column = columnsOf<MarketOffer>();

/** What it costs by weight, where packages of several sizes are compared. */
function perWeight({ price_per_gram, price_per_100_mg }: MarketOffer): string | null {
  if (price_per_100_mg !== null) return `${formatMoney(price_per_100_mg)}/100 mg`;
  return price_per_gram === null ? null : `${formatMoney(price_per_gram)}/g`;
}

function offerColumns(mayOrder: boolean, timezone: string, onOpen: (productId: string) => void) {
  const shared = column.columns([
    column.accessor('product_name', {
      header: 'Product',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) => (
        <ItemCell goods={original} onOpen={() => onOpen(original.product_id)} note={original.brand} />
      ),
    }),
    column.accessor('supplier.name', {
      id: 'supplier',
      header: 'Supplier',
      meta: { card: 'detail' },
      cell: ({ row: { original } }) => (
        <Link href={`/market/${original.supplier.id}`} className="text-link hover:underline">
          {original.supplier.name}
        </Link>
      ),
    }),
    column.accessor('thc_percentage', {
      ...POTENCY,
      meta: { align: 'right', hideBelow: 'xl', sortKey: 'thc' },
    }),
    column.accessor('wholesale_price', {
      header: 'Price',
      meta: { align: 'right', card: 'badge', sortKey: 'price', className: 'md:leading-4' },
      cell: ({ row: { original } }) => (
        <>
          <CartPrice offer={original} supplier={original.supplier} />
          <span className="block text-muted text-xs">
            {original.cheapest && (
              <span
                className="font-medium text-on-tint-success"
                title="The lowest price of its kind and size"
              >
                Cheapest{' '}
              </span>
            )}
            {perWeight(original)}
          </span>
        </>
      ),
    }),
    column.accessor('available_quantity', STOCK),
    column.accessor('own_quantity', OWN),
    column.accessor('last_price', {
      header: 'Last paid',
      meta: { align: 'right', hideBelow: 'lg' },
      cell: ({ row: { original } }) =>
        original.last_price === null ? (
          UNKNOWN
        ) : (
          <span title={formatDay(original.last_ordered_at, timezone)}>
            {formatMoney(original.last_price)}
          </span>
        ),
    }),
  ]);
  if (!mayOrder) return shared;
  return [
    ...shared,
    column.display({
      ...ORDERED,
      cell: ({ row: { original } }) => <CartQuantity offer={original} supplier={original.supplier} />,
    }),
  ];
}

/** What all suppliers sell: one product's prices are beside each other, and go into the carts from the row. */
export function MarketGoods({ mayOrder, timezone }: { mayOrder: boolean; timezone: string }) {
  const list = useServerList(marketList, trpc.market.search, {
    rowId: (offer) => `${offer.variant_id} ${offer.supplier.id}`,
  });
  const panel = useProductPanel();
  const columns = useMemo(
    () => offerColumns(mayOrder, timezone, panel.open),
    [mayOrder, timezone, panel.open],
  );
  const opened = list.rows?.find(({ product_id }) => product_id === panel.opened);
  return (
    <>
      <ListTable
        list={list}
        caption="Offers of all suppliers"
        columns={columns}
        rowLabel={(offer) => `${offer.product_name} ${offer.variant_name} of ${offer.supplier.name}`}
        filtered={false}
        empty={
          <EmptyState icon={SearchX} title="No results">
            {list.narrowed
              ? 'No offer has all of these words and filters. Try fewer of them, or a category, brand or supplier.'
              : 'What your suppliers sell appears here.'}
          </EmptyState>
        }
      />
      {mayOrder && <CartBar />}
      <Suspense>
        {opened && (
          <ProductPanel
            productId={opened.product_id}
            supplier={opened.supplier}
            mayOrder={mayOrder}
            onClose={panel.close}
          />
        )}
      </Suspense>
    </>
  );
}
