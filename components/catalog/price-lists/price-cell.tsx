'use client';
import { memo } from 'react';
import { cn } from '@/components/ui/base/class-names';
import { controlStyle } from '@/components/ui/base/control-style';
import type { SheetRow } from './sheet';

export const cellId = (sku: string, amount: number) => `price ${amount} ${sku}`;

/** Enter and the arrow keys go down and up a column. */
function move(event: React.KeyboardEvent<HTMLInputElement>): void {
  const isUp = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey);
  if (!isUp && event.key !== 'ArrowDown' && event.key !== 'Enter') return;
  event.preventDefault();
  const column = event.currentTarget.dataset.amount;
  const all = [
    ...(event.currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('input[data-amount]') ?? []),
  ].filter((input) => input.dataset.amount === column);
  const next = all[all.indexOf(event.currentTarget) + (isUp ? -1 : 1)];
  next?.focus();
  next?.select();
}

/** A price of a variant from an amount on. */
export const PriceCell = memo(function PriceCell({
  row: { sku, name, wholesale },
  amount,
  text,
  error,
  readOnly,
  onChange,
  onPaste,
}: {
  row: SheetRow;
  amount: number;
  text: string;
  error: string | undefined;
  readOnly: boolean;
  onChange: (sku: string, amount: number, text: string) => void;
  /** Returns true when it took the text. */
  onPaste: (at: { sku: string; amount: number }, text: string) => boolean;
}) {
  const label = `${name ?? sku}, from ${amount}`;
  if (readOnly) return text === '' ? '—' : `$${text}`;
  return (
    <>
      <input
        id={cellId(sku, amount)}
        aria-label={label}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${cellId(sku, amount)} error`}
        data-amount={amount}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        placeholder={amount === 1 ? wholesale?.toFixed(2) : undefined}
        className={cn(controlStyle, 'w-24 text-right tabular-nums')}
        onChange={(event) => onChange(sku, amount, event.target.value)}
        onKeyDown={move}
        onPaste={(event) => {
          if (onPaste({ sku, amount }, event.clipboardData.getData('text/plain'))) event.preventDefault();
        }}
      />
      {error !== undefined && (
        <span id={`${cellId(sku, amount)} error`} className="block w-24 text-destructive text-xs">
          {error}
        </span>
      )}
    </>
  );
});
