import { columnsOf } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { INSTANT } from '@/components/ui/data-table/values';
import { formatNumber, UNKNOWN } from '@/components/ui/format';
import { ClassBadge, RecallStatus, ResponseBadge } from './badges';
import type { RecallRow } from './types';

const column = columnsOf<RecallRow>();

/** The columns of the list of recalls. */
export const RECALL_COLUMNS = column.columns([
  column.accessor('batch_id', {
    header: 'Batch',
    meta: { rowHeader: true },
    cell: ({ row: { original } }) => <RowLink href={`/recalls/${original.id}`}>{original.batch_id}</RowLink>,
  }),
  column.accessor('product_name', {
    header: 'Product',
    meta: { card: 'detail', className: 'md:min-w-40 md:whitespace-normal md:leading-4' },
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { card: 'badge' },
    cell: (info) => <RecallStatus status={info.getValue()} />,
  }),
  column.accessor('class', {
    header: 'Class',
    meta: { card: 'detail', hideBelow: 'lg' },
    cell: (info) => <ClassBadge value={info.getValue()} />,
  }),
  column.accessor((recall) => recall.entity.name, {
    id: 'owner',
    header: 'Recalled by',
    meta: { hideBelow: 'lg', className: 'md:min-w-32 md:whitespace-normal md:leading-4' },
  }),
  column.display({
    id: 'progress',
    header: 'Responses',
    meta: { align: 'right' },
    cell: ({ row: { original: recall } }) =>
      recall.progress
        ? `${formatNumber(recall.progress.responded)} of ${formatNumber(recall.progress.holders)}`
        : UNKNOWN,
  }),
  column.display({
    id: 'own',
    header: 'Your response',
    meta: { card: 'control' },
    cell: ({ row: { original: recall } }) =>
      recall.response && (recall.status === 'open' || recall.response.responded_at) ? (
        <ResponseBadge
          responded={recall.response.responded_at !== null}
          checks={recall.response.unassigned}
        />
      ) : (
        UNKNOWN
      ),
  }),
  column.accessor('created_at', { header: 'Opened', ...INSTANT, meta: { hideBelow: 'lg' } }),
]);
