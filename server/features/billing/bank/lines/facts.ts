import type { z } from 'zod';
import { toDollars } from '../../../../kernel/money';
import type { Proposal } from '../resource';
import type { Because, Confirmed, Sureness } from '../schema';
import type { LoosePayment, OpenInvoice } from './proposals.sql';

/** A line that waits for a decision. */
export interface OpenLine {
  id: string;
  day: string;
  /** Less than 0 for money out. */
  cents: number;
  text: string;
  reference: string | null;
  reverses: string | null;
  words: ReadonlySet<string>;
  /** Of invoices, in the text's order. */
  numbers: readonly string[];
  textKey: string | null;
}

/** What a line may be. */
export interface Draft {
  sure: z.infer<typeof Sureness>;
  because: Array<z.infer<typeof Because>>;
  confirm: z.infer<typeof Confirmed>;
  buyerId: string;
  invoices: readonly OpenInvoice[];
}

/** What is recorded and owed, by what lines say. */
export interface Facts {
  /** Customers by line: by their names, and by texts that were confirmed twice. */
  namedBy: ReadonlyMap<string, { names: readonly string[]; texts: readonly string[] }>;
  numbered: ReadonlyMap<string, OpenInvoice>;
  /** By balance. */
  equal: ReadonlyMap<number, readonly OpenInvoice[]>;
  /** By customer, the oldest due first. */
  oldest: ReadonlyMap<string, readonly OpenInvoice[]>;
  loose: ReadonlyMap<number, readonly LoosePayment[]>;
  sent: ReadonlyMap<number, ReadonlyArray<{ id: string; buyer_id: string; reference: string }>>;
  reversed: ReadonlyMap<string, ReadonlyArray<{ id: string; buyer_id: string; cents: number }>>;
}

/** A proposal as it is published. @param names of customers */
export function published(
  { sure, because, confirm, buyerId, invoices }: Draft,
  names: ReadonlyMap<string, string>,
): Proposal {
  return {
    ...{ sure, because, confirm },
    customer: { id: buyerId, name: names.get(buyerId) ?? '' },
    invoices: invoices.map(({ id, number, due_on, cents }) => ({
      id,
      number,
      due_on,
      balance: toDollars(cents),
    })),
  };
}
