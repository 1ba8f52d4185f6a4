'use client';
import { Landmark } from 'lucide-react';
import { AccountsSection } from '@/components/money/bank/accounts-section';
import { EmptyState } from '@/components/ui/base/empty-state';
import { columnsOf } from '@/components/ui/data-table/columns';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { RowLink } from '@/components/ui/data-table/row-link';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { formatCount, formatDate, formatMoney } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { payRunsList } from './list';
import { PayRunBadge } from './status-badge';
import type { PayRun } from './types';

const STATUSES = [
  { value: 'draft', label: 'Draft' },
  { value: 'made', label: 'File made' },
  { value: 'sent', label: 'Sent' },
  { value: 'cancelled', label: 'Canceled' },
] as const;

const column = columnsOf<PayRun>();
const columns = column.columns([
  column.accessor('reference', {
    header: 'Pay run',
    meta: { rowHeader: true },
    cell: ({ row: { original } }) => (
      <RowLink href={`/pay-runs/${original.id}`}>{original.reference}</RowLink>
    ),
  }),
  column.accessor('pay_on', {
    header: 'Pays on',
    meta: { sortKey: 'pay_on', card: 'detail' },
    cell: (info) => formatDate(info.getValue()),
  }),
  column.accessor(({ lines }) => formatCount(lines.length, 'bill'), {
    id: 'bills',
    header: 'Pays',
    meta: { hideBelow: 'lg', card: 'detail' },
  }),
  column.accessor('total', {
    header: 'Total',
    meta: { align: 'right', card: 'detail' },
    cell: (info) => formatMoney(info.getValue()),
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { card: 'badge' },
    cell: ({ row: { original } }) => <PayRunBadge status={original.status} />,
  }),
]);

/** Bills that were paid by files for the bank. */
export function PayRunsPage() {
  const list = useServerList(payRunsList, trpc.payRuns.list);
  return (
    <ListPage
      title="Pay runs"
      breadcrumbs={[{ label: 'Bills', href: '/bills' }]}
      list={list}
      columns={columns}
      rowLabel={({ reference }) => reference}
      filters={<SelectFilter list={list} name="status" label="Status" options={STATUSES} />}
      empty={
        <EmptyState icon={Landmark} title="No pay runs yet">
          Select bills, then Pay by bank: one file for your bank pays them.
        </EmptyState>
      }
    >
      <AccountsSection mayUpdate />
    </ListPage>
  );
}
