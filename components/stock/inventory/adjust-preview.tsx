'use client';
import { ArrowRight, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatAmount } from '@/components/ui/format';
import type { Rejection } from './adjust-rejection';
import { shortfall } from './change';
import type { StockItem } from './types';

function Warning({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-lg bg-tint-danger px-3 py-2 text-on-tint-danger text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** "40 → 37", the available quantity, and any problem. */
export function AdjustPreview({
  item,
  quantity,
  change,
  moved,
  rejection,
}: {
  item: StockItem;
  /** The quantity that the change starts from. */
  quantity: number;
  change: number | null;
  /** The quantity when editing began, if it has changed since. */
  moved: number | null;
  rejection: Rejection | null;
}) {
  const after = change === null ? null : quantity + change;
  const short = change === null ? null : shortfall(item, quantity, change);
  const refused = rejection && rejection.code !== 'CONFLICT' ? `Not saved. ${rejection.message}` : null;
  return (
    <>
      {moved !== null && (
        <Warning>
          The quantity changed from {formatAmount(moved, item)} to {formatAmount(quantity, item)} while you
          were editing. Save to apply your change to {formatAmount(quantity, item)}.
        </Warning>
      )}
      {moved === null && rejection?.code === 'CONFLICT' && <Warning>{rejection.message}</Warning>}
      <output className="flex flex-wrap items-center justify-between gap-x-3 rounded-lg bg-bg px-3 py-1.5 tabular-nums">
        <span className="flex items-center gap-2">
          <span className={after === null ? 'font-semibold text-lg' : 'text-lg text-muted'}>
            {formatAmount(quantity, item)}
          </span>
          {after !== null && (
            <>
              <ArrowRight aria-hidden className="size-4 text-muted" />
              <span className="sr-only">becomes</span>
              <span className={short ? 'font-semibold text-destructive text-lg' : 'font-semibold text-lg'}>
                {formatAmount(after, item)}
              </span>
            </>
          )}
        </span>
        <span className="text-muted text-sm">
          {formatAmount(item.reserved_quantity, item)} reserved ·{' '}
          {formatAmount(Math.max(0, (after ?? quantity) - item.reserved_quantity), item)} available
        </span>
      </output>
      {(refused ?? short) && <Warning>{refused ?? short}</Warning>}
    </>
  );
}
