import { Info } from 'lucide-react';
import { formatNumber } from '@/components/ui/format';
import type { ImportRecord } from './types';

type Skipped = ImportRecord['skipped'][number];

const WHY: Record<Skipped['why'], string> = {
  separator: 'names the separator',
  above_header: 'above the header',
  total: 'a total',
  other_sheet: 'only the first sheet is read',
};

/** What of a file isn't read: columns without a meaning, titles, totals and further sheets. Nothing is left out in silence. */
export function Unread({ record: { skipped, unread_columns } }: { record: ImportRecord }) {
  if (skipped.length === 0 && unread_columns.length === 0) return null;
  return (
    <section aria-label="Not read" className="rounded-lg border border-border bg-surface px-4 py-3 text-sm">
      <h2 className="flex items-center gap-2 font-medium">
        <Info aria-hidden className="size-4 shrink-0 text-muted" />
        Not read from this file
      </h2>
      <dl className="mt-2 flex flex-col gap-2">
        {unread_columns.length > 0 && (
          <div>
            <dt className="text-muted">Columns</dt>
            <dd className="break-words">{unread_columns.join(', ')}</dd>
          </div>
        )}
        {skipped.length > 0 && (
          <div>
            <dt className="text-muted">Lines</dt>
            <dd>
              <ul className="max-h-48 overflow-y-auto">
                {skipped.map(({ line, text, why }) => (
                  <li key={`${line} ${text}`} className="break-words">
                    {line === null ? 'Sheet' : `Line ${formatNumber(line)}`}: “{text}”{' '}
                    <span className="text-muted">({WHY[why]})</span>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
