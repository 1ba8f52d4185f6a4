'use client';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/base/button';
import { cn } from '@/components/ui/base/class-names';
import { formatCount, formatMoney } from '@/components/ui/format';
import { FormAlert } from '@/components/ui/forms/form-alert';

/** What all orders come to, and the press that places them; it stays in view while the cart scrolls. */
export function CheckoutBar({
  orders,
  items,
  total,
  current,
  pending,
  notice,
  note,
  children,
  onPlace,
}: {
  orders: number;
  items: number;
  /** In US dollars; null until all orders were priced. */
  total: number | null;
  /** Whether it is of the lines as they are. */
  current: boolean;
  pending: boolean;
  notice: string | null;
  /** What the total leaves out. */
  note?: string;
  /** Stands before the button. */
  children?: ReactNode;
  onPlace: () => void;
}) {
  return (
    <section
      aria-label="Checkout"
      className="sticky bottom-4 z-30 max-md:bottom-18 mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-lg border border-border bg-raised py-3 pr-3 pl-4 shadow-lg print:hidden"
    >
      <div className="w-full text-sm empty:hidden">
        <FormAlert message={notice ?? undefined} />
      </div>
      <p className={cn('tabular-nums transition-opacity', !current && 'opacity-50')} aria-busy={!current}>
        <span className="font-semibold text-lg">{formatMoney(total)}</span>{' '}
        <span className="text-muted">
          {note && `${note} `}· {formatCount(orders, 'order')} · {formatCount(items, 'item')}
        </span>
      </p>
      {children}
      <Button variant="primary" size="lg" pending={pending} onClick={onPlace} className="max-md:w-full">
        Place {formatCount(orders, 'order')} · {formatMoney(total)}
      </Button>
    </section>
  );
}
