import { ItemCell } from '@/components/catalog/goods/item-cell';
import { columnsOf } from '@/components/ui/data-table/columns';
import { INSTANT } from '@/components/ui/data-table/values';
import { formatAmount, formatNumber } from '@/components/ui/format';
import { placesIn } from './places';
import type { LocationName, TransferRow } from './types';

const column = columnsOf<TransferRow>();
const WRAPPED = 'md:min-w-28 md:whitespace-normal md:leading-4';

/** The columns of the list of transfers. */
export function transferColumns(locations: readonly LocationName[]) {
  return column.columns([
    column.accessor((transfer) => transfer.first.product_name, {
      id: 'items',
      header: 'Items',
      meta: { rowHeader: true },
      cell: ({ row: { original: transfer } }) => (
        <ItemCell
          goods={transfer.first}
          href={`/inventory/transfers/${transfer.id}`}
          opensRow
          note={transfer.variants > 1 && <span>and {formatNumber(transfer.variants - 1)} more</span>}
        />
      ),
    }),
    column.accessor((transfer) => placesIn(transfer.from, locations), {
      id: 'from',
      header: 'From',
      meta: { card: 'detail', named: true, className: WRAPPED },
    }),
    column.accessor((transfer) => placesIn(transfer.to, locations), {
      id: 'to',
      header: 'To',
      meta: { card: 'detail', named: true, className: WRAPPED },
    }),
    column.accessor('units', {
      header: 'Units',
      meta: { align: 'right', card: 'badge' },
      cell: ({ row: { original } }) =>
        formatAmount(original.units, original.variants === 1 ? original.first : {}),
    }),
    column.accessor((transfer) => transfer.actor.name, {
      id: 'actor',
      header: 'Moved by',
      meta: { hideBelow: 'lg', className: WRAPPED },
    }),
    column.accessor('notes', {
      header: 'Note',
      meta: { hideBelow: 'xl', className: 'max-w-56 truncate' },
    }),
    column.accessor('created_at', { header: 'Moved', ...INSTANT }),
  ]);
}
