import { Badge } from '@/components/ui/base/badge';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DateTime } from '@/components/ui/date-time';
import { formatNumber } from '@/components/ui/format';
import type { ApiRequest } from './types';

const column = columnsOf<ApiRequest>();

/** The columns of the request log. */
export function requestColumns(timezone: string) {
  return column.columns([
    column.accessor('path', {
      header: 'Request',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) => (
        <span className="break-all font-mono text-xs">
          <span className="font-semibold">{original.method}</span> {original.path}
        </span>
      ),
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'badge' },
      cell: (info) => {
        const failed = info.getValue() >= 400;
        return (
          <Badge tone={failed ? 'danger' : 'success'} icon={failed ? 'alert' : 'check'}>
            {info.getValue()}
          </Badge>
        );
      },
    }),
    column.accessor('duration_ms', {
      header: 'Duration',
      meta: { align: 'right' },
      cell: (info) => `${formatNumber(info.getValue())} ms`,
    }),
    column.display({
      id: 'caller',
      header: 'Caller',
      cell: ({ row: { original } }) => (
        <span className="block md:min-w-32 md:whitespace-normal md:leading-4">
          <span className="block">{original.api_key?.name ?? original.user.name}</span>
          {original.api_key && <span className="block text-muted text-xs">Key of {original.user.name}</span>}
        </span>
      ),
    }),
    column.accessor('address', {
      header: 'Address',
      meta: { hideBelow: 'xl' },
      cell: (info) => <span className="break-all">{info.getValue()}</span>,
    }),
    column.accessor('request_id', {
      header: 'Request id',
      meta: { hideBelow: 'xl' },
      cell: (info) => (
        <code
          title={info.getValue()}
          className="block select-all break-all font-mono text-xs md:max-w-32 md:truncate"
        >
          {info.getValue()}
        </code>
      ),
    }),
    column.accessor('created_at', {
      header: 'When',
      cell: (info) => <DateTime value={info.getValue()} timezone={timezone} relative />,
    }),
  ]);
}
