import type { ReactNode } from 'react';
import { formatMoney } from '@/components/ui/format';
import { sumRows } from '@/server/kernel/tax-text';
import type { Order } from './types';

/** Subtotal, discounts, freight, taxes and total, as they are frozen on the order. */
export function OrderTotals({
  order,
  children,
}: {
  order: Pick<Order, 'subtotal' | 'adjustments' | 'tax_lines' | 'total'>;
  /** Acts on them. */
  children?: ReactNode;
}) {
  const lines = [
    { key: 'subtotal', term: 'Subtotal', value: order.subtotal },
    ...sumRows(order).map(({ key, label, amount }) => ({ key, term: label, value: amount })),
  ];
  return (
    <div className="ml-auto flex w-full max-w-80 flex-col gap-3 px-4 py-4">
      <dl className="flex flex-col gap-1.5 tabular-nums">
        {lines.map(({ key, term, value }) => (
          <div key={key} className="flex justify-between gap-4 text-muted">
            <dt className="wrap-anywhere min-w-0">{term}</dt>
            <dd>{formatMoney(value)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-border border-t pt-1.5 font-semibold">
          <dt>Total</dt>
          <dd>{formatMoney(order.total)}</dd>
        </div>
      </dl>
      {children}
    </div>
  );
}
