'use client';
import { Banknote, MessageCircleWarning, ReceiptText, Send } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { DisputesCard } from '@/components/money/disputes/disputes-card';
import { RemittancesCard } from '@/components/money/remittances/remittances-card';
import { UnappliedCard } from '@/components/money/unapplied-card';
import { DisputeNote, OrderDisputeNote } from '@/components/partners/claims/dispute-note';
import { DisputedBadge } from '@/components/partners/claims/disputed-badge';
import { Button } from '@/components/ui/base/button';
import { DownloadLink } from '@/components/ui/base/download-link';
import { Link } from '@/components/ui/base/link';
import { formatDate, formatMoney } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { creditsOf } from './detail-inputs';
import { InvoiceFacts } from './invoice-facts';
import { InvoiceLines } from './invoice-lines';
import { InvoiceTotals } from './invoice-totals';
import { RemindButton } from './remind-button';
import { SendButton } from './send-button';
import { InvoiceBadge } from './status-badge';
import type { Invoice } from './types';
import { useSeen } from './use-seen';

const CreditDialog = lazy(() => import('./credit-dialog').then((m) => ({ default: m.CreditDialog })));

const InvoiceTimeline = lazy(() =>
  import('./invoice-timeline').then((m) => ({ default: m.InvoiceTimeline })),
);
const SendDialog = lazy(() =>
  import('@/components/money/remittances/send-dialog').then((m) => ({ default: m.SendDialog })),
);

const DisputeDialog = lazy(() =>
  import('@/components/money/disputes/dispute-dialog').then((m) => ({ default: m.DisputeDialog })),
);

const POLL_MS = 15_000;

/** An invoice for either party. @param first as the server read it */
export function InvoicePage({ first }: { first: Invoice }) {
  const { entity, can, isLimited } = useViewer();
  const [crediting, setCrediting] = useState(false);
  const [sending, setSending] = useState(false);
  const [disputing, setDisputing] = useState(false);
  const query = trpc.invoices.get.useQuery({ id: first.id }, { refetchInterval: POLL_MS });
  const invoice = query.data ?? first;
  const credits = trpc.creditNotes.list.useQuery(creditsOf(first.id), { refetchInterval: POLL_MS });
  const notes = credits.data?.data ?? [];
  const issuePending = trpc.invoices.issuePendingCredit.useMutation();
  const buys = invoice.buyer.id === entity.id;
  useSeen(invoice.id, buys);
  const mayApply = !buys && can('create:payments') && invoice.balance > 0;
  const maySend = buys && can('create:remittances') && invoice.balance > 0;
  const mayDispute = buys && can('create:remittances') && !invoice.opening;
  const mayCredit = !buys && can('create:credits') && !invoice.opening;
  return (
    <ResourcePage
      query={query}
      historyOf={invoice.id}
      breadcrumbs={[buys ? { label: 'Bills', href: '/bills' } : { label: 'Invoices', href: '/invoices' }]}
      title={invoice.number}
      badge={
        <>
          <InvoiceBadge invoice={invoice} />
          <DisputedBadge since={invoice.disputed_at ?? invoice.order_disputed_at} />
        </>
      }
      description={`${buys ? `From ${invoice.seller.name}` : `For ${invoice.buyer.name}`} · due ${formatDate(invoice.due_on)}`}
      actions={
        <>
          {mayApply && (
            <Button asChild variant="primary">
              <Link href={`/payments/new?customer=${invoice.buyer.id}&invoices=${invoice.id}`}>
                <Banknote aria-hidden />
                Record payment
              </Link>
            </Button>
          )}
          {mayApply && invoice.overdue && !isLimited && <RemindButton customer={invoice.buyer} size="md" />}
          {maySend && (
            <Button variant="primary" onClick={() => setSending(true)}>
              <Send aria-hidden />I sent this
            </Button>
          )}
          {mayDispute && (
            <Button onClick={() => setDisputing(true)}>
              <MessageCircleWarning aria-hidden />
              Dispute lines
            </Button>
          )}
          {mayCredit && credits.data && (
            <Button onClick={() => setCrediting(true)}>
              <ReceiptText aria-hidden />
              Credit lines
            </Button>
          )}
          <SendButton invoice={invoice} />
          {!invoice.opening && (
            <Button asChild>
              <DownloadLink href={`/api/v1/invoices/${invoice.id}/pdf`} fileName={`${invoice.number}.pdf`}>
                Download PDF
              </DownloadLink>
            </Button>
          )}
        </>
      }
      lead={<Dispute invoice={invoice} buys={buys} />}
      aside={
        <>
          <InvoiceFacts invoice={invoice} buys={buys} />
          <DisputesCard invoiceId={invoice.id} buys={buys} />
          <RemittancesCard invoiceId={invoice.id} buys={buys} />
          {mayApply && <UnappliedCard customerId={invoice.buyer.id} invoiceId={invoice.id} />}
        </>
      }
    >
      <section aria-label="Lines">
        {invoice.opening ? null : <InvoiceLines invoice={invoice} />}
        <InvoiceTotals invoice={invoice} />
      </section>
      <Suspense>
        <InvoiceTimeline invoice={invoice} notes={notes} />
      </Suspense>
      {mayCredit && invoice.pending_credit > 0 && (
        <p className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-tint-warning px-4 py-2 text-on-tint-warning">
          <span>
            A credit of {formatMoney(invoice.pending_credit)} for units that weren't accepted is issued once
            the receipt can't be corrected any more.
          </span>
          <Button
            size="sm"
            pending={issuePending.isPending}
            onClick={() =>
              issuePending.mutate(
                { id: invoice.id },
                { onError: (error) => void showError("Couldn't issue the credit", error) },
              )
            }
          >
            Issue now
          </Button>
        </p>
      )}
      <Suspense>
        {disputing && <DisputeDialog invoice={invoice} onClose={() => setDisputing(false)} />}
        {sending && <SendDialog invoices={[invoice]} onClose={() => setSending(false)} />}
        {crediting && <CreditDialog invoice={invoice} notes={notes} onClose={() => setCrediting(false)} />}
      </Suspense>
    </ResourcePage>
  );
}

/** What its buyer disputes: the invoice, or its order alone. */
function Dispute({ invoice, buys }: { invoice: Invoice; buys: boolean }) {
  const { disputed_at, order_disputed_at: since, order_id, number, buyer } = invoice;
  if (disputed_at === null && since !== null && order_id !== null)
    return <OrderDisputeNote since={since} orderId={order_id} buyer={buyer.name} buys={buys} />;
  return <DisputeNote kind="invoice" of={invoice} number={number} buyer={buyer.name} buys={buys} />;
}
