'use client';
import { BarList } from '@/components/home/reports/bar-list';
import { Card } from '@/components/ui/base/card';
import { formatCount, formatMoney, formatShare } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { type OrderSide, productMix } from './partner-orders-request';

/** What a partner buys, or what is bought from it: the products of 90 days by their share of the value. */
export function ProductMix({ partnerId, side }: { partnerId: string; side: OrderSide }) {
  const { data } = trpc.reports.sales.useQuery(productMix(partnerId, side));
  if (!data || data.data.length === 0) return null;
  const { totals, pagination } = data;
  const more = (pagination.total ?? 0) - data.data.length;
  return (
    <Card title="Product mix" description={`${formatMoney(totals.value)} in 90 days, before tax`}>
      <BarList
        bars={data.data.map((row) => ({
          key: row.id ?? row.name,
          label: row.name,
          value: row.value,
          text: `${formatMoney(row.value)} · ${formatShare(row.value / totals.value)}`,
          href: `/products/${row.id}`,
          color: 'bg-chart-1',
        }))}
      />
      {more > 0 && <p className="mt-3 text-muted text-sm">{formatCount(more, 'other product')}</p>}
    </Card>
  );
}
