/** A calendar month, or the part of it until today. */
export interface Month {
  /** YYYY-MM */
  key: string;
  start: string;
  end: string;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The last months up to a day, the latest first. @param today YYYY-MM-DD */
export function monthsUntil(today: string, count: number): Month[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: count }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    const last = new Date(Date.UTC(year, month - back, 0));
    const key = `${first.getUTCFullYear()}-${twoDigits(first.getUTCMonth() + 1)}`;
    const end = back === 0 ? today : `${key}-${twoDigits(last.getUTCDate())}`;
    return { key, start: `${key}-01`, end };
  });
}

/** Months of a range that are shown at most: each is a request. */
export const MOST_MONTHS = 12;

/** The months of a range of days, the latest first; the first and last one only as far as the range goes. Empty upside down. */
export function monthsBetween(from: string, to: string): Month[] {
  if (from > to) return [];
  const [year = 0, month = 1] = from.split('-').map(Number);
  const [lastYear = 0, lastMonth = 1] = to.split('-').map(Number);
  const count = (lastYear - year) * 12 + lastMonth - month + 1;
  return monthsUntil(to, Math.min(count, MOST_MONTHS)).map((one) =>
    one.start < from ? { ...one, start: from } : one,
  );
}

const NAME = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
/** "Nov 2026" */
export const monthName = ({ start }: Pick<Month, 'start'>) => NAME.format(new Date(`${start}T00:00:00Z`));

/** What was sold of a product, in each month. */
export interface ProductRow {
  id: string;
  name: string;
  /** Dollars before tax, by month. */
  months: ReadonlyMap<string, { units: number; value: number }>;
  value: number;
}

/** Products by month, those that brought the most first. @param sold rows of each month */
export function productMonths(
  sold: readonly {
    month: string;
    rows: readonly { id: string | null; name: string; units: number; value: number }[];
  }[],
): ProductRow[] {
  const found = new Map<string, ProductRow & { months: Map<string, { units: number; value: number }> }>();
  for (const { month, rows } of sold) {
    for (const { id, name, units, value } of rows) {
      if (id === null) continue;
      const row = found.get(id) ?? { id, name, months: new Map(), value: 0 };
      row.months.set(month, { units, value });
      found.set(id, { ...row, value: Math.round((row.value + value) * 100) / 100 });
    }
  }
  return [...found.values()].sort((one, other) => other.value - one.value);
}
