import type { z } from 'zod';
import { AppError, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { Context, WriteContext } from '../../../operation/context';
import { announceUpdate } from '../announce';
import { getProduct, lockOwnProduct } from '../queries';
import type { ProductView } from '../resource';
import { productImages } from '../tables';
import { updateProducts } from '../writer';
import { uploadedImage } from './address';
import { releaseImages } from './release';
import { type AddImage, MAX_IMAGES, type RemoveImage } from './schema';

/**
 * Adds an uploaded image to the end of a product's images.
 * @throws AppError INVALID_REQUEST without a file, NOT_FOUND, CONFLICT with `details.reason = "too_many"`
 */
export async function addImage(
  ctx: WriteContext & Pick<Context, 'publicUrl' | 'upload'>,
  { id }: z.infer<typeof AddImage>,
): Promise<ProductView> {
  const { upload, actor } = ctx;
  if (!upload?.image) throw invalidRequest([{ path: 'file', code: 'required', message: 'is required' }]);
  const before = await lockOwnProduct(ctx, id);
  if (before.images.length >= MAX_IMAGES) {
    throw new AppError('CONFLICT', `A product has at most ${MAX_IMAGES} images. Remove one first.`, {
      reason: 'too_many',
      limit: MAX_IMAGES,
    });
  }
  const imageId = newId();
  const { key: storageKey, ...files } = upload.image;
  await upload.takeOver(ctx.db);
  await ctx.db.insert(productImages).values({
    id: imageId,
    productId: id,
    entityId: actor.entity.id,
    storageKey,
    ...files,
    uploadedBy: actor.userId,
  });
  return setImages(ctx, before, [...before.images, `${ctx.publicUrl}/images/products/${id}/${imageId}.webp`]);
}

/** @throws AppError NOT_FOUND */
export async function removeImage(
  ctx: WriteContext,
  { id, image_id }: z.infer<typeof RemoveImage>,
): Promise<ProductView> {
  const before = await lockOwnProduct(ctx, id);
  const images = before.images.filter((url) => uploadedImage(url)?.imageId !== image_id);
  if (images.length === before.images.length) throw notFound();
  return setImages(ctx, before, images);
}

async function setImages(ctx: WriteContext, before: ProductView, images: string[]): Promise<ProductView> {
  await updateProducts(ctx, [{ id: before.id, images }]);
  await releaseImages(ctx, before.id, images);
  const after = await getProduct(ctx, before.id);
  ctx.audit({
    action: 'product.updated',
    objectId: before.id,
    before: { images: before.images },
    after: { images: after.images },
  });
  announceUpdate(ctx, before, after);
  return after;
}
