import { formatMoney } from '@/components/format';
import type { Order } from './types';

/** Subtotal, tax and total, as they are frozen on the order. */
export function OrderTotals({ order }: { order: Pick<Order, 'subtotal' | 'tax' | 'total'> }) {
  const lines = [
    { term: 'Subtotal', value: order.subtotal },
    { term: 'Tax', value: order.tax },
  ];
  return (
    <dl className="ml-auto flex w-full max-w-64 flex-col gap-1.5 px-4 py-4 tabular-nums">
      {lines.map(({ term, value }) => (
        <div key={term} className="flex justify-between gap-4 text-muted">
          <dt>{term}</dt>
          <dd>{formatMoney(value)}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-border border-t pt-1.5 font-semibold">
        <dt>Total</dt>
        <dd>{formatMoney(order.total)}</dd>
      </div>
    </dl>
  );
}
