import { cn } from '@/components/ui/base/class-names';
import { formatMoney } from '@/components/ui/format';
import { sumRows } from '@/server/kernel/tax-text';
import type { Quote } from './use-quote';

const NONE = { subtotal: 0, tax_lines: [] };

/** Subtotal, tax and total as the order will have them; pale while they are being computed again. */
export function CartTotals({ quote, current }: { quote: Quote | null; current: boolean }) {
  return (
    <dl
      aria-busy={!current}
      className={cn('flex flex-col gap-1.5 tabular-nums transition-opacity', !current && 'opacity-50')}
    >
      <div className="flex justify-between gap-4 text-muted">
        <dt>Subtotal</dt>
        <dd>{formatMoney(quote?.subtotal)}</dd>
      </div>
      {sumRows(quote ?? NONE).map(({ key, label, amount }) => (
        <div key={key} className="flex justify-between gap-4 text-muted">
          <dt className="wrap-anywhere min-w-0">{label}</dt>
          <dd>{formatMoney(quote ? amount : null)}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 font-semibold">
        <dt>Total</dt>
        <dd className="text-lg">{formatMoney(quote?.total)}</dd>
      </div>
    </dl>
  );
}
