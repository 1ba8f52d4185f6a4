'use client';
import { Banknote, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { BillTabs } from '@/components/money/bills/tabs';
import { SideFilters } from '@/components/money/side-filters';
import type { MoneyParties, MoneySide } from '@/components/money/sides';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { Applied } from './applied';
import { paymentColumns } from './columns';
import { unappliedPayment } from './labels';
import { paymentsList } from './list';
import type { Payment } from './types';

const ApplyDialog = lazy(() => import('./apply-dialog').then((m) => ({ default: m.ApplyDialog })));
const VoidDialog = lazy(() => import('./void-dialog').then((m) => ({ default: m.VoidDialog })));

const STATUSES = [
  { value: 'recorded', label: 'Recorded' },
  { value: 'unapplied', label: 'Unapplied' },
  { value: 'voided', label: 'Voided' },
] as const;

/** Money that customers paid, or that the business paid its suppliers. */
export function PaymentsPage({
  own,
  hasBoth,
  parties,
}: {
  own: MoneySide;
  hasBoth: boolean;
  parties: MoneyParties;
}) {
  const { can, permissions } = useViewer();
  const [voiding, setVoiding] = useState<Payment | null>(null);
  const [applying, setApplying] = useState<Payment | null>(null);
  const list = useServerList(paymentsList, trpc.payments.list, { scope: own, steady: false });
  const side = list.state.side ?? own;
  const buys = side === 'buying';
  const mayVoid = !buys && permissions.includes('void:payments');
  const mayApply = !buys && can('create:payments');
  const columns = useMemo(
    () =>
      paymentColumns(buys, { onApply: mayApply ? setApplying : null, onVoid: mayVoid ? setVoiding : null }),
    [buys, mayApply, mayVoid],
  );
  const add = can('create:payments') && (
    <Button asChild variant="primary">
      <Link href="/payments/new">
        <Plus aria-hidden />
        Record payment
      </Link>
    </Button>
  );
  return (
    <ListPage
      title="Payments"
      actions={add}
      list={list}
      columns={columns}
      rowLabel={({ reference, buyer }) => reference ?? buyer.name}
      tabs={buys ? <BillTabs current="payments" /> : undefined}
      preview={(payment) => <Applied payment={payment} />}
      search={{ label: 'Search payments', placeholder: 'Reference' }}
      filters={
        <SideFilters list={list} own={own} hasBoth={hasBoth} parties={parties} days="Paid between">
          <SelectFilter list={list} name="status" label="Status" options={STATUSES} />
        </SideFilters>
      }
      exportAs={{ path: '/api/v1/payments', fileName: 'payments.csv' }}
      empty={
        <EmptyState icon={Banknote} title="No payments yet" action={add}>
          {buys
            ? 'Payments that your suppliers record appear here.'
            : 'Payments of your customers appear here once you record them.'}
        </EmptyState>
      }
    >
      <Suspense>
        {voiding && <VoidDialog payment={voiding} onClose={() => setVoiding(null)} />}
        {applying && <ApplyDialog money={unappliedPayment(applying)} onClose={() => setApplying(null)} />}
      </Suspense>
    </ListPage>
  );
}
