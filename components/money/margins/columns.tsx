import type { ReactNode } from 'react';
import { readable } from '@/components/catalog/products/labels';
import { Link } from '@/components/ui/base/link';
import { columnsOf, type DataTableColumns } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { formatAmount, formatDate, formatMarginPercent, formatMoney, UNKNOWN } from '@/components/ui/format';
import type { MarginGroup, MarginReport, MarginRow } from './list';

const column = columnsOf<MarginRow>();
const HEADER: Record<MarginGroup, string> = {
  product: 'Product',
  brand: 'Brand',
  category: 'Category',
  customer: 'Customer',
  representative: 'Representative',
  day: 'Day',
};
const RIGHT = { align: 'right' } as const;

type Subject = Pick<MarginRow, 'id' | 'name'>;

export const nameOf = ({ name }: Subject, group: MarginGroup) => {
  if (group === 'day') return formatDate(name);
  return group === 'category' ? readable(name) : name;
};

type Days = Pick<MarginReport['period'], 'start' | 'end'>;

/** What is behind a row: the orders of a customer and the invoices of a day in the report's range, else its products or customers. */
function hrefOf({ id, name }: Subject, group: MarginGroup, days: Days | undefined): string | null {
  const named = encodeURIComponent(name);
  const range = days ? `&from=${days.start}&to=${days.end}` : '';
  if (group === 'day') return `/invoices?side=selling&from=${name}&to=${name}`;
  // What has no brand or representative is on no page of its own.
  if (id === null && group !== 'brand' && group !== 'category') return null;
  if (name === 'No brand') return null;
  return {
    product: `/products/${id}`,
    customer: `/orders?party=${id}${range}`,
    brand: `/products?brand=${named}`,
    category: `/products?category=${named}`,
    representative: `/customers?representative_id=${id}`,
  }[group];
}

/** A row's name as a list says it: with what it is divided by. */
export const labelOf = (row: MarginRow, group: MarginGroup, then: MarginGroup | null) =>
  [nameOf(row, group), row.second && then && nameOf(row.second, then)].filter(Boolean).join(', ');

type Counted = Pick<MarginRow, 'amount' | 'unit' | 'step'>;

/** "12 units", "3.5 lb"; just a count where jars and pounds count together. */
export function unitsText(count: number, goods: Counted): string {
  if (goods.unit) return formatAmount(count, goods);
  return `${formatAmount(count, {})} ${count === 1 ? 'unit' : 'units'}`;
}

/** Whether the cost of no unit is known. */
const isUncosted = ({ uncosted_units, units }: MarginRow) => uncosted_units > 0 && uncosted_units >= units;

/** What rows of one or two groups earned. */
export function marginColumns(
  group: MarginGroup,
  then: MarginGroup | null,
  days?: Days,
): DataTableColumns<MarginRow> {
  const figures: DataTableColumns<MarginRow> = marginFigures(group, days);
  if (!then) return figures;
  const second = column.columns([
    column.accessor((row) => (row.second ? nameOf(row.second, then) : ''), {
      id: 'second',
      header: HEADER[then],
      meta: { card: 'detail', className: 'wraps', ...(then === 'day' && { sortKey: 'day' }) },
      cell: ({ row: { original }, getValue }) => {
        const href = original.second && hrefOf(original.second, then, days);
        return href ? (
          <Link href={href} className="text-link hover:underline">
            {getValue()}
          </Link>
        ) : (
          getValue()
        );
      },
    }),
  ]);
  return [...figures.slice(0, 1), ...second, ...figures.slice(1)];
}

function Named({ href, children }: { href: string | null; children: ReactNode }) {
  return href ? <RowLink href={href}>{children}</RowLink> : children;
}

function marginFigures(group: MarginGroup, days: Days | undefined) {
  return column.columns([
    column.accessor((row) => nameOf(row, group), {
      id: 'name',
      header: HEADER[group],
      meta: { rowHeader: true, className: 'wraps', ...(group === 'day' && { sortKey: 'day' }) },
      cell: ({ row: { original }, getValue }) => (
        <>
          <Named href={hrefOf(original, group, days)}>{getValue()}</Named>
          {original.uncosted_units > 0 && (
            <span className="row-note">
              {isUncosted(original)
                ? 'Cost unknown'
                : `Cost of ${unitsText(original.uncosted_units, original)} unknown`}
            </span>
          )}
        </>
      ),
    }),
    column.accessor((row) => (row.amount === null ? null : row.units), {
      id: 'units',
      header: 'Units',
      meta: { ...RIGHT, hideBelow: 'lg' },
      // Jars and pounds add up to nothing that could be said.
      cell: ({ row: { original }, getValue }) =>
        getValue() === null ? UNKNOWN : formatAmount(original.units, original),
    }),
    column.accessor('sales', {
      header: 'Sales',
      meta: { ...RIGHT, sortKey: 'sales', card: 'detail' },
      cell: (info) => formatMoney(info.getValue()),
    }),
    column.accessor((row) => (isUncosted(row) ? null : row.cost), {
      id: 'cost',
      header: 'Cost',
      meta: { ...RIGHT, sortKey: 'cost' },
      cell: (info) => formatMoney(info.getValue()),
    }),
    column.accessor('margin', {
      header: 'Margin',
      meta: { ...RIGHT, sortKey: 'margin', card: 'badge', leaves: 'last', saysNone: true },
      cell: (info) => <Margin value={info.getValue()} />,
    }),
    column.accessor('margin_percent', {
      header: 'Margin, %',
      meta: { ...RIGHT, card: 'detail', saysNone: true },
      cell: (info) => formatMarginPercent(info.getValue()),
    }),
  ]);
}

/** A loss stands out. */
function Margin({ value }: { value: number | null }) {
  if (value === null) return <span className="text-muted">{UNKNOWN}</span>;
  return (
    <span className={value < 0 ? 'font-semibold text-destructive' : 'font-semibold'}>
      {formatMoney(value)}
    </span>
  );
}
