import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { MAX_PIXELS, SIZES } from './sizes';

// The decoders of what browsers send; libvips would open SVG, PDF, HEIC and its own formats, too (decision 195).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

const contents = await buffer(process.stdin);
const image = sharp(contents, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
// The camera's orientation is applied; with the rest of its metadata it isn't written.
const written = [];
for (const { width, height, fit, quality } of SIZES) {
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
