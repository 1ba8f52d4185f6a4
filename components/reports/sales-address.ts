import type { COMPARISONS, RANGES } from '@/server/features/reports/schema';

/** What a row of the sales report can be, by the side that it is on. */
export const SIDE_GROUPS = {
  selling: ['product', 'variant', 'brand', 'category', 'customer', 'representative'],
  buying: ['product', 'variant', 'brand', 'category', 'supplier'],
} as const;
export type SalesGroup = (typeof SIDE_GROUPS)['selling' | 'buying'][number];

export type SalesFilter = {
  by: SalesGroup;
  range: (typeof RANGES)[number];
  compare?: (typeof COMPARISONS)[number] | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
};

/** The filter as a query string of the page and of the API alike. */
export function salesSearch(filter: SalesFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined) as Array<[string, string]>;
  return new URLSearchParams(given).toString();
}
