import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { PIXEL, sendLogo } from '../../factories/images';
import { openTrade, placeOrderIn } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { form } from '../../setup/form';
import { IS_SHORT } from '../../setup/full';
import { imagesOf, textOf } from '../../setup/pdf-text';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { seller, buyer, wholesaler, retailer, ...goods } = await openTrade(stage, { quantity: 50 });
const trade = { seller, buyer, wholesaler, retailer, ...goods };
const order = await placeOrderIn(trade, 'accepted', 2);
const LOGO = '/api/v1/entity/logo';

const mark = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 20, g: 120, b: 60, alpha: 0.5 } } })
    .png()
    .toBuffer();

async function load(client: Client, path: string) {
  const headers = { authorization: `Bearer ${client.tokens?.access_token}` };
  const response = await fetch(stage.server.url + path, { headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}
const picture = (client: Client, url: string | null) => load(client, new URL(url ?? '').pathname);
const logoOf = async (client: Client) =>
  ok(await client.get<{ logo_url: string | null }>('/api/v1/entity')).logo_url;

/** Width and height in pixels of the pictures of a PDF. */
async function printed(client: Client, kind: string) {
  const { status, bytes } = await load(client, `/api/v1/orders/${order.id}/document/pdf?kind=${kind}`);
  expect(status).toBe(200);
  return { pictures: imagesOf(bytes).map(({ size }) => size), text: (await textOf(bytes)).join('\n') };
}

test('a logo becomes a small PNG on white; another replaces it, at an address of its own', async () => {
  // Other files leave uploads on the same server.
  const uploads = () => stage.sql`select key from pending_uploads order by key`;
  const before = await uploads();
  const first = ok(await sendLogo(seller, await mark(3000, 1000))).logo_url;
  const { status, headers, bytes } = await picture(seller, first);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  expect(await sharp(bytes).metadata()).toMatchObject({
    width: 600,
    height: 200,
    format: 'png',
    hasAlpha: false,
  });
  const [red = 0] = await sharp(bytes).raw().toBuffer();
  expect(red).toBeGreaterThan(120);
  const noise = await sharp({
    create: {
      width: 1200,
      height: 400,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
  const second = ok(await sendLogo(seller, noise)).logo_url;
  expect(second).not.toBe(first);
  expect(await logoOf(seller)).toBe(second);
  const large = await picture(seller, second);
  expect(large.bytes.length).toBeLessThanOrEqual(64 * 1024);
  expect((await picture(seller, first)).status).toBe(404);
  const rows = await stage.sql`
    select before->>'logo_url' as before, after->>'logo_url' as after from audit_log
    where entity_id = ${wholesaler.id} and action = 'entity.updated' order by created_at desc, id desc limit 1`;
  expect(rows).toEqual([{ before: first, after: second }]);
  const left = (await uploads()).filter(({ key }) => !before.some((one) => one.key === key));
  expect(left).toEqual([]);
});

test.skipIf(IS_SHORT)(
  'what is no picture, a large file and a request without one are rejected, and the logo stays',
  async () => {
    const before = ok(await sendLogo(seller)).logo_url;
    expectInvalid(await sendLogo(seller, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'file');
    const cut = (await mark(300, 100)).subarray(0, 60);
    expectInvalid(await sendLogo(seller, cut), 'file');
    expectInvalid(await seller.send('PUT', LOGO, form([])), 'file');
    expectError(
      await sendLogo(seller, Buffer.concat([PIXEL, Buffer.alloc(10 * 1024 * 1024)])),
      'PAYLOAD_TOO_LARGE',
    );
    expectInvalid(await seller.patch('/api/v1/entity', { logo_url: null }), 'logo_url');
    expect(await logoOf(seller)).toBe(before);
  },
);

test.skipIf(IS_SHORT)(
  'documents show the seller’s logo as soon as it changes, and none once it is removed',
  async () => {
    ok(await sendLogo(seller, await mark(600, 120)));
    for (const kind of ['packing-slip', 'invoice', 'manifest']) {
      const { pictures, text } = await printed(buyer, kind);
      expect(pictures, kind).toEqual(['600 × 120']);
      expect(text).toContain(order.order_number);
    }
    ok(await sendLogo(seller, await mark(100, 100)));
    expect((await printed(buyer, 'invoice')).pictures).toEqual(['100 × 100']);
    // A picture that can't be read is left out.
    await stage.sql`update entity_logos set id = gen_random_uuid(), contents = 'x' where entity_id = ${wholesaler.id}`;
    expect((await printed(buyer, 'invoice')).pictures).toEqual([]);
    expect((await seller.delete(LOGO)).status).toBe(204);
    expect(await logoOf(seller)).toBeNull();
    expect((await printed(buyer, 'invoice')).pictures).toEqual([]);
    expectError(await seller.delete(LOGO), 'NOT_FOUND');
  },
);

test('admins alone change a logo, and those who ordered from the business see it', async () => {
  const url = ok(await sendLogo(seller)).logo_url;
  const sheet = ok(await buyer.get<{ logo_url: string | null }>(`/api/v1/orders/${order.id}/document`));
  expect(sheet.logo_url).toBe(url);
  expect((await picture(buyer, url)).status).toBe(200);
  expect(await logoOf(buyer)).toBeNull();
  const stranger = (await openTrade(stage)).buyer;
  expect((await picture(stranger, url)).status).toBe(404);
  expect((await fetch(url?.replace(/^https?:\/\/[^/]+/, stage.server.url) ?? '')).status).toBe(401);
  const manager = await stage.signIn(await createMember(stage.db, wholesaler, 'manager'));
  expectError(await sendLogo(manager), 'FORBIDDEN');
  expectError(await manager.delete(LOGO), 'FORBIDDEN');
  expect((await picture(manager, url)).status).toBe(200);
});

test.skipIf(IS_SHORT)(
  'a retry with its key sets one logo, and a business that is deleted takes it along',
  async () => {
    const own = await openTrade(stage);
    const options = form([{ name: 'file', fileName: 'logo.png', content: await mark(60, 20) }], {
      'idempotency-key': 'a-logo',
    });
    const [once, again] = [
      await own.seller.send('PUT', LOGO, options),
      await own.seller.send('PUT', LOGO, options),
    ];
    expect(ok(again)).toEqual(ok(once));
    const rows = () => stage.sql`select from entity_logos where entity_id = ${own.wholesaler.id}`;
    expect(await rows()).toHaveLength(1);
    expect(
      (await own.seller.delete('/api/v1/entity', { body: { password: 'a password of the tests' } })).status,
    ).toBe(204);
    expect(await rows()).toHaveLength(0);
  },
);
