import { describe, expect, test } from 'vitest';
import { nextAttemptAt } from '../../../../server/features/webhooks/retry';
import { parseRetryAfter } from '../../../../server/platform/outgoing/retry-after';

const now = new Date('2026-11-21T12:00:00.000Z');
const HOUR = 3_600_000;

function wait(failures: number, random: number, retryAfter: Date | null = null): number | null {
  const next = nextAttemptAt({ failures, retryAfter, now, random });
  return next && next.getTime() - now.getTime();
}

describe('the published schedule', () => {
  test.each([
    [1, 5_000],
    [2, 300_000],
    [3, 1_800_000],
    [4, 2 * HOUR],
    [5, 5 * HOUR],
    [6, 10 * HOUR],
    [7, 14 * HOUR],
    [8, 20 * HOUR],
    [9, 24 * HOUR],
  ])('waits after %i failed attempts for %i ms, give or take a tenth', (failures, delay) => {
    expect(wait(failures, 0.5)).toBe(delay);
    expect(wait(failures, 0)).toBe(Math.round(delay * 0.9));
    expect(wait(failures, 1)).toBe(Math.round(delay * 1.1));
  });

  test('stops after the tenth attempt, whatever Retry-After says', () => {
    expect(wait(10, 0.5)).toBeNull();
    expect(wait(10, 0.5, new Date(now.getTime() + HOUR))).toBeNull();
    expect(wait(11, 0.5)).toBeNull();
  });
});

describe('Retry-After', () => {
  test('is honored when later than the schedule, and never brings an attempt forward', () => {
    expect(wait(1, 0.5, new Date(now.getTime() + 60_000))).toBe(60_000);
    expect(wait(3, 0.5, new Date(now.getTime() + 60_000))).toBe(1_800_000);
    expect(wait(1, 0.5, new Date(0))).toBe(5_000);
  });

  test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['86400', 24 * HOUR],
    ['86401', 24 * HOUR],
    ['9'.repeat(400), 24 * HOUR],
    ['Sat, 21 Nov 2026 12:05:00 GMT', 300_000],
    ['Saturday, 21-Nov-26 12:05:00 GMT', 300_000],
    ['Sat Nov 21 12:05:00 2026', 300_000],
    ['Sun Nov  1 12:00:00 2026', -20 * 24 * HOUR],
    ['Thu, 31 Dec 2099 23:59:59 GMT', 24 * HOUR],
  ])('%s', (header, expected) => {
    expect((parseRetryAfter(header, now)?.getTime() ?? Number.NaN) - now.getTime()).toBe(expected);
  });

  test.each([
    undefined,
    '',
    'soon',
    '-5',
    '1.5',
    '1e3',
    '0x10',
    '2026-11-22',
    'Sat, 99 Nov 2026 12:05:00 GMT',
  ])('ignores %s', (header) => {
    expect(parseRetryAfter(header, now)).toBeNull();
  });
});
