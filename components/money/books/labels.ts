import { readable } from '@/components/catalog/products/labels';
import { METHODS, methodLabel } from '@/components/money/payments/labels';
import type { PaymentMethod } from '@/components/money/payments/types';
import type { ExportFormat, ExportKind, Rule } from './types';

export const KINDS = [
  { value: 'journal', label: 'Journal of all documents' },
  { value: 'invoices', label: 'Invoices and credit notes' },
  { value: 'payments', label: 'Payments and refunds' },
  { value: 'customers', label: 'Customers' },
] as const satisfies readonly { value: ExportKind; label: string }[];

export const FORMATS = [
  { value: 'quickbooks', label: 'QuickBooks Online (CSV)' },
  { value: 'iif', label: 'QuickBooks Desktop (IIF)' },
  { value: 'neutral', label: 'Other program (CSV)' },
] as const satisfies readonly { value: ExportFormat; label: string }[];

/** What QuickBooks Desktop takes. */
export const hasIif = (kind: ExportKind): boolean => kind === 'invoices' || kind === 'payments';

const labelIn = <Value extends string>(options: readonly { value: Value; label: string }[], value: Value) =>
  options.find((one) => one.value === value)?.label ?? value;
export const kindLabel = (kind: ExportKind): string => labelIn(KINDS, kind);
export const formatLabel = (format: ExportFormat): string => labelIn(FORMATS, format);

/** The accounts that most businesses name, with what QuickBooks calls them. */
export const MAIN = [
  { name: 'receivable', label: 'Accounts receivable', usual: 'Accounts Receivable (A/R)' },
  { name: 'income.default', label: 'Sales', usual: 'Sales of Product Income' },
  { name: 'tax.default', label: 'Taxes owed', usual: 'Sales Tax Payable' },
  { name: 'freight', label: 'Freight and fees', usual: 'Shipping Income' },
  { name: 'discount', label: 'Discounts', usual: 'Discounts given' },
  { name: 'credits', label: 'Credited goods', usual: 'Returns and Allowances' },
] as const;

/** Where money waits until it is at the bank. */
export const USUAL_DEPOSIT = 'Undeposited Funds';

/**
 * The accounts to name, of the keys that the server reports: one that lacks for a category or a tax is named by that of all
 * others.
 */
export function neededOf(keys: unknown): string[] {
  const all = Array.isArray(keys) ? keys.map(String) : [];
  const needed = new Set(all.map((key) => key.replace(/^(income|tax)\..*/, '$1.default')));
  return [
    ...MAIN.map(({ name }) => name as string),
    ...METHODS.map(({ value }) => `deposits.${value}`),
  ].filter((name) => needed.has(name));
}

/** What an account is called, by its key such as `income.flower` or `deposits.check`. */
export function accountLabel(key: string, rules: readonly Rule[] = []): string {
  const main = MAIN.find(({ name }) => name === key);
  if (main) return main.label;
  const [field, name = ''] = key.split('.');
  if (field === 'income') return `Sales of ${readable(name).toLowerCase()}`;
  if (field === 'deposits') return `${methodLabel(name as PaymentMethod)} payments`;
  return rules.find(({ id }) => id === name)?.name ?? 'A deleted tax';
}
