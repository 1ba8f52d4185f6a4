'use client';
import { type ComponentProps, useId, useState } from 'react';
import { NumberInput } from '@/components/ui/base/number-input';
import type { Stepped } from '@/components/ui/format';

type AmountInputProps = Omit<ComponentProps<typeof NumberInput>, 'decimals' | 'suffix' | 'money'> & {
  goods: Stepped;
  /** An amount between two steps is handed on as a fraction of a step, for an error at the field; else the next step is taken, and the field says so. */
  strict?: boolean;
  /** What the goods are isn't known yet: any fraction may be typed. */
  unknown?: boolean;
};

/** Steps in an amount, exact where it is a multiple: both have at most four decimals. */
export const stepsIn = (amount: number, step: number) =>
  Math.round(amount * 10_000) / Math.round(step * 10_000);

/** Takes a count of steps as the amount in their unit: 2.5 beside "lb" where goods are sold by weight. */
export function AmountInput({
  goods: { unit, step },
  value,
  onValueChange,
  min,
  max,
  onLimited,
  caseSize = 1,
  strict = false,
  unknown = false,
  ...props
}: AmountInputProps) {
  const [typed, setTyped] = useState<number | null>(null);
  const noteId = useId();
  const isByWeight = unit && step;
  const inUnits = (count: number) => Number((count * (step ?? 1)).toFixed(4));
  const upTo = (amount: number) => Math.ceil(stepsIn(amount, step ?? 1));
  // The same field in both cases: it keeps its focus once its goods are known.
  const field = isByWeight ? (
    <NumberInput
      {...props}
      aria-describedby={typed === null ? props['aria-describedby'] : noteId}
      value={value === null ? null : inUnits(value)}
      onValueChange={(amount) => {
        const steps = amount === null ? null : stepsIn(amount, step);
        if (strict || amount === null || steps === null) return onValueChange(steps);
        if (!Number.isInteger(steps)) setTyped(amount);
        // Leaving the field reports what it came to.
        else if (typed === null || upTo(typed) !== steps) setTyped(null);
        onValueChange(upTo(amount));
      }}
      min={min === undefined ? undefined : inUnits(min)}
      max={max === undefined ? undefined : inUnits(max)}
      onLimited={onLimited && ((most) => onLimited(Math.round(most / step)))}
      decimals={4}
      caseSize={inUnits(caseSize)}
      exact={strict && caseSize === 1}
      suffix={unit}
    />
  ) : (
    <NumberInput
      {...props}
      value={value}
      onValueChange={onValueChange}
      min={unknown ? undefined : min}
      max={max}
      onLimited={onLimited}
      caseSize={caseSize}
      decimals={unknown ? 4 : 0}
    />
  );
  return (
    <>
      {field}
      {isByWeight && typed !== null && (
        <p id={noteId} role="status" className="mt-1 text-destructive text-xs">
          {typed} {unit} isn't a multiple of {step} {unit}: {inUnits(upTo(typed))} is taken.
        </p>
      )}
    </>
  );
}
