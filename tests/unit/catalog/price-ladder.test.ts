import { expect, it } from 'vitest';
import {
  breaksText,
  breakText,
  caseText,
  inCases,
  type Ladder,
  nextBreak,
  priceAt,
} from '@/components/catalog/pricing/ladder';
import { checkLine, totalOf } from '@/components/orders/cart/checks';

const LADDER: Ladder = [
  { min_amount: 1, unit_price: 20, source: 'list' },
  { min_amount: 10, unit_price: 18, source: 'list' },
  { min_amount: 50, unit_price: 15.5, source: 'list' },
];

it('reaches the price of the highest break', () => {
  expect([1, 9, 10, 49, 50].map((units) => priceAt(LADDER, units))).toEqual([20, 20, 18, 18, 15.5]);
  expect(priceAt(undefined, 3)).toBeNull();
});

it('says how many more make one cheaper', () => {
  expect(breakText(LADDER, 8)).toBe('2 more for $18.00');
  expect(breakText(LADDER, 48)).toBe('2 more for $15.50');
  expect(breakText(LADDER, 50)).toBeNull();
  expect(breakText(LADDER, 0)).toBe('10+ for $18.00');
  expect(breaksText(LADDER)).toBe('10+ for $18.00, 50+ for $15.50');
});

it('counts whole cases', () => {
  expect(nextBreak(LADDER, 6, { case_size: 6 })).toEqual({ missing: 6, price: 18 });
  expect(breakText(LADDER, 0, { case_size: 12 })).toBe('60+ for $15.50');
  expect([0, 1, 12, 13].map((units) => inCases(units, 12))).toEqual([0, 12, 12, 24]);
});

it('counts steps of goods by weight, and names amounts', () => {
  const pounds = { unit: 'lb', step: 0.01 };
  expect([999, 1000, 4999].map((steps) => priceAt(LADDER, steps, pounds))).toEqual([20, 18, 18]);
  expect(breakText(LADDER, 950, pounds)).toBe('0.5 lb more for $18.00');
  expect(breakText(LADDER, 0, { ...pounds, case_size: 250 })).toBe('10 lb+ for $18.00');
  expect(breaksText(LADDER, pounds)).toBe('10 lb+ for $18.00, 50 lb+ for $15.50');
  expect(caseText({ ...pounds, case_size: 250 })).toBe('in cases of 2.5 lb');
  const bulk: Ladder = [LADDER[0] as Ladder[number], { min_amount: 29, unit_price: 15, source: 'list' }];
  expect(priceAt(bulk, 100, { unit: 'oz', step: 0.29 })).toBe(15);
});

it('totals a line of goods by weight by its amount', () => {
  const names = { product_id: 'p', variant_id: 'v', product_name: 'P', variant_name: null, sku: 'S' };
  const line = { ...names, quantity: 1234, unit_price: 1250, unit: 'lb', step: 0.01 };
  const short = new Map([['v', { unit_price: 1250, available_quantity: 37 }]]);
  expect(totalOf(line, checkLine(line, null))).toBe(15_425);
  expect(totalOf(line, checkLine(line, short, 'partial'))).toBe(462.5);
});

it('advertises no break that makes it dearer', () => {
  const dearer: Ladder = [LADDER[1] as Ladder[number], { min_amount: 20, unit_price: 19, source: 'list' }];
  expect(breakText(dearer, 12)).toBeNull();
});

it('compares a line of a cart at the quantity that it has now', () => {
  const line = { product_id: 'p', variant_id: 'v', product_name: 'P', variant_name: null, sku: 'S' };
  const quoted = (price_ladder: Ladder) =>
    new Map([['v', { unit_price: 20, available_quantity: 99, price_ladder }]]);
  const inCart = { ...line, quantity: 10, unit_price: 18, price_ladder: LADDER };
  expect(checkLine(inCart, quoted(LADDER))).toMatchObject({
    price: 18,
    priceBefore: null,
    more: '40 more for $15.50',
  });
  const now: Ladder = [{ min_amount: 1, unit_price: 19, source: 'wholesale' }];
  expect(checkLine(inCart, quoted(now))).toMatchObject({ price: 19, priceBefore: 18, more: null });
});
