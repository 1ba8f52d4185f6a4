import { expect, test } from 'vitest';
import { isForOwn, tierOfOwn, tierOfStrangers } from '../../../server/kernel/tiers';

test('a tier that the operator sets holds for every new business', () => {
  for (const DEFAULT_TIER of ['free', 'pro', 'enterprise'] as const) {
    expect([tierOfOwn({ DEFAULT_TIER }), tierOfStrangers({ DEFAULT_TIER })]).toEqual([
      DEFAULT_TIER,
      DEFAULT_TIER,
    ]);
  }
});

test('without one, businesses of the operator have no limit on calls, and those that sign up have the lowest', () => {
  expect([tierOfOwn({}), tierOfStrangers({})]).toEqual(['enterprise', 'free']);
});

test('only an installation without sign-up and without a tier of its own lifts its businesses', () => {
  expect([isForOwn({}), isForOwn({ SIGN_UP: 'off' })]).toEqual([true, true]);
  for (const SIGN_UP of ['review', 'open']) expect(isForOwn({ SIGN_UP })).toBe(false);
  expect(isForOwn({ DEFAULT_TIER: 'free' })).toBe(false);
});
