import { addDays, startOfDay, withinYears } from '../../../kernel/clock';
import type { Days } from '../../../kernel/ranges';
import { THIRDS } from '../../../platform/db/year-sums';
import type { SoldPeriod } from '../../inventory/sales/queries.sql';
import { coverOf } from '../range';

const DAY_MS = 86_400_000;
/** No sale is later. */
const END = '9999-12-31';
const dateOf = (at: number) => withinYears(at).toISOString().slice(0, 10);

/** The midnight of UTC that is nearest to an instant: half a day at most is read of the ledger. */
const nearest = (at: number) => Math.round(at / DAY_MS) * DAY_MS;

/**
 * Days of a timezone as the nearest whole days of UTC, whose sales are kept, and what is to add or to take off at both ends. Nothing is sold
 * after now, so a period that hasn't ended has the whole of its last day, month and year.
 */
export function soldPeriod({ start, end }: Days, timezone: string, now = Date.now()): SoldPeriod {
  const from = startOfDay(timezone, start).getTime();
  const until = startOfDay(timezone, addDays(end, 1)).getTime();
  const open = until > now;
  const first = nearest(from);
  const last = open ? Math.ceil(until / DAY_MS) * DAY_MS : nearest(until);
  if (first >= last) {
    return {
      whole: instants(first, first),
      cover: { years: [], days: [] },
      read: [{ ...instants(from, until), sign: 1 }],
    };
  }
  const days = { start: dateOf(first), end: dateOf(last - DAY_MS) };
  const read = [between(from, first), ...(open ? [] : [between(last, until)])];
  return {
    whole: open ? { ...instants(first, last), until: END } : instants(first, last),
    cover: coverOf(days, open ? days.end : END, THIRDS),
    read: read.filter((stretch) => stretch.from < stretch.until),
  };
}

const instants = (begin: number, close: number) => ({
  from: withinYears(begin).toISOString(),
  until: withinYears(close).toISOString(),
});

/** What is to add from one instant until another, or to take off where the second is before the first. */
const between = (begin: number, close: number) =>
  begin <= close
    ? { ...instants(begin, close), sign: 1 as const }
    : { ...instants(close, begin), sign: -1 as const };
