import type { ComponentProps, ReactNode } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { OfferPrice } from '@/components/catalog/pricing/offer-price';
import type { Offer } from '@/components/orders/types';
import { CertificateLink } from '@/components/stock/certificates/certificate-link';
import { columnsOf } from '@/components/ui/data-table/columns';
import { formatDay, formatMoney, UNKNOWN } from '@/components/ui/format';
import { CartPrice } from './cart-price';
import { CartQuantity } from './cart-quantity';
import { ORDERED, OWN, POTENCY, STOCK } from './offer-columns';

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
  const shared = sharedColumns({
    timezone,
    opens: (offer) => ({ onOpen: () => onOpen(offer.product_id) }),
    price: (offer) => <CartPrice offer={offer} supplier={supplier} />,
  });
  if (!mayOrder) return shared;
  return [
    ...shared,
    column.display({
      ...ORDERED,
      cell: ({ row: { original } }) => <CartQuantity offer={original} supplier={supplier} />,
    }),
  ];
}

/** The columns of a seller's own catalog as a customer buys from it. */
export const ownCatalogColumns = (timezone: string) =>
  sharedColumns({
    timezone,
    opens: ({ product_id }) => ({ href: `/products/${product_id}`, opensRow: true }),
    price: (offer) => <OfferPrice offer={offer} quantity={0} />,
    // What the business has is what it can sell.
  }).filter((one) => !('accessorKey' in one) || one.accessorKey !== 'own_quantity');

function sharedColumns({
  timezone,
  opens,
  price,
}: {
  timezone: string;
  opens: (offer: Offer) => Pick<ComponentProps<typeof ItemCell>, 'href' | 'opensRow' | 'onOpen'>;
  price: (offer: Offer) => ReactNode;
}) {
  return column.columns([
    column.accessor('product_name', {
      header: 'Product',
      meta: { rowHeader: true, sortKey: 'product_name' },
      cell: ({ row: { original } }) => (
        <ItemCell
          goods={original}
          {...opens(original)}
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
    column.accessor('thc_percentage', { ...POTENCY, meta: { align: 'right', hideBelow: '2xl' } }),
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
      meta: { align: 'right', card: 'badge', sortKey: 'wholesale_price' },
      cell: ({ row: { original } }) => price(original),
    }),
    column.accessor('available_quantity', STOCK),
    column.accessor('own_quantity', OWN),
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
}
