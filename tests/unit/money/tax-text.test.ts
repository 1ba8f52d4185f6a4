import { expect, test } from 'vitest';
import { sumRows, taxRows } from '../../../server/kernel/tax-text';

const RULE = '01890000-0000-7000-8000-000000000000';
const textOf = (line: Omit<Parameters<typeof taxRows>[0][number], 'rule_id'>) =>
  taxRows([{ rule_id: RULE, ...line }])[0]?.label;

test('names a tax by its rate and what it is on, one by weight or unit by its amount for each', () => {
  expect(textOf({ name: 'Excise', base: 900, rate: 15, amount: 135 })).toBe('Excise 15% on $900.00');
  expect(textOf({ name: 'Local', base: 0.01, rate: 2.3125, amount: 0 })).toBe('Local 2.3125% on $0.01');
  expect(textOf({ name: 'Excise', base: 2.4692, rate: 50, amount: 123.46 })).toBe('Excise, 2.4692 × $50.00');
  expect(textOf({ name: 'Stamp', base: 1, rate: 0.01, amount: 0.01 })).toBe('Stamp, 1 × $0.01');
});

test('an order without taxes has one row of none, and the one rate of a seller its name alone', () => {
  expect(taxRows([])).toEqual([{ key: '', label: 'Tax', amount: 0 }]);
  const flat = { rule_id: null, name: 'Tax', base: 35, rate: 8.25, amount: 2.89 };
  expect(taxRows([flat])).toEqual([{ key: '', label: 'Tax', amount: 2.89 }]);
});

test('a row for each adjustment by its label, discounts up to what is left of the subtotal', () => {
  const sums = (adjustments: Parameters<typeof sumRows>[0]['adjustments']) =>
    sumRows({ subtotal: 100.01, adjustments, tax_lines: [] }).map(({ label, amount }) => [label, amount]);
  expect(sums([])).toEqual([['Tax', 0]]);
  expect(
    sums([
      { kind: 'discount', label: 'Spring', bps: 1250 },
      { kind: 'freight', label: 'Delivery', amount: 50 },
      { kind: 'discount', label: 'Loyalty', amount: 500 },
      { kind: 'fee', label: 'Handling', bps: 50 },
    ]),
  ).toEqual([
    ['Spring (12.5%)', -12.5],
    ['Delivery', 50],
    ['Loyalty', -87.51],
    ['Handling (0.5%)', 0.5],
    ['Tax', 0],
  ]);
});
