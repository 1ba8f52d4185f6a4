import { addDays, startOfDay } from '../../../kernel/clock';
import { THIRDS } from '../../../platform/db/year-sums';
import type { SoldPeriod } from '../../inventory/sales/queries.sql';
import { coverOf, type Days } from '../range';

const DAY_MS = 86_400_000;
/** No sale is later. */
const END = '9999-12-31';
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/**
 * Days of a timezone as whole days of UTC, whose sales are kept, and what is left at both ends. Nothing is sold after now, so a
 * period that hasn't ended has the whole of its last day, month and year.
 */
export function soldPeriod({ start, end }: Days, timezone: string, now = Date.now()): SoldPeriod {
  const from = startOfDay(timezone, start).getTime();
  const until = startOfDay(timezone, addDays(end, 1)).getTime();
  const open = until > now;
  const first = Math.ceil(from / DAY_MS) * DAY_MS;
  const last = open ? Math.ceil(until / DAY_MS) * DAY_MS : Math.floor(until / DAY_MS) * DAY_MS;
  const instants = (begin: number, close: number) => ({
    from: new Date(begin).toISOString(),
    until: new Date(close).toISOString(),
  });
  if (first >= last) {
    return {
      whole: instants(first, first),
      cover: { years: [], days: [] },
      read: [instants(from, until)],
    };
  }
  const days = { start: dateOf(first), end: dateOf(last - DAY_MS) };
  const ends = [instants(from, first), ...(open ? [] : [instants(last, until)])];
  return {
    whole: open ? { ...instants(first, last), until: END } : instants(first, last),
    cover: coverOf(days, open ? days.end : END, THIRDS),
    read: ends.filter((stretch) => stretch.from < stretch.until),
  };
}
