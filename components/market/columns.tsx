import { columnsOf } from '@/components/data-table/columns';
import { formatMoney, formatPercentage } from '@/components/format';
import type { Offer } from '@/components/orders/types';
import { Link } from '@/components/ui/link';
import { AddToCart } from './add-to-cart';
import { StockHint } from './stock-hint';

const column = columnsOf<Offer>();

const words = (name: string) => name.replaceAll('_', ' ');

/** The columns of a supplier's catalog; the quantity only for members who may order. */
export function catalogueColumns({
  supplier,
  mayOrder,
}: {
  supplier: { id: string; name: string };
  mayOrder: boolean;
}) {
  const shared = column.columns([
    column.accessor('product_name', {
      header: 'Product',
      meta: { rowHeader: true, sortKey: 'product_name' },
      cell: ({ row: { original } }) => (
        <>
          <Link
            href={`/products/${original.product_id}`}
            className="rounded-sm font-medium hover:text-link hover:underline"
          >
            {original.product_name}
          </Link>
          <span className="block text-muted">
            {original.variant_name}
            {original.brand && ` · ${original.brand}`}
          </span>
        </>
      ),
    }),
    column.accessor('sku', {
      header: 'SKU',
      meta: { hideBelow: 'lg' },
      cell: (info) => <span className="text-muted">{info.getValue()}</span>,
    }),
    column.accessor('category', {
      header: 'Category',
      meta: { sortKey: 'category', hideBelow: 'lg' },
      cell: ({ row: { original } }) => (
        <span className="capitalize">{words(original.subcategory ?? original.category)}</span>
      ),
    }),
    column.accessor('thc_percentage', {
      header: 'THC',
      meta: { align: 'right', hideBelow: 'xl' },
      cell: (info) => formatPercentage(info.getValue()),
    }),
    column.accessor('wholesale_price', {
      header: 'Price',
      meta: { align: 'right', sortKey: 'wholesale_price' },
      cell: (info) => formatMoney(info.getValue()),
    }),
    column.accessor('available_quantity', {
      header: 'Stock',
      meta: { card: 'badge' },
      cell: (info) => <StockHint available={info.getValue()} />,
    }),
  ]);
  if (!mayOrder) return shared;
  return [
    ...shared,
    column.display({
      id: 'order',
      header: 'Quantity',
      meta: { card: 'actions', align: 'right' },
      cell: ({ row: { original } }) => <AddToCart offer={original} supplier={supplier} />,
    }),
  ];
}
