import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import type { MarketOffer } from '@/components/orders/types';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ListSection } from '@/components/ui/data-table/list-section';
import { formatDay, formatMoney, UNKNOWN } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { CartPrice } from './cart-price';
import { CartQuantity } from './cart-quantity';
import { potencyOf } from './potency';
import { StockHint } from './stock-hint';

const ROWS = 50;
const column = columnsOf<MarketOffer>();

function resultColumns(mayOrder: boolean, timezone: string) {
  const shared = column.columns([
    column.accessor('product_name', {
      header: 'Product',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) => (
        <ItemCell goods={original} href={`/products/${original.product_id}`} note={original.brand} />
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
    column.display({
      id: 'potency',
      header: 'THC',
      meta: { align: 'right', hideBelow: 'xl' },
      cell: ({ row: { original } }) => potencyOf(original),
    }),
    column.accessor('wholesale_price', {
      header: 'Price',
      meta: { align: 'right', card: 'detail' },
      cell: ({ row: { original } }) => <CartPrice offer={original} supplier={original.supplier} />,
    }),
    column.accessor('available_quantity', {
      header: 'Stock',
      meta: { card: 'badge' },
      cell: ({ row: { original } }) => <StockHint available={original.available_quantity} goods={original} />,
    }),
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
      id: 'order',
      header: 'Quantity',
      meta: { card: 'control' },
      cell: ({ row: { original } }) => <CartQuantity offer={original} supplier={original.supplier} />,
    }),
  ];
}

/** What all suppliers sell under some words: one product's prices are beside each other. */
export function MarketResults({
  search,
  mayOrder,
  timezone,
}: {
  search: string;
  mayOrder: boolean;
  timezone: string;
}) {
  const columns = useMemo(() => resultColumns(mayOrder, timezone), [mayOrder, timezone]);
  return (
    <ListSection
      title={`“${search}” at all suppliers`}
      caption="Offers of all suppliers"
      procedure={trpc.market.search}
      input={{ search, limit: ROWS }}
      columns={columns}
      rowId={(offer) => `${offer.variant_id} ${offer.supplier.id}`}
      rowLabel={(offer) => `${offer.product_name} ${offer.variant_name} of ${offer.supplier.name}`}
      empty={
        <EmptyState icon={SearchX} title="No results">
          No offer has all of these words. Try fewer of them, or a category, brand or supplier.
        </EmptyState>
      }
    />
  );
}
