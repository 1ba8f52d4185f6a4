'use client';
import { columnsOf, type DataTableColumns } from '@/components/data-table/columns';
import { RowLink } from '@/components/data-table/row-link';
import { formatChange, formatNumber } from '@/components/format';
import { cn } from '@/components/ui/class-names';
import { ROOM } from './labels';
import type { ComparisonPage, InventoryItem } from './types';

/** A row of a snapshot; compared with now, it says what there is now too. */
export type SnapshotRow = InventoryItem &
  Partial<Pick<ComparisonPage['data'][number], 'current' | 'difference'>>;

const column = columnsOf<SnapshotRow>();
const number = { align: 'right', className: 'px-2' } as const;

function Difference({ units }: { units: number | undefined }) {
  return (
    <span className={cn(units === 0 ? 'font-normal text-muted' : 'font-semibold')}>
      {formatChange(units)}
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
      cell: ({ row }) => (
        <>
          <RowLink href={`/inventory/${row.original.id}`}>{row.original.product_name}</RowLink>
          <span className="block text-muted text-xs max-md:hidden xl:hidden">{row.original.sku}</span>
        </>
      ),
    }),
    column.accessor('sku', {
      header: 'SKU',
      meta: { hideBelow: 'xl', className: 'px-2 text-muted md:text-xs' },
    }),
    column.accessor((item) => locationName(item.location_id), {
      id: 'location',
      header: 'Location',
      meta: { className: 'px-2 md:max-w-40 md:truncate' },
      cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
    }),
    column.accessor((item) => ROOM[item.room_type], {
      id: 'room',
      header: 'Room',
      meta: { className: 'px-2' },
    }),
    column.accessor('quantity', {
      header: 'Quantity',
      meta: number,
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    column.accessor('reserved_quantity', {
      header: 'Reserved',
      meta: compare ? { ...number, hideBelow: 'lg' } : number,
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    column.accessor('available_quantity', {
      header: 'Available',
      meta: compare ? { ...number, hideBelow: 'lg' } : number,
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    ...(compare
      ? [
          column.accessor((item) => item.current?.quantity, {
            id: 'now',
            header: 'Now',
            meta: number,
            cell: ({ getValue }) => formatNumber(getValue()),
          }),
          column.accessor('difference', {
            header: 'Difference',
            meta: number,
            cell: ({ getValue }) => <Difference units={getValue()} />,
          }),
        ]
      : []),
  ]);
}
