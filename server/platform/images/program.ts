import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { DECODERS, type ImageOrigin, LOGO, MAX_PIXELS, SIZES, type SizeName } from './sizes';

const [, , origin, ...sizes] = process.argv as [string, string, ImageOrigin, ...SizeName[]];

// The decoders of what browsers send or show; libvips would open SVG, PDF and its own formats, too (decision 195).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: [...DECODERS[origin]] });
sharp.cache(false);
sharp.concurrency(1);

const contents = await buffer(process.stdin);
// The camera's orientation is applied; with the rest of its metadata it isn't written.
const image = sharp(contents, {
  limitInputPixels: MAX_PIXELS,
  failOn: 'error',
  sequentialRead: true,
}).autoOrient();
const written = [];
for (const name of sizes) written.push(await (name === 'logo' ? logo() : picture(name)));
const lengths = Buffer.alloc(4 * written.length);
for (const [index, { length }] of written.entries()) lengths.writeUInt32BE(length, 4 * index);
process.stdout.write(Buffer.concat([lengths, ...written]));

function picture(name: Exclude<SizeName, 'logo'>): Promise<Buffer> {
  const { quality, ...size } = SIZES[name];
  return image
    .clone()
    .resize({ ...size, withoutEnlargement: true })
    .webp({ quality })
    .toBuffer();
}

/** With 16 colors it is half a byte a pixel before it is compressed, and so within its bytes in any case. */
async function logo(): Promise<Buffer> {
  const { width, height, bytes } = LOGO;
  const drawn = image
    .clone()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' });
  for (const colors of [256, 64]) {
    const png = await drawn.clone().png({ palette: true, colors }).toBuffer();
    if (png.length <= bytes) return png;
  }
  return drawn.png({ palette: true, colors: 16 }).toBuffer();
}
