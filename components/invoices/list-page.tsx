'use client';
import { ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { SelectFilter } from '@/components/data-table/list-filters';
import { ListPage } from '@/components/data-table/list-page';
import { useServerList } from '@/components/data-table/use-server-list';
import { MONEY_SIDES } from '@/components/money/sides';
import { trpc } from '@/components/providers/trpc';
import { DateRange } from '@/components/ui/date-range';
import { EmptyState } from '@/components/ui/empty-state';
import { ViewTabs } from '@/components/ui/view-tabs';
import { invoiceColumns } from './columns';
import { invoicesList, STATUSES } from './list';

const LABELS = { open: 'Open', overdue: 'Overdue', settled: 'Settled' };

/** What customers owe the business, or what it owes its suppliers, by invoice. */
export function InvoicesPage({
  own,
  hasBoth,
  parties,
}: {
  own: 'buying' | 'selling';
  hasBoth: boolean;
  /** Those of the side that is shown first. */
  parties: Record<'buying' | 'selling', readonly { id: string; name: string }[]>;
}) {
  const list = useServerList(invoicesList, trpc.invoices.list, { scope: own });
  const side = list.state.side ?? own;
  const buys = side === 'buying';
  const columns = useMemo(() => invoiceColumns(buys), [buys]);
  return (
    <ListPage
      title="Invoices"
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
            })),
          ]}
        />
      }
      search={{ label: 'Search invoices', placeholder: 'Number' }}
      filters={
        <>
          {hasBoth && <SelectFilter list={list} name="side" label="Side" options={MONEY_SIDES} />}
          <SelectFilter
            list={list}
            name="party"
            label={buys ? 'Supplier' : 'Customer'}
            options={parties[side].map(({ id, name }) => ({ value: id, label: name }))}
          />
          <DateRange
            label="Issued between"
            from={list.state.from}
            to={list.state.to}
            onChange={({ from, to }) => list.setFilters({ from, to })}
          />
        </>
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
