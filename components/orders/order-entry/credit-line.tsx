import type { Quote } from '@/components/orders/cart/use-quote';
import { cn } from '@/components/ui/base/class-names';
import { formatMoney } from '@/components/ui/format';

/** What the customer would owe with the order, of how much it may; nothing where it owes nothing and has no limit. */
export function CreditLine({ quote }: { quote: Pick<Quote, 'exposure' | 'limit' | 'total'> | null }) {
  if (!quote || quote.exposure === null || (quote.limit === null && quote.exposure <= 0)) return null;
  const used = quote.exposure + quote.total;
  return (
    <p
      className={cn(
        'flex flex-wrap justify-between gap-x-4 text-sm tabular-nums',
        quote.limit !== null && used > quote.limit ? 'font-medium text-destructive' : 'text-muted',
      )}
    >
      <span>Owed with this order</span>
      <span>
        {formatMoney(used)}
        {quote.limit !== null && ` of ${formatMoney(quote.limit)}`}
      </span>
    </p>
  );
}
