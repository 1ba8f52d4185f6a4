import { cn } from '@/components/ui/base/class-names';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DateTime } from '@/components/ui/date-time';
import { formatDateTime, formatNumber } from '@/components/ui/format';
import { TYPE } from './labels';
import { SyncBadge } from './status-badge';
import { SyncProgress } from './sync-progress';
import type { SyncRun } from './types';

const column = columnsOf<SyncRun>();
const number = { align: 'right', className: 'px-2' } as const;

/** "sync of Nov 21, 2026, 3:07 PM": what a run is called in the names of its controls. */
export function syncName({ created_at }: Pick<SyncRun, 'created_at'>, timezone: string): string {
  return `sync of ${formatDateTime(created_at, timezone)}`;
}

/** The columns of the list of syncs. */
export function syncColumns({
  timezone,
  locationName,
  onView,
}: {
  timezone: string;
  locationName: (id: string) => string;
  onView: (run: SyncRun) => void;
}) {
  return column.columns([
    column.accessor('created_at', {
      header: 'Started',
      meta: { rowHeader: true, sortKey: 'created_at' },
      cell: ({ row: { original } }) => (
        <button
          type="button"
          data-row-link
          aria-label={`View ${syncName(original, timezone)}`}
          onClick={() => onView(original)}
          className="min-h-6 rounded-sm text-left font-medium text-text hover:text-link hover:underline"
        >
          <DateTime value={original.created_at} timezone={timezone} />
        </button>
      ),
    }),
    column.accessor((run) => locationName(run.location_id), {
      id: 'location',
      header: 'Location',
      meta: { className: 'px-2 md:min-w-28 md:whitespace-normal md:leading-4' },
      cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
    }),
    column.accessor((run) => TYPE[run.sync_type].label, {
      id: 'type',
      header: 'Type',
      meta: { hideBelow: 'lg' },
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'badge' },
      cell: ({ row }) => <SyncBadge run={row.original} />,
    }),
    column.display({
      id: 'items',
      header: 'Items',
      meta: { className: 'md:min-w-32' },
      cell: ({ row: { original } }) => (
        <SyncProgress run={original} label={`Progress of the ${syncName(original, timezone)}`} />
      ),
    }),
    column.accessor('created', {
      header: 'Created',
      meta: { ...number, hideBelow: 'lg', optional: true },
      cell: (info) => formatNumber(info.getValue()),
    }),
    column.accessor('updated', {
      header: 'Updated',
      meta: number,
      cell: (info) => formatNumber(info.getValue()),
    }),
    column.accessor('failed', {
      header: 'Failed',
      meta: number,
      cell: (info) => (
        <span className={cn(info.getValue() > 0 && 'font-semibold text-destructive')}>
          {formatNumber(info.getValue())}
        </span>
      ),
    }),
    column.accessor('unmatched_count', {
      header: 'Unmatched',
      meta: { ...number, hideBelow: 'lg' },
      cell: (info) => formatNumber(info.getValue()),
    }),
    column.accessor('finished_at', {
      header: 'Finished',
      meta: { hideBelow: 'xl', optional: true },
      cell: ({ row }) => <DateTime value={row.original.finished_at} timezone={timezone} relative />,
    }),
  ]);
}
