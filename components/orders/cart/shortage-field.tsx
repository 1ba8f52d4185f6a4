'use client';
import type { Shortage } from '@/components/orders/types';
import { Field } from '@/components/ui/base/field';
import { Select } from '@/components/ui/base/select';

/** What placing an order does with what the stock doesn't cover. */
export const SHORTAGES: readonly { value: Shortage; label: string }[] = [
  { value: 'reject', label: "Don't place the order" },
  { value: 'backorder', label: 'Backorder what is missing' },
  { value: 'partial', label: 'Leave out what is missing' },
];

/** The choice of it, for an order of which something is short. */
export function ShortageField({
  value,
  onValueChange,
}: {
  value: Shortage;
  onValueChange: (shortage: Shortage) => void;
}) {
  return (
    <Field label="If stock is short" className="mt-4">
      <Select options={SHORTAGES} value={value} onValueChange={onValueChange} />
    </Field>
  );
}
