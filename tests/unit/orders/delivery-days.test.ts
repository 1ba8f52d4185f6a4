import { expect, test } from 'vitest';
import { nextDeliveryDates } from '../../../server/kernel/delivery-days';

const LA = 'America/Los_Angeles';
/** Thursday, 1 PM in Los Angeles. */
const NOW = new Date('2026-11-26T21:00:00Z');

test('offers the next five delivery days, from tomorrow until the cutoff and a day later after it', () => {
  const schedule = { days: ['fri', 'mon'], timezone: LA } as const;
  const days = ['2026-11-27', '2026-11-30', '2026-12-04', '2026-12-07', '2026-12-11'];
  expect(nextDeliveryDates([{ ...schedule, cutoff: null }], NOW)).toEqual(days);
  expect(nextDeliveryDates([{ ...schedule, cutoff: '13:00' }], NOW)).toEqual(days);
  expect(nextDeliveryDates([{ ...schedule, cutoff: '12:59' }], NOW)).toEqual([
    ...days.slice(1),
    '2026-12-14',
  ]);
});

test("reads the clock in the location's timezone", () => {
  const daily = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], cutoff: null } as const;
  expect(nextDeliveryDates([{ ...daily, timezone: LA }], new Date('2026-11-27T07:30:00Z'))[0]).toBe(
    '2026-11-27',
  );
  expect(nextDeliveryDates([{ ...daily, timezone: 'UTC' }], new Date('2026-11-27T07:30:00Z'))[0]).toBe(
    '2026-11-28',
  );
});

test('joins the days of all locations, each once, and offers none without days', () => {
  const at = (days: readonly ('fri' | 'sat')[]) => ({ days, cutoff: null, timezone: LA });
  expect(nextDeliveryDates([at(['fri']), at(['fri', 'sat'])], NOW).slice(0, 3)).toEqual([
    ...['2026-11-27', '2026-11-28', '2026-12-04'],
  ]);
  expect(nextDeliveryDates([at([])], NOW)).toEqual([]);
  expect(nextDeliveryDates([], NOW)).toEqual([]);
});
