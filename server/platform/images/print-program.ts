import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { framed, unframed } from './frames';

// Our own WebP files alone: nothing else is decoded here.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

const PIXELS = 512 * 512;
const QUALITY = 80;

/** @returns a JPEG on white; nothing for what can't be read */
const printed = (picture: Uint8Array): Promise<Buffer> =>
  sharp(picture, { limitInputPixels: PIXELS, failOn: 'error' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY })
    .toBuffer()
    .catch(() => Buffer.alloc(0));

const written: Buffer[] = [];
for (const picture of unframed(await buffer(process.stdin)) ?? []) written.push(await printed(picture));
process.stdout.write(framed(written));
