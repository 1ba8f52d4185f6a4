import { formatDate, formatWindow, UNKNOWN } from '@/components/ui/format';
import { OVERRIDES, type Override } from '@/server/features/orders/placing/conditions.schema';
import { EDITED } from '@/server/features/orders/shapes/edited.schema';
import type { OrderHistory } from './types';

type Values = NonNullable<OrderHistory['data'][number]['before']>;

const LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(EDITED).map(([field, { label }]) => [field, label])),
  adjustments: 'Discounts and freight',
  disputed: 'Disputed',
};

/** What a seller passed over: "Sold below the minimum order"; null for none. */
export const overrideText = (after: Values | null): string | null =>
  after?.override
    ?.split(', ')
    .map((one) => (one in OVERRIDES ? OVERRIDES[one as Override].told : one))
    .join('. ') ?? null;

/** What an edit of an order changed, each field before and after. */
export function EditedFields({
  before,
  after,
  places,
  timezone,
}: {
  before: Values;
  after: Values;
  /** The buyer's locations, as far as the reader sees them. */
  places: readonly { id: string; name: string }[];
  timezone: string;
}) {
  const textOf = (field: string, value: string | null | undefined) => {
    if (!value) return UNKNOWN;
    if (field === 'disputed') return value === 'true' ? 'Yes' : 'No';
    if (field === 'delivery_date') return formatDate(value);
    if (field === 'delivery_window') return formatWindow(value, timezone);
    if (field !== 'receiving_location_id') return value;
    return places.find(({ id }) => id === value)?.name ?? 'Another location';
  };
  return (
    <ul className="text-text">
      {Object.keys(after).map((field) => (
        <li key={field} className="wrap-anywhere whitespace-pre-line">
          <span className="text-muted">{LABELS[field] ?? field}:</span> {textOf(field, before[field])}{' '}
          <span aria-hidden>→</span>
          <span className="sr-only">to</span> {textOf(field, after[field])}
        </li>
      ))}
    </ul>
  );
}
