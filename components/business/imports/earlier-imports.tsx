'use client';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { DateTime } from '@/components/ui/date-time';
import { formatCount } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { earlierInput } from './first-reads';
import { KIND, STATUS } from './labels';
import type { ImportKind } from './types';

/** The last files of a kind: those that were not finished can be gone on with. */
export function EarlierImports({ kind }: { kind: ImportKind }) {
  const { entity } = useViewer();
  const query = trpc.imports.list.useQuery(earlierInput(kind));
  const records = query.data?.data ?? [];
  if (records.length === 0) return null;
  return (
    <Card title="Earlier files" className="mt-5" flush>
      <ul aria-label="Earlier files" className="divide-y divide-border border-border border-t">
        {records.map(({ id, file_name, status, created_at, created_by, counts }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-5"
          >
            <Link
              href={`${KIND[kind].path}?import=${id}`}
              className="min-w-0 break-words font-medium text-link underline-offset-4 hover:underline"
            >
              {file_name}
            </Link>
            <p className="text-muted text-sm">
              {STATUS[status]}
              {counts.error > 0 && `, ${formatCount(counts.error, 'problem')}`} · {created_by.name} ·{' '}
              <DateTime value={created_at} timezone={entity.timezone} relative="inline" />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
