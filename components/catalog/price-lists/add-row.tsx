'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { NumberInput } from '@/components/ui/base/number-input';
import { cellId } from './price-cell';
import { type Sheet, withBreak, withRow } from './sheet';

/** Adds an item by its SKU, or an amount from which other prices hold. */
export function AddToGrid({ sheet, onChange }: { sheet: Sheet; onChange: (next: Sheet) => void }) {
  const [sku, setSku] = useState('');
  const [amount, setAmount] = useState<number | null>(null);
  const addRow = () => {
    const given = sku.trim();
    if (given === '') return;
    onChange(withRow(sheet, given));
    setSku('');
    // The new row's first price, once it is drawn.
    requestAnimationFrame(() => document.getElementById(cellId(given, sheet.breaks[0] ?? 1))?.focus());
  };
  const addBreak = () => {
    if (amount === null || amount <= 0) return;
    onChange(withBreak(sheet, amount));
    setAmount(null);
  };
  const onEnter = (act: () => void) => (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    act();
  };
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <div className="flex items-end gap-2">
        <Field label="SKU">
          <Input
            value={sku}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="w-44"
            onChange={(event) => setSku(event.target.value)}
            onKeyDown={onEnter(addRow)}
          />
        </Field>
        <Button onClick={addRow}>Add item</Button>
      </div>
      <div className="flex items-end gap-2">
        <Field label="From amount">
          <NumberInput
            value={amount}
            onValueChange={setAmount}
            decimals={4}
            className="w-28"
            onKeyDown={onEnter(addBreak)}
          />
        </Field>
        <Button onClick={addBreak}>Add break</Button>
      </div>
    </div>
  );
}
