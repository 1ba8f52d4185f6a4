import { cn } from '@/components/ui/base/class-names';
import { formatMoney } from '@/components/ui/format';
import type { Invoice } from './types';

/** The sums of an invoice down to what is left to pay. */
export function InvoiceTotals({ invoice }: { invoice: Invoice }) {
  const { subtotal, discount_total: discount, freight_total: freight, tax_lines, total } = invoice;
  const { settled, balance } = invoice;
  const sums: { key: string; term: string; value: number; strong?: boolean }[] = [];
  if (!invoice.opening) sums.push({ key: 'subtotal', term: 'Subtotal', value: subtotal });
  if (discount > 0) sums.push({ key: 'discount', term: 'Discounts', value: -discount });
  if (freight > 0) sums.push({ key: 'freight', term: 'Freight and fees', value: freight });
  for (const { rule_id, name, amount } of tax_lines)
    sums.push({ key: `tax ${rule_id}`, term: name, value: amount });
  sums.push({ key: 'total', term: 'Total', value: total, strong: true });
  if (settled > 0) sums.push({ key: 'settled', term: 'Paid and credited', value: -settled });
  sums.push({ key: 'balance', term: 'Balance', value: balance, strong: true });
  return (
    <dl className="ml-auto flex w-full max-w-80 flex-col gap-1.5 px-4 py-4 tabular-nums">
      {sums.map(({ key, term, value, strong }) => (
        <div
          key={key}
          className={cn(
            'flex justify-between gap-4',
            strong ? 'border-border border-t pt-1.5 font-semibold' : 'text-muted',
          )}
        >
          <dt className="wrap-anywhere min-w-0">{term}</dt>
          <dd>{formatMoney(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
