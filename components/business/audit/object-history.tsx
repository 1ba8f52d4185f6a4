'use client';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { DateTime } from '@/components/ui/date-time';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { Changes } from './changes';
import { actionLabel } from './labels';

const SHOWN = 10;

/** What was changed of an object, newest first: for those who may read the audit log. */
export function ObjectHistory({ id }: { id: string }) {
  const { entity } = useViewer();
  const { data } = trpc.audit.list.useQuery({ object_id: id, limit: SHOWN });
  if (!data || data.data.length === 0) return null;
  return (
    <Card
      title="History"
      className="print:hidden"
      action={
        data.pagination.has_more && (
          <Link
            href={`/settings/audit?object_id=${id}`}
            className="rounded-sm font-medium text-link underline-offset-4 hover:underline"
          >
            All changes
          </Link>
        )
      }
    >
      <ol aria-label="History" className="-my-2 divide-y divide-border">
        {data.data.map((entry) => (
          <li key={entry.id} className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[1fr_1.5fr_auto]">
            <span>
              {actionLabel(entry.action)}
              <span className="block text-muted text-xs">{entry.actor.name}</span>
            </span>
            <span className="min-w-0 text-sm">
              <Changes entry={entry} />
            </span>
            <span className="text-muted text-sm">
              <DateTime value={entry.created_at} timezone={entity.timezone} relative />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
