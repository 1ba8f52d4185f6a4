import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '../../kernel/storage';
import type { Db } from '../db/client';
import { discard, notePending, takeOver } from '../storage/pending';
import { encodeImage } from './encode';
import { type ImageOrigin, SIZE_NAMES } from './sizes';

export const IMAGE_TYPE = 'image/webp';

/** Where the three sizes of an image are stored, and their bytes. */
export interface ImageFiles {
  key: string;
  size: number;
  mediumKey: string;
  mediumSize: number;
  thumbKey: string;
  thumbSize: number;
}

/** A re-encoded image in the storage; its files are removed unless a record claims them. */
export interface StoredImage {
  files: ImageFiles;
  takeOver(db: Db): Promise<void>;
  release(): Promise<void>;
}

interface Place {
  db: Db;
  storage: Storage;
}

/**
 * Re-encodes a stored upload and stores what it becomes beside it.
 * @param key of the upload, which stays
 * @returns null when it isn't an image that we take
 * @throws AppError SERVICE_UNAVAILABLE when too many wait, or when the storage can't be reached
 */
export function storeImage(place: Place, key: string, entityId: string): Promise<StoredImage | null> {
  // Only the one whose turn it is holds the file in memory.
  const read = async () => buffer(await place.storage.read(key));
  return storeSizes(place, key.replace(/\.\w+$/, ''), { read, entityId, origin: 'upload' });
}

/**
 * Re-encodes an image and stores its three sizes.
 * @param base what their keys begin with
 * @returns null when it isn't an image that we take
 * @throws AppError SERVICE_UNAVAILABLE when too many wait, or when the storage can't be reached
 */
export async function storeSizes(
  { db, storage }: Place,
  base: string,
  source: { read: () => Promise<Buffer>; entityId: string; origin: ImageOrigin },
): Promise<StoredImage | null> {
  const image = await encodeImage({ ...source, sizes: SIZE_NAMES });
  if (!image) return null;
  const keys = { full: `${base}.webp`, medium: `${base}-medium.webp`, thumb: `${base}-thumb.webp` };
  const release = async () => {
    for (const key of Object.values(keys)) await discard(db, storage, key);
  };
  try {
    for (const name of SIZE_NAMES) {
      await notePending(db, keys[name]);
      await storage.write(keys[name], Readable.from([image[name]]), { contentType: IMAGE_TYPE });
    }
  } catch (error) {
    await release().catch(() => {});
    throw error;
  }
  return {
    files: {
      key: keys.full,
      size: image.full.length,
      mediumKey: keys.medium,
      mediumSize: image.medium.length,
      thumbKey: keys.thumb,
      thumbSize: image.thumb.length,
    },
    takeOver: async (tx) => {
      for (const key of Object.values(keys)) await takeOver(tx, key);
    },
    release,
  };
}
