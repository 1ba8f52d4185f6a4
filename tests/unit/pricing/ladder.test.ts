import { expect, test } from 'vitest';
import { type Break, ladderOf, type PriceSources, stepAt } from '../../../server/features/pricing/ladder';

const breaks = (...steps: [number, number][]): Break[] => steps.map(([at, cents]) => ({ steps: at, cents }));
const sources = (of: Partial<PriceSources>): PriceSources => ({
  wholesaleCents: 2000,
  list: null,
  offers: [],
  ...of,
});
const LIST = { discountBps: 0, breaks: breaks([1, 2000], [10, 1800], [50, 1550]) };

test('O1, O2: the highest break that is reached, up and down', () => {
  const ladder = ladderOf(sources({ list: LIST }));
  const total = (quantity: number) => quantity * stepAt(ladder, quantity).cents;
  expect([9, 10, 49, 50].map(total)).toEqual([18_000, 18_000, 88_200, 77_500]);
});

test('O3: a percentage off, and an offer below it', () => {
  const list = { discountBps: 1250, breaks: [] };
  const first = (of: Partial<PriceSources>) => ladderOf(sources({ wholesaleCents: 1735, list, ...of }));
  expect(first({})).toEqual([{ steps: 1, cents: 1518, source: 'list' }]);
  expect(first({ offers: [breaks([1, 1510])] })).toEqual([{ steps: 1, cents: 1510, source: 'offer' }]);
});

test('O10b: a ladder is the lower envelope of list and offers', () => {
  const list = { discountBps: 0, breaks: breaks([1, 2000], [10, 1400]) };
  expect(ladderOf(sources({ list, offers: [breaks([1, 1510])] }))).toEqual([
    { steps: 1, cents: 1510, source: 'offer' },
    { steps: 10, cents: 1400, source: 'list' },
  ]);
});

test('a rule that is not reached counts as none, a list without a price counts as none, a tie is the list’s', () => {
  const late = breaks([12, 1000]);
  expect(ladderOf(sources({ list: { discountBps: 1000, breaks: late } }))).toEqual([
    { steps: 1, cents: 1800, source: 'list' },
    { steps: 12, cents: 1000, source: 'list' },
  ]);
  expect(ladderOf(sources({ list: { discountBps: 0, breaks: late } }))[0]?.source).toBe('wholesale');
  expect(ladderOf(sources({ list: { discountBps: 0, breaks: [] }, offers: [breaks([1, 2100])] }))).toEqual([
    { steps: 1, cents: 2000, source: 'wholesale' },
  ]);
  expect(ladderOf(sources({ list: LIST, offers: [breaks([1, 2000])] }))[0]?.source).toBe('list');
});
