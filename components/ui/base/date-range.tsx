'use client';
import { useId } from 'react';
import { cn } from './class-names';
import { controlStyle } from './control-style';
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

/** From and to, either open; one cannot pass the other. */
export function DateRange({
  label,
  from,
  to,
  onChange,
  min,
  max,
  error,
}: {
  label: string;
  from: string | null;
  to: string | null;
  onChange: (range: { from: string | null; to: string | null }) => void;
  min?: string;
  max?: string;
  /** What is wrong with the range. */
  error?: string;
}) {
  const id = useId();
  const row = 'flex min-w-0 items-center gap-2 text-muted text-sm';
  const box = 'h-7 rounded-md px-2 text-sm w-36';
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{label}</legend>
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
      {error && (
        <p role="alert" className="text-destructive text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
