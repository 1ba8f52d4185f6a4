import { expect, test } from 'vitest';
import { pack, unpack } from '../../../../components/ui/providers/packed';

const through = (data: unknown) => unpack(pack(data));
/** What JSON makes of it: a field without a value is left out. */
const asJson = (data: unknown) => JSON.parse(JSON.stringify(data));

const order = (n: number) => ({
  id: `order-${n}`,
  status: n % 2 === 0 ? 'pending' : 'shipped',
  retailer: { id: 'r', name: 'Harbor & Pine' },
  items: Array.from({ length: n }, (_, i) => ({ sku: `S-${i}`, quantity: i, lots: [], note: null })),
  total: n / 4,
  recall: null,
});

test.each([
  ['a page of orders', { data: [0, 1, 2, 3, 4].map(order), pagination: { page: 1, total: null } }],
  ['one object, and none', { data: [order(2)], none: [], nothing: [[]] }],
  ['objects with different fields', [{ a: 1 }, { b: 2 }, { a: 1, b: 2 }, null, 'x', [1]]],
  [
    'the same fields in another order',
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  ],
  ['fields without a value', [{ a: undefined, b: 1 }, { b: 2 }, { a: 3, b: 3 }]],
  [
    'repeated values',
    { same: [7, 7, 7], words: ['a', 'b', 'a', 'b', 'a'], mixed: ['a', 1, 'a', 1], no: [null, null] },
  ],
  ['numbers that look like kinds of columns', [0, 1, 2, 3, 4, [0], [1, 2], [2, ['a'], [0, 1]]]],
  [
    'texts that begin alike, differ, are empty, absent, escaped or hold the separator',
    {
      ids: ['01a205e4-1ca1-7000', '01a205e4-1ca1-7001', null, '01a2ffff-1ca1-7001', ''],
      emoji: ['😀 one', '😁 two', '😁 two\n"quoted"', '😁'],
      bars: ['a|b', 'a|c', 'a|d'],
      long: ['x'.repeat(50), `${'x'.repeat(50)}y`, 'x'.repeat(49)],
      words: ['alpha', 'beta', 'alpha', 'gamma', 'alpha', 'beta'],
    },
  ],
  ['a field called __proto__', JSON.parse('[{"__proto__": {"x": 1}}, {"__proto__": {"x": 2}}]')],
  ['plain values', [null, false, '', 0]],
])('gives back %s', (_, data) => {
  expect(through(data)).toEqual(asJson(data));
});

test('writes what ids of a list begin with once', () => {
  const ids = Array.from({ length: 50 }, (_, n) => `01a205e4-1ca1-7000-8000-${String(n).padStart(12, '0')}`);
  expect(pack(ids).length).toBeLessThan(JSON.stringify(ids).length / 5);
});

test('writes the fields and the repeated values of a list once', () => {
  const data = Array.from({ length: 50 }, (_, n) => order(n % 5));
  const text = pack(data);
  expect(text.match(/"retailer"/g)).toHaveLength(1);
  expect(text.match(/Harbor & Pine/g)).toHaveLength(1);
  expect(text.length).toBeLessThan(JSON.stringify(data).length / 3);
});
