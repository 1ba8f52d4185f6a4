import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Category } from '../../../features/products/categories';
import { sourceFolder } from '../../../kernel/source-folder';

const FOLDER = 'server/process/demo/pictures/files';

/** What the name of a file ends with, by its size: 480 and 128 px wide. */
const ENDINGS = { medium: '', thumb: '-thumb' } as const;

/** Which picture a product of the demo has: products of one brand and kind share one. */
export interface Pictured {
  category: Category;
  subcategory: string;
  brand: string;
}

/** Reads the picture of a product. @throws Error for a brand or kind without a file */
export function readPicture({ category, subcategory, brand }: Pictured, size: keyof typeof ENDINGS): Buffer {
  const kind = category === 'flower' ? category : subcategory;
  const name = `${kind} ${brand}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return readFileSync(sourceFolder(join(FOLDER, `${name}${ENDINGS[size]}.webp`)));
}
