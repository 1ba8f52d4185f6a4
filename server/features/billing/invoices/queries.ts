import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { readList } from '../../../platform/db/text-list';
import { checkIssued } from '../range';
import { invoicePage, invoicesOf, type ListInvoices, readInvoices, visibleInvoices } from './queries.sql';
import type { InvoiceList, InvoiceView } from './resource';
import { invoices } from './tables';

/** Invoices of the caller's business on either side. @throws AppError INVALID_REQUEST for a range upside down */
export function listInvoices(
  ctx: ReadContext,
  input: z.infer<typeof ListInvoices>,
): Promise<z.infer<typeof InvoiceList>> {
  checkIssued(input);
  return readList(ctx, invoicesOf(ctx.actor, input), invoicePage, input);
}

/** @throws AppError NOT_FOUND */
export async function getInvoice({ db, actor }: ReadContext, id: string): Promise<InvoiceView> {
  const [found] = await readInvoices(db, sql`i.id = ${id} and ${visibleInvoices(actor)}`, actor);
  if (!found) throw notFound();
  return found;
}

/** An invoice as it is printed: with the parties under the names that they had; null for an opening balance. */
export interface PrintedInvoice {
  invoice: InvoiceView;
  parties: typeof invoices.$inferSelect.parties;
}

/** @throws AppError NOT_FOUND */
export async function invoiceToPrint(ctx: ReadContext, id: string): Promise<PrintedInvoice> {
  const invoice = await getInvoice(ctx, id);
  const [row] = await ctx.db.select({ parties: invoices.parties }).from(invoices).where(eq(invoices.id, id));
  return { invoice, parties: row?.parties ?? null };
}

/** The same for a job, as its seller prints it; null for one that is gone. */
export async function printedInvoice(db: Db, id: string): Promise<PrintedInvoice | null> {
  const [row] = await db
    .select({ parties: invoices.parties, sellerId: invoices.sellerId })
    .from(invoices)
    .where(eq(invoices.id, id));
  if (!row) return null;
  const [invoice] = await readInvoices(db, sql`i.id = ${id}`, { entity: { id: row.sellerId } });
  return invoice ? { invoice, parties: row.parties } : null;
}
