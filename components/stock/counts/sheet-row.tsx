'use client';
import { useState } from 'react';
import { entryOf, stepsTyped, typedAmount } from '@/components/catalog/goods/amounts';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { formatAmount, formatAmountChange, type Stepped } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import type { CountLine } from './types';

const MAX_COUNT = 2_000_000_000;

/** Reads a typed count, in steps of the goods: null when empty, undefined when invalid. */
function parseCount(text: string, goods: Stepped): number | null | undefined {
  if (text.trim() === '') return null;
  const counted = stepsTyped(text, goods);
  return counted === null || counted > MAX_COUNT ? undefined : counted;
}

/** An item with a field for what is there. */
export function SheetRow({
  line,
  onCount,
}: {
  line: CountLine;
  onCount: (counted: number | null) => Promise<unknown>;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    if (draft === null) return;
    const counted = parseCount(draft, line);
    if (counted === undefined) {
      setProblem(`${entryOf(line)}.`);
      return;
    }
    if (counted === line.counted) {
      setDraft(null);
      return;
    }
    try {
      await onCount(counted);
      setProblem(null);
      setDraft(null);
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_7rem] items-center gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[minmax(0,1fr)_8rem_7rem_8rem] sm:px-5">
      <ItemCell goods={line} />
      <p className="text-right text-muted text-sm tabular-nums max-sm:order-last max-sm:text-left">
        {line.expected_quantity !== null && `${formatAmount(line.expected_quantity, line)} in stock`}
      </p>
      <div className="number-input">
        <input
          aria-label={`Counted ${line.product_name} ${line.sku}`}
          aria-invalid={problem ? true : undefined}
          value={draft ?? (line.counted === null ? '' : typedAmount(line.counted, line))}
          onChange={(event) => {
            setProblem(null);
            setDraft(event.target.value);
          }}
          onBlur={() => void save()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void save();
            if (event.key === 'Escape') setDraft(null);
          }}
          inputMode={line.step ? 'decimal' : 'numeric'}
          autoComplete="off"
          maxLength={13}
        />
        {line.unit && <span>{line.unit}</span>}
      </div>
      <p className="text-right text-sm tabular-nums max-sm:order-last">
        {problem ? (
          <span className="text-destructive">{problem}</span>
        ) : line.counted === null ? (
          <span className="text-muted">Not counted</span>
        ) : line.difference === null ? (
          'Counted'
        ) : line.difference === 0 ? (
          'As expected'
        ) : (
          <span className="font-semibold">{formatAmountChange(line.difference, line)}</span>
        )}
      </p>
    </li>
  );
}
