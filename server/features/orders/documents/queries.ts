import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import type { GeneratedFile } from '../../../kernel/storage';
import type { Context, ReadContext } from '../../../operation/context';
import { getCredit } from '../../billing/credits/queries';
import { getInvoice, invoiceToPrint } from '../../billing/invoices/queries';
import { logoIdOf } from '../../entities/logo/queries';
import { logoPath } from '../../entities/logo/schema';
import { getDraft } from '../drafts/queries';
import { manifestOf } from '../flow/manifest/queries';
import { getOrder, type OrderView } from '../queries';
import { type DrawContext, drawn, drawnOf } from './drawn';
import { creditSheet, invoiceSheet } from './invoice-sheet';
import { certificatesOf, seenLogo } from './queries.sql';
import { quoteSheet } from './quote-sheet';
import type {
  CertificatesOf,
  OrderCertificates,
  PrintDocuments,
  PrintedSheet,
  ReadDocument,
  Sheet,
} from './schema';
import { sheetOf } from './sheet';

/** The certificates of what an order has, for either party. @throws AppError NOT_FOUND */
export async function listCertificates(
  ctx: ReadContext & Pick<Context, 'publicUrl'>,
  { id }: z.infer<typeof CertificatesOf>,
): Promise<z.infer<typeof OrderCertificates>> {
  await getOrder(ctx, id);
  const rows = await certificatesOf(ctx.db, id);
  return {
    certificates: rows.map((row) => ({
      ...row,
      download_url: `${ctx.publicUrl}/api/v1/products/${row.product_id}/coa/${row.id}/file`,
    })),
  };
}

export type SheetContext = ReadContext & Pick<Context, 'publicUrl'>;

/** A document of an order, for either party. @throws AppError NOT_FOUND */
export async function getDocument(ctx: SheetContext, asked: z.infer<typeof ReadDocument>): Promise<Sheet> {
  const { make } = await documentOf(ctx, asked);
  return make();
}

/** A sheet that isn't made yet: all that it shows, which tells whether a document of it is kept (decision 910). */
interface Unmade<T extends PrintedSheet = Sheet> {
  source: { number: string; shown: unknown };
  make: () => T;
}

async function documentOf(ctx: SheetContext, { id, kind }: z.infer<typeof ReadDocument>): Promise<Unmade> {
  const order = await getOrder(ctx, id);
  const logoUrl = await logoUrlOf(ctx, order.wholesaler.id);
  if (kind === 'invoice' && order.invoice) return invoiceOf(ctx, order.invoice.id, { logoUrl, order });
  const manifest = await manifestOf(ctx, order.id);
  const { timezone } = ctx.actor.entity;
  return {
    source: { number: order.order_number, shown: { kind, order, manifest, timezone, logoUrl } },
    make: () => sheetOf(kind, order, manifest, { timezone, logoUrl }),
  };
}

/** The PDF of sheets, which are made only where no document of them is kept. */
function printed(ctx: DrawContext, sheets: readonly Unmade<PrintedSheet>[]): Promise<Buffer> {
  return drawnOf(
    ctx,
    sheets.map(({ source }) => source.shown),
    () => sheets.map(({ make }) => make()),
  );
}

/** Address of a seller's logo as documents name it; null without one. */
export async function logoUrlOf(
  { db, publicUrl }: Pick<SheetContext, 'db' | 'publicUrl'>,
  sellerId: string,
): Promise<string | null> {
  const [logo] = await logoIdOf(db, sellerId);
  return logo ? publicUrl + logoPath(logo.id) : null;
}

async function invoiceOf(
  ctx: SheetContext,
  id: string,
  { logoUrl, order }: { logoUrl: string | null; order: OrderView | null },
): Promise<Unmade> {
  const printed = await invoiceToPrint(ctx, id);
  const more = { logoUrl, poNumber: order?.po_number ?? null, notes: order?.notes ?? null };
  return {
    source: { number: printed.invoice.number, shown: { kind: 'invoice', printed, more } },
    make: () => invoiceSheet(printed, more),
  };
}

