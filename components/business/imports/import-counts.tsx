import { formatNumber } from '@/components/ui/format';
import { isOfStock } from './labels';
import type { ImportRecord, Outcome } from './types';

const WORDS: Record<'before' | 'after', Record<Outcome, string>> = {
  before: {
    create: 'New',
    update: 'To update',
    adjust: 'To adjust',
    unchanged: 'Unchanged',
    error: 'Problems',
    closed: 'Closed',
  },
  after: {
    create: 'Created',
    update: 'Updated',
    adjust: 'Adjusted',
    unchanged: 'Unchanged',
    error: 'Skipped',
    closed: 'Closed',
  },
};

/** How many lines do what, or have done. */
export function ImportCounts({ record: { kind, counts, status } }: { record: ImportRecord }) {
  const words = WORDS[status === 'completed' ? 'after' : 'before'];
  const outcomes: Outcome[] = !isOfStock(kind)
    ? ['create', 'update', 'unchanged', 'error']
    : ['adjust', 'create', 'unchanged', 'error'];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {outcomes.map((outcome) => (
        <div key={outcome} className="rounded-lg border border-border bg-surface px-4 py-3">
          <dt className="text-muted text-sm">{words[outcome]}</dt>
          <dd className="font-semibold text-lg tabular-nums">{formatNumber(counts[outcome])}</dd>
        </div>
      ))}
    </dl>
  );
}
