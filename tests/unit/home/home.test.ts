import { expect, test } from 'vitest';
import { compare } from '@/components/home/compare';
import { grouped } from '@/components/ui/base/grouped';

test('gathers what repeats, in the order of the latest of each', () => {
  const rows = ['adjusted grinder', 'accepted 7', 'adjusted grinder', 'adjusted pen'];
  expect(grouped(rows, (row) => row)).toEqual([
    { first: 'adjusted grinder', all: ['adjusted grinder', 'adjusted grinder'] },
    { first: 'accepted 7', all: ['accepted 7'] },
    { first: 'adjusted pen', all: ['adjusted pen'] },
  ]);
});

test.each([
  [150, 100, true, { direction: 'up', text: '+50%', good: true }],
  [50, 100, true, { direction: 'down', text: '−50%', good: false }],
  [50, 100, undefined, { direction: 'down', text: '−50%' }],
  [5, 0, true, { direction: 'flat', text: 'none before' }],
  [7, 7, true, { direction: 'flat', text: 'same' }],
])('compares %i with %i of the period before', (current, previous, moreIsGood, change) => {
  expect(compare({ current, previous }, moreIsGood)).toEqual(change);
});
