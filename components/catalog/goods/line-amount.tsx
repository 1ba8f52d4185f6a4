'use client';
import { type ComponentProps, useId, useState } from 'react';
import { stepText } from '@/components/catalog/pricing/price-notes';
import { AmountInput } from './amount-input';

/** Units of one line that an order takes. */
const MOST_UNITS = 1_000_000;

/**
 * The amount of a line in its row. Between two steps of goods by weight it says so and keeps what it had: what is typed there
 * is money.
 * @param onSet takes whole steps, at least one
 */
export function LineAmount({
  goods,
  caseSize = 1,
  onSet,
  ...props
}: Omit<ComponentProps<typeof AmountInput>, 'strict' | 'min' | 'max' | 'onValueChange'> & {
  onSet: (quantity: number) => void;
}) {
  const id = useId();
  const [isOff, setOff] = useState(false);
  return (
    <>
      <AmountInput
        {...props}
        strict
        goods={goods}
        caseSize={caseSize}
        min={1}
        max={Math.floor(MOST_UNITS / caseSize) * caseSize}
        aria-invalid={props['aria-invalid'] || isOff || undefined}
        aria-describedby={isOff ? id : undefined}
        onValueChange={(quantity) => {
          const off = quantity !== null && !Number.isInteger(quantity);
          setOff(off);
          if (!off && quantity !== null && quantity >= 1 && quantity <= MOST_UNITS) onSet(quantity);
        }}
      />
      {isOff && (
        <span id={id} role="alert" className="mt-1 block text-destructive text-xs">
          {stepText(goods)}
        </span>
      )}
    </>
  );
}
