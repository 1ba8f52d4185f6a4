'use client';
import { Landmark, ReceiptText, Send } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { invoiceColumns } from '@/components/money/invoices/columns';
import type { Invoice } from '@/components/money/invoices/types';
import { leftOf } from '@/components/money/remittances/left';
import { Button } from '@/components/ui/base/button';
import { DateRange } from '@/components/ui/base/date-range';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { formatCount, formatMoney } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { billsList } from './list';
import { BillTabs } from './tabs';

const SendDialog = lazy(() =>
  import('@/components/money/remittances/send-dialog').then((m) => ({ default: m.SendDialog })),
);

const PayDialog = lazy(() =>
  import('@/components/money/pay-runs/pay-dialog').then((m) => ({ default: m.PayDialog })),
);

const EMPTY = {
  open: { title: 'Nothing to pay', text: 'Bills of your suppliers appear here once they ship your orders.' },
  overdue: { title: 'Nothing overdue', text: 'Bills appear here on the day after they were due.' },
  settled: { title: 'No paid bills yet', text: 'Bills appear here once your payments settle them.' },
};

/** What a business owes its suppliers: due first, what several come to, and one note that they were paid. */
export function BillsPage({ suppliers }: { suppliers: readonly { id: string; name: string }[] }) {
  const { can, permissions, isLimited } = useViewer();
  const mayPay = permissions.includes('pay:bills') && !isLimited;
  const utils = trpc.useUtils();
  const [sending, setSending] = useState<readonly Invoice[] | null>(null);
  const [paying, setPaying] = useState<readonly Invoice[] | null>(null);
  const list = useServerList(billsList, trpc.invoices.list, { fetchPage: utils.invoices.list.fetch });
  const tab = list.state.status ?? 'open';
  const columns = useMemo(() => invoiceColumns(true), []);
  return (
    <>
      <ListPage
        title="Bills"
        list={list}
        columns={columns}
        rowLabel={({ number, seller }) => `${number} from ${seller.name}`}
        tabs={<BillTabs current={tab} />}
        search={{ label: 'Search bills', placeholder: 'Number' }}
        filters={
          <>
            <SelectFilter
              list={list}
              name="party"
              label="Supplier"
              options={suppliers.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <DateRange
              label="Issued between"
              from={list.state.from}
              to={list.state.to}
              onChange={({ from, to }) => list.setFilters({ from, to })}
            />
          </>
        }
        actions={
          mayPay && (
            <Button asChild>
              <Link href="/pay-runs">Pay runs</Link>
            </Button>
          )
        }
        bulk={
          <Selected
            bills={list.selectedRows()}
            onSend={can('create:remittances') ? setSending : null}
            onPay={mayPay ? setPaying : null}
          />
        }
        exportAs={{ path: '/api/v1/invoices', fileName: 'bills.csv' }}
        empty={
          <EmptyState icon={ReceiptText} title={EMPTY[tab].title}>
            {EMPTY[tab].text}
          </EmptyState>
        }
      />
      <Suspense>
        {paying && <PayDialog bills={paying} onClose={() => setPaying(null)} />}
        {sending && (
          <SendDialog
            invoices={sending}
            onClose={() => {
              setSending(null);
              list.selection?.clear();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** What the selected bills come to, and what can be done with those of one supplier. */
function Selected({
  bills,
  onSend,
  onPay,
}: {
  bills: readonly Invoice[];
  /** Null for who may not. */
  onSend: ((bills: readonly Invoice[]) => void) | null;
  onPay: ((bills: readonly Invoice[]) => void) | null;
}) {
  const suppliers = new Map(bills.map(({ seller }) => [seller.id, seller.name]));
  const [first] = suppliers;
  const open = bills.filter((bill) => leftOf(bill) > 0);
  const cents = open.reduce((sum, bill) => sum + Math.round(leftOf(bill) * 100), 0);
  return (
    <>
      <span className="font-medium text-sm tabular-nums">
        {formatMoney(cents / 100)} to pay
        {suppliers.size > 1 && (
          <span className="text-muted"> to {formatCount(suppliers.size, 'supplier')}</span>
        )}
      </span>
      {onPay && open.length > 0 && (
        <Button size="sm" onClick={() => onPay(open)}>
          <Landmark aria-hidden />
          Pay by bank
        </Button>
      )}
      {first && suppliers.size === 1 && (
        <>
          {onSend && open.length > 0 && (
            <Button size="sm" variant="primary" onClick={() => onSend(open)}>
              <Send aria-hidden />I sent this
            </Button>
          )}
          <Button asChild size="sm">
            <Link href={`/suppliers/${first[0]}`}>Statement of {first[1]}</Link>
          </Button>
        </>
      )}
      {suppliers.size > 1 && onSend && (
        <span className="text-muted text-sm">Select bills of one supplier to say that you paid them.</span>
      )}
    </>
  );
}
