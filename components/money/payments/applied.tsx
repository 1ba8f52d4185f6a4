import { Link } from '@/components/ui/base/link';
import { formatMoney } from '@/components/ui/format';
import type { Payment } from './types';

/** What a payment settles, invoice by invoice. */
export function Applied({ payment }: { payment: Payment }) {
  const active = payment.allocations.filter(({ reversed_on }) => reversed_on === null);
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">Applied to</h3>
      {active.length === 0 && <p className="text-muted">Nothing yet.</p>}
      <ul className="flex flex-col gap-1 tabular-nums">
        {active.map(({ id, invoice, credit_note, amount }) => (
          <li key={id} className="flex justify-between gap-4">
            {invoice ? (
              <Link href={`/invoices/${invoice.id}`} className="text-link hover:underline">
                {invoice.number}
              </Link>
            ) : (
              <span>{credit_note?.number ?? 'Money returned'}</span>
            )}
            {formatMoney(amount)}
          </li>
        ))}
      </ul>
      {payment.counted_by && <p className="text-muted">Counted by {payment.counted_by}</p>}
      {payment.notes && <p className="wrap-anywhere whitespace-pre-wrap text-muted">{payment.notes}</p>}
      {payment.void_reason && <p className="text-muted">Voided: {payment.void_reason}</p>}
    </div>
  );
}
