import { columnsOf } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { formatAmount, formatDate, formatMarginPercent, formatMoney, UNKNOWN } from '@/components/ui/format';
import type { MarginGroup, MarginRow } from './list';

const column = columnsOf<MarginRow>();
const HEADER: Record<MarginGroup, string> = { product: 'Product', customer: 'Customer', day: 'Day' };
const RIGHT = { align: 'right' } as const;

export const nameOf = ({ name }: MarginRow, group: MarginGroup) =>
  group === 'day' ? formatDate(name) : name;

const hrefOf = ({ id, name }: MarginRow, group: MarginGroup) =>
  ({
    product: `/products/${id}`,
    customer: `/customers/${id}`,
    day: `/invoices?side=selling&from=${name}&to=${name}`,
  })[group];

type Counted = Pick<MarginRow, 'amount' | 'unit' | 'step'>;

/** "12 units", "3.5 lb"; just a count where jars and pounds count together. */
export function unitsText(count: number, goods: Counted): string {
  if (goods.unit) return formatAmount(count, goods);
  return `${formatAmount(count, {})} ${count === 1 ? 'unit' : 'units'}`;
}

/** Whether the cost of no unit is known. */
const isUncosted = ({ uncosted_units, units }: MarginRow) => uncosted_units > 0 && uncosted_units >= units;

/** What rows of a group earned. */
export function marginColumns(group: MarginGroup) {
  return column.columns([
    column.accessor((row) => nameOf(row, group), {
      id: 'name',
      header: HEADER[group],
      meta: { rowHeader: true, className: 'wraps', ...(group === 'day' && { sortKey: 'day' }) },
      cell: ({ row: { original }, getValue }) => (
        <>
          <RowLink href={hrefOf(original, group)}>{getValue()}</RowLink>
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
