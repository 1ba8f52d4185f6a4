import { expect, test } from 'vitest';
import { remember, remembered } from '../../../../server/features/pricing/remembered';

const one = { variant_id: 'v', wholesale_price_cents: 2000, case_size: 1, step: null };
const shown = (steps: number) => ({
  ...one,
  prices: {
    wholesale_price: 20,
    price_ladder: Array.from({ length: steps }, (_, n) => ({
      min_amount: n + 1,
      unit_price: 20,
      source: 'list' as const,
    })),
  },
});

test('what is remembered is bounded by steps: long ladders push out what was used least lately', () => {
  remember('old', [shown(5_000)]);
  remember('used', [shown(5_000)]);
  for (let n = 0; n < 10; n += 1) remember(`version ${n}`, [shown(5_000)]);
  remember('used', []);
  expect(remembered('old', one)).toBeDefined();
  remember('new', [shown(5_000)]);
  expect(remembered('old', one)).toBeUndefined();
  expect(remembered('used', one)).toBeDefined();
  // A ladder that replaces another counts once.
  for (let n = 0; n < 20; n += 1) remember('new', [shown(5_000)]);
  expect(remembered('used', one)).toBeDefined();
  remember('huge', [shown(60_001)]);
  expect(remembered('huge', one)).toBeUndefined();
});

test('a variant whose price, case or step is another is not remembered', () => {
  remember('terms', [shown(1)]);
  expect(remembered('terms', one)).toBeDefined();
  for (const other of [{ wholesale_price_cents: 2001 }, { case_size: 2 }, { step: 100 }, { variant_id: 'w' }])
    expect(remembered('terms', { ...one, ...other })).toBeUndefined();
  expect(remembered('other terms', one)).toBeUndefined();
});