/** An issued invoice as a PDF. @throws AppError NOT_FOUND, SERVICE_UNAVAILABLE when too many wait */
export async function printInvoice(ctx: SheetContext, id: string): Promise<z.infer<typeof GeneratedFile>> {
  const invoice = await getInvoice(ctx, id);
  const order = invoice.order_id ? await getOrder(ctx, invoice.order_id) : null;
  const unmade = await invoiceOf(ctx, id, { logoUrl: await logoUrlOf(ctx, invoice.seller.id), order });
  return pdfOf(await printed(ctx, [unmade]), `invoice-${invoice.number}`);
}

/** A credit note as a PDF. @throws AppError NOT_FOUND, SERVICE_UNAVAILABLE when too many wait */
export async function printCredit(ctx: SheetContext, id: string): Promise<z.infer<typeof GeneratedFile>> {
  const note = await getCredit(ctx, id);
  const invoice = await invoiceToPrint(ctx, note.invoice.id);
  const logoUrl = await logoUrlOf(ctx, note.seller.id);
  const unmade: Unmade<PrintedSheet> = {
    source: { number: note.number, shown: { kind: 'credit', note, invoice, logoUrl } },
    make: () => creditSheet(note, invoice, logoUrl),
  };
  return pdfOf(await printed(ctx, [unmade]), `credit-note-${note.number}`);
}

/** A draft or quote as a PDF. @throws AppError NOT_FOUND, SERVICE_UNAVAILABLE when too many wait */
export async function printQuote(ctx: SheetContext, id: string): Promise<z.infer<typeof GeneratedFile>> {
  const draft = await getDraft(ctx, id);
  const { timezone } = ctx.actor.entity;
  const place = { logoUrl: await logoUrlOf(ctx, draft.wholesaler.id), timezone };
  const unmade: Unmade<PrintedSheet> = {
    source: { number: id, shown: { kind: 'quote', draft, place } },
    make: () => quoteSheet(draft, place),
  };
  const { status, valid_until } = draft;
  const name = status === 'draft' ? 'draft' : `quote-until-${valid_until}`;
  return pdfOf(await printed(ctx, [unmade]), name);
}

export function pdfOf(contents: Buffer, name: string): z.infer<typeof GeneratedFile> {
  return {
    file_name: `${name}.pdf`,
    content_type: 'application/pdf',
    contents: contents.toString('base64'),
  };
}

/**
 * The same as a PDF, of one order or several, each on pages of its own.
 * @throws AppError NOT_FOUND for an order that the caller doesn't see, SERVICE_UNAVAILABLE when too many wait
 */
export async function printDocuments(
  ctx: SheetContext,
  { id, kind, also }: z.infer<typeof PrintDocuments>,
): Promise<z.infer<typeof GeneratedFile>> {
  const documents: Unmade[] = [];
  for (const one of new Set([id, ...(also?.toLowerCase().split(',') ?? [])])) {
    documents.push(await documentOf(ctx, { id: one, kind }));
  }
  const contents = await printed(ctx, documents);
  const [first] = documents;
  const name =
    documents.length === 1 ? `${kind}-${first?.source.number}` : `${kind}-${documents.length}-orders`;
  return pdfOf(contents, name);
}

/**
 * A logo as PNG, for its business and those that ordered from it.
 * @throws AppError NOT_FOUND
 */
export async function readLogo({ db, actor }: ReadContext, id: string): Promise<Buffer> {
  const [logo] = await seenLogo(db, id, actor.entity.id);
  if (!logo) throw notFound();
  return logo.contents;
}

/** Draws sheets of another feature. @returns the PDF @throws AppError SERVICE_UNAVAILABLE when too many wait */
export function drawPdf(ctx: ReadContext, sheets: readonly PrintedSheet[]): Promise<Buffer> {
  return drawn(ctx, sheets);
}
