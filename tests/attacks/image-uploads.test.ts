import { deflateSync } from 'node:zlib';
import { encode } from 'next-auth/jwt';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createMember } from '../factories/business';
import { sendImage } from '../factories/images';
import { openTrade, type ProductBody } from '../factories/trade';
import { type Answer, type Client, ok } from '../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../setup/expect';
import { TEST_SECRET } from '../setup/server';
import { openOwnStage } from '../setup/stage';

const stage = await openOwnStage();
const trade = await openTrade(stage);
const { seller, product } = trade;
const path = `/api/v1/products/${product.id}/images`;
const SECRET = 'Taken at 37.7749,-122.4194';
const MEGABYTE = 1024 * 1024;

const photo = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: '#2f8f5b' } });
const upload = (content: Uint8Array, client: Client = seller) => sendImage(client, product.id, content);
const pathOf = (address = '') => new URL(address).pathname;

/** Reads an image as a page does: by the member's session. */
async function view(address: string, client: Client = seller) {
  const [session] = await stage.sql`
    select id from sessions where user_id = ${client.tokens?.user.id ?? ''} limit 1`;
  const cookie = `tallyleaf-session=${await encode({ token: { sid: session?.id }, secret: TEST_SECRET })}`;
  const response = await fetch(`${stage.anybody.url}${address}`, { headers: { cookie } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** A PNG that claims its size, with hardly any pixels. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crcOf(content));
    return Buffer.concat([length, content, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1024))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crcOf(bytes: Buffer): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

const expectRejected = (answer: Answer) => expectInvalid(answer, 'file', 'invalid_file');

test('re-encodes an upload as WebP without its metadata, upright, at most 1,600 pixels a side', async () => {
  const contents = await photo(3000, 2000)
    .withExif({ IFD0: { Copyright: SECRET } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(contents.includes(SECRET)).toBe(true);
  const { images } = ok(await upload(contents));
  expect(images.at(-1)).toMatch(new RegExp(`/images/products/${product.id}/[0-9a-f-]{36}\\.webp$`));
  const { response, bytes } = await view(pathOf(images.at(-1)));
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(bytes.includes('Taken at')).toBe(false);
  const { width, height, exif } = await sharp(bytes).metadata();
  expect({ width, height, exif }).toEqual({ width: 1067, height: 1600, exif: undefined });
  const thumb = await view(`/images/products/${product.id}/thumb`);
  expect(await sharp(thumb.bytes).metadata()).toMatchObject({ width: 128, height: 128, format: 'webp' });
});

test('rejects SVG, HTML, GIF, cut-off images and an empty file (400), and keeps none of their files', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const jpeg = await photo(400, 300).jpeg().toBuffer();
  for (const contents of [
    Buffer.from(svg),
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'),
    // Begins like an image only.
    Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(svg)]),
    Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), Buffer.alloc(4096, 'x')]),
    jpeg.subarray(0, 300),
    Buffer.alloc(0),
  ]) {
    expectRejected(await upload(contents));
  }
  const [left] = await stage.sql`select count(*)::int as files from pending_uploads`;
  expect(left).toEqual({ files: 0 });
});

test('takes the image of a polyglot and drops what follows it', async () => {
  const contents = Buffer.concat([
    await photo().jpeg().toBuffer(),
    Buffer.from('PK\x03\x04<script>alert(document.cookie)</script><?php system($_GET[0]); ?>'),
  ]);
  const { images } = ok(await upload(contents));
  const { bytes } = await view(pathOf(images.at(-1)));
  expect((await sharp(bytes).metadata()).format).toBe('webp');
  for (const trace of ['<script', '<?php', 'PK\x03\x04']) expect(bytes.includes(trace)).toBe(false);
});

test('rejects 11 MiB (413) and headers of 50,000 × 50,000 pixels (400), and goes on serving', async () => {
  const large = Buffer.concat([await photo().jpeg().toBuffer(), Buffer.alloc(11 * MEGABYTE)]);
  expectError(await upload(large), 'PAYLOAD_TOO_LARGE');
  const bombs = await Promise.all(Array.from({ length: 4 }, () => upload(pngOf(50_000, 50_000))));
  for (const answer of bombs) expectRejected(answer);
  expectRejected(await upload(pngOf(7_000, 7_000)));
  ok(await upload(await photo().png().toBuffer()));
});

test('responds to other requests while images are worked on', async () => {
  const contents = await photo(6000, 6000).png().toBuffer();
  const uploads = Array.from({ length: 3 }, () => upload(contents));
  const began = performance.now();
  for (let i = 0; i < 10; i++) ok(await seller.get('/api/v1/products?limit=1'));
  const readMs = performance.now() - began;
  const answers = await Promise.all(uploads);
  const allMs = performance.now() - began;
  for (const answer of answers) ok(answer);
  expect(readMs).toBeLessThan(Math.max(allMs, 1_000));
});

test('is 404 for a stranger, 403 for a viewer, and gone from every address once it is removed', async () => {
  const { images } = ok(await upload(await photo().webp().toBuffer()));
  const address = pathOf(images.at(-1));
  const stranger = await openTrade(stage);
  expect((await view(address, stranger.buyer)).response.status).toBe(404);
  expect((await view(`/images/products/${product.id}/thumb`, stranger.buyer)).response.status).toBe(404);
  expectAbsent(await upload(await photo().jpeg().toBuffer(), stranger.seller));
  expect((await view(address, trade.buyer)).response.status).toBe(200);
  const viewer = await stage.signIn(await createMember(stage.db, trade.wholesaler, 'viewer'));
  expectError(await upload(await photo().jpeg().toBuffer(), viewer), 'FORBIDDEN');

  const id = address.split('/').at(-1)?.replace('.webp', '') ?? '';
  expectAbsent(await stranger.seller.delete(`${path}/${id}`));
  const left = ok(await seller.delete<ProductBody>(`${path}/${id}`)).images;
  expect(left).toEqual(images.slice(0, -1));
  expect((await view(address)).response.status).toBe(404);
  expectAbsent(await seller.delete(`${path}/${id}`));
});

test("never requests an address of ours as if it were another host's", async () => {
  const { images } = ok(await upload(await photo().jpeg().toBuffer()));
  const id = images.at(-1)?.split('/').at(-1);
  const other = await openTrade(stage);
  await stage.sql`
    update products set images = ${[`https://127.0.0.1/images/products/${product.id}/${id}`]}
    where id = ${other.product.id}`;
  expect((await view(`/images/products/${other.product.id}/1`, other.seller)).response.status).toBe(404);
});

test('takes at most 20 images of a product (409), uploaded one by one or all at once', async () => {
  const own = await openTrade(stage);
  const contents = await photo(8, 8).png().toBuffer();
  const send = () => sendImage(own.seller, own.product.id, contents);
  await stage.sql`
    update products set images = array_fill('https://a.example/a.png'::text, array[16]) where id = ${own.product.id}`;
  const answers = await Promise.all(Array.from({ length: 8 }, send));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
});
