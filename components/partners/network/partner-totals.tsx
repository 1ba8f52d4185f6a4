'use client';
import { StatCard } from '@/components/ui/base/stat-card';
import { DateTime } from '@/components/ui/date-time';
import { formatMoney, formatNumber, UNKNOWN } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { type OrderSide, partnerTotals } from './partner-orders-request';

/** Trade with a partner in four figures. */
export function PartnerTotals({ partnerId, side }: { partnerId: string; side: OrderSide }) {
  const { timezone } = useViewer().entity;
  const { data, isPending, isError } = trpc.orders.partner.useQuery(partnerTotals(partnerId, side));
  if (isError && !data) return null;
  const period = `in ${data?.days ?? 30} days`;
  const last = data?.last_ordered_at;
  const figures = [
    { label: 'Open orders', value: formatNumber(data?.open_orders ?? 0) },
    { label: `Orders ${period}`, value: formatNumber(data?.orders ?? 0) },
    { label: `${side === 'retailer' ? 'Spent' : 'Sold'} ${period}`, value: formatMoney(data?.total ?? 0) },
    { label: 'Last order', value: last ? <DateTime value={last} timezone={timezone} relative /> : UNKNOWN },
  ];
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {figures.map(({ label, value }) => (
        <StatCard key={label} label={label} value={value} loading={isPending} />
      ))}
    </div>
  );
}
