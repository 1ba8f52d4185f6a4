import { columnsOf } from '@/components/data-table/columns';
import { RowLink } from '@/components/data-table/row-link';
import { formatDay, formatNumber, formatUtc, UNKNOWN } from '@/components/format';
import { ActiveBadge } from './active-badge';
import { priceRange, readable } from './labels';
import type { Product } from './types';

const column = columnsOf<Product>();
// Both fit beside the rest only from 1376 px up.
const ROOMY = 'max-[86rem]:hidden';

/** The columns of the product list. @param onBrand filters by a brand */
export function productColumns({
  timezone,
  ownId,
  onBrand,
}: {
  timezone: string;
  ownId: string;
  onBrand: (brand: string) => void;
}) {
  return column.columns([
    column.accessor('name', {
      header: 'Product',
      meta: { rowHeader: true, sortKey: 'name' },
      cell: ({ row }) => <RowLink href={`/products/${row.original.id}`}>{row.original.name}</RowLink>,
    }),
    column.accessor('brand', {
      header: 'Brand',
      meta: { sortKey: 'brand' },
      cell: ({ row: { original } }) =>
        original.brand ? (
          <button
            type="button"
            title={`Show only ${original.brand}`}
            onClick={() => onBrand(original.brand ?? '')}
            className="block max-w-30 truncate rounded-sm text-left hover:text-link hover:underline"
          >
            {original.brand}
          </button>
        ) : (
          UNKNOWN
        ),
    }),
    column.accessor('category', {
      header: 'Category',
      meta: { sortKey: 'category' },
      cell: ({ row: { original } }) => (
        <>
          {readable(original.category)}
          {original.subcategory && <span className="text-muted"> · {readable(original.subcategory)}</span>}
        </>
      ),
    }),
    column.display({
      id: 'variants',
      header: 'Variants',
      meta: { align: 'right', hideBelow: 'xl' },
      cell: ({ row }) => row.original.variants.length,
    }),
    column.display({
      id: 'price',
      header: 'Price',
      meta: { align: 'right' },
      cell: ({ row }) => priceRange(row.original.variants, 'price'),
    }),
    column.display({
      id: 'potency',
      header: 'THC / CBD %',
      meta: { align: 'right', className: ROOMY },
      cell: ({ row: { original } }) =>
        original.thc_percentage === null && original.cbd_percentage === null
          ? UNKNOWN
          : `${formatNumber(original.thc_percentage)} / ${formatNumber(original.cbd_percentage)}`,
    }),
    column.display({
      id: 'owner',
      header: 'Owner',
      meta: { hideBelow: 'xl' },
      cell: ({ row: { original } }) =>
        original.entity.id === ownId ? (
          'My business'
        ) : (
          <span title={original.entity.name} className="block max-w-28 truncate">
            {original.entity.name}
          </span>
        ),
    }),
    column.accessor('active', {
      header: 'Status',
      meta: { card: 'badge' },
      cell: ({ row }) => <ActiveBadge active={row.original.active} />,
    }),
    column.accessor('created_at', {
      header: 'Created',
      meta: { sortKey: 'created_at', align: 'right', className: ROOMY },
      cell: ({ row: { original } }) => (
        <time dateTime={original.created_at} title={formatUtc(original.created_at)}>
          {formatDay(original.created_at, timezone)}
        </time>
      ),
    }),
  ]);
}
