import { expect, test } from 'vitest';
import { applying, type CurrentRule } from '../../../../server/features/pricing/taxes/applying';

const rule = (fields: Partial<CurrentRule>): CurrentRule => ({
  id: 'a',
  name: 'Tax',
  basis: 'percent',
  rate: 150_000,
  cents: null,
  unit: null,
  categories: [],
  includeFreight: false,
  buyerTypes: [],
  use: null,
  states: [],
  ...fields,
});
const STORE = { type: 'retailer', state: 'NV', uses: ['adult' as const] };
const applies = (fields: Partial<CurrentRule>, receiver: Parameters<typeof applying>[1] = STORE) =>
  applying({ taxes: [rule(fields)], exempt: [] }, receiver)?.length === 1;

test('without a current rule there is nothing to keep, and with rules that do not apply an empty list', () => {
  expect(applying(undefined, STORE)).toBeNull();
  expect(applying({ taxes: null, exempt: [] }, STORE)).toBeNull();
  expect(applying({ taxes: [rule({ states: ['CA'] })], exempt: [] }, STORE)).toEqual([]);
  expect(applying({ taxes: [rule({})], exempt: ['a'] }, STORE)).toEqual([]);
});

test('a rule applies by type of buyer, state and market of the premises', () => {
  expect(applies({})).toBe(true);
  expect(applies({ buyerTypes: ['wholesaler'] })).toBe(false);
  expect(applies({ buyerTypes: ['wholesaler', 'retailer'] })).toBe(true);
  expect(applies({ states: ['NV'] })).toBe(true);
  expect(applies({ use: 'adult' })).toBe(true);
  expect(applies({ use: 'medical' })).toBe(false);
  expect(applies({ use: 'both' })).toBe(true);
  for (const use of ['adult', 'medical', 'both'] as const) {
    expect(applies({ use }, { ...STORE, uses: ['both'] })).toBe(true);
    expect(applies({ use }, { ...STORE, uses: ['adult', 'medical'] })).toBe(true);
    expect(applies({ use }, { ...STORE, uses: [] })).toBe(false);
  }
});

test("the buyer's word on its state alone ends no tax of the seller's, and of rules alike those of one state apply", () => {
  const words = { ...STORE, state: 'AZ', sellersState: 'NV', uses: ['both' as const] };
  const ids = (rules: Partial<CurrentRule>[], receiver = words) =>
    applying({ taxes: rules.map(rule), exempt: [] }, receiver)?.map(({ id }) => id);
  expect(applies({ states: ['NV'] }, words)).toBe(true);
  expect(applies({ states: ['AZ'] }, words)).toBe(true);
  expect(applies({ states: ['CA'] }, words)).toBe(false);
  expect(applies({ states: ['NV'] }, { ...words, sellersState: null })).toBe(false);
  const [nv, az] = [
    { id: 'nv', name: 'Nevada', states: ['NV'] },
    { id: 'az', name: 'Arizona', states: ['AZ'] },
  ];
  expect(ids([nv, az])).toEqual(['az']);
  expect(ids([nv, { ...az, rate: 1 }])).toEqual(['nv']);
  expect(ids([{ ...nv, rate: 1 }, az])).toEqual(['az']);
  expect(ids([nv, { ...az, categories: ['flower'] }])).toEqual(['nv', 'az']);
  expect(ids([nv, { ...nv, id: 'city', rate: 1 }, az])).toEqual(['nv', 'city']);
  expect(ids([nv, { ...az, states: ['AZ', 'NV'] }])).toEqual(['nv', 'az']);
});

test('what is kept is what an order is taxed by', () => {
  const kept = applying(
    {
      taxes: [
        rule({ categories: ['flower'], includeFreight: true }),
        rule({ id: 'b', basis: 'weight', rate: null, cents: 5000, unit: 'oz' }),
        rule({ id: 'c', basis: 'unit', rate: null, cents: 100 }),
      ],
      exempt: [],
    },
    STORE,
  );
  expect(kept).toEqual([
    { id: 'a', name: 'Tax', categories: ['flower'], basis: 'percent', rate: 150_000, includeFreight: true },
    { id: 'b', name: 'Tax', categories: null, basis: 'weight', cents: 5000, unit: 'oz' },
    { id: 'c', name: 'Tax', categories: null, basis: 'unit', cents: 100 },
  ]);
});
