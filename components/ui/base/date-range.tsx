'use client';
import { useId } from 'react';
import { cn } from './class-names';
import { controlStyle } from './control-style';
import { dayPresets } from './day-presets';
import { FaultText } from './fault-text';
import { useFieldControl } from './field-context';

type DateInputProps = {
  /** YYYY-MM-DD, or null. */
  value: string | null;
  onValueChange: (value: string | null) => void;
  min?: string;
  max?: string;
  disabled?: boolean;
  className?: string;
  id?: string;
  'aria-label'?: string;
};

/** A calendar date as the browser's own picker, so that it speaks each person's language and keyboard. */
export function DateInput({ value, onValueChange, className, ...props }: DateInputProps) {
  return (
    <input
      {...useFieldControl()}
      {...props}
      type="date"
      value={value ?? ''}
      onChange={(event) => onValueChange(event.target.value || null)}
      className={cn(controlStyle, 'tabular-nums', className)}
    />
  );
}

const ANY = 'any';
const CUSTOM = 'custom';

/** Names the range, or chooses one by its name. */
function Presets({
  label,
  today,
  from,
  to,
  onChange,
}: {
  label: string;
  today: string;
  from: string | null;
  to: string | null;
  onChange: (range: { from: string | null; to: string | null }) => void;
}) {
  const presets = dayPresets(today);
  // On the first day of a week, it is also today: the first name counts.
  const current = presets.find((one) => one.from === from && one.to === to);
  return (
    <select
      aria-label={`${label}: range`}
      value={current?.label ?? (from || to ? CUSTOM : ANY)}
      onChange={({ target: { value } }) => {
        const chosen = presets.find((one) => one.label === value);
        onChange({ from: chosen?.from ?? null, to: chosen?.to ?? null });
      }}
      className={cn(controlStyle, 'h-7 w-auto rounded-md px-2 text-sm max-md:h-11')}
    >
      <option value={ANY}>Any day</option>
      {presets.map((one) => (
        <option key={one.label}>{one.label}</option>
      ))}
      {/* It is what typed days are. */}
      <option value={CUSTOM} hidden>
        Custom
      </option>
    </select>
  );
}

/** From and to, either open; one cannot pass the other. */
export function DateRange({
  label,
  from,
  to,
  onChange,
  min,
  max,
  today,
  error,
}: {
  label: string;
  from: string | null;
  to: string | null;
  onChange: (range: { from: string | null; to: string | null }) => void;
  min?: string;
  max?: string;
  /** The business's day: with it, ranges such as last month can be chosen. */
  today?: string;
  /** What is wrong with the range. */
  error?: string;
}) {
  const id = useId();
  const row = 'flex min-w-0 items-center gap-2 text-muted text-sm';
  const box = 'h-7 rounded-md px-2 text-sm w-36';
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{label}</legend>
      {today && <Presets label={label} today={today} from={from} to={to} onChange={onChange} />}
      <div className={row}>
        <label htmlFor={`${id}-from`}>From</label>
        <DateInput
          id={`${id}-from`}
          value={from}
          min={min}
          max={to ?? max}
          onValueChange={(next) => onChange({ from: next, to })}
          className={box}
        />
      </div>
      <div className={row}>
        <label htmlFor={`${id}-to`}>To</label>
        <DateInput
          id={`${id}-to`}
          value={to}
          min={from ?? min}
          max={max}
          onValueChange={(next) => onChange({ from, to: next })}
          className={box}
        />
      </div>
      <FaultText message={error} />
    </fieldset>
  );
}
