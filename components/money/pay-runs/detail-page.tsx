'use client';
import { Ban, Check } from 'lucide-react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { DownloadLink } from '@/components/ui/base/download-link';
import { Link } from '@/components/ui/base/link';
import { showDone } from '@/components/ui/base/toast';
import { formatDate, formatMoney } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { PayRunBadge } from './status-badge';
import type { PayRun } from './types';

/** A pay run: its bills, its file for the bank, and that the bank has it. @param first as the server read it */
export function PayRunPage({ first }: { first: PayRun }) {
  const query = trpc.payRuns.get.useQuery({ id: first.id });
  const run = query.data ?? first;
  const failed = (error: unknown) => showError(`${run.reference} was not changed`, error);
  const sent = trpc.payRuns.sent.useMutation({ onError: failed });
  const cancel = trpc.payRuns.cancel.useMutation({ onError: failed });
  const isOpen = run.status === 'draft' || run.status === 'made';
  return (
    <ResourcePage
      query={query}
      historyOf={run.id}
      breadcrumbs={[{ label: 'Pay runs', href: '/pay-runs' }]}
      title={`Pay run ${run.reference}`}
      badge={<PayRunBadge status={run.status} />}
      description={`${formatMoney(run.total)} on ${formatDate(run.pay_on)}`}
      actions={
        <>
          {run.status !== 'cancelled' && (
            <Button asChild variant={run.status === 'draft' ? 'primary' : undefined}>
              <DownloadLink
                href={`/api/v1/pay-runs/${run.id}/file`}
                fileName={`${run.reference}.ach`}
                onClick={() => setTimeout(() => void query.refetch(), 2_000)}
              >
                Download file
              </DownloadLink>
            </Button>
          )}
          {run.status === 'made' && (
            <Button
              variant="primary"
              pending={sent.isPending}
              onClick={() =>
                sent.mutate({ id: run.id }, { onSuccess: () => showDone('Suppliers know that you paid') })
              }
            >
              <Check aria-hidden />
              Mark as sent
            </Button>
          )}
          {isOpen && (
            <Button
              pending={cancel.isPending}
              onClick={() =>
                cancel.mutate({ id: run.id }, { onSuccess: () => showDone(`Canceled ${run.reference}`) })
              }
            >
              <Ban aria-hidden />
              Cancel pay run
            </Button>
          )}
        </>
      }
      aside={
        <Card title="Pay run">
          <DefinitionList
            items={[
              { term: 'Pays on', value: formatDate(run.pay_on) },
              { term: 'Total', value: formatMoney(run.total) },
              { term: 'Drafted by', value: run.made_by.name },
            ]}
          />
        </Card>
      }
    >
      <Card title="Bills">
        <ul className="flex flex-col gap-2">
          {run.lines.map(({ invoice_id, number, supplier, amount }) => (
            <li key={invoice_id} className="flex justify-between gap-4 tabular-nums">
              <span className="wrap-anywhere">
                <Link href={`/invoices/${invoice_id}`} className="text-link hover:underline">
                  {number}
                </Link>{' '}
                of {supplier.name}
              </span>
              <span>{formatMoney(amount)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </ResourcePage>
  );
}
