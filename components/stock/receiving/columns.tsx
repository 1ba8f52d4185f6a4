import { totalText } from '@/components/catalog/goods/amounts';
import { Badge } from '@/components/ui/base/badge';
import { columnsOf } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { INSTANT, MONEY } from '@/components/ui/data-table/values';
import { formatDate } from '@/components/ui/format';
import { KIND } from './labels';
import type { Place, ReceiptRow } from './types';

const column = columnsOf<ReceiptRow>();

/** What the lines of a receipt come to: "64 units and 12.5 lb". */
export const amountsText = ({ lines }: Pick<ReceiptRow, 'lines'>) =>
  totalText(lines.map((line) => ({ count: line.quantity, goods: line })));

/** The columns of the list of goods receipts. @param places empty for a business with one location */
export function receiptColumns(places: readonly Place[]) {
  return column.columns([
    column.accessor('number', {
      header: 'Number',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) => (
        <RowLink href={`/inventory/receipts/${original.id}`}>{original.number}</RowLink>
      ),
    }),
    column.accessor(({ supplier, kind }) => supplier?.name ?? KIND[kind], {
      id: 'supplier',
      header: 'Supplier',
      meta: { card: 'detail' },
      cell: ({ row: { original } }) => original.supplier?.name ?? <Badge>{KIND[original.kind]}</Badge>,
    }),
    column.accessor('reference', { header: 'Reference', meta: { hideBelow: 'lg' } }),
    column.accessor('received_on', {
      header: 'Received',
      meta: { card: 'detail' },
      cell: (info) => formatDate(info.getValue()),
    }),
    ...(places.length > 1
      ? [
          column.accessor(({ location_id }) => places.find(({ id }) => id === location_id)?.name ?? '', {
            id: 'location',
            header: 'Location',
            meta: { hideBelow: 'lg' },
          }),
        ]
      : []),
    column.accessor(amountsText, {
      id: 'amount',
      header: 'Amount',
      meta: { align: 'right', card: 'badge' },
    }),
    column.accessor('cost_total', { header: 'Cost', ...MONEY }),
    column.accessor('created_at', { header: 'Filed', ...INSTANT, meta: { hideBelow: 'xl' } }),
  ]);
}
