import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { dateIn } from '../../../kernel/clock';
import { AppError, invalidRequest } from '../../../kernel/errors';
import type { Context, WriteContext } from '../../../operation/context';
import { lockOwnProduct } from '../../products/queries';
import { storeCoa } from '../../products/service';
import { productCoas } from '../../products/tables';
import { getBatch } from '../queries';
import { findOrCreateBatch } from '../service';
import { mismatchesOf } from './mismatches';
import { getCoa } from './queries';
import { type AddCoa, type Coa, Extracted, MAX_COAS } from './schema';

/**
 * Stores a certificate of analysis for a batch of one of the caller's own products, created if need be; it becomes the
 * product's `test_results` (decision 17). Its date defaults to today in the entity's timezone. What its PDF says is stored
 * with it and changes nothing else.
 * @throws AppError INVALID_REQUEST without a file, NOT_FOUND, CONFLICT with `details.reason = "too_many"`
 */
export async function addCoa(
  ctx: WriteContext & Pick<Context, 'publicUrl' | 'upload'>,
  { id, lab, batch_id, date }: z.infer<typeof AddCoa>,
): Promise<z.infer<typeof Coa>> {
  const { upload, actor } = ctx;
  if (!upload) throw invalidRequest([{ path: 'file', code: 'required', message: 'is required' }]);
  const { data: extracted = null } = Extracted.safeParse(upload.contents);
  const { thc_percentage, cbd_percentage } = await lockOwnProduct(ctx, id);
  if ((await ctx.db.$count(productCoas, eq(productCoas.productId, id))) >= MAX_COAS) {
    throw new AppError(
      'CONFLICT',
      `A product has at most ${MAX_COAS} certificates. Create another product for new batches.`,
      { reason: 'too_many', limit: MAX_COAS },
    );
  }
  const batch = await findOrCreateBatch(ctx, { product_id: id, batch_id });
  if (batch.created) {
    ctx.audit({ action: 'batch.created', objectId: batch.id, after: await getBatch(ctx, batch.id) });
  }
  await upload.takeOver(ctx.db);
  const { key, fileName, size, sha256 } = upload;
  const day = date ?? dateIn(actor.entity.timezone);
  const claims = { lab, batch_id, date: day, thc_percentage, cbd_percentage };
  await storeCoa(ctx.db, {
    productId: id,
    entityId: actor.entity.id,
    lab,
    batchId: batch_id,
    batch: batch.id,
    date: day,
    fileName,
    fileSize: size,
    sha256,
    storageKey: key,
    uploadedBy: actor.userId,
    extracted,
    mismatches: extracted ? mismatchesOf(claims, extracted) : [],
  });
  const coa = await getCoa(ctx, id);
  const { history: _, ...after } = coa;
  ctx.audit({ action: 'product.coa_added', objectId: id, after });
  return coa;
}
