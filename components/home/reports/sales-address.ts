import type { COMPARISONS } from '@/server/features/reports/schema';
import type { Range } from '@/server/kernel/ranges';

/** What a row of the sales report can be, by the side that it is on. */
export const SIDE_GROUPS = {
  selling: ['product', 'variant', 'brand', 'category', 'customer', 'representative'],
  buying: ['product', 'variant', 'brand', 'category', 'supplier'],
} as const;
export type SalesGroup = (typeof SIDE_GROUPS)['selling' | 'buying'][number];

export type SalesFilter = {
  by: SalesGroup;
  range: Range;
  compare?: (typeof COMPARISONS)[number] | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
};

export const RANGE_LABELS: Record<Range, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  this_week: 'This week',
  last_week: 'Last week',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  last_90_days: 'Last 90 days',
  this_month: 'This month',
  last_month: 'Last month',
  this_quarter: 'This quarter',
  last_quarter: 'Last quarter',
  this_year: 'This year',
  last_year: 'Last year',
  custom: 'Custom range',
};
export const RANGES = Object.keys(RANGE_LABELS) as Range[];
export const COMPARISON_LABELS = {
  none: 'No comparison',
  previous_period: 'Previous period',
  last_year: 'Same period last year',
} as const;

/** Days of a custom range at most: a leap year. */
export const MOST_DAYS = 366;
/** Whether a custom range has more days than the server takes. */
export const isTooLong = (from: string | null | undefined, to: string | null | undefined): boolean =>
  !!from && !!to && Date.parse(to) - Date.parse(from) >= MOST_DAYS * 86_400_000;
export const TOO_LONG = `Choose at most ${MOST_DAYS} days.`;

/** The filter as a query string of the page and of the API alike. */
export function salesSearch(filter: Partial<SalesFilter>): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined) as Array<[string, string]>;
  return new URLSearchParams(given).toString();
}
