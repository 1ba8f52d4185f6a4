'use client';
import { ROOM } from '@/components/stock/inventory/labels';
import type { LocationName } from '@/components/stock/inventory/types';
import { Badge } from '@/components/ui/base/badge';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { DateTime } from '@/components/ui/date-time';
import { formatCount } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { COUNT_STATUS } from './labels';
import { openCountsInput } from './reads';

/** Counts that are not finished; nothing without one. */
export function OpenCounts({ locations }: { locations: readonly LocationName[] }) {
  const { entity } = useViewer();
  const { data } = trpc.inventory.counts.list.useQuery(openCountsInput, { refetchInterval: 15_000 });
  if (!data || data.data.length === 0) return null;
  const nameOf = (id: string) => locations.find((one) => one.id === id)?.name ?? 'Closed location';
  return (
    <Card title="Open counts" className="mb-5" flush>
      <ul aria-label="Open counts" className="divide-y divide-border border-border border-t">
        {data.data.map(({ id, location_id, room_type, status, assignee, blind, counted, created_at }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-5"
          >
            <Link
              href={`/inventory/count/${id}`}
              className="font-medium text-link underline-offset-4 hover:underline"
            >
              {nameOf(location_id)}, {ROOM[room_type]}
            </Link>
            <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
              <span>
                {assignee ? assignee.name : 'Anyone'}
                {blind && ' · blind'} · {formatCount(counted, 'item')} counted ·{' '}
                <DateTime value={created_at} timezone={entity.timezone} relative="inline" />
              </span>
              <Badge tone={COUNT_STATUS[status].tone} icon={COUNT_STATUS[status].icon}>
                {COUNT_STATUS[status].label}
              </Badge>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
