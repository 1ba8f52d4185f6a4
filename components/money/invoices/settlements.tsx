'use client';
import type { ReactNode } from 'react';
import { paymentName } from '@/components/money/payments/labels';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { formatDate, formatMoney } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { CreditNoteLink } from './credit-note-link';
import { paymentsOf } from './detail-inputs';
import type { CreditNote, Invoice } from './types';

/** What settles an invoice: its credit notes, and the payments that are applied to it. */
export function Settlements({ invoice, notes }: { invoice: Invoice; notes: readonly CreditNote[] }) {
  const { isLimited } = useViewer();
  const { data } = trpc.payments.list.useQuery(paymentsOf(invoice.id), { enabled: !isLimited });
  const payments = (data?.data ?? []).flatMap(({ allocations, ...payment }) =>
    allocations
      .filter(({ invoice: of, reversed_on }) => of?.id === invoice.id && reversed_on === null)
      .map((part) => ({ ...payment, part })),
  );
  if (notes.length === 0 && payments.length === 0) return null;
  return (
    <Card title="Payments and credits">
      <ul className="divide-y divide-border">
        {notes.map(({ id, number, reason, issued_on, total }) => (
          <Row key={id} amount={total} note={`${formatDate(issued_on)} · ${reason}`}>
            <CreditNoteLink note={{ id, number }} />
          </Row>
        ))}
        {payments.map(({ id, part, method, reference, received_on }) => (
          <Row key={part.id} amount={part.amount} note={formatDate(received_on)}>
            <Link href={`/payments/${id}`} className="text-link hover:underline">
              {paymentName({ method, reference })}
            </Link>
          </Row>
        ))}
      </ul>
    </Card>
  );
}

function Row({ amount, note, children }: { amount: number; note: string; children: ReactNode }) {
  return (
    <li className="flex items-start justify-between gap-4 py-2 first:pt-0 last:pb-0">
      <span className="wrap-anywhere min-w-0">
        {children}
        <span className="block text-muted text-sm">{note}</span>
      </span>
      <span className="tabular-nums">{formatMoney(amount)}</span>
    </li>
  );
}
