import { formatCount, formatMoney, UNKNOWN } from '@/components/ui/format';
import { fieldText, type Names, valueText } from './change-text';
import { type ChangedValue, changedValues } from './changed-values';
import { wordsOf } from './labels';
import type { AuditEntry } from './types';

/** As many fields as a row has room for. */
const SHOWN = 2;
const LONGEST = 40;
/** Fields that say the most about an object that was created or deleted, which has all its fields; best first. */
const TELLING = [
  'total',
  'amount',
  'quantity',
  'wholesale_price',
  'retail_price',
  'price',
  'email',
  'role',
  'name',
  'license_number',
  'url',
  'category',
  'reason',
  'reason_code',
  'method',
  'channel',
  'type',
  'status',
  'due_on',
  'text',
  'body',
];

/** Fields whose values are names of ours. */
const CODED = ['status', 'reason_code', 'role', 'type', 'channel', 'method', 'category'];

/** Payments have an amount of money; that of goods repeats their quantity. */
const isMoney = ({ path, before, after }: ChangedValue, all: readonly ChangedValue[]) =>
  path === 'amount' && typeof (after ?? before) === 'number' && all.some((one) => one.path === 'unapplied');

function shortText(value: unknown, path: string, names: Names): string {
  if (typeof value === 'string' && CODED.includes(path)) return wordsOf(valueText(value.toLowerCase()));
  const text = valueText(value, path, names);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text;
}

const isShown = ({ path, before, after }: ChangedValue) => valueText(before, path) !== valueText(after, path);

function telling(changes: readonly ChangedValue[]): readonly ChangedValue[] {
  return TELLING.flatMap((field) => changes.find(({ path }) => path === field) ?? []).filter(
    (change) => change.path !== 'amount' || isMoney(change, changes),
  );
}

/** A field as it was and is; what wasn't recorded before, or went, alone. */
function Change({ path, before, after, money, names }: ChangedValue & { money: boolean; names: Names }) {
  const alone = before === undefined ? after : after === undefined ? before : undefined;
  return (
    <span className="block">
      <span className="text-muted">{fieldText(path)}</span>{' '}
      {alone !== undefined ? (
        money ? (
          formatMoney(Number(alone))
        ) : (
          shortText(alone, path, names)
        )
      ) : (
        <>
          {shortText(before, path, names)}
          <span aria-hidden> → </span>
          <span className="sr-only"> to </span>
          {shortText(after, path, names)}
        </>
      )}
    </span>
  );
}

/** What a change set, in its row: "Price $19.00 → $18.00". */
export function Changes({
  entry: { before, after, names },
}: {
  entry: Pick<AuditEntry, 'before' | 'after' | 'names'>;
}) {
  const changes = changedValues(before, after).filter(isShown);
  if (changes.length === 0) return UNKNOWN;
  const shown = (before && after ? changes : telling(changes)).slice(0, SHOWN);
  const rest = changes.length - shown.length;
  return (
    <span className="block break-words md:whitespace-normal">
      {shown.map((change) => (
        <Change key={change.path} {...change} money={isMoney(change, changes)} names={names} />
      ))}
      {rest > 0 && (
        <span className="block text-muted text-xs">
          {shown.length > 0 ? `and ${formatCount(rest, 'more field')}` : formatCount(rest, 'field')}
        </span>
      )}
    </span>
  );
}
