import { createLoader, parseAsIsoDate, parseAsStringLiteral } from 'nuqs/server';
import { COMPARISONS } from '@/server/features/reports/schema';
import { isTooLong, RANGES, type SalesFilter, SIDE_GROUPS } from './sales-address';

/** What of the sales report lives in the address. */
const parsers = {
  by: parseAsStringLiteral([...SIDE_GROUPS.selling, 'supplier'] as const).withDefault('product'),
  range: parseAsStringLiteral(RANGES).withDefault('last_30_days'),
  compare: parseAsStringLiteral(COMPARISONS),
  start_date: parseAsIsoDate,
  end_date: parseAsIsoDate,
};
const load = createLoader(parsers);

const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10);

/** Reads the filter of an address. A custom range without both days, upside down or too long, is the default range. */
export async function loadSales(search: Parameters<typeof load>[0]): Promise<SalesFilter> {
  const { by, range, compare, start_date, end_date } = await load(search);
  const filter = { by, compare: compare ?? undefined };
  const [start, end] = [dayOf(start_date), dayOf(end_date)];
  if (range !== 'custom') return { ...filter, range };
  const isRange = start && end && start <= end && !isTooLong(start, end);
  return isRange
    ? { ...filter, range, start_date: start, end_date: end }
    : { ...filter, range: 'last_30_days' };
}
