'use client';
import { Button } from '@/components/ui/base/button';
import type { Pending } from './pending';

/** What was counted and can't be recorded, with the reason; nothing without any. */
export function UnsentList({
  pending,
  onDiscard,
}: {
  pending: readonly Pending[];
  onDiscard: (entryIds: readonly string[]) => unknown;
}) {
  const failed = pending.filter(({ problem }) => problem);
  if (failed.length === 0) return null;
  return (
    <div role="alert" className="mb-3 rounded-md border border-destructive p-3">
      <p className="font-medium">Count these again</p>
      <ul className="my-2 text-sm">
        {failed.map(({ entry, problem }) => (
          <li key={entry.entry_id}>
            {'sku' in entry ? `${entry.sku}: ` : ''}
            {problem}
          </li>
        ))}
      </ul>
      <Button size="sm" onClick={() => onDiscard(failed.map(({ entry }) => entry.entry_id))}>
        Remove from list
      </Button>
    </div>
  );
}
