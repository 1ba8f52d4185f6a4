'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Field } from '@/components/ui/base/field';
import { NumberInput } from '@/components/ui/base/number-input';
import { formatCount } from '@/components/ui/format';
import { type Sheet, withPercentOff } from './sheet';

/** Sets the first price of the rows that are shown to so many percent off wholesale. */
export function PercentOff({
  sheet,
  shown,
  onChange,
}: {
  sheet: Sheet;
  /** SKUs of the rows. */
  shown: readonly string[];
  onChange: (next: Sheet) => void;
}) {
  const [percent, setPercent] = useState<number | null>(null);
  const apply = () => {
    if (percent === null) return;
    onChange(withPercentOff(sheet, { skus: shown, amount: sheet.breaks[0] ?? 1, percent }));
    setPercent(null);
  };
  if (shown.length === 0) return null;
  return (
    <div className="flex items-end gap-2">
      <Field label="Percent off wholesale">
        <NumberInput
          value={percent}
          onValueChange={setPercent}
          decimals={1}
          suffix="%"
          min={0}
          max={100}
          className="w-28"
        />
      </Field>
      <Button disabled={percent === null} onClick={apply}>
        Set {formatCount(shown.length, 'price')}
      </Button>
    </div>
  );
}
