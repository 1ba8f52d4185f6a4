// Other features import this file.
import type { Storage } from '../../../kernel/storage';
import type { Db } from '../../../platform/db/client';
import { MOST_CONVERTED, printedPictures } from '../../../platform/images/printed';
import { IMAGE_TYPE } from '../../../platform/images/store';
import { imageName, uploadedImage } from '../../products/images/address';
import { type PictureRow, pictureOf } from './goods.sql';
import { shelfOf } from './kept';
import { logoOfSeller, type OpenLink } from './link.sql';
import type { Item } from './shelf';

/** A file of a menu: stored, or in memory. */
type MenuFile =
  | { key: string; file_name: string; file_size: number; content_type: string }
  | { file_name: string; content_type: string; contents: string };

/**
 * A file that a menu shows: its seller's logo, a picture or a certificate of goods that are on it; null for anything else.
 * @param name below the menu's path
 */
export async function findFile(db: Db, link: OpenLink, name: string): Promise<MenuFile | null> {
  if (name === 'logo.png') return logo(db, link);
  const [, picture = '', width] = /^images\/([0-9a-f-]{14,36}?)(-480|-128)?\.webp$/.exec(name) ?? [];
  if (picture) return image(db, link, picture, width);
  const [, variantId = ''] = /^certificates\/([0-9a-f-]{36})\.pdf$/i.exec(name) ?? [];
  return certificate(db, link, variantId.toLowerCase());
}

async function logo(db: Db, { seller_id }: OpenLink): Promise<MenuFile | null> {
  const [found] = await logoOfSeller(db, seller_id);
  if (!found) return null;
  const contents = Buffer.from(found.contents).toString('base64');
  return { file_name: 'logo.png', content_type: 'image/png', contents };
}

async function image(
  db: Db,
  link: OpenLink,
  name: string,
  width: string | undefined,
): Promise<MenuFile | null> {
  const { items } = await shelfOf(db, link);
  const item = items.find(({ picture }) => picture === name);
  return item ? findPicture(db, item, width) : null;
}

/** The picture of goods in one of its sizes; null where it is gone. @param width `-128`, `-480`, or absent for the full one */
export async function findPicture(
  db: Db,
  { product_id, picture, pictureSource }: Pick<Item, 'product_id' | 'picture' | 'pictureSource'>,
  width: string | undefined,
) {
  if (pictureSource === null) return null;
  const upload = uploadedImage(pictureSource);
  const files = await pictureOf(db, product_id);
  const file = files.find((one) =>
    upload ? one.id === upload.imageId : one.source !== null && imageName(one.source) === picture,
  );
  if (!file) return null;
  const [key, file_size] = sizeOf(file, width);
  return { key, file_name: 'image.webp', file_size, content_type: IMAGE_TYPE };
}

function sizeOf(file: PictureRow, width: string | undefined): [key: string, bytes: number] {
  if (width === '-128') return [file.thumb_key, file.thumb_size];
  const { medium_key, medium_size } = file;
  if (width === '-480' && medium_key !== null && medium_size) return [medium_key, medium_size];
  return [file.storage_key, file.size];
}

async function certificate(db: Db, link: OpenLink, variantId: string): Promise<MenuFile | null> {
  if (!link.certificates) return null;
  const { byVariant } = await shelfOf(db, link);
  const found = byVariant.get(variantId)?.certificate;
  if (!found?.own) return null;
  const { storage_key: key, file_size, file_name } = found;
  return { key, file_name, file_size, content_type: 'application/pdf' };
}

/** The small pictures of goods as JPEG, by their names: for mails and PDF. */
export async function smallPictures(
  { db, storage }: { db: Db; storage: Storage },
  items: readonly Item[],
  sellerId: string,
): Promise<ReadonlyMap<string, Buffer>> {
  const keys = new Map<string, string>();
  for (const item of items) {
    if (item.picture === null || keys.has(item.picture)) continue;
    const file = await findPicture(db, item, '-128');
    if (file) keys.set(item.picture, file.key);
    if (keys.size >= MOST_CONVERTED) break;
  }
  const printed = await printedPictures(storage, [...keys.values()], sellerId);
  return new Map(
    [...keys].flatMap(([name, key]) => {
      const picture = printed.get(key);
      return picture ? [[name, picture] as const] : [];
    }),
  );
}
