import { expect, test } from 'vitest';
import { windowAt } from '../../../server/platform/rate-limit/tiers';

test.each([
  ['minute', '2026-11-21T12:34:56.789Z', '2026-11-21T12:34', '2026-11-21T12:35:00.000Z', 4],
  ['minute', '2026-11-21T12:34:00.000Z', '2026-11-21T12:34', '2026-11-21T12:35:00.000Z', 60],
  ['minute', '2026-11-21T12:34:59.999Z', '2026-11-21T12:34', '2026-11-21T12:35:00.000Z', 1],
  ['day', '2026-11-21T00:00:00.000Z', '2026-11-21', '2026-11-22T00:00:00.000Z', 86_400],
  ['day', '2026-12-31T23:59:59.500Z', '2026-12-31', '2027-01-01T00:00:00.000Z', 1],
] as const)('counts a %s at %s as %s until %s', (window, at, key, end, secondsLeft) => {
  const found = windowAt(window, new Date(at));
  expect({ ...found, end: found.end.toISOString() }).toMatchObject({ key, end, secondsLeft });
});
