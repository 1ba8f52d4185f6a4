'use client';
import { lazy, Suspense, useState } from 'react';
import type { Unapplied } from '@/components/money/payments/apply-dialog';
import { UNAPPLIED, unappliedOf } from '@/components/money/payments/inputs';
import { unappliedPayment } from '@/components/money/payments/labels';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { formatDate, formatMoney } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';

const ApplyDialog = lazy(() =>
  import('@/components/money/payments/apply-dialog').then((m) => ({ default: m.ApplyDialog })),
);

/** Payments and credit notes of a customer that settle nothing yet, to apply. @param invoiceId the one to settle first */
export function UnappliedCard({ customerId, invoiceId }: { customerId: string; invoiceId?: string }) {
  const [applying, setApplying] = useState<Unapplied | null>(null);
  const payments = trpc.payments.list.useQuery(unappliedOf(customerId));
  const credits = trpc.creditNotes.list.useQuery(unappliedOf(customerId));
  const money = [
    ...(payments.data?.data ?? []).map((one) => ({ ...unappliedPayment(one), day: one.received_on })),
    ...(credits.data?.data ?? []).map(({ id, number, unapplied, buyer, issued_on }) => ({
      ...({ kind: 'credit_note', id, name: number } as const),
      ...{ left: unapplied, customer: buyer, day: issued_on },
    })),
  ];
  const failed = payments.isError || credits.isError;
  if (money.length === 0 && !failed) return null;
  const moreCredits = credits.data?.pagination.has_more;
  return (
    <Card title="Unapplied">
      {failed && (
        <p role="alert" className="flex flex-wrap items-center justify-between gap-2 text-destructive">
          Couldn't load all of it.
          <Button
            size="sm"
            onClick={() => {
              for (const query of [payments, credits]) if (query.isError) void query.refetch();
            }}
          >
            Retry<span className="sr-only"> to load what is unapplied</span>
          </Button>
        </p>
      )}
      <ul className="divide-y divide-border">
        {money.map(({ day, ...one }) => (
          <li key={one.id} className="flex items-center justify-between gap-4 py-2 first:pt-0 last:pb-0">
            <span className="wrap-anywhere min-w-0">
              <span className="tabular-nums">{formatMoney(one.left)}</span>
              <span className="block text-muted text-sm">
                {one.name} · {formatDate(day)}
              </span>
            </span>
            <Button size="sm" onClick={() => setApplying(one)}>
              Apply<span className="sr-only"> {one.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {(payments.data?.pagination.has_more || moreCredits) && (
        <p className="mt-2 text-muted text-sm">
          The {UNAPPLIED} latest of each kind.{' '}
          {moreCredits && 'Earlier credit notes appear as these are applied. '}
          {payments.data?.pagination.has_more && (
            <Link
              href={`/payments?status=unapplied&party=${customerId}`}
              className="text-link underline-offset-4 hover:underline"
            >
              All unapplied payments
            </Link>
          )}
        </p>
      )}
      <Suspense>
        {applying && <ApplyDialog money={applying} invoiceId={invoiceId} onClose={() => setApplying(null)} />}
      </Suspense>
    </Card>
  );
}
