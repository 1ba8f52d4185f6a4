import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { dateIn } from '../../../kernel/clock';
import { invalidRequest } from '../../../kernel/errors';
import type { Context, WriteContext } from '../../../operation/context';
import { lockOwnProduct } from '../queries';
import { productCoas } from '../tables';
import { getCoa } from './queries';
import type { AddCoa, Coa } from './schema';

/**
 * Stores a certificate of analysis for one of the caller's own products; it becomes the product's `test_results`
 * (decision 17). Its date defaults to today in the entity's timezone.
 * @throws AppError INVALID_REQUEST without a file, NOT_FOUND
 */
export async function addCoa(
  ctx: WriteContext & Pick<Context, 'publicUrl' | 'upload'>,
  { id, lab, batch_id, date }: z.infer<typeof AddCoa>,
): Promise<z.infer<typeof Coa>> {
  const { upload, actor } = ctx;
  if (!upload) throw invalidRequest([{ path: 'file', code: 'required', message: 'is required' }]);
  await lockOwnProduct(ctx, id);
  await upload.takeOver(ctx.db);
  const { key, fileName, size, sha256 } = upload;
  await ctx.db.insert(productCoas).values({
    productId: id,
    entityId: actor.entity.id,
    lab,
    batchId: batch_id,
    date: date ?? dateIn(actor.entity.timezone),
    fileName,
    fileSize: size,
    sha256,
    storageKey: key,
    uploadedBy: actor.userId,
    // Not now(), which is the transaction's start: of two in parallel, the one that waited is the later.
    createdAt: sql`clock_timestamp()`,
  });
  const coa = await getCoa(ctx, id);
  const { history: _, ...after } = coa;
  ctx.audit({ action: 'product.coa_added', objectId: id, after });
  return coa;
}
