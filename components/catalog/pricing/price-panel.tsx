'use client';
import { type ReactElement, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Checkbox } from '@/components/ui/base/checkbox';
import { Field } from '@/components/ui/base/field';
import { NumberInput } from '@/components/ui/base/number-input';
import { Popover } from '@/components/ui/base/popover';
import { formatMoney } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';

/** What a seller decides about a line. */
export type Given = {
  /** Dollars; null for the price of its amount. */
  unit_price: number | null;
  discount_bps: number;
  sample: boolean;
};

/** Sets price, discount and sample of one line, at its price. */
export function PricePanel({
  trigger,
  name,
  unit,
  given,
  computed,
  onSave,
}: {
  trigger: ReactElement;
  /** Of the goods. */
  name: string;
  /** What goods by weight are priced per; null for goods sold each. */
  unit: string | null;
  given: Given;
  /** Dollars: the price of its amount. */
  computed: number;
  /** Rejects with the server's error. */
  onSave: (given: Given) => Promise<unknown>;
}) {
  const [open, setOpen] = useState(true);
  const [price, setPrice] = useState<number | null>(given.unit_price ?? computed);
  const [percent, setPercent] = useState<number | null>(given.discount_bps / 100);
  const [sample, setSample] = useState(given.sample);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const reset = () => {
    setPrice(given.unit_price ?? computed);
    setPercent(given.discount_bps / 100);
    setSample(given.sample);
    setError(null);
  };
  const save = async () => {
    if (pending) return;
    setPending(true);
    setError(null);
    try {
      await onSave({
        unit_price: sample || price === null || price === computed ? null : price,
        discount_bps: Math.round((percent ?? 0) * 100),
        sample,
      });
      setOpen(false);
    } catch (failure) {
      setError(failure);
    }
    setPending(false);
  };
  return (
    <Popover
      label={`Price of ${name}`}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        reset();
      }}
      align="end"
      className="w-72"
      trigger={trigger}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // In the page's form, its events would rise to it.
          event.stopPropagation();
          void save();
        }}
        className="flex flex-col gap-3"
      >
        <Field
          label={unit ? `Price per ${unit}` : 'Unit price'}
          error={errorTextOf(error)}
          hint={
            !sample &&
            price !== computed && (
              <Button variant="link" className="text-sm" onClick={() => setPrice(computed)}>
                Use {formatMoney(computed)}, the price of this amount
              </Button>
            )
          }
        >
          <NumberInput
            money
            min={0}
            max={1_000_000}
            value={sample ? 0 : price}
            disabled={sample}
            onValueChange={setPrice}
            autoFocus
          />
        </Field>
        <Field label="Discount">
          <NumberInput
            decimals={2}
            suffix="%"
            min={0}
            max={100}
            value={percent}
            disabled={sample}
            onValueChange={setPercent}
          />
        </Field>
        <Field layout="inline" label="Sample" hint="Free of charge, and not taxed.">
          <Checkbox className="mt-0.5" checked={sample} onCheckedChange={setSample} />
        </Field>
        <div className="flex justify-end">
          <Button type="submit" size="sm" variant="primary" pending={pending}>
            Save price
          </Button>
        </div>
      </form>
    </Popover>
  );
}
