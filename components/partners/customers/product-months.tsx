'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DateRange } from '@/components/ui/base/date-range';
import { Link } from '@/components/ui/base/link';
import { ScrollRegion } from '@/components/ui/base/scroll-region';
import { Select } from '@/components/ui/base/select';
import { Skeleton } from '@/components/ui/base/skeleton';
import { formatMoney, formatNumber, todayIn } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { monthName, monthsBetween, monthsUntil, productMonths } from './months';

const PERIODS = [
  { value: '3', label: '3 months' },
  { value: '6', label: '6 months' },
  { value: '12', label: '12 months' },
  { value: 'custom', label: 'Custom range' },
] as const;
const SHOWN = 15;
/** Products of a month that are read. */
const MOST = 200;

/** What a customer bought in each of the last months, product by product. */
export function ProductMonths({ partnerId }: { partnerId: string }) {
  const { timezone } = useViewer().entity;
  const [period, setPeriod] = useState<(typeof PERIODS)[number]['value']>('3');
  const [most, setMost] = useState(SHOWN);
  const today = todayIn(timezone);
  const [days, setDays] = useState<{ from: string | null; to: string | null }>({ from: null, to: null });
  const months =
    period === 'custom'
      ? monthsBetween(days.from ?? today, days.to ?? today)
      : monthsUntil(today, Number(period));
  const read = trpc.useQueries((t) =>
    months.map(({ start, end }) =>
      t.reports.sales({
        ...{ by: 'product', side: 'selling', partner_id: partnerId, limit: MOST },
        ...{ range: 'custom', start_date: start, end_date: end },
      }),
    ),
  );
  const loading = read.some(({ isPending }) => isPending);
  const rows = productMonths(
    months.flatMap(({ key }, n) => {
      const rows = read[n]?.data?.data;
      return rows ? [{ month: key, rows }] : [];
    }),
  );
  return (
    <Card
      title="Products by month"
      description="Units and value before tax, by the day the orders were placed"
      action={
        <span className="flex flex-wrap justify-end gap-2">
          <Select
            aria-label="Period"
            className="w-40"
            options={PERIODS}
            value={period}
            onValueChange={(next) => {
              // A custom range begins with what is shown.
              setDays({ from: months.at(-1)?.start ?? today, to: today });
              setPeriod(next);
            }}
          />
          {period === 'custom' && (
            <DateRange label="Ordered between" from={days.from} to={days.to} max={today} onChange={setDays} />
          )}
        </span>
      }
    >
      {loading && rows.length === 0 ? (
        <Skeleton className="h-32 w-full" />
      ) : rows.length === 0 ? (
        <p className="text-muted">Nothing was ordered in these months.</p>
      ) : (
        <ScrollRegion label="Products by month" className="overflow-x-auto">
          <table className="w-full text-sm tabular-nums">
            <thead className="text-muted">
              <tr className="border-border border-b">
                <th scope="col" className="py-1.5 pr-3 text-left font-medium">
                  Product
                </th>
                {months.map((month) => (
                  <th
                    key={month.key}
                    scope="col"
                    className="whitespace-nowrap px-3 py-1.5 text-right font-medium"
                  >
                    {monthName(month)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-border">
              {rows.slice(0, most).map(({ id, name, months: sold }) => (
                <tr key={id}>
                  <th scope="row" className="wrap-anywhere min-w-36 py-1.5 pr-3 text-left font-normal">
                    <Link href={`/products/${id}`} className="underline-offset-4 hover:underline">
                      {name}
                    </Link>
                  </th>
                  {months.map(({ key }) => (
                    <td key={key} className="px-3 py-1.5 text-right align-top">
                      <Sold of={sold.get(key)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {rows.length > most && (
        <Button className="mt-3" size="sm" onClick={() => setMost(most + SHOWN)}>
          Show {Math.min(SHOWN, rows.length - most)} more of {rows.length}
        </Button>
      )}
    </Card>
  );
}

function Sold({ of }: { of: { units: number; value: number } | undefined }) {
  if (!of) return <span className="text-muted">–</span>;
  return (
    <>
      {formatMoney(of.value)}
      <span className="block text-muted text-xs">{formatNumber(of.units)} units</span>
    </>
  );
}
