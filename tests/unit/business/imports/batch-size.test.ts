import { expect, test } from 'vitest';
import { nextSize } from '../../../../server/features/imports/running/apply';

test('a batch has at most 200 lines, and fewer after one that took more than two seconds', () => {
  expect(nextSize(200, 500)).toBe(200);
  expect(nextSize(200, 4_000)).toBe(100);
  expect(nextSize(100, 40_000)).toBe(5);
  expect(nextSize(1, 60_000)).toBe(1);
  expect(nextSize(5, 10)).toBe(10);
  expect(nextSize(150, 1)).toBe(200);
});
