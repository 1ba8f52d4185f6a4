import { expect, test } from 'vitest';
import { hasBidiControl, oneLineOf, plainLineOf } from '../../../server/kernel/one-line';
import { text } from '../../../server/kernel/params';

test.each([
  ['  Harbor\u00a0 ', 'Harbor'],
  ['Har\u0007bor\u200b\u00ad\ufeff', 'Harbor'],
  ['\u2028Harbor\nFarms\r', 'Harbor Farms'],
  ['12 Oak St\r\nUnit B', '12 Oak St Unit B'],
  ['12 Oak St \n\n\t Unit B', '12 Oak St Unit B'],
  ['Harbor\u0085Farms\u000bof\u000cOakland', 'Harbor Farms of Oakland'],
  ['Harbor\n\u200b\nFarms', 'Harbor Farms'],
  ['Harbor  Farms\u00a0Inc.', 'Harbor  Farms\u00a0Inc.'],
  ['Zoe\u0301', 'Zoe\u0301'],
  [`Z${'\u0301'.repeat(9)}oe`, 'Z\u0301\u0301oe'],
  ['👩‍👩‍👧‍👦 and 🏳️‍🌈', '👩‍👩‍👧‍👦 and 🏳️‍🌈'],
  ['नमस्‍ते', 'नमस्‍ते'],
  ['\u200dHarbor\u200d 1', 'Harbor 1'],
])('stores %j as %j', (given, stored) => {
  expect(oneLineOf(given)).toBe(stored);
  expect(text(100).parse(given)).toBe(stored);
});

test.each(['\u202e', '\u202a', '\u2066', '\u2069', '\u200e', '\u200f', '\u061c'])(
  'rejects the bidi control %j with one error',
  (control) => {
    expect(hasBidiControl(`a${control}b`)).toBe(true);
    const { error } = text(3).safeParse(`abcdef${control}`);
    expect(error?.issues).toHaveLength(1);
    expect(plainLineOf(`a${control}b`)).toBe('ab');
  },
);

test('rejects a text of nothing but what goes', () => {
  expect(text(10).safeParse('\u200b\u0001 ').success).toBe(false);
});

test('takes time in proportion to the length', () => {
  const before = performance.now();
  for (const sign of ['\u0301', '\u200d', '\u200b', 'a\u200d', '\ud83d\ude00\u200d', ' ', '\n', ' \n', 'a\t'])
    oneLineOf(sign.repeat(200_000));
  expect(performance.now() - before).toBeLessThan(5_000);
});
