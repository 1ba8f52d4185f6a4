import { Badge } from '@/components/ui/base/badge';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DateTime } from '@/components/ui/date-time';
import { jobName, KIND, STATUS } from './labels';
import type { Job } from './types';

const column = columnsOf<Job>();

/** The columns of reports to the state. */
export function jobColumns({
  timezone,
  locationName,
  onView,
}: {
  timezone: string;
  locationName: (id: string) => string;
  onView: (job: Job) => void;
}) {
  return column.columns([
    column.accessor('subject', {
      header: 'Package or order',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) => (
        <button
          type="button"
          data-row-link
          aria-label={`View ${jobName(original)}`}
          onClick={() => onView(original)}
          className="min-h-6 rounded-sm text-left font-medium text-text hover:text-link hover:underline"
        >
          {original.subject}
        </button>
      ),
    }),
    column.accessor((job) => KIND[job.kind], { id: 'kind', header: 'Report' }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'badge' },
      cell: ({ getValue }) => {
        const { label, tone, icon } = STATUS[getValue()];
        return (
          <Badge tone={tone} {...(icon && { icon })}>
            {label}
          </Badge>
        );
      },
    }),
    column.accessor((job) => job.reason?.message ?? '', {
      id: 'reason',
      header: 'Reason',
      meta: { hideBelow: 'lg', className: 'md:whitespace-normal md:leading-4' },
    }),
    column.accessor((job) => locationName(job.location_id), {
      id: 'location',
      header: 'Location',
      meta: { hideBelow: 'lg' },
    }),
    column.accessor('created_at', {
      header: 'Arose',
      meta: { sortKey: 'created_at' },
      cell: ({ getValue }) => <DateTime value={getValue()} timezone={timezone} />,
    }),
  ]);
}
