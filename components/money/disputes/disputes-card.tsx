'use client';
import { lazy, Suspense, useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { showDone } from '@/components/ui/base/toast';
import { formatMoney } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { creditedBy, REASON, STATUS, wantedOf } from './labels';
import type { Dispute } from './types';

const DeclineDispute = lazy(() => import('./decline-dialog').then((m) => ({ default: m.DeclineDispute })));

/** What the buyer of an invoice finds wrong with it: its seller credits it in one act. */
export function DisputesCard({ invoiceId, buys }: { invoiceId: string; buys: boolean }) {
  const { can, isLimited } = useViewer();
  const [declining, setDeclining] = useState<Dispute | null>(null);
  const { data } = trpc.disputes.list.useQuery({ invoice_id: invoiceId, limit: 20 }, { enabled: !isLimited });
  const rows = data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Card title="Disputes">
      <ul className="flex flex-col gap-4">
        {rows.map((one) => (
          <li key={one.id} className="flex flex-col gap-1">
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-medium">{REASON[one.reason]}</span>
              <Badge tone={STATUS[one.status].tone}>{STATUS[one.status].label}</Badge>
            </p>
            {one.lines.map((line) => (
              <p key={line.item_id} className="wrap-anywhere text-sm tabular-nums">
                {line.product_name} <span className="text-muted">{line.sku}</span>
                {wantedOf(line) && <span className="block text-muted">{wantedOf(line)}</span>}
              </p>
            ))}
            {one.note && <p className="wrap-anywhere text-sm">“{one.note}”</p>}
            {one.decline_note && <p className="wrap-anywhere text-sm">Declined: “{one.decline_note}”</p>}
            {one.status === 'open' &&
              (buys
                ? can('create:remittances') && <Withdraw dispute={one} />
                : can('create:credits') && <Decide dispute={one} onDecline={() => setDeclining(one)} />)}
          </li>
        ))}
      </ul>
      <Suspense>
        {declining && <DeclineDispute dispute={declining} onClose={() => setDeclining(null)} />}
      </Suspense>
    </Card>
  );
}

function Withdraw({ dispute: { id, invoice } }: { dispute: Dispute }) {
  const withdraw = trpc.disputes.withdraw.useMutation({
    onSuccess: () => showDone('Dispute withdrawn', invoice.number),
    onError: (error) => void showError("Couldn't withdraw it", error),
  });
  return (
    <Button
      size="sm"
      className="self-start"
      pending={withdraw.isPending}
      onClick={() => withdraw.mutate({ id })}
    >
      Withdraw
    </Button>
  );
}

/** Credits what the buyer asks for, or declines it. */
function Decide({ dispute, onDecline }: { dispute: Dispute; onDecline: () => void }) {
  const lines = creditedBy(dispute);
  const credit = trpc.invoices.issueCredit.useMutation({
    onSuccess: ({ number, total }) => showDone(`${number} issued`, formatMoney(total)),
    onError: (error) => void showError("Couldn't credit it", error),
  });
  return (
    <span className="flex flex-wrap gap-2 print:hidden">
      {lines.length > 0 && (
        <Button
          size="sm"
          variant="primary"
          pending={credit.isPending}
          onClick={() =>
            credit.mutate({
              ...{ id: dispute.invoice.id, lines, dispute_id: dispute.id },
              reason: REASON[dispute.reason],
            })
          }
        >
          Credit
        </Button>
      )}
      <Button size="sm" onClick={onDecline}>
        Decline
      </Button>
    </span>
  );
}
