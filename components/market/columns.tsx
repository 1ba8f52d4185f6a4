import { CertificateLink } from '@/components/certificates/certificate-link';
import { columnsOf } from '@/components/data-table/columns';
import { NUMBER } from '@/components/data-table/values';
import { formatDay, formatMoney, UNKNOWN } from '@/components/format';
import { ItemCell } from '@/components/goods/item-cell';
import type { Offer } from '@/components/orders/types';
import { CartPrice } from './cart-price';
import { CartQuantity } from './cart-quantity';
import { potencyOf } from './potency';
import { StockHint } from './stock-hint';

const column = columnsOf<Offer>();

const words = (name: string) => name.replaceAll('_', ' ');

/** The columns of a supplier's catalog; the quantity only for members who may order. */
export function catalogColumns({
  supplier,
  mayOrder,
  timezone,
  onOpen,
}: {
  supplier: { id: string; name: string };
  mayOrder: boolean;
  timezone: string;
  /** Opens the panel of a product. */
  onOpen: (productId: string) => void;
}) {
  const shared = column.columns([
    column.accessor('product_name', {
      header: 'Product',
      meta: { rowHeader: true, sortKey: 'product_name' },
      cell: ({ row: { original } }) => (
        <ItemCell
          goods={original}
          onOpen={() => onOpen(original.product_id)}
          note={original.brand && <span className="@max-[58rem]:hidden">{original.brand}</span>}
        />
      ),
    }),
    column.accessor('category', {
      header: 'Category',
      meta: { sortKey: 'category', hideBelow: '3xl' },
      cell: ({ row: { original } }) => (
        <span className="capitalize">{words(original.subcategory ?? original.category)}</span>
      ),
    }),
    column.accessor('thc_percentage', {
      header: 'THC',
      meta: { align: 'right', hideBelow: '2xl' },
      cell: ({ row: { original } }) => potencyOf(original),
    }),
    column.accessor('certificate', {
      header: 'COA',
      meta: { hideBelow: 'lg' },
      cell: ({ row: { original } }) =>
        original.certificate ? (
          <CertificateLink
            certificate={original.certificate}
            of={{ product_id: original.product_id, name: original.product_name }}
          />
        ) : (
          UNKNOWN
        ),
    }),
    column.accessor('wholesale_price', {
      header: 'Price',
      meta: { align: 'right', card: 'detail', sortKey: 'wholesale_price' },
      cell: ({ row: { original } }) => <CartPrice offer={original} supplier={supplier} />,
    }),
    column.accessor('available_quantity', {
      header: 'Stock',
      meta: { card: 'badge' },
      cell: (info) => <StockHint available={info.getValue()} />,
    }),
    column.accessor('own_quantity', {
      header: 'You have',
      meta: { ...NUMBER.meta, hideBelow: 'lg' },
      cell: NUMBER.cell,
    }),
    column.accessor('last_price', {
      header: 'Last paid',
      meta: { align: 'right', hideBelow: 'xl', className: 'md:leading-4' },
      cell: ({ row: { original } }) =>
        original.last_price === null ? (
          UNKNOWN
        ) : (
          <>
            {formatMoney(original.last_price)}
            <span className="block text-muted text-xs max-md:inline">
              {' '}
              {formatDay(original.last_ordered_at, timezone)}
            </span>
          </>
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
      cell: ({ row: { original } }) => <CartQuantity offer={original} supplier={supplier} />,
    }),
  ];
}
