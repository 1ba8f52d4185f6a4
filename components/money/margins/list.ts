import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { parseAsStringLiteral } from 'nuqs/server';
import { isTooLong, RANGES } from '@/components/home/reports/sales-address';
import { defineList, parseAsDate } from '@/components/ui/data-table/list-definition';
import type { AppRouter } from '@/server/transport/router';

type MarginsQuery = inferRouterInputs<AppRouter>['margins']['get'];
export type MarginReport = inferRouterOutputs<AppRouter>['margins']['get'];
export type MarginRow = MarginReport['data'][number];
export type MarginGroup = MarginReport['group'];

export const GROUPS = ['product', 'brand', 'category', 'customer', 'representative', 'day'] as const;

/** Another group by which rows are divided. */
const dividedBy = (group: MarginGroup, by: MarginGroup | null) => {
  const then = by === group ? undefined : (by ?? undefined);
  return Object.fromEntries(then ? [['then', then]] : []) as Pick<MarginsQuery, 'then'>;
};

/** What goods earned, by what brought the most first. */
export const marginsList = defineList({
  noun: 'row',
  limit: 50,
  sorts: ['margin', 'sales', 'cost', 'day'],
  defaultSort: '-margin',
  searchable: false,
  filters: {
    group: parseAsStringLiteral(GROUPS),
    by: parseAsStringLiteral(GROUPS),
    range: parseAsStringLiteral(RANGES),
    from: parseAsDate,
    to: parseAsDate,
  },
  tab: 'group',
  toRequest({ group, by, range, from, to }): Omit<MarginsQuery, 'sort' | 'limit'> {
    const first = group ?? ('product' as const);
    const of = { group: first, ...dividedBy(first, by) };
    if (range !== 'custom') return { ...of, range: range ?? 'last_30_days' };
    const isRange = from && to && from <= to && !isTooLong(from, to);
    return isRange
      ? { ...of, range, start_date: from, end_date: to }
      : { ...of, range: 'last_30_days' as const };
  },
});
