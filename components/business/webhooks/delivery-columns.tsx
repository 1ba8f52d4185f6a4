import { columnsOf } from '@/components/ui/data-table/columns';
import { DateTime } from '@/components/ui/date-time';
import { formatDateTime, formatNumber, UNKNOWN } from '@/components/ui/format';
import { DeliveryBadge } from './badges';
import { outcomeOf } from './labels';
import { NextRetry } from './next-retry';
import { ReplayButton } from './replay-button';
import type { Delivery } from './types';

const column = columnsOf<Delivery>();

/** "order.created of Nov 21, 2026, 3:07 PM": what a delivery is called in the names of its controls. */
export function deliveryName({ event_type, created_at }: Delivery, timezone: string): string {
  return `${event_type} of ${formatDateTime(created_at, timezone)}`;
}

/** The columns of an endpoint's deliveries. @param mayReplay null for those who never may, else whether it can be now */
export function deliveryColumns({
  timezone,
  mayReplay,
  onView,
  onReplayed,
}: {
  timezone: string;
  mayReplay: boolean | null;
  onView: (delivery: Delivery) => void;
  onReplayed: () => void;
}) {
  return column.columns([
    column.accessor('event_type', {
      header: 'Event',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <button
            type="button"
            data-row-link
            aria-label={`View ${deliveryName(original, timezone)}`}
            onClick={() => onView(original)}
            className="min-h-6 break-all rounded-sm text-left font-mono text-text hover:text-link hover:underline"
          >
            {original.event_type}
          </button>
          {original.attempts.at(-1)?.kind === 'test' && <span className="ml-2 text-muted">Test</span>}
        </>
      ),
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'badge' },
      cell: ({ row: { original } }) => (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <DeliveryBadge status={original.status} />
          {original.next_attempt_at && (
            <span className="whitespace-normal text-muted">
              {original.attempts.length > 0 ? 'Retry ' : 'Sent '}
              <NextRetry at={original.next_attempt_at} timezone={timezone} />
            </span>
          )}
        </span>
      ),
    }),
    column.display({
      id: 'answer',
      header: 'Last response',
      cell: ({ row: { original } }) => {
        const last = original.attempts.at(-1);
        if (!last) return UNKNOWN;
        return (
          <span title={outcomeOf(last)} className="block md:max-w-44 md:truncate">
            {outcomeOf(last)}
            <span className="text-muted"> · {formatNumber(last.duration_ms)} ms</span>
          </span>
        );
      },
    }),
    column.accessor((delivery) => delivery.attempts.length, {
      id: 'attempts',
      header: 'Attempts',
      meta: { align: 'right', hideBelow: 'lg' },
      cell: (info) => formatNumber(info.getValue()),
    }),
    column.accessor('created_at', {
      header: 'Created',
      meta: { sortKey: 'created_at', hideBelow: 'lg' },
      cell: ({ row }) => <DateTime value={row.original.created_at} timezone={timezone} relative />,
    }),
    ...(mayReplay === null
      ? []
      : [
          column.display({
            id: 'replay',
            header: () => <span className="sr-only">Actions</span>,
            meta: { align: 'right', card: 'actions', label: 'Actions' },
            cell: ({ row: { original } }) => (
              <ReplayButton
                delivery={original}
                name={deliveryName(original, timezone)}
                disabled={!mayReplay}
                inRow
                onReplayed={onReplayed}
              />
            ),
          }),
        ]),
  ]);
}
