import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFolder } from '../../../kernel/source-folder';
import type { Pictured } from './draw';

const FOLDER = 'server/process/demo/pictures/files';

/** The widths that are drawn, by what their file's name ends with. */
export const DRAWN = { medium: { width: 480, ending: '' }, thumb: { width: 128, ending: '-thumb' } } as const;

/** Where a picture is: products of one kind and brand share it. */
export function pictureFile({ category, subcategory, brand }: Pictured, size: keyof typeof DRAWN): string {
  const kind = category === 'flower' ? category : subcategory;
  const name = `${kind} ${brand}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return join(FOLDER, `${name}${DRAWN[size].ending}.webp`);
}

/** @throws Error for a product without a picture: `npm run demo:pictures` draws it */
export function readPicture(pictured: Pictured, size: keyof typeof DRAWN): Buffer {
  return readFileSync(sourceFolder(pictureFile(pictured, size)));
}
