import { expect, test } from 'vitest';
import { coverOf } from '../../server/features/reports/range';
import { addDays } from '../../server/kernel/clock';
import { lengthOf } from '../../server/kernel/ranges';
import { type Marks, MONTHS, THIRDS } from '../../server/platform/db/year-sums';
import { IS_FULL } from '../setup/full';

/** The last day that a sum of a year has. */
function lastDay(year: number, place: number, marks: Marks): string {
  if (place === 0) return `${year - 1}-12-31`;
  const month = Math.ceil(place / marks.length);
  const day = marks[(place - 1) % marks.length] ?? 0;
  const end = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1, Math.min(day, end))).toISOString().slice(0, 10);
}

/** How often each day is counted. */
function counted(cover: ReturnType<typeof coverOf>, marks: Marks): Map<string, number> {
  const times = new Map<string, number>();
  const add = (start: string, end: string, by: number) => {
    for (let day = start; day <= end; day = addDays(day, 1)) times.set(day, (times.get(day) ?? 0) + by);
  };
  for (const { year, after, through } of cover.years)
    add(addDays(lastDay(year, after, marks), 1), lastDay(year, through, marks), 1);
  for (const { start, end, sign } of cover.days) add(start, end, sign);
  return times;
}

test.each([
  { marks: THIRDS, edge: 5 },
  { marks: MONTHS, edge: 15 },
])('sums and days count each day of a range once, with $edge days at each end at most', ({ marks, edge }) => {
  for (let n = 0; n < 800; n += IS_FULL ? 5 : 20) {
    const start = addDays('2023-12-25', n);
    for (const length of [1, 7, 12, 30, 90, 365, 366].slice(n % 3)) {
      const end = addDays(start, length - 1);
      for (const today of [addDays(end, 400), addDays(end, (n % 40) - 20)]) {
        const cover = coverOf({ start, end }, today, marks);
        const [until = end] = [end, today].sort();
        const wrong = [...counted(cover, marks)].filter(
          ([day, times]) => day <= today && times !== Number(day >= start && day <= end),
        );
        expect({ start, end, today, wrong }).toEqual({ start, end, today, wrong: [] });
        const days = [...counted(cover, marks)].filter(([day, times]) => day <= today && times === 1);
        expect(days).toHaveLength(Math.max(0, lengthOf({ start, end: until })));
        expect(cover.years.length).toBeLessThanOrEqual(2);
        expect(cover.days.length).toBeLessThanOrEqual(2);
        if (cover.years.length > 0)
          for (const each of cover.days) expect(lengthOf(each)).toBeLessThanOrEqual(edge);
      }
    }
  }
});
