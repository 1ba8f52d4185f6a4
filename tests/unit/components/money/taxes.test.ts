import { describe, expect, test } from 'vitest';
import { buyersText, daysText, goodsText, rateText, stateOn } from '@/components/money/taxes/labels';
import { sampleTax } from '@/components/money/taxes/sample';
import { NEW_TAX, presetValues, TaxValues, taxFields, taxValues } from '@/components/money/taxes/tax-values';
import type { TaxRule } from '@/components/money/taxes/types';
import { TAX_PRESETS } from '@/server/features/pricing/taxes/presets';

const RULE: TaxRule = {
  ...{ id: 'a', name: 'Excise', basis: 'percent', rate: 15, amount: null, weight_unit: null },
  ...{ categories: ['flower', 'vapes'], buyer_types: ['retailer'], use: 'adult', states: ['NV', 'CA'] },
  ...{ include_freight: true, starts_on: '2026-01-01', ends_on: null },
  ...{ created_at: '2026-01-02T15:04:05.000Z', updated_at: '2026-01-02T15:04:05.000Z' },
};
const WEIGHT: TaxRule = {
  ...RULE,
  basis: 'weight',
  rate: null,
  amount: 50,
  weight_unit: 'oz',
  include_freight: false,
};

describe('the form of a tax rule', () => {
  test('sends a rule back as it was, and one of a preset as the preset', () => {
    const { id: _, created_at: __, updated_at: ___, ...rule } = RULE;
    expect(taxFields(taxValues(RULE))).toEqual(rule);
    for (const preset of TAX_PRESETS) {
      const { key: _, state: __, note: ___, source: ____, as_of: _____, ...fields } = preset;
      const values = presetValues(preset, { ...NEW_TAX, starts_on: '2026-02-01' });
      expect(TaxValues.safeParse(values).success).toBe(true);
      expect(taxFields(values)).toEqual({ ...fields, starts_on: '2026-02-01', ends_on: null });
    }
  });

  test('asks for what its basis needs, and for days in their order', () => {
    const pathsOf = (fields: Partial<TaxValues>) =>
      TaxValues.safeParse({ ...NEW_TAX, name: 'Tax', ...fields }).error?.issues.map(({ path }) => path[0]);
    expect(pathsOf({})).toEqual(['rate']);
    expect(pathsOf({ basis: 'unit' })).toEqual(['amount']);
    expect(pathsOf({ rate: 1.00001 })).toEqual(['rate']);
    expect(pathsOf({ rate: 1, starts_on: '2026-02-02', ends_on: '2026-02-01' })).toEqual(['ends_on']);
    expect(pathsOf({ rate: 1, starts_on: '2026-02-02', ends_on: '2026-02-02' })).toBeUndefined();
  });
});

test('a sample order shows what a rule adds, and goods that lack a weight', () => {
  expect(sampleTax(NEW_TAX)).toBeNull();
  expect(sampleTax({ ...NEW_TAX, rate: 10 })).toEqual({ base: 940, amount: 94 });
  expect(sampleTax({ ...NEW_TAX, rate: 10, include_freight: true })).toEqual({ base: 965, amount: 96.5 });
  expect(sampleTax({ ...taxValues(WEIGHT), categories: ['flower'] })).toEqual({
    base: 2.4692,
    amount: 123.46,
  });
  expect(sampleTax({ ...taxValues(WEIGHT), categories: [] })).toEqual({
    missing: 'Rolling papers',
  });
  expect(sampleTax({ ...NEW_TAX, basis: 'unit', amount: 1 })).toEqual({ base: 50, amount: 50 });
});

test('says in words what a rule taxes, whom and when', () => {
  expect(rateText(RULE)).toBe('15%');
  expect(rateText({ ...RULE, rate: 2.3125 })).toBe('2.3125%');
  expect(rateText(WEIGHT)).toBe('$50.00 per oz');
  expect(goodsText(RULE)).toBe('Flower and vapes, with freight');
  expect(goodsText({ ...RULE, categories: [], include_freight: false })).toBe('All goods');
  expect(buyersText(RULE)).toBe('Retailers in NV or CA, adult-use');
  expect(buyersText({ ...RULE, buyer_types: [], states: [], use: null })).toBe('All buyers');
  expect(daysText(RULE)).toBe('From Jan 1, 2026');
  expect(daysText({ starts_on: null, ends_on: null })).toBeNull();
  expect(stateOn(RULE, '2025-12-31')).toBe('planned');
  expect(stateOn(RULE, '2026-01-01')).toBe('current');
  expect(stateOn({ starts_on: null, ends_on: '2026-01-01' }, '2026-01-02')).toBe('ended');
});
