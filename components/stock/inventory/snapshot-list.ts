import { defineList, parseAsDate, parseAsFlag, parseAsId } from '@/components/ui/data-table/list-definition';
import { moveDay, todayIn } from '@/components/ui/format';

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
