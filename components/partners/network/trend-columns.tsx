import { Sparkline } from '@/components/ui/base/sparkline';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DateTime } from '@/components/ui/date-time';
import { formatCount, formatMoney, formatNumber, UNKNOWN } from '@/components/ui/format';
import type { OrderSide } from './partner-orders-request';
import type { WithTrend } from './trends';

/** The columns of the trade with the partner of each row. They are hidden where no partner of the page has any. */
export function trendColumns<Row extends object>(side: OrderSide, timezone: string) {
  const column = columnsOf<WithTrend<Row>>();
  const value = `${side === 'retailer' ? 'Spent' : 'Ordered'} in 90 days`;
  return column.columns([
    column.accessor(({ trend }) => trend?.last_ordered_at, {
      id: 'last_order',
      header: 'Last order',
      meta: { card: 'detail', named: true, hideEmpty: true },
      cell: (info) => <DateTime value={info.getValue()} timezone={timezone} relative />,
    }),
    column.accessor(({ trend }) => trend?.orders || null, {
      id: 'sales',
      header: value,
      meta: { align: 'right', card: 'detail', named: false, hideEmpty: true, leaves: 'last' },
      cell: ({ row: { original } }) => {
        const { trend } = original;
        if (!trend?.orders) return UNKNOWN;
        return (
          <span className="inline-flex items-center gap-3">
            <Sparkline values={trend.weeks} />
            <span className="md:min-w-22">
              {formatMoney(trend.total)}
              <span className="row-note max-md:ml-1.5 max-md:inline">
                {formatCount(trend.orders, 'order')}
              </span>
            </span>
          </span>
        );
      },
    }),
    column.accessor(({ trend }) => trend?.open_orders || null, {
      id: 'open_orders',
      header: 'Open orders',
      meta: { align: 'right', hideBelow: 'lg' },
      cell: ({ row: { original } }) => formatNumber(original.trend?.open_orders),
    }),
  ]);
}
