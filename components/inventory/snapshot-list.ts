import { defineList, parseAsDate, parseAsFlag, parseAsId } from '@/components/data-table/list-definition';
import { todayIn } from '@/components/format';

/** A calendar date (YYYY-MM-DD) moved by whole days. */
export function moveDay(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The stock at the end of a day: yesterday in the business's timezone, unless the address names another. */
export const snapshotList = defineList({
  noun: 'item',
  limit: 50,
  searchable: false,
  filters: { date: parseAsDate, location_id: parseAsId, compare: parseAsFlag },
  toRequest: ({ date, location_id }, timezone: string) => ({
    date: date ?? moveDay(todayIn(timezone), -1),
    ...(location_id && { location_id }),
  }),
});
