'use client';
import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { ScrollRegion } from '@/components/ui/base/scroll-region';
import { Skeleton } from '@/components/ui/base/skeleton';
import { formatCount, formatNumber } from '@/components/ui/format';
import { KIND } from './labels';
import type { Migration } from './types';

const PartLines = lazy(() => import('./part-lines').then((m) => ({ default: m.PartLines })));

/** What each kind would do or has done, what isn't carried, and the lines behind it. */
export function KindsTable({ migration }: { migration: Migration }) {
  const [open, setOpen] = useState<string | null>(null);
  const isDone = migration.applied_at !== null;
  const parts = migration.kinds.filter(({ import_id }) => import_id !== null);
  const shown = parts.find(({ import_id }) => import_id === open);
  return (
    <div className="flex flex-col gap-5">
      <Card title={isDone ? 'What was done' : 'What would be done'} flush>
        <ScrollRegion label="Kinds" className="relative overflow-x-auto">
          <table className="w-full text-sm" aria-label={isDone ? 'What was done' : 'What would be done'}>
            <thead>
              <tr className="text-left text-muted">
                <th className="px-4 py-2 font-medium">Kind</th>
                <th className="px-4 py-2 text-right font-medium">{isDone ? 'Created' : 'New'}</th>
                <th className="px-4 py-2 text-right font-medium">{isDone ? 'Changed' : 'To change'}</th>
                <th className="px-4 py-2 text-right font-medium">Kept</th>
                <th className="px-4 py-2 text-right font-medium">Closed</th>
                <th className="px-4 py-2 text-right font-medium">Problems</th>
                <th className="px-4 py-2 text-right font-medium">Missing</th>
                <th className="px-4 py-2">
                  <span className="sr-only">Lines</span>
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-border">
              {parts.map(({ kind, import_id, status, counts, missing_count }) => (
                <tr key={kind}>
                  <th scope="row" className="px-4 py-2 text-left font-medium">
                    {KIND[kind]}
                    {status === 'mapping' && (
                      <Badge tone="warning" icon={TriangleAlert}>
                        Columns to map
                      </Badge>
                    )}
                  </th>
                  <td className="px-4 py-2 text-right tabular-nums">{formatNumber(counts.create)}</td>
                  <td className="px-4 py-2 text-right tabular-nums">
                    {formatNumber(counts.update + counts.adjust)}
                  </td>
                  <td className="px-4 py-2 text-right tabular-nums">{formatNumber(counts.unchanged)}</td>
                  <td className="px-4 py-2 text-right tabular-nums">{formatNumber(counts.closed)}</td>
                  <td className="px-4 py-2 text-right tabular-nums">{formatNumber(counts.error)}</td>
                  <td className="px-4 py-2 text-right tabular-nums">{formatNumber(missing_count)}</td>
                  <td className="px-4 py-2 text-right">
                    <Button size="sm" onClick={() => setOpen(open === import_id ? null : import_id)}>
                      {status === 'mapping'
                        ? 'Map columns'
                        : open === import_id
                          ? 'Hide lines'
                          : 'Show lines'}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </Card>
      {parts.some(({ not_carried }) => Object.keys(not_carried).length > 0) && (
        <Card
          title="Not carried"
          description="Fields of the source that Tallyleaf has no place for, with their lines."
        >
          <ul className="flex flex-col gap-2 text-sm">
            {parts
              .filter(({ not_carried }) => Object.keys(not_carried).length > 0)
              .map(({ kind, not_carried }) => (
                <li key={kind}>
                  <span className="font-medium">{KIND[kind]}:</span>{' '}
                  {Object.entries(not_carried)
                    .map(([field, lines]) => `${field} (${lines})`)
                    .join(', ')}
                </li>
              ))}
          </ul>
        </Card>
      )}
      {parts.some(({ missing_count }) => missing_count > 0) && (
        <Card
          title="Missing"
          description="The source no longer lists these. Nothing of them is deleted here."
        >
          <ul className="text-sm">
            {parts.flatMap(({ kind, missing, missing_count }) =>
              missing_count === 0
                ? []
                : [
                    <li key={kind}>
                      <span className="font-medium">{KIND[kind]}:</span>{' '}
                      {missing
                        .slice(0, 20)
                        .map(({ external_id, name }) => name ?? external_id)
                        .join(', ')}
                      {missing_count > 20 && ` and ${formatCount(missing_count - 20, 'more', 'more')}`}
                    </li>,
                  ],
            )}
          </ul>
        </Card>
      )}
      {shown?.import_id && (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <PartLines key={shown.import_id} importId={shown.import_id} migration={migration} />
        </Suspense>
      )}
    </div>
  );
}
