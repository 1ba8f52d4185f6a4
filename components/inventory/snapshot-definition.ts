import { createParser, type inferParserType, parseAsBoolean } from 'nuqs/server';
import { defineList } from '@/components/data-table/url-state';
import { todayIn } from '@/components/format';
import { LIMIT, MAX_PAGE, parseAsId } from './list-definition';
import type { SnapshotInput } from './types';

/** A calendar date (YYYY-MM-DD) moved by whole days. */
export function moveDay(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const parseAsDay = createParser({
  parse: (text) =>
    /^[12]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && moveDay(text, 0) === text
      ? text
      : null,
  serialize: String,
});

/** What of a snapshot lives in the address. Its order is the list's own. */
export const snapshotList = defineList({
  sorts: ['product_name'],
  defaultSort: 'product_name',
  filters: { date: parseAsDay, location_id: parseAsId, compare: parseAsBoolean },
});

type State = inferParserType<typeof snapshotList.parsers>;

/** The day that is shown: yesterday in the business's timezone, unless the address says another. */
export function dayOf({ date }: State, timezone: string): string {
  return date ?? moveDay(todayIn(timezone), -1);
}

/** The request that shows what the address says; the same on the server and in the browser. */
export function snapshotInput(
  state: State,
  timezone: string,
): SnapshotInput & { date: string; page: number; limit: number } {
  return {
    date: dayOf(state, timezone),
    location_id: state.location_id ?? undefined,
    page: Math.min(state.page, MAX_PAGE),
    limit: LIMIT,
  };
}
