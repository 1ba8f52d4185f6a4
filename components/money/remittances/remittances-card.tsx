'use client';
import { lazy, Suspense, useState } from 'react';
import { paymentName } from '@/components/money/payments/labels';
import { Badge, type BadgeTone } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { showDone } from '@/components/ui/base/toast';
import { formatDate, formatMoney } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { Decide } from './decide';
import type { Remittance } from './types';

const DeclineDialog = lazy(() => import('./decline-dialog').then((m) => ({ default: m.DeclineDialog })));

const STATUS: Record<Remittance['status'], { label: string; tone: BadgeTone }> = {
  sent: { label: 'Waiting', tone: 'warning' },
  recorded: { label: 'Recorded', tone: 'success' },
  declined: { label: 'Declined', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

/** What the buyer of an invoice says it sent: its seller makes the payment of it in one act. */
export function RemittancesCard({ invoiceId, buys }: { invoiceId: string; buys: boolean }) {
  const { can } = useViewer();
  const [declining, setDeclining] = useState<Remittance | null>(null);
  const { data } = trpc.remittances.list.useQuery({ invoice_id: invoiceId, limit: 20 });
  const rows = data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Card title={buys ? 'You said you sent' : 'The customer says it sent'}>
      <ul className="flex flex-col gap-4">
        {rows.map((one) => (
          <li key={one.id} className="flex flex-col gap-1">
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-medium tabular-nums">{formatMoney(one.amount)}</span>
              <Badge tone={STATUS[one.status].tone}>{STATUS[one.status].label}</Badge>
            </p>
            <p className="wrap-anywhere text-muted text-sm">
              {paymentName(one)}, sent {formatDate(one.sent_on)}
              {one.invoices.length > 1 && ` · pays ${one.invoices.length} invoices`}
            </p>
            {one.note && <p className="wrap-anywhere text-sm">“{one.note}”</p>}
            {one.decline_note && <p className="wrap-anywhere text-sm">Declined: “{one.decline_note}”</p>}
            {one.payment_id && (
              <Link
                href={`/payments/${one.payment_id}`}
                className="text-link text-sm underline underline-offset-2"
              >
                Payment
              </Link>
            )}
            {buys
              ? can('create:remittances') && <Withdraw remittance={one} />
              : can('create:payments') && <Decide remittance={one} onDecline={() => setDeclining(one)} />}
          </li>
        ))}
      </ul>
      <Suspense>
        {declining && <DeclineDialog remittance={declining} onClose={() => setDeclining(null)} />}
      </Suspense>
    </Card>
  );
}

function Withdraw({ remittance: { id, status, amount } }: { remittance: Remittance }) {
  const withdraw = trpc.remittances.withdraw.useMutation({
    onSuccess: () => showDone(`Took back ${formatMoney(amount)}`),
    onError: (error) => void showError("Couldn't take it back", error),
  });
  if (status !== 'sent') return null;
  return (
    <Button size="sm" pending={withdraw.isPending} onClick={() => withdraw.mutate({ id })}>
      Withdraw
    </Button>
  );
}
