import { describe, expect, it } from 'vitest';
import { AccountValues, accountsPatch, valuesOf } from '@/components/money/books/accounts';
import { lastMonth } from '@/components/money/books/days';
import { accountLabel, neededOf } from '@/components/money/books/labels';

const NAMED = {
  ...{ receivable: 'A/R', freight: null, discount: null, credits: null },
  ...{ income: { default: 'Sales' }, tax: { gone: 'Old tax' }, deposits: { cash: 'Cash' } },
};
const RULES = [{ id: 'r1', name: 'Excise' }];

describe('accounts of the books', () => {
  const values = valuesOf(NAMED, RULES);

  it('has a field for every category, tax rule and method', () => {
    expect(Object.keys(values.income)).toHaveLength(7);
    expect(values.tax).toEqual({ default: '', r1: '', gone: 'Old tax' });
    expect(Object.keys(values.deposits)).toHaveLength(6);
    expect(AccountValues.safeParse(values).success).toBe(true);
  });

  it('sends whole fields that changed alone, without empty names, and keeps accounts of deleted rules', () => {
    const after = { ...values, receivable: '', tax: { ...values.tax, r1: 'Excise tax' } };
    expect(accountsPatch(values, after)).toEqual({
      receivable: null,
      tax: { gone: 'Old tax', r1: 'Excise tax' },
    });
    expect(accountsPatch(values, values)).toEqual({});
  });
});

describe('accounts without a name', () => {
  it('names that of all others once for categories and taxes that lack', () => {
    const keys = ['deposits.check', 'income.flower', 'income.vapes', 'receivable', 'tax.r1', 'tax.default'];
    expect(neededOf(keys)).toEqual(['receivable', 'income.default', 'tax.default', 'deposits.check']);
    expect(neededOf(undefined)).toEqual([]);
  });

  it('says them in words', () => {
    expect(
      ['income.flower', 'deposits.ach', 'freight', 'tax.r1', 'tax.gone'].map((key) =>
        accountLabel(key, RULES),
      ),
    ).toEqual(['Sales of flower', 'ACH payments', 'Freight and fees', 'Excise', 'A deleted tax']);
  });
});

describe('the days of a new export', () => {
  it('are the month before', () => {
    expect(lastMonth('2026-03-31')).toEqual({ start_date: '2026-02-01', end_date: '2026-02-28' });
    expect(lastMonth('2026-01-01')).toEqual({ start_date: '2025-12-01', end_date: '2025-12-31' });
  });
});
