import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { newId } from '../../../kernel/ids';
import type { Storage } from '../../../kernel/storage';
import type { Db } from '../../../platform/db/client';
import { encodeImage } from '../../../platform/images/encode';
import { IMAGE_TYPE } from '../../../platform/images/store';
import { discard, notePending, takeOver } from '../../../platform/storage/pending';
import { isMissing } from '../../../platform/storage/storage';
import { productImages } from '../tables';

const BATCH = 50;

interface ResizeContext {
  db: Db;
  storage: Storage;
  stopping: AbortSignal;
}

/**
 * Makes the size of 480 pixels of images from before it (decision 447), batch by batch, until none lacks it.
 * @returns how many images have it now
 */
export async function resizeImages(ctx: ResizeContext): Promise<number> {
  let made = 0;
  for (let after = ''; !ctx.stopping.aborted; ) {
    const { id, entityId, storageKey, mediumSize } = productImages;
    const rows = await ctx.db
      .select({ id, entityId, storageKey })
      .from(productImages)
      .where(and(isNull(mediumSize), after ? gt(id, after) : undefined))
      .orderBy(asc(id))
      .limit(BATCH);
    for (const row of rows) if (!ctx.stopping.aborted && (await resize(ctx, row))) made += 1;
    if (rows.length < BATCH) break;
    after = rows.at(-1)?.id ?? '';
  }
  return made;
}

type Row = Pick<typeof productImages.$inferSelect, 'id' | 'entityId' | 'storageKey'>;

async function resize({ db, storage }: ResizeContext, { id, entityId, storageKey }: Row): Promise<boolean> {
  const read = async () => buffer(await storage.read(storageKey));
  // Its file was written by us; one that can't be read is shown in full size.
  const image = await encodeImage({ read, entityId, origin: 'upload', sizes: ['medium'] }).catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (!image) {
    await db.update(productImages).set({ mediumSize: 0 }).where(eq(productImages.id, id));
    return false;
  }
  const key = `product-images/${newId()}.webp`;
  await notePending(db, key);
  await storage.write(key, Readable.from([image.medium]), { contentType: IMAGE_TYPE });
  const made = await db.transaction(async (tx) => {
    const updated = await tx
      .update(productImages)
      .set({ mediumKey: key, mediumSize: image.medium.length })
      .where(and(eq(productImages.id, id), isNull(productImages.mediumSize)))
      .returning({ id: productImages.id });
    if (updated.length > 0) await takeOver(tx, key);
    return updated.length > 0;
  });
  if (!made) await discard(db, storage, key);
  return made;
}
