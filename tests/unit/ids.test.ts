import { expect, test } from 'vitest';
import { newId } from '../../server/kernel/ids';

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('20,000 ids are valid uuids of version 7, distinct, and sort in the order in which they were made', () => {
  const began = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  const ended = Date.now();
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.filter((id) => !V7.test(id))).toEqual([]);
  const times = ids.map((id) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
  expect(times.filter((at) => at < began || at > ended)).toEqual([]);
  // Their tails are random: of 20,000 in 2^32, a few at most are equal.
  expect(new Set(ids.map((id) => id.slice(-8))).size).toBeGreaterThan(19_990);
});
