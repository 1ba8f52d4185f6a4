import { Readable } from 'node:stream';
import type { productImages } from '../../../features/products/tables';
import type { Storage } from '../../../kernel/storage';
import { IMAGE_TYPE } from '../../../platform/images/store';
import type { Business } from '../businesses';
import { idAt } from '../identity';
import { readPicture } from './files';

const FILES_AT_ONCE = 16;

interface Picture {
  row: typeof productImages.$inferInsert & { id: string };
  files: ReadonlyArray<readonly [key: string, contents: Buffer]>;
}

/** Gives each product of a business its picture, as an upload would be. */
export function picture({ members, products }: Business): Picture[] {
  return products.map((product) => pictureOf(product, members[0]?.id));
}

/** Where a product names its picture. */
export const pictureAddress = (publicUrl: string, { productId, id }: Picture['row']) =>
  `${publicUrl}/images/products/${productId}/${id}.webp`;

function pictureOf(product: Business['products'][number], uploadedBy: string | undefined): Picture {
  const { id: productId, entityId, createdAt } = product;
  const [medium, thumb] = [readPicture(product, 'medium'), readPicture(product, 'thumb')];
  const id = idAt((createdAt ?? new Date()).getTime());
  const base = `product-images/${id}`;
  const [storageKey, mediumKey, thumbKey] = [`${base}.webp`, `${base}-medium.webp`, `${base}-thumb.webp`];
  return {
    row: {
      ...{ id, productId, entityId, uploadedBy, createdAt },
      ...{ storageKey, size: medium.length, mediumKey, mediumSize: medium.length },
      ...{ thumbKey, thumbSize: thumb.length },
    },
    files: [
      [storageKey, medium],
      [mediumKey, medium],
      [thumbKey, thumb],
    ],
  };
}

export async function storePictures(storage: Storage, pictures: readonly Picture[]): Promise<void> {
  const files = pictures.flatMap((picture) => picture.files);
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
    await Promise.all(
      files
        .slice(at, at + FILES_AT_ONCE)
        .map(([key, contents]) => storage.write(key, Readable.from([contents]), { contentType: IMAGE_TYPE })),
    );
  }
}
