import type { inferRouterOutputs } from '@trpc/server';
import type { EntityType } from '@/server/kernel/permissions';
import type { AppRouter } from '@/server/transport/router';
import { ORDER_WORDS } from './order-words';
import { COMPARISON_LABELS, RANGE_LABELS, type SalesFilter, salesSearch } from './sales-address';

export type ReportSchedules = inferRouterOutputs<AppRouter>['reportSchedules']['list'];
export type ReportSchedule = ReportSchedules['data'][number];
/** In the order of the dialog; the first is the page's first chart. */
export const REPORTS = ['sales', 'sales/trend', 'sell-through', 'batch-ages', 'stock'] as const;
export type ReportName = ReportSchedule['report'];
type Weekday = ReportSchedule['weekday'];

/** "Purchases by supplier", as the business calls what it looks at first. */
export function reportLabel(report: ReportName, query: string, type: EntityType): string {
  const by = new URLSearchParams(query).get('by');
  const orders = ORDER_WORDS[type].value;
  switch (report) {
    case 'sales':
      return `${orders} by ${by ?? 'product'}`;
    case 'sales/trend':
      return `${orders} over time`;
    case 'sell-through':
      return `Sell-through by ${by ?? 'product'}`;
    case 'batch-ages':
      return 'Batches by age';
    case 'stock':
      return 'Stock by location';
  }
}

export const WEEKDAY_LABELS: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

/** "8 AM". */
export const hourLabel = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;

/** "Monday, 8 AM". */
export const timeLabel = ({ weekday, hour }: Pick<ReportSchedule, 'weekday' | 'hour'>) =>
  `${WEEKDAY_LABELS[weekday]}, ${hourLabel(hour)}`;

/** The query string of a report as the page is filtered. Days that don't move along would be the same each week. */
export function mailedQuery(report: ReportName, { by, compare, ...given }: SalesFilter): string {
  const range = given.range === 'custom' ? 'last_30_days' : given.range;
  switch (report) {
    case 'sales':
      return salesSearch({ by, range, compare });
    case 'sales/trend':
      return salesSearch({ range, compare });
    case 'sell-through':
      return salesSearch({ range });
    case 'stock':
      return 'days=30';
    case 'batch-ages':
      return '';
  }
}

/** "Last 7 days, compared with previous period"; empty for a report without parameters. */
export function queryLabel(query: string): string {
  const given = new URLSearchParams(query);
  const [range, compare, start, end, days] = ['range', 'compare', 'start_date', 'end_date', 'days'].map(
    (name) => given.get(name),
  );
  const named = RANGE_LABELS[range as keyof typeof RANGE_LABELS]?.toLowerCase();
  const compared = COMPARISON_LABELS[compare as keyof typeof COMPARISON_LABELS]?.toLowerCase();
  const parts = [
    start && end ? `${start} to ${end}` : named,
    days && `last ${days} days`,
    compared && `compared with ${compared.replace(/^same period /, '')}`,
  ].filter(Boolean);
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
