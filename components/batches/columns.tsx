import { columnsOf } from '@/components/data-table/columns';
import { RowLink } from '@/components/data-table/row-link';
import { INSTANT, NUMBER } from '@/components/data-table/values';
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
        <RowLink href={`/batches/${original.id}`} className="tabular-nums">
          {original.batch_id}
        </RowLink>
      ),
    }),
    column.accessor('product_name', {
      header: 'Product',
      meta: { card: 'detail', className: 'md:min-w-40 md:whitespace-normal md:leading-4' },
    }),
    column.accessor('quantity', {
      header: 'On hand',
      ...NUMBER,
      meta: { align: 'right', card: 'detail' },
    }),
    column.accessor('expires_on', {
      header: 'Expires',
      meta: { sortKey: 'expires_on', card: 'detail' },
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
