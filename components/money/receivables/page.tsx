'use client';
import { Scale } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { BillTabs } from '@/components/money/bills/tabs';
import { MONEY_SIDES } from '@/components/money/sides';
import { DateInput } from '@/components/ui/base/date-range';
import { EmptyState } from '@/components/ui/base/empty-state';
import { StatCard } from '@/components/ui/base/stat-card';
import { SelectFilter, ToggleFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { formatMoney, todayIn } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { partnerOf, receivableColumns } from './columns';
import { receivablesList } from './list';
import type { Receivable } from './types';

const SendStatement = lazy(() =>
  import('@/components/money/statements/send-dialog').then((m) => ({ default: m.SendStatement })),
);

const idOf = (row: Receivable) => partnerOf(row).id;

/** What customers owe the business by age, or what it owes its suppliers. */
export function ReceivablesPage({ own, hasBoth }: { own: 'buying' | 'selling'; hasBoth: boolean }) {
  const { can, entity } = useViewer();
  const today = todayIn(entity.timezone);
  const [sending, setSending] = useState<Receivable | null>(null);
  const list = useServerList(receivablesList, trpc.receivables.list, {
    scope: { own, today },
    rowId: idOf,
    steady: false,
  });
  const { data } = trpc.receivables.list.useQuery(list.request);
  const buys = (list.state.side ?? own) === 'buying';
  const maySend = !buys && can('create:payments');
  const columns = useMemo(() => receivableColumns(buys, maySend ? setSending : null), [buys, maySend]);
  // The server rejects a day to come, and today is what is shown without one.
  const pastDay = (day: string | null) => (day && day < today ? day : null);
  const sums = data?.totals;
  const late = sums ? sums.days_31_60 + sums.days_61_90 + sums.days_over_90 : 0;
  const figures = [
    { label: buys ? 'You owe' : 'Owed to you', value: sums?.balance },
    { label: 'Overdue 1–30 days', value: sums?.days_1_30 },
    { label: 'Overdue over 30 days', value: late },
    { label: 'Unapplied', value: sums?.unapplied },
  ];
  return (
    <>
      <ListPage
        title={buys ? 'Payables' : 'Receivables'}
        list={list}
        columns={columns}
        rowLabel={(row) => partnerOf(row).name}
        search={{ label: 'Search businesses', placeholder: buys ? 'Supplier' : 'Customer' }}
        tabs={
          <>
            {buys && <BillTabs current="payables" />}
            <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
              {figures.map(({ label, value }) => (
                <StatCard key={label} label={label} value={formatMoney(value)} loading={!sums} />
              ))}
            </div>
          </>
        }
        filters={
          <>
            {hasBoth && <SelectFilter list={list} name="side" label="Bought or sold" options={MONEY_SIDES} />}
            <ToggleFilter list={list} name="overdue" label="Overdue" />
            <span className="flex items-center gap-2 text-muted text-sm">
              <label htmlFor="as-of">As of</label>
              <DateInput
                id="as-of"
                value={pastDay(list.state.as_of)}
                max={today}
                onValueChange={(as_of) => list.setFilters({ as_of: pastDay(as_of) })}
                className="h-7 w-36 rounded-md px-2 text-sm"
              />
            </span>
          </>
        }
        exportAs={{ path: '/api/v1/receivables', fileName: buys ? 'payables.csv' : 'receivables.csv' }}
        empty={
          <EmptyState icon={Scale} title={buys ? 'Nothing to pay' : 'Nothing owed to you'}>
            {buys
              ? 'What you owe your suppliers appears here, by how long it is overdue.'
              : 'What customers owe you appears here, by how long it is overdue.'}
          </EmptyState>
        }
      />
      <Suspense>
        {sending && <SendStatement customer={partnerOf(sending)} onClose={() => setSending(null)} />}
      </Suspense>
    </>
  );
}
