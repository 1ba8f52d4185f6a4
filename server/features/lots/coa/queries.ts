import type { z } from 'zod';
import { existing, notFound } from '../../../kernel/errors';
import type { StoredFile } from '../../../kernel/storage';
import type { Context, ReadContext } from '../../../operation/context';
import { type CoaRow, type CoaView, coaFile, latestCoas, latestCoasOfBatch } from './queries.sql';

type CoaContext = ReadContext & Pick<Context, 'publicUrl'>;

/**
 * Reads a product's latest certificate and the earlier ones (at most 100), for everyone who sees the product.
 * @throws AppError NOT_FOUND when the product is absent or not visible, or has none
 */
export async function getCoa(ctx: CoaContext, productId: string): Promise<CoaView> {
  return withHistory(ctx, await latestCoas(ctx.db, productId, ctx.actor));
}

/**
 * Reads a batch's latest certificate and the earlier ones (at most 100), for every business that sees the batch: also
 * one that has held units of it, even after the product was deleted.
 * @throws AppError NOT_FOUND when the batch is absent or not visible, or has none
 */
export async function getCoaOfBatch(ctx: CoaContext, batchId: string): Promise<CoaView> {
  return withHistory(ctx, await latestCoasOfBatch(ctx.db, batchId, ctx.actor));
}

/** The certificates of a batch that the caller sees, newest first, with those that were withdrawn; at most 101. */
export async function certificatesOfBatch(
  { db, actor }: ReadContext,
  batchId: string,
): Promise<Array<Pick<CoaRow, 'id' | 'lab' | 'date' | 'file_name' | 'withdrawn' | 'created_at'>>> {
  const rows = await latestCoasOfBatch(db, batchId, actor);
  return rows.toSorted(newestFirst).map(({ id, lab, date, file_name, withdrawn, created_at }) => ({
    id,
    lab,
    date,
    file_name,
    withdrawn,
    created_at,
  }));
}

function withHistory({ publicUrl }: CoaContext, rows: readonly CoaRow[]): CoaView {
  const [latest, ...others] = rows;
  if (!latest?.counts) throw notFound();
  const history = others.toSorted(newestFirst).map((row) => recordOf(publicUrl, row));
  return { ...recordOf(publicUrl, latest), history };
}

type Dated = Pick<CoaRow, 'created_at' | 'id'>;
const newestFirst = (a: Dated, b: Dated) => compare(b.created_at, a.created_at) || compare(b.id, a.id);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** A certificate as it is published. */
export function recordOf(publicUrl: string, { counts: _, ...row }: CoaRow): CoaView['history'][number] {
  return { ...row, download_url: `${publicUrl}/api/v1/products/${row.product_id}/coa/${row.id}/file` };
}

/** @throws AppError NOT_FOUND */
export async function getCoaFile(
  { db, actor }: ReadContext,
  { id, coa_id }: { id: string; coa_id: string },
): Promise<z.infer<typeof StoredFile>> {
  const file = await existing(coaFile(db, coa_id, id, actor));
  return { ...file, content_type: 'application/pdf' };
}
