import { columnsOf } from '@/components/data-table/columns';
import { formatMoney, formatPercentage } from '@/components/format';
import { ItemCell } from '@/components/goods/item-cell';
import type { Offer } from '@/components/orders/types';
import { AddToCart } from './add-to-cart';
import { StockHint } from './stock-hint';

const column = columnsOf<Offer>();

const words = (name: string) => name.replaceAll('_', ' ');

/** The columns of a supplier's catalog; the quantity only for members who may order. */
export function catalogColumns({
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
        <ItemCell
          goods={original}
          href={`/products/${original.product_id}`}
          note={original.brand && <span className="@max-[58rem]:hidden">{original.brand}</span>}
        />
      ),
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
      meta: { align: 'right', card: 'detail', sortKey: 'wholesale_price' },
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
      meta: { card: 'control', align: 'right' },
      cell: ({ row: { original } }) => <AddToCart offer={original} supplier={supplier} />,
    }),
  ];
}
