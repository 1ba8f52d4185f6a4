'use client';
import { type ComponentProps, useState } from 'react';
import { useFieldControl } from './field-context';

type NumberInputProps = Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type' | 'min' | 'max' | 'prefix'
> & {
  value: number | null;
  onValueChange: (value: number | null) => void;
  min?: number;
  max?: number;
  /** Dollars and cents: the sign before, two decimals shown. */
  money?: boolean;
  /** Whole cases: the step buttons go by so many, and what is typed goes up to a multiple when it is left. `max` is a multiple. */
  caseSize?: number;
  /** What is typed stays, whatever multiple it is of. */
  exact?: boolean;
  /** Decimals that may be typed; 0 takes whole numbers. */
  decimals?: number;
  prefix?: string;
  suffix?: string;
  /** Names the object in "Decrease …" and "Increase …"; without it there are no step buttons. */
  stepLabel?: string;
  /** The key that presses "Increase …" in the active row of a table. */
  increaseShortcut?: 'a' | 'e';
  /** When more than `max` was typed, which is what it holds then: says so to the user. */
  onLimited?: (max: number) => void;
};

function parse(text: string): number | null {
  const value = Number(text.replaceAll(',', '').trim());
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}

/** A number that keeps what is being typed, so "1." or "-" survive until they mean something. */
export function NumberInput({
  value,
  onValueChange,
  min,
  max,
  caseSize = 1,
  exact = false,
  money = false,
  decimals = money ? 2 : 0,
  prefix = money ? '$' : undefined,
  suffix,
  stepLabel,
  increaseShortcut,
  onLimited,
  className,
  ...props
}: NumberInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const clamp = (next: number) => Math.min(max ?? next, Math.max(min ?? next, next));
  // Fractions of a unit don't divide exactly.
  const casesOf = (amount: number) => Number((amount / caseSize).toFixed(6));
  const step = (by: 1 | -1) => {
    setDraft(null);
    const cases = casesOf(value ?? 0);
    const next = (by > 0 ? Math.floor(cases) : Math.ceil(cases)) + by;
    onValueChange(clamp(caseSize === 1 ? (value ?? 0) + by : Number((next * caseSize).toFixed(decimals))));
  };
  const whole = (typed: number) =>
    caseSize === 1 || exact ? typed : Number((Math.ceil(casesOf(typed)) * caseSize).toFixed(decimals));
  const allowed = decimals > 0 ? /^-?[\d,]*(?:\.\d*)?$/ : /^-?[\d,]*$/;
  return (
    <div className={className ? `number-input ${className}` : 'number-input'}>
      {stepLabel && (
        <button
          type="button"
          aria-label={`Decrease ${stepLabel}`}
          disabled={props.disabled || (min !== undefined && (value ?? 0) <= min)}
          onClick={() => step(-1)}
          className="number-step"
          data-step="less"
        />
      )}
      {prefix && <span>{prefix}</span>}
      <input
        {...useFieldControl()}
        {...props}
        type="text"
        inputMode={decimals > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={draft ?? (money ? value?.toFixed(2) : value) ?? ''}
        onChange={(event) => {
          const text = event.target.value;
          if (!allowed.test(text)) return;
          setDraft(text);
          onValueChange(parse(text));
        }}
        onBlur={(event) => {
          const typed = draft === null ? null : parse(draft);
          setDraft(null);
          if (typed !== null) onValueChange(Number(clamp(whole(typed)).toFixed(decimals)));
          if (typed !== null && max !== undefined && typed > max) onLimited?.(max);
          props.onBlur?.(event);
        }}
      />
      {suffix && <span>{suffix}</span>}
      {stepLabel && (
        <button
          type="button"
          aria-label={`Increase ${stepLabel}`}
          data-shortcut={increaseShortcut}
          disabled={props.disabled || (max !== undefined && (value ?? 0) >= max)}
          onClick={() => step(1)}
          className="number-step"
          data-step="more"
        />
      )}
    </div>
  );
}
