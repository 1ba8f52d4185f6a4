import { columnsOf } from '@/components/data-table/columns';
import { RowLink } from '@/components/data-table/row-link';
import { DateTime } from '@/components/date-time';
import { UNKNOWN } from '@/components/format';
import { ConnectionBadge } from './connection-badge';
import { situationOf, TYPE } from './labels';
import { RespondButtons } from './respond-buttons';
import type { Connection } from './types';

const column = columnsOf<Connection>();

/**
 * The columns of the connections; the buttons only for those who may respond.
 * @param path of the pages of their businesses; null where they have none yet
 */
export function connectionColumns({
  path,
  timezone,
  mayRespond,
}: {
  path: string | null;
  timezone: string;
  mayRespond: boolean;
}) {
  const facts = column.columns([
    column.accessor((connection) => connection.entity.name, {
      id: 'name',
      header: 'Business',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) =>
        path === null ? (
          <span className="wrap-anywhere font-medium">{original.entity.name}</span>
        ) : (
          <RowLink href={`${path}/${original.id}`} className="wrap-anywhere">
            {original.entity.name}
          </RowLink>
        ),
    }),
    column.accessor((connection) => connection.entity.type, {
      id: 'type',
      header: 'Type',
      cell: (info) => TYPE[info.getValue()],
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'badge', sortKey: 'status' },
      cell: (info) => <ConnectionBadge status={info.getValue()} />,
    }),
    column.display({
      id: 'situation',
      header: 'Request',
      cell: ({ row }) => situationOf(row.original),
    }),
    column.accessor('message', {
      header: 'Message',
      meta: { hideBelow: '2xl', card: 'hidden', className: 'md:min-w-40 md:whitespace-normal md:leading-4' },
      cell: (info) => (
        <span className="line-clamp-2" title={info.getValue() ?? undefined}>
          {info.getValue() ?? UNKNOWN}
        </span>
      ),
    }),
    column.accessor('created_at', {
      header: 'Requested',
      meta: { sortKey: 'created_at', hideBelow: 'xl' },
      cell: (info) => <DateTime value={info.getValue()} timezone={timezone} relative />,
    }),
  ]);
  if (!mayRespond) return facts;
  return [
    ...facts,
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      meta: { card: 'actions', align: 'right', label: 'Actions' },
      cell: ({ row: { original } }) =>
        original.status === 'pending' &&
        original.direction === 'incoming' && <RespondButtons connection={original} size="sm" />,
    }),
  ];
}
