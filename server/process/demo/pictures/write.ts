import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { sourceFolder } from '../../../kernel/source-folder';
import { RANGES } from '../catalog/ranges';
import { drawPicture, type Pictured } from './draw';
import { DRAWN, pictureFile } from './files';

/**
 * Draws the pictures of the demo's products (`npm run demo:pictures`). The files are committed: drawing them would add
 * two seconds to the first start, reading them adds none.
 */
const root = dirname(sourceFolder('package.json'));
const pictures = new Map<string, Pictured>();
for (const product of Object.values(RANGES).flat()) pictures.set(pictureFile(product, 'medium'), product);
let bytes = 0;
for (const pictured of pictures.values()) {
  const image = sharp(Buffer.from(drawPicture(pictured)));
  for (const size of ['medium', 'thumb'] as const) {
    const { width } = DRAWN[size];
    const file = await image.clone().resize(width, width).webp({ quality: 82, effort: 6 }).toBuffer();
    writeFileSync(join(root, pictureFile(pictured, size)), file);
    bytes += file.length;
  }
}
process.stdout.write(`${pictures.size} pictures, ${Math.round(bytes / 1024)} KB\n`);
