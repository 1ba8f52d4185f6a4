import { Button } from '@/components/ui/base/button';
import { columnsOf } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { INSTANT, MONEY } from '@/components/ui/data-table/values';
import { formatNumber } from '@/components/ui/format';
import { askerOf } from './labels';
import { RequestBadge } from './status-badge';
import type { RequestRow } from './types';

const column = columnsOf<RequestRow>();

export function requestColumns({
  mayAccept,
  onAccept,
}: {
  mayAccept: boolean;
  onAccept: (request: RequestRow) => void;
}) {
  return column.columns([
    column.accessor((request) => askerOf(request), {
      id: 'asker',
      header: 'From',
      meta: { rowHeader: true, className: 'wraps' },
      cell: ({ row: { original }, getValue }) => (
        <RowLink href={`/order-requests/${original.id}`}>{getValue()}</RowLink>
      ),
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'badge' },
      cell: (info) => <RequestBadge status={info.getValue()} />,
    }),
    column.accessor((request) => request.menu.name, {
      id: 'menu',
      header: 'Menu',
      meta: { hideBelow: 'lg', className: 'wraps' },
    }),
    column.accessor('lines_count', {
      header: 'Items',
      meta: { align: 'right', hideBelow: 'xl' },
      cell: (info) => formatNumber(info.getValue()),
    }),
    column.accessor('subtotal', { header: 'Subtotal', ...MONEY, meta: { align: 'right', card: 'detail' } }),
    column.accessor('received_at', { header: 'Received', ...INSTANT, meta: { card: 'detail' } }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      meta: { card: 'actions', align: 'right', label: 'Actions' },
      cell: ({ row: { original } }) =>
        mayAccept &&
        original.status === 'waiting' && (
          <Button size="sm" onClick={() => onAccept(original)}>
            Accept<span className="sr-only"> the request of {askerOf(original)}</span>
          </Button>
        ),
    }),
  ]);
}
