import { columnsOf } from '@/components/data-table/columns';
import { formatCount, formatDay, formatNumber, formatUtc, UNKNOWN } from '@/components/format';
import { ItemCell } from '@/components/goods/item-cell';
import { ActiveBadge } from './active-badge';
import { priceRange, readable } from './labels';
import type { Product } from './types';

const column = columnsOf<Product>();

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
      cell: ({ row: { original } }) => (
        <ItemCell
          goods={{
            product_id: original.id,
            product_name: original.name,
            category: original.category,
            image: original.images[0],
          }}
          href={`/products/${original.id}`}
          opensRow
          note={
            original.variants.length === 1
              ? original.variants[0]?.sku
              : formatCount(original.variants.length, 'variant')
          }
        />
      ),
    }),
    column.accessor('brand', {
      header: 'Brand',
      meta: { card: 'detail', sortKey: 'brand', className: 'md:min-w-24 md:whitespace-normal md:leading-4' },
      cell: ({ row: { original } }) =>
        original.brand ? (
          <button
            type="button"
            title={`Show only ${original.brand}`}
            onClick={() => onBrand(original.brand ?? '')}
            className="rounded-sm text-left hover:text-link hover:underline"
          >
            {original.brand}
          </button>
        ) : (
          UNKNOWN
        ),
    }),
    column.accessor('category', {
      header: 'Category',
      meta: { sortKey: 'category', hideBelow: 'lg' },
      cell: ({ row: { original } }) => (
        <>
          {readable(original.category)}
          {original.subcategory && <span className="text-muted"> · {readable(original.subcategory)}</span>}
        </>
      ),
    }),
    column.display({
      id: 'price',
      header: 'Price',
      meta: { align: 'right', card: 'detail' },
      cell: ({ row }) => priceRange(row.original.variants, 'price'),
    }),
    column.display({
      id: 'potency',
      header: 'THC / CBD %',
      meta: { align: 'right', hideBelow: '2xl' },
      cell: ({ row: { original } }) =>
        original.thc_percentage === null && original.cbd_percentage === null
          ? UNKNOWN
          : `${formatNumber(original.thc_percentage)} / ${formatNumber(original.cbd_percentage)}`,
    }),
    column.display({
      id: 'owner',
      header: 'Owner',
      meta: { hideBelow: 'xl', className: 'md:min-w-32 md:whitespace-normal md:leading-4' },
      cell: ({ row: { original } }) => (original.entity.id === ownId ? 'My business' : original.entity.name),
    }),
    column.accessor('active', {
      header: 'Status',
      meta: { card: 'badge' },
      cell: ({ row }) => <ActiveBadge active={row.original.active} />,
    }),
    column.accessor('created_at', {
      header: 'Created',
      meta: { sortKey: 'created_at', align: 'right', hideBelow: '2xl' },
      cell: ({ row: { original } }) => (
        <time dateTime={original.created_at} title={formatUtc(original.created_at)}>
          {formatDay(original.created_at, timezone)}
        </time>
      ),
    }),
  ]);
}
