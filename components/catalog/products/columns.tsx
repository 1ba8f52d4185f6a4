import { totalText } from '@/components/catalog/goods/amounts';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { ActiveBadge } from '@/components/ui/base/active-badge';
import { Badge } from '@/components/ui/base/badge';
import { columnsOf } from '@/components/ui/data-table/columns';
import {
  formatAmount,
  formatCount,
  formatDate,
  formatDay,
  formatNumber,
  formatUtc,
  UNKNOWN,
} from '@/components/ui/format';
import { priceRange, readable } from './labels';
import { OfferedBadge } from './offered-badge';
import type { Product, ProductFigure } from './types';

/** A product of the list with its stock and sales, which come after it. */
export type ListedProduct = Product & { figures: ProductFigure | undefined };

const column = columnsOf<ListedProduct>();

/** The columns of the product list. @param sells whether the reader sells to businesses */
export function productColumns({
  timezone,
  ownId,
  sells,
  mixed,
}: {
  timezone: string;
  ownId: string;
  sells: boolean;
  /** With products of other businesses. */
  mixed: boolean;
}) {
  return column.columns([
    column.accessor('name', {
      header: 'Product',
      meta: { rowHeader: true, sortKey: 'name', alsoSort: { key: 'brand', label: 'Brand' } },
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
          note={<ProductNote product={original} />}
        />
      ),
    }),
    column.accessor('category', {
      header: 'Category',
      meta: { sortKey: 'category', hideBelow: 'lg', className: 'md:leading-4' },
      cell: ({ row: { original } }) => (
        <>
          {readable(original.category)}
          {original.subcategory && (
            <span className="block text-muted text-xs max-md:inline"> {readable(original.subcategory)}</span>
          )}
        </>
      ),
    }),
    column.display({
      id: 'price',
      header: 'Price',
      meta: { align: 'right', card: 'badge', className: 'md:leading-4' },
      cell: ({ row: { original } }) =>
        sells ? (
          <>
            {priceRange(original.variants, 'wholesale_price')}
            <span className="block text-muted text-xs max-md:hidden">
              Retail {priceRange(original.variants, 'price')}
            </span>
          </>
        ) : (
          priceRange(original.variants, 'price')
        ),
    }),
    column.accessor('figures.sellable', {
      id: 'stock',
      header: 'Stock',
      meta: { align: 'right', card: 'detail', saysNone: true, className: 'md:leading-4' },
      cell: ({ row: { original } }) => <Stock figures={original.figures} />,
    }),
    column.accessor('figures.sold_30_days', {
      id: 'sold',
      header: 'Sold in 30 days',
      meta: { align: 'right', saysNone: true },
      cell: ({ row: { original } }) => original.figures && <Sold figures={original.figures} />,
    }),
    column.accessor('test_results.date', {
      id: 'certificate',
      header: 'Certificate',
      meta: { card: 'detail', named: true, saysNone: true },
      cell: ({ row: { original } }) => <CertificateState product={original} />,
    }),
    ...(mixed
      ? [
          column.display({
            id: 'owner',
            header: 'Owner',
            meta: { hideBelow: 'lg', className: 'md:min-w-32 md:whitespace-normal md:leading-4' },
            cell: ({ row: { original } }) =>
              original.entity.id === ownId ? 'My business' : original.entity.name,
          }),
        ]
      : []),
    column.display({
      id: 'potency',
      header: 'THC / CBD %',
      meta: { align: 'right', optional: true },
      cell: ({ row: { original } }) =>
        original.thc_percentage === null && original.cbd_percentage === null
          ? UNKNOWN
          : `${formatNumber(original.thc_percentage)} / ${formatNumber(original.cbd_percentage)}`,
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

/** The second line of a product: its brand, how many variants it has, and whether buyers don't see it. */
function ProductNote({ product: { brand, variants, active, visibility } }: { product: Product }) {
  return (
    <>
      {brand && <span>{brand}</span>}
      <span>{variants.length === 1 ? variants[0]?.sku : formatCount(variants.length, 'variant')}</span>
      {!active && <ActiveBadge active={false} />}
      <OfferedBadge visibility={visibility} />
    </>
  );
}

/** Units that can be sold; below them those that can't, where there are any. */
function Stock({ figures }: { figures: ProductFigure | undefined }) {
  // Still loading, or not for the member to see.
  if (!figures) return null;
  if (figures.sellable_amount === null)
    return totalText(figures.variants.map((goods) => ({ count: goods.sellable, goods })));
  const blocked = figures.on_hand - figures.sellable;
  return (
    <>
      {formatAmount(figures.sellable, figures)}
      {blocked > 0 && (
        <span className="block text-muted text-xs max-md:hidden">
          {formatAmount(figures.on_hand, figures)} on hand
        </span>
      )}
    </>
  );
}

function Sold({ figures }: { figures: ProductFigure }) {
  const { sold_30_days: sold, sold_30_days_amount: amount, variants } = figures;
  return sold !== null && amount === null
    ? totalText(variants.map((goods) => ({ count: goods.sold_30_days ?? 0, goods })))
    : formatAmount(sold, figures);
}

function CertificateState({ product: { test_results, category } }: { product: Product }) {
  if (test_results)
    return (
      <span title={`${test_results.lab}, batch ${test_results.batch_id}`}>
        {formatDate(test_results.date)}
      </span>
    );
  if (category === 'accessories') return <span className="text-muted">Not needed</span>;
  return (
    <Badge tone="warning" icon="triangle">
      Missing
    </Badge>
  );
}
