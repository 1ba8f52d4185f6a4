'use client';
import { useState } from 'react';
import { formatChange, formatNumber } from '@/components/format';
import { errorText } from '@/components/forms/error-text';
import { ItemCell } from '@/components/goods/item-cell';
import { Input } from '@/components/ui/input';
import type { CountLine } from './types';

const MAX_COUNT = 2_000_000_000;

/** Reads a typed count: null when empty, undefined when invalid. */
function parseCount(text: string): number | null | undefined {
  const digits = text.replaceAll(/[\s,]/g, '');
  if (digits === '') return null;
  if (!/^\d{1,10}$/.test(digits) || Number(digits) > MAX_COUNT) return undefined;
  return Number(digits);
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
    const counted = parseCount(draft);
    if (counted === undefined) {
      setProblem('Enter a whole number.');
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
        {line.expected_quantity !== null && `${formatNumber(line.expected_quantity)} in stock`}
      </p>
      <Input
        aria-label={`Counted ${line.product_name} ${line.sku}`}
        aria-invalid={problem ? true : undefined}
        value={draft ?? (line.counted === null ? '' : formatNumber(line.counted))}
        onChange={(event) => {
          setProblem(null);
          setDraft(event.target.value);
        }}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save();
          if (event.key === 'Escape') setDraft(null);
        }}
        inputMode="numeric"
        autoComplete="off"
        maxLength={13}
        className="text-right tabular-nums"
      />
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
          <span className="font-semibold">{formatChange(line.difference)}</span>
        )}
      </p>
    </li>
  );
}
