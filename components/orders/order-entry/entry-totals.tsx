import type { Quote } from '@/components/orders/cart/use-quote';
import { cn } from '@/components/ui/base/class-names';
import { formatMoney } from '@/components/ui/format';
import { sumRows } from '@/server/kernel/tax-text';

type Shown = {
  /** Null before the first line. */
  quote: Quote | null;
  /** False while it is asked for again. */
  current: boolean;
};

/** What the total is made of: subtotal, discounts and taxes. */
export function EntrySums({ quote, current }: Shown) {
  if (!quote) return null;
  return (
    <dl aria-busy={!current} className={cn('flex flex-col gap-1.5 tabular-nums', !current && 'opacity-50')}>
      <Row label="Subtotal" amount={quote.subtotal} />
      {sumRows(quote).map(({ key, label, amount }) => (
        <Row key={key} label={label} amount={amount} />
      ))}
    </dl>
  );
}

function Row({ label, amount }: { label: string; amount: number }) {
  return (
    <div className="flex justify-between gap-4 text-muted">
      <dt className="wrap-anywhere min-w-0">{label}</dt>
      <dd>{formatMoney(amount)}</dd>
    </div>
  );
}

/** The total, for the bar that stays in view. */
export function EntryTotal({ quote, current }: Shown) {
  return (
    <p
      aria-busy={!current}
      className={cn('flex items-baseline gap-3 font-semibold tabular-nums', !current && 'opacity-50')}
    >
      <span>Total</span>
      <span className="text-lg">{formatMoney(quote?.total)}</span>
    </p>
  );
}
