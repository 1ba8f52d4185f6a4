import { expect, test } from 'vitest';
import { soldPeriod } from '../../server/features/reports/sell-through/period';
import { addDays, addYears, dateIn, startOfDay } from '../../server/kernel/clock';
import { addMonths, endOfMonth } from '../../server/kernel/ranges';

test('moves days within years 1 to 9999', () => {
  expect(addDays('0001-01-05', -4)).toBe('0001-01-01');
  expect(addDays('0001-01-05', -29)).toBe('0001-01-01');
  expect(addDays('9999-12-31', 1)).toBe('9999-12-31');
  expect(addDays('0099-12-31', 1)).toBe('0100-01-01');
});

test('moves years, and February 29 to the 28th', () => {
  expect(addYears('2028-02-29', 1)).toBe('2029-02-28');
  expect(addYears('2028-02-29', -4)).toBe('2024-02-29');
  expect(addYears('0001-06-01', -1)).toBe('0001-01-01');
});

test('keeps the first hundred years', () => {
  expect(addMonths('0050-01-01', -1)).toBe('0049-12-01');
  expect(addMonths('0001-01-01', -3)).toBe('0001-01-01');
  expect(endOfMonth('0004-02-11')).toBe('0004-02-29');
  expect(endOfMonth('9999-12-11')).toBe('9999-12-31');
  expect(dateIn('UTC', new Date('0050-03-01T00:00:00Z'))).toBe('0050-03-01');
  expect(startOfDay('UTC', '0050-03-01').toISOString()).toBe('0050-03-01T00:00:00.000Z');
});

test.each(['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago'])(
  'has no instant beyond them (%s)',
  (timezone) => {
    for (const day of ['0001-01-01', '9999-12-31']) {
      const { whole, cover, read } = soldPeriod({ start: day, end: day }, timezone);
      const texts = [whole, ...read].flatMap(({ from, until }) => [from, until]);
      for (const text of [...texts, ...cover.days.flatMap(({ start, end }) => [start, end])])
        expect(text).toMatch(/^(?!0000)\d{4}-/);
    }
  },
);
