import { expect, test } from 'vitest';
import {
  type Adjustment,
  type DocumentLine,
  document,
  type TaxRule,
  WeightMissing,
} from '../../../../server/features/pricing/document';

const line = (quantity: number, unitPriceCents: number, more: Partial<DocumentLine> = {}): DocumentLine => ({
  quantity,
  step: 10_000,
  unitPriceCents,
  discountBps: 0,
  category: 'flower',
  weight: null,
  byWeight: false,
  sample: false,
  ...more,
});
const percent = (rate: number, more: Partial<TaxRule> = {}) =>
  ({
    id: 'rule',
    name: 'Tax',
    categories: null,
    basis: 'percent',
    rate: rate * 10_000,
    includeFreight: false,
    ...more,
  }) as TaxRule;
const totalOf = (...lines: DocumentLine[]) => document(lines, [], []).totalCents;
const off = (bps: number): Adjustment => ({ kind: 'discount', bps });

test('amounts in steps of a pound or a gram are rounded once a line', () => {
  expect(totalOf(line(1234, 125_000, { step: 100 }))).toBe(1_542_500);
  expect(totalOf(line(37, 118_750, { step: 100 }))).toBe(43_938);
  const tenth = line(1, 415, { step: 1000 });
  expect(totalOf(tenth, tenth, tenth)).toBe(3 * 42);
});

test('a discount is spread by largest remainder, ties to the earlier line', () => {
  const shares = (cents: number, ...prices: number[]) =>
    document(
      prices.map((price) => line(1, price)),
      [{ kind: 'discount', cents }],
      [],
    ).lines.map(({ discountShareCents }) => discountShareCents);
  expect(shares(777, 1999, 501, 7500)).toEqual([155, 39, 583]);
  expect(shares(1000, 10_000, 10_000, 10_000)).toEqual([334, 333, 333]);
});

test('taxes are of what goods come to after discounts, with freight where they include it', () => {
  const of = document(
    [line(10, 10_000), line(4, 10_000, { category: 'vapes' })],
    [off(1000), { kind: 'freight', cents: 5000 }],
    [percent(15, { categories: ['flower'] }), percent(2.5, { includeFreight: true } as Partial<TaxRule>)],
  );
  expect(of.taxLines.map(({ base, cents }) => [base, cents])).toEqual([
    [90_000, 13_500],
    [131_000, 3275],
  ]);
  expect(of).toMatchObject({
    subtotalCents: 140_000,
    discountCents: 14_000,
    freightCents: 5000,
    totalCents: 147_775,
  });
});

test('a tax by weight is of the exact weight, in its own unit', () => {
  const ounce: TaxRule = {
    id: 'r',
    name: 'Excise',
    categories: null,
    basis: 'weight',
    cents: 5000,
    unit: 'oz',
  };
  const eighth = line(20, 1000, { weight: { amount: 35_000, unit: 'g' } });
  expect(document([eighth], [], [ounce]).taxLines).toEqual([{ rule: ounce, base: 24_692, cents: 12_346 }]);
  expect(() => document([eighth, line(1, 100)], [], [ounce])).toThrow(new WeightMissing(ounce, 1));
  expect(document([line(3, 100, { sample: true })], [], [ounce]).taxLines).toEqual([]);
});

test('a credit is the document before less the document after', () => {
  const rate = [percent(8.25)];
  const of = (quantity: number) => document([line(quantity, 999)], [], rate).totalCents;
  expect([of(10), of(10) - of(9), of(9) - of(8), of(8)]).toEqual([10_814, 1081, 1082, 8651]);
  const mixed = (flower: number) =>
    document(
      [line(flower, 2000), line(5, 800, { category: 'other' })],
      [off(1000)],
      [percent(15, { categories: ['flower'] })],
    ).totalCents;
  expect([mixed(10), mixed(6), mixed(10) - mixed(6)]).toEqual([24_300, 16_020, 8280]);
});

test('discounts stop at the subtotal, samples cost nothing, and a category without goods has no freight', () => {
  const of = document(
    [line(1, 1000), line(2, 900, { sample: true })],
    [{ kind: 'discount', cents: 900 }, off(5000), { kind: 'fee', cents: 250 }],
    [
      percent(10, { categories: ['vapes'], includeFreight: true } as Partial<TaxRule>),
      { id: 'u', name: 'Each', categories: null, basis: 'unit', cents: 25 },
    ],
  );
  expect(of).toMatchObject({
    lines: [
      { totalCents: 1000, discountShareCents: 1000 },
      { totalCents: 0, discountShareCents: 0 },
    ],
    adjustments: [900, 100, 250],
    discountCents: 1000,
    freightCents: 250,
    taxCents: 25,
    totalCents: 275,
  });
  expect(of.taxLines).toMatchObject([{ base: 1, cents: 25 }]);
});

test('a category of nothing but samples, or of goods credited to 0, taxes no freight', () => {
  const rules = [percent(10, { categories: ['flower'], includeFreight: true } as Partial<TaxRule>)];
  const freight: Adjustment[] = [{ kind: 'freight', cents: 5000 }];
  const beside = line(1, 1000, { category: 'vapes' });
  const taxed = (...lines: DocumentLine[]) => document([beside, ...lines], freight, rules).taxCents;
  expect(taxed(line(2, 900))).toBe(680);
  expect(taxed(line(2, 900, { sample: true }))).toBe(0);
  expect(taxed(line(0, 900))).toBe(0);
});
