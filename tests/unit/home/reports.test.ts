import { expect, test } from 'vitest';
import { toCsv } from '@/components/home/reports/csv';
import { labelIndexes, ticksTo } from '@/components/home/reports/ticks';

test('chooses round ticks that reach the highest value', () => {
  expect(ticksTo(0)).toEqual([0, 1]);
  expect(ticksTo(3)).toEqual([0, 1, 2, 3]);
  expect(ticksTo(1_234)).toEqual([0, 500, 1_000, 1_500]);
  expect(ticksTo(0.35)).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
  for (const most of [1, 7, 99, 100, 101, 54_321.99]) {
    const ticks = ticksTo(most);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.length).toBeLessThanOrEqual(6);
  }
});

test('labels the last point and at most as many as fit', () => {
  expect(labelIndexes(7, 6)).toEqual([0, 2, 4, 6]);
  expect(labelIndexes(30, 6)).toHaveLength(6);
  expect(labelIndexes(30, 6).at(-1)).toBe(29);
  expect(labelIndexes(1, 6)).toEqual([0]);
});

test('quotes fields and disarms formulas in CSV', () => {
  expect(
    toCsv([
      ['Location', 'Days'],
      ['Oak "A", 2', 1.5],
      ['=SUM(A1)', null],
    ]),
  ).toBe('Location,Days\r\n"Oak ""A"", 2",1.5\r\n\'=SUM(A1),\r\n');
});
