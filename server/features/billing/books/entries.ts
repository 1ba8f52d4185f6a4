import { AppError } from '../../../kernel/errors';
import type { BookedCredit, BookedInvoice, BookedPayment } from './documents.sql';
import type { BookAccounts } from './schema';

/** A line of an entry: a debit in cents, or a credit where it is less than 0. */
export interface Posting {
  account: string;
  cents: number;
  memo: string;
}

/** A document as the books have it. */
export interface Entry {
  id: string;
  part: 'document' | 'void';
  type: 'invoice' | 'credit_note' | 'payment' | 'refund' | 'void';
  number: string;
  date: string;
  /** Name of the customer when the document was made. */
  party: string;
  partyExternalId: string | null;
  memo: string;
  /** Their sum is 0; the first is what the customer owes, or where its money goes. */
  postings: Posting[];
}

/** Finds names of accounts, and remembers which ones have none. */
export class AccountMap {
  private readonly missing = new Set<string>();

  constructor(private readonly accounts: BookAccounts) {}

  one(name: 'receivable' | 'freight' | 'discount' | 'credits'): string {
    return this.known(name, this.accounts[name]);
  }

  of(name: 'income' | 'tax', key: string | null): string {
    const names: Record<string, string> = this.accounts[name];
    return this.known(
      `${name}.${key ?? 'default'}`,
      (key === null ? undefined : names[key]) ?? names.default,
    );
  }

  deposit(method: string): string {
    const names: Record<string, string> = this.accounts.deposits;
    return this.known(`deposits.${method}`, names[method]);
  }

  private known(key: string, name: string | null | undefined): string {
    if (!name) this.missing.add(key);
    return name ?? '';
  }

  /** @throws AppError CONFLICT with `details.reason = "accounts_unmapped"` and their keys */
  check(): void {
    if (this.missing.size === 0) return;
    const accounts = [...this.missing].sort();
    throw new AppError('CONFLICT', `These accounts have no name in your books yet: ${accounts.join(', ')}.`, {
      reason: 'accounts_unmapped',
      accounts,
    });
  }
}

const posted = (account: string, cents: number, memo = ''): Posting[] =>
  cents === 0 ? [] : [{ account, cents, memo }];

/** What goods of each category came to, in the order of the lines. */
function byCategory(lines: readonly { category: string; total_cents: number }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { category, total_cents } of lines) sums.set(category, (sums.get(category) ?? 0) + total_cents);
  return sums;
}

const toCents = (dollars: number) => Math.round(dollars * 100);

/** Receivable against sales by category, discounts, freight and each tax (decision 730). */
export function invoiceEntry(one: BookedInvoice, accounts: AccountMap): Entry {
  const { id, number, issued_on: date, document } = one;
  return balanced({
    ...partyOf(one),
    ...{ id, number, date, part: 'document', type: 'invoice', memo: one.order_number },
    postings: [
      { account: accounts.one('receivable'), cents: one.total_cents, memo: number },
      ...[...byCategory(document.lines)].flatMap(([category, cents]) =>
        posted(accounts.of('income', category), -cents, category),
      ),
      ...(one.discount_cents > 0 ? posted(accounts.one('discount'), one.discount_cents, 'Discount') : []),
      ...(one.freight_cents > 0 ? posted(accounts.one('freight'), -one.freight_cents, 'Freight') : []),
      ...document.tax_lines.flatMap(({ rule_id, name, amount }) =>
        amount === 0 ? [] : posted(accounts.of('tax', rule_id), -toCents(amount), name),
      ),
    ],
  });
}

/** The reverse, with the goods in an account of their own. */
export function creditEntry(one: BookedCredit, accounts: AccountMap): Entry {
  const { id, number, issued_on: date, document } = one;
  return balanced({
    ...partyOf(one),
    ...{ id, number, date, part: 'document', type: 'credit_note', memo: one.reason },
    postings: [
      { account: accounts.one('receivable'), cents: -one.total_cents, memo: number },
      ...(one.subtotal_cents === 0
        ? []
        : posted(accounts.one('credits'), one.subtotal_cents, one.invoice_number)),
      ...(one.discount_cents === 0 ? [] : posted(accounts.one('discount'), -one.discount_cents, 'Discount')),
      ...document.tax_lines.flatMap(({ rule_id, name, amount }) =>
        amount === 0 ? [] : posted(accounts.of('tax', rule_id), toCents(amount), name),
      ),
    ],
  });
}

/** Money that arrived, went back, or of which the entry was void. */
export function paymentEntry(one: BookedPayment, accounts: AccountMap): Entry {
  const { id, part, kind } = one;
  const type = part === 'void' ? 'void' : kind;
  const cents = (kind === 'refund' ? -1 : 1) * (part === 'void' ? -1 : 1) * one.amount_cents;
  const memo = one.memo ?? '';
  return balanced({
    ...partyOf(one),
    ...{ id, part, type, number: one.reference ?? '', date: one.date, memo },
    postings: [
      ...posted(accounts.deposit(one.method), cents, memo),
      ...posted(accounts.one('receivable'), -cents, memo),
    ],
  });
}

const partyOf = ({ party, external_id }: { party: string; external_id: string | null }) => ({
  party,
  partyExternalId: external_id,
});

/** @throws Error for an entry that doesn't balance: nothing is written then */
function balanced(entry: Entry): Entry {
  const sum = entry.postings.reduce((cents, posting) => cents + posting.cents, 0);
  if (sum !== 0) throw new Error(`The entry of ${entry.type} ${entry.id} is off by ${sum} cents`);
  return entry;
}
