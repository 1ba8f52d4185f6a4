import * as z from 'zod/mini';
import { CATEGORY_OPTIONS } from '@/components/catalog/products/labels';
import { METHODS } from '@/components/money/payments/labels';
import { changedFields } from '@/components/ui/forms/changed-fields';
import type { BookAccounts, BookAccountsPatch, Rule } from './types';

const account = z.string().check(z.trim(), z.maxLength(100, 'Use at most 100 characters'));
const accounts = z.record(z.string(), account);

/** Names of accounts while they are edited: empty where there is none. */
export const AccountValues = z.object({
  receivable: account,
  freight: account,
  discount: account,
  credits: account,
  income: accounts,
  tax: accounts,
  deposits: accounts,
});
export type AccountValues = z.infer<typeof AccountValues>;

const filled = (keys: readonly string[], names: Readonly<Record<string, string>>) => ({
  ...Object.fromEntries(keys.map((key) => [key, ''])),
  ...names,
});

/** A field for every category, tax rule and method; taxes of deleted rules keep what they have. */
export function valuesOf(named: BookAccounts, rules: readonly Rule[]): AccountValues {
  const { receivable, freight, discount, credits, income, tax, deposits } = named;
  return {
    receivable: receivable ?? '',
    freight: freight ?? '',
    discount: discount ?? '',
    credits: credits ?? '',
    income: filled(['default', ...CATEGORY_OPTIONS.map(({ value }) => value)], income),
    tax: filled(['default', ...rules.map(({ id }) => id)], tax),
    deposits: filled(
      METHODS.map(({ value }) => value),
      deposits,
    ),
  };
}

const given = (names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(names).filter(([, name]) => name !== ''));

const sentOf = ({ income, tax, deposits, ...single }: AccountValues) => ({
  receivable: single.receivable || null,
  freight: single.freight || null,
  discount: single.discount || null,
  credits: single.credits || null,
  income: given(income),
  tax: given(tax),
  deposits: given(deposits),
});

/** What was changed, as the server takes it. */
export const accountsPatch = (before: AccountValues, after: AccountValues): BookAccountsPatch =>
  changedFields(sentOf(before), sentOf(after));
