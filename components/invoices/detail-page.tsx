'use client';
import { formatDate } from '@/components/format';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { ResourcePage } from '@/components/shell/resource-page';
import { Button } from '@/components/ui/button';
import { DownloadLink } from '@/components/ui/download-link';
import { InvoiceFacts } from './invoice-facts';
import { InvoiceLines } from './invoice-lines';
import { InvoiceTotals } from './invoice-totals';
import { InvoiceBadge } from './status-badge';
import type { Invoice } from './types';

const POLL_MS = 15_000;

/** An invoice for either party. @param first as the server read it */
export function InvoicePage({ first }: { first: Invoice }) {
  const { entity } = useViewer();
  const query = trpc.invoices.get.useQuery({ id: first.id }, { refetchInterval: POLL_MS });
  const invoice = query.data ?? first;
  const buys = invoice.buyer.id === entity.id;
  return (
    <ResourcePage
      query={query}
      historyOf={invoice.id}
      breadcrumbs={[{ label: 'Invoices', href: '/invoices' }]}
      title={invoice.number}
      badge={<InvoiceBadge invoice={invoice} />}
      description={`${buys ? `From ${invoice.seller.name}` : `For ${invoice.buyer.name}`} · due ${formatDate(invoice.due_on)}`}
      actions={
        !invoice.opening && (
          <Button asChild>
            <DownloadLink href={`/api/v1/invoices/${invoice.id}/pdf`} fileName={`${invoice.number}.pdf`}>
              Download PDF
            </DownloadLink>
          </Button>
        )
      }
      aside={<InvoiceFacts invoice={invoice} buys={buys} />}
    >
      <section aria-label="Lines">
        {invoice.opening ? null : <InvoiceLines invoice={invoice} />}
        <InvoiceTotals invoice={invoice} />
      </section>
    </ResourcePage>
  );
}
