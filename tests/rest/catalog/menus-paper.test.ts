import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { printedText, READER_OPTIONS } from '../../../components/ui/scanner/reader-options';
import { connect, createBusiness } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { sendImage, sendLogo } from '../../factories/images';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectAbsent, expectError } from '../../setup/expect';
import { openMailServer } from '../../setup/mail';
import { firstPageOf, imagesOf, textOf } from '../../setup/pdf-text';
import { openOwnStage } from '../../setup/stage';

const mail = await openMailServer();
const stage = await openOwnStage({ ...mail.env, TRUST_PROXY: '1' });
const { db, sql } = stage;
const { seller, wholesaler, product } = await openTrade(stage, { prices: [7319] });
await sql`update entities set license_verified = true where id = ${wholesaler.id}`;
await sql`update products set name = 'Blue Dream', brand = 'Sun Grown' where id = ${product.id}`;
const square = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#2f8f5b' } })
  .png()
  .toBuffer();
ok(await sendImage(seller, product.id, square));
ok(await sendLogo(seller));

type Menu = { id: string; url: string };
const make = async (fields: object = {}) =>
  ok(await seller.post<Menu>('/api/v1/menus', { name: 'Weekly', ...fields }));
const pdfOf = async ({ url }: Menu, headers: Record<string, string> = {}) => {
  const token = url.split('/').at(-1);
  const response = await fetch(`${stage.server.url}/api/v1/public/menus/${token}/pdf`, { headers });
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
};

beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  await prepareZXingModule({ overrides: { wasmBinary: readFileSync(path).buffer }, fireImmediately: true });
});

describe('the PDF of a menu', () => {
  test('has its goods with price, picture and logo, and says whose they are', async () => {
    const { response, bytes } = await pdfOf(await make({ message: 'Ask for samples' }));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const text = (await textOf(bytes)).join('\n');
    for (const part of ['Weekly', wholesaler.name, 'Ask for samples', 'Flower', 'Blue Dream', '$73.19'])
      expect(text).toContain(part);
    const images = imagesOf(bytes);
    expect(images.map(({ type }) => type)).toContain('jpeg');
    expect(images.length).toBeGreaterThanOrEqual(2);
  });

  test('has a QR code that the scanner reads as its link', async () => {
    const menu = await make();
    const { bytes } = await pdfOf(menu);
    const { data, info } = await sharp(await firstPageOf(bytes))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const picture = { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
    const found = await readBarcodes({ ...picture, colorSpace: 'srgb' } as ImageData, READER_OPTIONS);
    expect(found.map(printedText)).toContain(menu.url);
  });

  test('is sent again only where it changed, and is another link’s own', async () => {
    const menu = await make();
    const first = await pdfOf(menu);
    const tag = String(first.response.headers.get('etag'));
    expect((await pdfOf(menu, { 'if-none-match': tag })).response.status).toBe(304);
    const other = await pdfOf(await make());
    expect(other.response.headers.get('etag')).not.toBe(tag);
    ok(await seller.patch(`/api/v1/menus/${menu.id}`, { message: 'New' }));
    expect((await pdfOf(menu, { 'if-none-match': tag })).response.status).toBe(200);
  });

  test('takes the passcode of the menu by its header, and is gone with its link', async () => {
    const closed = await make({ passcode: 'green-door-9' });
    expect((await pdfOf(closed)).response.status).toBe(403);
    expect((await pdfOf(closed, { 'x-menu-passcode': 'green-door-9' })).response.status).toBe(200);
    const gone = await make();
    ok(await seller.post(`/api/v1/menus/${gone.id}/rotate`, {}));
    expectAbsent(await stage.anybody.get(`/api/v1/public/menus/${gone.url.split('/').at(-1)}/pdf`));
  });

  test('has at most 2,000 goods (409 too_large, with the address of the CSV)', async () => {
    const large = await openTrade(stage);
    await sql`
      insert into product_variants (id, product_id, entity_id, name, sku, price_cents, wholesale_price_cents, position)
      select gen_random_uuid(), ${large.product.id}, ${large.wholesaler.id}, 'Size ' || n, 'LARGE-' || n, 2000, 1000, n
      from generate_series(1, 2000) n`;
    const menu = ok(await large.seller.post<Menu>('/api/v1/menus', { name: 'Large' }));
    const token = menu.url.split('/').at(-1);
    const answer = await stage.anybody.get(`/api/v1/public/menus/${token}/pdf`);
    const { reason, csv } = expectError(answer, 'CONFLICT');
    expect(reason).toBe('too_large');
    const rows = await stage.anybody.get(new URL(String(csv)).pathname + new URL(String(csv)).search);
    expect(rows.text.trim().split('\r\n')).toHaveLength(2_002);
  });
});

test('the mail of a menu has its pictures as JPEG parts, which every mail program shows, and fetches nothing', async () => {
  const business = await createBusiness(db, 'retailer', { contactEmail: 'pictures@customers.test' });
  await connect(db, business, wholesaler);
  const other = await createProduct(db, wholesaler, { prices: [500] });
  await createStock(db, wholesaler, other.variantId, 10);
  const menu = await make();
  const body = { subject: 'New this week', message: 'Fresh flower.', customer_ids: [business.id] };
  ok(await seller.post(`/api/v1/menus/${menu.id}/send`, body));
  const { raw } = await mail.waitFor('pictures@customers.test');
  const html = raw.replaceAll(/=\r\n/g, '');
  const [, cid = ''] = /src=3D"cid:([^"]+)"/.exec(html) ?? [];
  expect(cid).not.toBe('');
  expect(html).not.toMatch(/src=3D"(?!cid:)/);
  const part = raw.split(/\r\n--/).find((one) => one.includes(`<${cid}>`)) ?? '';
  expect(part).toMatch(/Content-Type: image\/jpeg/i);
  const contents = Buffer.from(part.slice(part.indexOf('\r\n\r\n')), 'base64');
  const { format, width, height } = await sharp(contents).metadata();
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 128, height: 128 });
});
