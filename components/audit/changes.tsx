import { formatCount, UNKNOWN } from '@/components/format';
import { fieldText, valueText } from './change-text';
import { changedValues } from './changed-values';
import type { AuditEntry } from './types';

/** As many fields as a row has room for. */
const SHOWN = 2;
const LONGEST = 40;

const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text);

/** What a change set, in its row: "Price $19.00 → $18.00". */
export function Changes({ entry: { before, after } }: { entry: Pick<AuditEntry, 'before' | 'after'> }) {
  const changes = changedValues(before, after);
  if (changes.length === 0) return UNKNOWN;
  // What was created or deleted has them all.
  if (!before || !after) return <span className="text-muted">{formatCount(changes.length, 'field')}</span>;
  const rest = changes.length - SHOWN;
  return (
    <span className="block break-words md:whitespace-normal">
      {changes.slice(0, SHOWN).map(({ path, before: old, after: now }) => (
        <span key={path} className="block">
          <span className="text-muted">{fieldText(path)}</span> {short(valueText(old, path))}
          <span aria-hidden> → </span>
          <span className="sr-only"> to </span>
          {short(valueText(now, path))}
        </span>
      ))}
      {rest > 0 && <span className="block text-muted text-xs">and {formatCount(rest, 'more field')}</span>}
    </span>
  );
}
