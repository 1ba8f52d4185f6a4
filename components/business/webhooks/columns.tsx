import { columnsOf } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { DateTime } from '@/components/ui/date-time';
import { EndpointBadge } from './badges';
import type { Health } from './health';
import { RecentFailures } from './recent-failures';
import type { Endpoint } from './types';

export type EndpointRow = Endpoint & { health: Health | undefined };

const column = columnsOf<EndpointRow>();

/** The columns of the list of endpoints. */
export function endpointsColumns(timezone: string) {
  return column.columns([
    column.accessor('url', {
      header: 'URL',
      meta: { rowHeader: true, sortKey: 'url' },
      cell: ({ row: { original } }) => (
        <div className="py-0.5">
          <RowLink href={`/settings/api/webhooks/${original.id}`} className="line-clamp-2 wrap-anywhere">
            {original.url}
          </RowLink>
          {original.description && <p className="text-muted">{original.description}</p>}
        </div>
      ),
    }),
    column.display({
      id: 'events',
      header: 'Events',
      cell: ({ row: { original } }) => <Events names={original.events} />,
    }),
    column.accessor('active', {
      header: 'State',
      meta: { card: 'badge' },
      cell: ({ row }) => <EndpointBadge endpoint={row.original} />,
    }),
    column.display({
      id: 'failures',
      header: 'Last deliveries',
      cell: ({ row }) => <RecentFailures health={row.original.health} timezone={timezone} />,
    }),
    column.accessor('created_at', {
      header: 'Added',
      meta: { sortKey: 'created_at', hideBelow: 'xl' },
      cell: ({ row }) => <DateTime value={row.original.created_at} timezone={timezone} relative />,
    }),
  ]);
}

function Events({ names }: { names: readonly string[] }) {
  if (names.includes('*')) return 'All events';
  const [first, ...others] = names;
  return (
    <span title={names.join(', ')}>
      <code className="font-mono text-xs">{first}</code>
      {others.length > 0 && <span className="text-muted"> +{others.length}</span>}
    </span>
  );
}
