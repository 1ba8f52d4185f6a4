import { and, eq, notInArray } from 'drizzle-orm';
import type { WriteContext } from '../../../operation/context';
import { notePending } from '../../../platform/storage/pending';
import { productImages } from '../tables';
import { uploadedImage } from './address';

/** Lets go of a product's uploads that its images no longer name: the purge of pending uploads removes their files. */
export async function releaseImages(
  { db }: WriteContext,
  id: string,
  images: readonly string[],
): Promise<void> {
  const kept = images.flatMap((url) => uploadedImage(url)?.imageId ?? []);
  const gone = await db
    .delete(productImages)
    .where(
      and(eq(productImages.productId, id), kept.length > 0 ? notInArray(productImages.id, kept) : undefined),
    )
    .returning({ key: productImages.storageKey, thumbKey: productImages.thumbKey });
  for (const { key, thumbKey } of gone) {
    await notePending(db, key);
    await notePending(db, thumbKey);
  }
}
