import { CopyButton } from '@/components/ui/base/copy-button';
import { Link } from '@/components/ui/base/link';
import { columnsOf } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { INSTANT } from '@/components/ui/data-table/values';
import { formatNumber } from '@/components/ui/format';
import { MenuBadge } from './status-badge';
import type { Menu } from './types';

const column = columnsOf<Menu>();

export const COLUMNS = column.columns([
  column.accessor('name', {
    header: 'Menu',
    meta: { rowHeader: true, className: 'wraps' },
    cell: ({ row: { original } }) => <RowLink href={`/menus/${original.id}`}>{original.name}</RowLink>,
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { card: 'badge' },
    cell: (info) => <MenuBadge status={info.getValue()} />,
  }),
  column.accessor('views_7_days', {
    header: 'Views, 7 days',
    meta: { align: 'right', card: 'detail', named: true },
    cell: (info) => formatNumber(info.getValue()),
  }),
  column.accessor('requests_waiting', {
    header: 'Requests',
    meta: { align: 'right', card: 'detail', named: true },
    cell: ({ row: { original } }) =>
      original.requests_waiting === 0 ? (
        '0'
      ) : (
        <Link className="text-link hover:underline" href={`/order-requests?menu_id=${original.id}`}>
          {formatNumber(original.requests_waiting)}
          <span className="sr-only"> requests from {original.name}</span>
        </Link>
      ),
  }),
  column.accessor('updated_at', { header: 'Changed', ...INSTANT, meta: { hideBelow: 'lg' } }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { card: 'actions', align: 'right', label: 'Actions' },
    cell: ({ row: { original } }) => <CopyButton text={original.url} what="link" />,
  }),
]);
