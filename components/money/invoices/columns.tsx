import { DisputedBadge } from '@/components/partners/claims/disputed-badge';
import { columnsOf } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { MONEY } from '@/components/ui/data-table/values';
import { formatDate } from '@/components/ui/format';
import { InvoiceBadge } from './status-badge';
import type { Invoice } from './types';

const column = columnsOf<Invoice>();

/** The columns of invoices as one side sees them. */
export function invoiceColumns(buys: boolean) {
  return column.columns([
    column.accessor('number', {
      header: 'Invoice',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <RowLink href={`/invoices/${original.id}`}>{original.number}</RowLink>
          {original.opening && <span className="row-note">Opening balance</span>}
        </>
      ),
    }),
    column.accessor(({ seller, buyer }) => (buys ? seller : buyer).name, {
      id: 'party',
      header: buys ? 'Supplier' : 'Customer',
      meta: { card: 'detail', className: 'wraps' },
    }),
    column.accessor('issued_on', {
      header: 'Issued',
      meta: { sortKey: 'issued_on', hideBelow: 'lg' },
      cell: (info) => formatDate(info.getValue()),
    }),
    column.accessor('due_on', {
      header: 'Due',
      meta: { sortKey: 'due_on', card: 'detail', named: true },
      cell: ({ row: { original } }) => (
        <span className={original.overdue ? 'text-destructive' : undefined}>
          {formatDate(original.due_on)}
        </span>
      ),
    }),
    column.accessor('order_number', {
      header: 'Order',
      meta: { hideBelow: '2xl' },
      cell: (info) => info.getValue() ?? '—',
    }),
    column.accessor('total', { header: 'Total', ...MONEY, meta: { align: 'right', hideBelow: 'lg' } }),
    column.accessor('balance', {
      ...{ header: 'Balance', ...MONEY },
      meta: { align: 'right', card: 'detail', leaves: 'last' },
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'badge', leaves: 'last' },
      cell: ({ row: { original } }) => (
        <>
          <InvoiceBadge invoice={original} />{' '}
          <DisputedBadge since={original.disputed_at ?? original.order_disputed_at} />
        </>
      ),
    }),
  ]);
}
