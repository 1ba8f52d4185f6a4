import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf, type DataTableColumns } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { DateTime } from '@/components/ui/date-time';
import { UNKNOWN } from '@/components/ui/format';
import { ConnectionBadge } from './connection-badge';
import { situationOf, TYPE } from './labels';
import { RespondButtons } from './respond-buttons';
import type { Connection } from './types';

/**
 * The columns of the connections; the buttons only for those who may respond.
 * @param path of the pages of their businesses; null where they have none yet
 * @param figures columns of what else is known of each
 */
export function connectionColumns<Row extends Connection>({
  path,
  timezone,
  mayRespond,
  figures = [],
}: {
  path: string | null;
  timezone: string;
  mayRespond: boolean;
  figures?: DataTableColumns<Row>;
}): DataTableColumns<Row> {
  const column = columnsOf<Row>();
  const named = column.columns([
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
    column.accessor((connection) => connection.status, {
      id: 'status',
      header: 'Status',
      meta: { card: 'badge', sortKey: 'status' },
      cell: (info) => <ConnectionBadge status={info.getValue()} />,
    }),
  ]);
  const facts = column.columns([
    column.display({
      id: 'situation',
      header: 'Request',
      meta: figures.length > 0 ? { hideBelow: '2xl' } : {},
      cell: ({ row }) => situationOf(row.original),
    }),
    column.accessor((connection) => connection.message, {
      id: 'message',
      header: 'Message',
      meta: { hideBelow: '2xl', card: 'hidden', className: 'md:min-w-40 md:whitespace-normal md:leading-4' },
      cell: (info) => (
        <span className="line-clamp-2" title={info.getValue() ?? undefined}>
          {info.getValue() ?? UNKNOWN}
        </span>
      ),
    }),
    column.accessor((connection) => connection.created_at, {
      id: 'created_at',
      header: 'Requested',
      meta: { sortKey: 'created_at', hideBelow: '3xl' },
      cell: (info) => <DateTime value={info.getValue()} timezone={timezone} relative />,
    }),
  ]);
  if (!mayRespond) return [...named, ...figures, ...facts];
  return [
    ...named,
    ...figures,
    ...facts,
    actionsColumn<Row>(
      (original) =>
        original.status === 'pending' &&
        original.direction === 'incoming' && <RespondButtons connection={original} size="sm" />,
      { card: 'control' },
    ),
  ];
}
