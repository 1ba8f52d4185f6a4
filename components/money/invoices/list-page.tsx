'use client';
import { Banknote, FileUp, ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { SideFilters } from '@/components/money/side-filters';
import type { MoneyParties, MoneySide } from '@/components/money/sides';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { formatMoney } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { InvoiceActs } from './bulk-acts';
import { invoiceColumns } from './columns';
import { invoicesList, STATUSES } from './list';
import { sumsOf } from './sums';

const LABELS = { open: 'Open', overdue: 'Overdue', settled: 'Paid' };

/** What customers owe the business, or what it owes its suppliers, by invoice. */
export function InvoicesPage({
  own,
  hasBoth,
  parties,
}: {
  own: MoneySide;
  hasBoth: boolean;
  /** Those of the side that is shown first. */
  parties: MoneyParties;
}) {
  const { can, isLimited } = useViewer();
  const utils = trpc.useUtils();
  const list = useServerList(invoicesList, trpc.invoices.list, {
    scope: own,
    fetchPage: utils.invoices.list.fetch,
  });
  const side = list.state.side ?? own;
  const buys = side === 'buying';
  // Of the whole business, which limited members don't see.
  const { data: aged } = trpc.receivables.list.useQuery({ side, limit: 1 }, { enabled: !isLimited });
  const sums = aged && sumsOf(aged.totals);
  const importing = can('create:credits') && can('update:inventory') && (
    <Button asChild>
      <Link href="/invoices/import">
        <FileUp aria-hidden />
        Import opening balances
      </Link>
    </Button>
  );
  const recording = !buys && !isLimited && can('create:payments') && (
    <Button asChild variant="primary">
      <Link href="/payments/new">
        <Banknote aria-hidden />
        Record payment
      </Link>
    </Button>
  );
  const columns = useMemo(() => invoiceColumns(buys), [buys]);
  return (
    <ListPage
      title="Invoices"
      actions={
        <>
          {importing}
          {recording}
        </>
      }
      list={list}
      columns={columns}
      rowLabel={({ number }) => number}
      tabs={
        <ViewTabs
          label="Invoices by status"
          current={list.state.status ?? 'all'}
          tabs={[
            { key: 'all', label: 'All', href: list.hrefWith({ status: null }) },
            ...STATUSES.map((status) => ({
              key: status,
              label: LABELS[status],
              href: list.hrefWith({ status }),
              count: status !== 'settled' && sums ? formatMoney(sums[status]) : null,
            })),
          ]}
        />
      }
      search={{ label: 'Search invoices', placeholder: 'Number or amount' }}
      bulk={list.selection && <InvoiceActs invoices={list.selectedRows()} buys={buys} />}
      filters={
        <SideFilters list={list} own={own} hasBoth={hasBoth} parties={parties} days="Issued between" />
      }
      exportAs={{ path: '/api/v1/invoices', fileName: 'invoices.csv' }}
      empty={
        <EmptyState icon={ReceiptText} title="No invoices yet">
          {buys
            ? 'Invoices of your suppliers appear here once they ship your orders.'
            : 'Invoices appear here by themselves when your orders ship or are delivered.'}
        </EmptyState>
      }
    />
  );
}
