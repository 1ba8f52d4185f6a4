import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '../../kernel/storage';
import type { Db } from '../db/client';
import { discard, notePending, takeOver } from '../storage/pending';
import { encodeImage } from './encode';

export const IMAGE_TYPE = 'image/webp';

/** A re-encoded upload in the storage; its files are removed unless a record claims them. */
export interface StoredImage {
  key: string;
  size: number;
  thumbKey: string;
  thumbSize: number;
  takeOver(db: Db): Promise<void>;
  release(): Promise<void>;
}

/**
 * Re-encodes a stored upload and stores what it becomes beside it.
 * @param key of the upload, which stays
 * @returns null when it isn't an image that we take
 * @throws AppError SERVICE_UNAVAILABLE when too many wait, or when the storage can't be reached
 */
export async function storeImage(
  { db, storage }: { db: Db; storage: Storage },
  key: string,
  entityId: string,
): Promise<StoredImage | null> {
  // Only the one whose turn it is holds the file in memory.
  const image = await encodeImage(async () => buffer(await storage.read(key)), entityId);
  if (!image) return null;
  const base = key.replace(/\.\w+$/, '');
  const keys = [`${base}.webp`, `${base}-thumb.webp`] as const;
  const release = async () => {
    for (const one of keys) await discard(db, storage, one);
  };
  try {
    for (const [index, contents] of [image.full, image.thumb].entries()) {
      const name = keys[index] as string;
      await notePending(db, name);
      await storage.write(name, Readable.from([contents]), { contentType: IMAGE_TYPE });
    }
  } catch (error) {
    await release().catch(() => {});
    throw error;
  }
  return {
    key: keys[0],
    size: image.full.length,
    thumbKey: keys[1],
    thumbSize: image.thumb.length,
    takeOver: async (tx) => {
      for (const one of keys) await takeOver(tx, one);
    },
    release,
  };
}
