'use client';
import { cn } from '@/components/ui/base/class-names';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { Select } from '@/components/ui/base/select';

const REASONS = ['Damaged', 'Short delivery', 'Wrong item', 'Quality', 'Price agreed', 'Other'] as const;
const GOODS = [
  { value: 'stay', label: 'They stay with the customer' },
  { value: 'come back', label: 'They come back' },
  { value: 'were destroyed', label: 'They were destroyed' },
] as const;

/** Why something is credited, and where its goods are. Nothing is chosen at first. */
export interface CreditReason {
  reason: (typeof REASONS)[number] | null;
  /** A note; required with "Other". */
  text: string;
  goods: (typeof GOODS)[number]['value'] | null;
}

export const NO_REASON: CreditReason = { reason: null, text: '', goods: null };

/** Goods that never arrived, or whose price alone falls, are nowhere else. */
const hasGoods = (reason: CreditReason['reason']) =>
  reason !== null && reason !== 'Short delivery' && reason !== 'Price agreed';

/** The reason as both parties read it; null until it is complete. */
export function reasonText({ reason, text, goods }: CreditReason): string | null {
  const words = text.trim();
  if (reason === null || (reason === 'Other' && words === '')) return null;
  const said = reason === 'Other' ? words : words ? `${reason}: ${words}` : reason;
  return hasGoods(reason) && goods ? `${said}. Goods ${goods}.` : said;
}

/** Chips of usual reasons, a note, and what becomes of the goods. */
export function ReasonFields({
  value,
  onChange,
  error,
}: {
  value: CreditReason;
  onChange: (next: CreditReason) => void;
  error: string | undefined;
}) {
  const { reason, text, goods } = value;
  return (
    <>
      <fieldset className="flex flex-wrap gap-2" aria-describedby={error ? 'credit-reason-error' : undefined}>
        <legend className="mb-1.5 font-medium">
          Reason
          <span aria-hidden className="ml-0.5 text-destructive">
            *
          </span>
        </legend>
        {REASONS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === reason}
            onClick={() => onChange({ ...value, reason: one })}
            className={cn(
              'inline-flex h-8 items-center rounded-full border px-3 text-sm transition-colors max-md:h-11',
              one === reason
                ? 'border-primary bg-selected font-medium text-text'
                : 'border-control text-text hover:bg-hover',
            )}
          >
            {one}
          </button>
        ))}
        {error && (
          <p id="credit-reason-error" role="alert" className="basis-full text-destructive text-sm">
            {error}
          </p>
        )}
      </fieldset>
      {reason !== null && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label={reason === 'Other' ? 'In your words' : 'Note (optional)'}
            hint="Visible to both parties"
            required={reason === 'Other'}
          >
            <Input
              maxLength={150}
              value={text}
              onChange={(event) => onChange({ ...value, text: event.target.value })}
            />
          </Field>
          {hasGoods(reason) && (
            <Field label="Goods">
              <Select
                options={[{ value: '', label: 'Not said' }, ...GOODS]}
                value={goods ?? ''}
                onValueChange={(next) =>
                  onChange({ ...value, goods: GOODS.find((one) => one.value === next)?.value ?? null })
                }
              />
            </Field>
          )}
        </div>
      )}
    </>
  );
}
