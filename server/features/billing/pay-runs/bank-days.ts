const DAY_MS = 86_400_000;

/** Days on which the Federal Reserve moves no money: fixed ones, of which a Sunday's is kept on Monday, and nth weekdays. */
const FIXED = ['01-01', '06-19', '07-04', '11-11', '12-25'];
/** Month, weekday (Monday is 1), and which of the month; -1 is the last. */
const NTH: ReadonlyArray<[month: number, weekday: number, which: number]> = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, -1],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
];

/** Whether banks move money on a day (YYYY-MM-DD). */
export function isBankDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  const weekday = at.getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  const before = new Date(at.getTime() - DAY_MS).toISOString().slice(5, 10);
  if (FIXED.includes(day.slice(5)) || (weekday === 1 && FIXED.includes(before))) return false;
  const [month, date] = [at.getUTCMonth() + 1, at.getUTCDate()];
  return !NTH.some(([in_, on, which]) => in_ === month && on === weekday && isNth(day, date, which));
}

function isNth(day: string, date: number, which: number): boolean {
  if (which > 0) return Math.ceil(date / 7) === which;
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 7 * DAY_MS);
  return next.getUTCDate() < date;
}
