import { z } from 'zod';
import { CalendarDate, Id, text, wholeNumber } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { MAX_TAX_RULES } from '../../entities/schema';
import { CATEGORY_NAMES } from '../../products/categories';
import { PAYMENT_METHODS } from '../schema';

/** What an export of the books holds, and for which program (decision 730). */
export const EXPORT_KINDS = ['customers', 'invoices', 'payments', 'journal'] as const;
export const ExportKind = z.enum(EXPORT_KINDS).meta({
  id: 'AccountingExportKind',
  description:
    '`customers`, `invoices` with credit notes, `payments` with refunds and voids, or `journal` with all of these',
});
export const EXPORT_FORMATS = ['quickbooks', 'iif', 'neutral'] as const;
export const ExportFormat = z.enum(EXPORT_FORMATS).meta({
  id: 'AccountingExportFormat',
  description:
    '`quickbooks`: CSV of QuickBooks Online; `iif`: QuickBooks Desktop; `neutral`: CSV for any program',
});
export const ExportScope = z.enum(['new', 'all']).meta({
  id: 'AccountingExportScope',
  description: '`new`: what no export of this kind and format has yet; `all`: without marking any',
});

/** Documents of one export. */
export const MAX_EXPORTED = 10_000;
/** Lines of its invoices and credit notes, or invoices of its payments: what a process holds in memory at once. */
export const MAX_EXPORTED_LINES = 100_000;
/** Bytes of its files together: as many lines of usual texts take 25 MB. */
export const MAX_EXPORTED_BYTES = 32_000_000;
/** Exports that are kept at once, and the bytes of their files. */
export const MAX_EXPORTS = 1_000;
export const MAX_KEPT_BYTES = 512_000_000;

/** What QuickBooks Desktop takes as IIF. */
const IIF_KINDS: readonly string[] = ['invoices', 'payments'];

export const NewExport = z
  .strictObject({
    kind: ExportKind,
    format: ExportFormat,
    start_date: CalendarDate.meta({ description: 'First day, in your timezone' }),
    end_date: CalendarDate.meta({ description: 'Last day' }),
    only: ExportScope.optional().meta({ description: '`new` when absent' }),
  })
  .refine(({ start_date, end_date }) => start_date <= end_date, {
    path: ['end_date'],
    ...rule('range_upside_down', 'must not be before start_date'),
  })
  .refine(({ kind, format }) => format !== 'iif' || IIF_KINDS.includes(kind), {
    path: ['format'],
    ...rule('unknown_value', 'IIF is for invoices and payments'),
  })
  .meta({
    examples: [{ kind: 'journal', format: 'neutral', start_date: '2026-01-01', end_date: '2026-01-31' }],
  });

const PathId = Id.meta({ description: 'Id of the export' });
export const ExportId = z.strictObject({ id: PathId });
export const ExportFileId = z.strictObject({
  id: PathId,
  n: wholeNumber().min(0).max(1_000_000).meta({ description: 'Number of the file, from 1' }),
});

/** Name of an account in the books. */
const Account = text(100).meta({ description: 'Name of the account in your books' });
const named = (key: z.ZodType<string>, most: number, description: string) =>
  z
    .record(key, Account)
    .refine(
      (names) => Object.keys(names).length <= most,
      rule('too_many_items', `must have at most ${most} entries`),
    )
    .meta({ description });
const one = (description: string) => Account.nullable().meta({ description });

const INCOME = ['default', ...CATEGORY_NAMES] as const;
const isKey = (keys: readonly string[]) =>
  z.string().refine((key) => keys.includes(key), rule('unknown_value', `must be one of ${keys.join(', ')}`));

const fields = {
  receivable: one('What customers owe'),
  income: named(isKey(INCOME), INCOME.length, 'Sales, by product category; `default` for the others'),
  tax: named(
    z.union([z.literal('default'), Id]),
    MAX_TAX_RULES * 5,
    'Taxes owed, by the id of your tax rule; `default` for the others',
  ),
  freight: one('Freight and fees'),
  discount: one('Discounts of orders'),
  credits: one('Goods credited'),
  deposits: named(
    isKey(PAYMENT_METHODS),
    PAYMENT_METHODS.length,
    'Where money arrives, by method of payment',
  ),
};

export const BookAccounts = z
  .object(fields)
  .meta({ id: 'AccountingAccounts', description: 'Names of accounts in your books' });
export type BookAccounts = z.infer<typeof BookAccounts>;

export const SetBookAccounts = z
  .strictObject(fields)
  .partial()
  .meta({
    examples: [
      {
        receivable: 'Accounts Receivable',
        income: { default: 'Sales' },
        tax: { default: 'Sales Tax Payable' },
        freight: 'Shipping Income',
        discount: 'Discounts Given',
        credits: 'Returns and Allowances',
        deposits: { check: 'Undeposited Funds', cash: 'Cash on Hand' },
      },
    ],
  });

export const NO_ACCOUNTS: BookAccounts = {
  receivable: null,
  income: {},
  tax: {},
  freight: null,
  discount: null,
  credits: null,
  deposits: {},
};

export const NoInput = z.strictObject({});

/** A name that had to be changed for the program. */
export const NameChange = z.object({
  customer_id: Id.meta({ description: 'Id of the customer' }),
  field: z.enum(['name', 'phone']).meta({ id: 'AccountingChangedField', description: 'What was changed' }),
  from: z.string().meta({ description: 'As you have it' }),
  to: z.string().meta({ description: 'As the file has it' }),
});
