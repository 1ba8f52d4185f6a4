import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { DECODERS, type ImageOrigin, MAX_PIXELS, SIZES, type SizeName } from './sizes';

const [, , origin, ...sizes] = process.argv as [string, string, ImageOrigin, ...SizeName[]];

// The decoders of what browsers send or show; libvips would open SVG, PDF and its own formats, too (decision 195).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: [...DECODERS[origin]] });
sharp.cache(false);
sharp.concurrency(1);

const contents = await buffer(process.stdin);
const image = sharp(contents, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
// The camera's orientation is applied; with the rest of its metadata it isn't written.
const written = [];
for (const { width, height, fit, quality } of sizes.map((name) => SIZES[name])) {
  written.push(
    await image
      .clone()
      .autoOrient()
      .resize({ width, height, fit, withoutEnlargement: true })
      .webp({ quality })
      .toBuffer(),
  );
}
const lengths = Buffer.alloc(4 * written.length);
for (const [index, { length }] of written.entries()) lengths.writeUInt32BE(length, 4 * index);
process.stdout.write(Buffer.concat([lengths, ...written]));
