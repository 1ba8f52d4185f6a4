'use client';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { cn } from '@/components/ui/base/class-names';
import { columnsOf, type DataTableColumns } from '@/components/ui/data-table/columns';
import { formatAmount, formatAmountChange } from '@/components/ui/format';
import { ROOM } from './labels';
import type { ComparisonPage, InventoryItem } from './types';

/** A row of a snapshot; compared with now, it says what there is now too. */
export type SnapshotRow = InventoryItem &
  Partial<Pick<ComparisonPage['data'][number], 'current' | 'difference'>>;

const column = columnsOf<SnapshotRow>();
const number = { align: 'right', className: 'px-2' } as const;

function Difference({ units, of }: { units: number | undefined; of: SnapshotRow }) {
  return (
    <span className={cn(units === 0 ? 'font-normal text-muted' : 'font-semibold')}>
      {formatAmountChange(units, of)}
    </span>
  );
}

/** The columns of a snapshot, and beside them those of now where both are compared. */
export function snapshotColumns({
  locationName,
  compare,
}: {
  locationName: (id: string) => string;
  compare: boolean;
}): DataTableColumns<SnapshotRow> {
  return column.columns([
    column.accessor('product_name', {
      header: 'Product',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) => (
        <ItemCell goods={original} href={`/inventory/${original.id}`} opensRow lots={original.lots} />
      ),
    }),
    column.accessor((item) => locationName(item.location_id), {
      id: 'location',
      header: 'Location',
      meta: { card: 'detail', className: 'px-2 md:min-w-28 md:whitespace-normal md:leading-4' },
    }),
    column.accessor((item) => ROOM[item.room_type], {
      id: 'room',
      header: 'Room',
      meta: { card: 'detail', className: 'px-2' },
    }),
    column.accessor('quantity', {
      header: 'Quantity',
      meta: { ...number, card: 'badge' },
      cell: ({ getValue, row }) => formatAmount(getValue(), row.original),
    }),
    column.accessor('reserved_quantity', {
      header: 'Reserved',
      meta: compare ? { ...number, hideBelow: 'lg' } : number,
      cell: ({ getValue, row }) => formatAmount(getValue(), row.original),
    }),
    column.accessor('available_quantity', {
      header: 'Available',
      meta: compare ? { ...number, hideBelow: 'lg' } : number,
      cell: ({ getValue, row }) => formatAmount(getValue(), row.original),
    }),
    ...(compare
      ? [
          column.accessor((item) => item.current?.quantity, {
            id: 'now',
            header: 'Now',
            meta: number,
            cell: ({ getValue, row }) => formatAmount(getValue(), row.original),
          }),
          column.accessor('difference', {
            header: 'Difference',
            meta: number,
            cell: ({ getValue, row }) => <Difference units={getValue()} of={row.original} />,
          }),
        ]
      : []),
  ]);
}
