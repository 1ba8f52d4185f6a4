import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { WriteContext } from '../../../operation/context';
import { notePending } from '../../../platform/storage/pending';
import { productImages } from '../tables';
import { uploadedImage } from './address';

/**
 * Lets go of a product's uploads and copies that its images no longer name: the purge of pending uploads removes their
 * files.
 */
export async function releaseImages(
  { db }: WriteContext,
  id: string,
  images: readonly string[],
): Promise<void> {
  const kept = images.map((url) => uploadedImage(url)?.imageId ?? url);
  const name = sql<string>`coalesce(${productImages.source}, ${productImages.id}::text)`;
  const gone = await db
    .delete(productImages)
    .where(and(eq(productImages.productId, id), kept.length > 0 ? notInArray(name, kept) : undefined))
    .returning({
      key: productImages.storageKey,
      mediumKey: productImages.mediumKey,
      thumbKey: productImages.thumbKey,
    });
  for (const keys of gone) {
    for (const key of Object.values(keys)) if (key !== null) await notePending(db, key);
  }
}
