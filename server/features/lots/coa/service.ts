import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { dateIn } from '../../../kernel/clock';
import { AppError, invalidRequest } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { Context, WriteContext } from '../../../operation/context';
import type { Reading } from '../../../platform/pdf/reader';
import { announceUpdate as announceProductUpdate } from '../../products/announce';
import { getProduct, lockOwnProduct } from '../../products/queries';
import { storeCoa } from '../../products/service';
import { productCoas } from '../../products/tables';
import { getBatch } from '../queries';
import { announceUpdate as announceBatchUpdate, findOrCreateBatch } from '../service';
import { batches } from '../tables';
import { mismatchesOf } from './mismatches';
import { getCoa } from './queries';
import { extractedOf, readLater } from './read-again';
import { type AddCoa, type Coa, MAX_COAS } from './schema';

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
  const reading = upload.contents as Reading;
  const extracted = extractedOf(reading);
  const isUnread = reading.state !== 'read';
  const product = await lockOwnProduct(ctx, id);
  const { thc_percentage, cbd_percentage } = product;
  if ((await ctx.db.$count(productCoas, eq(productCoas.productId, id))) >= MAX_COAS) {
    throw new AppError(
      'CONFLICT',
      `A product has at most ${MAX_COAS} certificates. Create another product for new batches.`,
      { reason: 'too_many', limit: MAX_COAS },
    );
  }
  const batch = await findOrCreateBatch(ctx, { product_id: id, batch_id });
  const before = await getBatch(ctx, batch.id);
  if (batch.created) ctx.audit({ action: 'batch.created', objectId: batch.id, after: before });
  await upload.takeOver(ctx.db);
  const { key, fileName, size, sha256 } = upload;
  const day = date ?? dateIn(actor.entity.timezone);
  const claims = { lab, batch_id, date: day, thc_percentage, cbd_percentage };
  const coaId = newId();
  await storeCoa(ctx.db, {
    id: coaId,
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
    unreadSince: isUnread ? new Date() : null,
    mismatches: extracted ? mismatchesOf(claims, extracted) : [],
  });
  if (isUnread) await readLater(ctx.db, coaId, actor.entity.id);
  // A row of another table says whether it has a certificate.
  await ctx.db.update(batches).set({ updatedAt: sql`change_time()` }).where(eq(batches.id, batch.id));
  const coa = await getCoa(ctx, id);
  const { history: _, ...after } = coa;
  ctx.audit({ action: 'product.coa_added', objectId: id, after });
  announceBatchUpdate(ctx, before, await getBatch(ctx, batch.id));
  announceProductUpdate(ctx, product, await getProduct(ctx, id));
  return coa;
}
