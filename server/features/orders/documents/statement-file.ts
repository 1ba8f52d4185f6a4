import type { z } from 'zod';
import { AppError } from '../../../kernel/errors';
import type { GeneratedFile } from '../../../kernel/storage';
import type { Tasks } from '../../../kernel/tasks';
import type { Context, WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { enqueue } from '../../../platform/outbox/enqueue';
import {
  ofCustomer,
  ofSupplier,
  type PrintedStatement,
  statementToPrint,
} from '../../billing/statements/queries';
import { type ReadStatement, ROWS_AT_ONCE, type StatementFile } from '../../billing/statements/schema';
import { type DrawContext, drawnOf, keptDrawn } from './drawn';
import { waitingIn } from './drawn.sql';
import { logoUrlOf, pdfOf, type SheetContext } from './queries';
import { statementSheet } from './statement-sheet';

type Asked = z.infer<typeof ReadStatement>;
type DrawingContext = WriteContext & Pick<Context, 'publicUrl'>;
type PdfContext = DrawContext & Pick<Context, 'publicUrl'>;

/** Statements of a business that wait to be drawn. */
const MOST_WAITING = 20;

/** All that the PDF shows. */
async function sourceOf(ctx: PdfContext, printed: PrintedStatement) {
  return { printed, logoUrl: await logoUrlOf(ctx, printed.statement.seller.id) };
}

/** A statement as a PDF. @throws AppError SERVICE_UNAVAILABLE when too many wait */
export async function statementPdf(ctx: PdfContext, printed: PrintedStatement): Promise<Buffer> {
  const source = await sourceOf(ctx, printed);
  return drawnOf(ctx, source, () => [statementSheet(printed, source.logoUrl)]);
}

/** The statement of a customer as a PDF. @throws AppError as `customerStatement`, CONFLICT `not_drawn` */
export async function printCustomerStatement(
  ctx: SheetContext,
  asked: Asked,
): Promise<z.infer<typeof GeneratedFile>> {
  return fileOf(ctx, await ofCustomer(ctx, asked));
}

/** The statement of a supplier as a PDF. @throws AppError as `supplierStatement`, CONFLICT `not_drawn` */
export async function printSupplierStatement(
  ctx: SheetContext,
  asked: Asked,
): Promise<z.infer<typeof GeneratedFile>> {
  return fileOf(ctx, await ofSupplier(ctx, asked));
}

async function fileOf(ctx: SheetContext, printed: PrintedStatement) {
  const { from, to, rows } = printed.statement;
  const isLong = rows.length > ROWS_AT_ONCE;
  const contents = isLong
    ? await keptDrawn(ctx, await sourceOf(ctx, printed))
    : await statementPdf(ctx, printed);
  if (!contents) {
    const message =
      'The statement has more than 2,000 rows, so a job draws it. Start it with POST at the same path, then ask again.';
    throw new AppError('CONFLICT', message, { reason: 'not_drawn' });
  }
  return pdfOf(contents, `statement-${from}-${to}`);
}

/**
 * Has the statement of a customer drawn as a PDF by a job, unless it is drawn.
 * @throws AppError as `customerStatement`, RATE_LIMITED where too many of the business wait
 */
export async function drawCustomerStatement(
  ctx: DrawingContext,
  asked: Asked,
): Promise<z.infer<typeof StatementFile>> {
  return start(ctx, await ofCustomer(ctx, asked), `customers/${asked.id}`);
}

/** The same with a supplier. @throws AppError as `supplierStatement`, RATE_LIMITED where too many of the business wait */
export async function drawSupplierStatement(
  ctx: DrawingContext,
  asked: Asked,
): Promise<z.infer<typeof StatementFile>> {
  return start(ctx, await ofSupplier(ctx, asked), `suppliers/${asked.id}`);
}

async function start(ctx: DrawingContext, printed: PrintedStatement, path: string) {
  const { seller, buyer, from, to } = printed.statement;
  const url = `/api/v1/${path}/statement/pdf?from=${from}&to=${to}`;
  if (await keptDrawn(ctx, await sourceOf(ctx, printed))) return { status: 'completed' as const, url };
  const entityId = ctx.actor.entity.id;
  const owner = `statements:${entityId}`;
  const [waiting] = await waitingIn(ctx.db, `${owner}:1`);
  if ((waiting?.count ?? 0) >= MOST_WAITING) throw tooMany();
  const task = { entity_id: entityId, seller_id: seller.id, buyer_id: buyer.id, from, to };
  await enqueue(ctx.db, 'draw_statement', task, {
    key: ['statement', ...Object.values(task)].join(' '),
    maxAttempts: 3,
    limit: { owner, atOnce: 1 },
  });
  return { status: 'running' as const, url };
}

function tooMany(): AppError {
  const seconds = 60;
  const message = `Your business has ${MOST_WAITING} statements waiting to be drawn. Fetch those first.`;
  return new AppError('RATE_LIMITED', message, { retry_after: seconds }, { 'Retry-After': String(seconds) });
}

/** Draws a statement and keeps it for the business that asked. Its members fetch it by their own rights. */
export async function drawStatement(
  { db, publicUrl }: { db: Db; publicUrl: string },
  { entity_id, seller_id, buyer_id, from, to }: Tasks['draw_statement'],
): Promise<void> {
  const printed = await statementToPrint(db, { sellerId: seller_id, buyerId: buyer_id }, { from, to });
  await statementPdf({ db, publicUrl, actor: { entity: { id: entity_id } }, patient: true }, printed);
}
