'use client';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { formatMoney } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';

export type BillTab = 'open' | 'overdue' | 'settled' | 'payments' | 'payables';

/** The parts of what a business owes, with what each comes to: bills, payments and payables have addresses of their own. */
export function BillTabs({ current }: { current: BillTab }) {
  const { isLimited } = useViewer();
  const { data } = trpc.receivables.list.useQuery({ side: 'buying', limit: 1 }, { enabled: !isLimited });
  const sums = data?.totals;
  const overdue = sums && sums.days_1_30 + sums.days_31_60 + sums.days_61_90 + sums.days_over_90;
  const open = sums && sums.current + (overdue ?? 0);
  const withSum = (label: string, dollars: number | undefined) =>
    dollars === undefined ? label : `${label} · ${formatMoney(dollars)}`;
  return (
    <ViewTabs
      label="Bills"
      current={current}
      tabs={[
        { key: 'open', label: withSum('To pay', open), href: '/bills' },
        { key: 'overdue', label: withSum('Overdue', overdue), href: '/bills?status=overdue' },
        { key: 'settled', label: 'Paid', href: '/bills?status=settled' },
        ...(isLimited
          ? []
          : [
              { key: 'payments', label: 'Payments', href: '/payments?side=buying' },
              { key: 'payables', label: 'By supplier', href: '/receivables?side=buying' },
            ]),
      ]}
    />
  );
}
