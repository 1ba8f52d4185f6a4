'use client';
import { Ban, Banknote } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { Link } from '@/components/ui/base/link';
import { MoreMenu } from '@/components/ui/base/more-menu';
import { formatDate, formatMoney } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { Applied } from './applied';
import { methodLabel, paymentName, unappliedPayment } from './labels';
import type { Payment } from './types';

const ApplyDialog = lazy(() => import('./apply-dialog').then((m) => ({ default: m.ApplyDialog })));
const VoidDialog = lazy(() => import('./void-dialog').then((m) => ({ default: m.VoidDialog })));

const POLL_MS = 15_000;

/** A payment or refund for either party: what it is, and what it settles. @param first as the server read it */
export function PaymentPage({ first }: { first: Payment }) {
  const { entity, can, permissions } = useViewer();
  const [open, setOpen] = useState<'apply' | 'void' | null>(null);
  const query = trpc.payments.get.useQuery({ id: first.id }, { refetchInterval: POLL_MS });
  const payment = query.data ?? first;
  const buys = payment.buyer.id === entity.id;
  const mayApply = !buys && can('create:payments') && payment.unapplied > 0 && payment.kind === 'payment';
  const mayVoid = !buys && permissions.includes('void:payments') && payment.status === 'recorded';
  const noun = payment.kind === 'refund' ? 'Refund' : 'Payment';
  return (
    <ResourcePage
      query={query}
      historyOf={payment.id}
      breadcrumbs={[{ label: 'Payments', href: '/payments' }]}
      title={`${noun} of ${formatMoney(payment.amount)}`}
      badge={
        payment.status === 'voided' ? (
          <Badge icon="slash">Voided</Badge>
        ) : (
          <Badge tone="success" icon="check">
            Recorded
          </Badge>
        )
      }
      description={`${paymentName(payment)} · ${formatDate(payment.received_on)}`}
      actions={
        <>
          {mayApply && (
            <Button variant="primary" onClick={() => setOpen('apply')}>
              <Banknote aria-hidden />
              Apply {formatMoney(payment.unapplied)}
            </Button>
          )}
          <MoreMenu
            acts={[
              mayVoid && {
                ...{ label: `Void ${noun.toLowerCase()}`, icon: Ban, destructive: true },
                act: () => setOpen('void'),
              },
            ]}
          />
        </>
      }
      aside={
        <Card title={noun}>
          <DefinitionList items={factsOf(payment, buys, can('read:customers'))} />
        </Card>
      }
    >
      <Card>
        <Applied payment={payment} />
        <p className="mt-3 flex justify-between gap-4 border-border border-t pt-3 font-medium tabular-nums">
          <span>Unapplied</span>
          <span>{formatMoney(payment.unapplied)}</span>
        </p>
      </Card>
      <Suspense>
        {open === 'apply' && <ApplyDialog money={unappliedPayment(payment)} onClose={() => setOpen(null)} />}
        {open === 'void' && <VoidDialog payment={payment} onClose={() => setOpen(null)} />}
      </Suspense>
    </ResourcePage>
  );
}

function factsOf(payment: Payment, buys: boolean, opens: boolean) {
  const { seller, buyer, method, reference, received_on, kind, external_ids, bank_line_id } = payment;
  const facts: { term: string; value: ReactNode }[] = [
    {
      term: buys ? 'Supplier' : 'Customer',
      value:
        !buys && opens ? (
          <Link href={`/customers/${buyer.id}`} className="wrap-anywhere text-link hover:underline">
            {buyer.name}
          </Link>
        ) : (
          (buys ? seller : buyer).name
        ),
    },
    { term: 'Method', value: methodLabel(method) },
    { term: kind === 'refund' ? 'Paid on' : 'Received on', value: formatDate(received_on) },
  ];
  if (bank_line_id) facts.push({ term: 'Bank line', value: <BankLineLink id={bank_line_id} /> });
  if (reference) facts.push({ term: 'Reference', value: <span className="wrap-anywhere">{reference}</span> });
  for (const [system, id] of Object.entries(external_ids ?? {})) {
    facts.push({ term: `Id in ${system}`, value: <span className="wrap-anywhere">{id}</span> });
  }
  return facts;
}

/** The line of the bank that a payment is, for those who see lines. */
function BankLineLink({ id }: { id: string }) {
  const { permissions } = useViewer();
  const { data } = trpc.bank.lines.get.useQuery({ id }, { enabled: permissions.includes('read:bank') });
  if (!data) return <>Confirmed</>;
  return (
    <Link
      href={`/bank?status=confirmed&statement=${data.statement_id}`}
      className="wrap-anywhere text-link hover:underline"
    >
      {data.text || formatDate(data.posted_on)}
    </Link>
  );
}
