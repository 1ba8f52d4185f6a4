import { ItemCell } from '@/components/catalog/goods/item-cell';
import { columnsOf } from '@/components/ui/data-table/columns';
import { INSTANT } from '@/components/ui/data-table/values';
import { formatAmount } from '@/components/ui/format';
import { CertificateMark, Expiration, HoldBadge, TestBadge } from './badges';
import type { Batch } from './types';

const column = columnsOf<Batch>();

/** The columns of the batch list. @param today in the timezone of the business */
export function batchColumns(today: string) {
  return column.columns([
    column.accessor('batch_id', {
      header: 'Batch',
      meta: { rowHeader: true, sortKey: 'batch_id' },
      cell: ({ row: { original } }) => (
        <ItemCell
          goods={{ ...original, product_name: original.batch_id }}
          href={`/batches/${original.id}`}
          opensRow
          note={<span>{original.product_name}</span>}
        />
      ),
    }),
    column.accessor('product_name', {
      header: 'Product',
      // The batch's own cell has it already.
      meta: { optional: true, className: 'md:min-w-40 md:whitespace-normal md:leading-4' },
    }),
    column.accessor('quantity', {
      header: 'On hand',
      meta: { align: 'right', card: 'detail' },
      cell: ({ row: { original } }) => formatAmount(original.quantity, original),
    }),
    column.accessor('expires_on', {
      header: 'Expires',
      meta: { sortKey: 'expires_on', card: 'detail', named: true },
      cell: (info) => <Expiration expiresOn={info.getValue()} today={today} />,
    }),
    column.accessor('test_status', {
      header: 'Test result',
      meta: { hideBelow: 'lg' },
      cell: (info) => <TestBadge status={info.getValue()} />,
    }),
    column.accessor('has_coa', {
      header: 'Certificate',
      meta: { hideBelow: 'lg' },
      cell: (info) => <CertificateMark present={info.getValue()} />,
    }),
    column.accessor('held', {
      header: 'Hold',
      meta: { card: 'badge' },
      cell: (info) => <HoldBadge held={info.getValue()} />,
    }),
    column.accessor('created_at', {
      header: 'Created',
      ...INSTANT,
      meta: { sortKey: 'created_at', hideBelow: 'xl' },
    }),
  ]);
}
