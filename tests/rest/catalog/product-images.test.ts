import sharp from 'sharp';
import { expect, test } from 'vitest';
import { imagePath } from '../../../server/features/products/images/address';
import { createMember } from '../../factories/business';
import { createStock } from '../../factories/catalog';
import { addImage, sendImage } from '../../factories/images';
import { openTrade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { IS_SHORT } from '../../setup/full';
import { openReceiver } from '../../setup/receiver';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { seller, buyer, product, retailer } = await openTrade(stage);

const photo = (width: number, height: number, background = '#2f8f5b') =>
  sharp({ create: { width, height, channels: 3, background } });

async function view(path: string, client: Client = seller) {
  const authorization = `Bearer ${client.tokens?.access_token}`;
  const response = await fetch(`${stage.server.url}${path}`, { headers: { authorization } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function sizeOf(path: string) {
  const { response, bytes } = await view(path);
  expect(response.status, path).toBe(200);
  expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  const { width, height, format } = await sharp(bytes).metadata();
  return { width, height, format };
}

test('serves an upload in three widths, and the full one in place of the middle one until a job has made it', async () => {
  const url =
    ok(await sendImage(seller, product.id, await photo(2000, 1000).jpeg().toBuffer())).images.at(-1) ?? '';
  const widths = [1600, 480, 128] as const;
  const expected = [
    { width: 1600, height: 800, format: 'webp' },
    { width: 480, height: 240, format: 'webp' },
    { width: 128, height: 128, format: 'webp' },
  ];
  const read = () => Promise.all(widths.map((width) => sizeOf(imagePath(product.id, url, width))));
  expect(await read()).toEqual(expected);

  await stage.sql`update product_images set medium_key = null, medium_size = null where product_id = ${product.id}`;
  expect(await sizeOf(imagePath(product.id, url, 480))).toEqual(expected[0]);
  await stage.sql`select graphile_worker.add_job('resize_images')`;
  const waiting = () => stage.sql`select id from product_images where medium_size is null`;
  await eventually(waiting, (rows) => expect(rows).toEqual([]));
  expect(await read()).toEqual(expected);
  const [pending] =
    await stage.sql`select count(*)::int as n from pending_uploads where key like 'product-images/%'`;
  expect(pending).toEqual({ n: 0 });
});

test.skipIf(IS_SHORT)(
  'fetches an image of another host once, in three widths, and again when its address changes',
  async () => {
    const host = await openReceiver();
    const contents = await photo(900, 600).png().toBuffer();
    const avif = await photo(600, 900).avif().toBuffer();
    host.answer(({ path }, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(path === '/a' ? contents : avif);
    });
    const show = (path: string) =>
      stage.sql`update products set images = ${[`${host.url}${path}`]} where id = ${product.id}`;
    await show('/a');
    const at = (path: string, width: 1600 | 480 | 128) => imagePath(product.id, `${host.url}${path}`, width);
    expect(await Promise.all([sizeOf(at('/a', 480)), sizeOf(at('/a', 128))])).toEqual([
      { width: 480, height: 320, format: 'webp' },
      { width: 128, height: 128, format: 'webp' },
    ]);
    // Its record outlives the process: nothing is asked of its host again.
    const [record] =
      await stage.sql`select source, medium_size from product_images where product_id = ${product.id} and source is not null`;
    expect(record).toMatchObject({ source: `${host.url}/a` });
    expect(host.requests).toHaveLength(1);

    await show('/b');
    expect((await view(at('/a', 480))).response.status).toBe(404);
    expect(await sizeOf(at('/b', 480))).toEqual({ width: 320, height: 480, format: 'webp' });
    expect(host.requests.map(({ path }) => path)).toEqual(['/a', '/b']);
  },
);

test('is 404 at every width for a reader who no longer sees the product', async () => {
  const image = await addImage(seller, product.id);
  const paths = ['', '-480', '-128'].map((width) => `/images/products/${product.id}/${image}${width}.webp`);
  const statuses = (client: Client) =>
    Promise.all(paths.map(async (path) => (await view(path, client)).response.status));
  expect(await statuses(buyer)).toEqual([200, 200, 200]);
  ok(await seller.patch(`/api/v1/products/${product.id}`, { active: false }));
  expect(await statuses(buyer)).toEqual([404, 404, 404]);
  const colleague = await stage.signIn(await createMember(stage.db, retailer, 'viewer'));
  expect(await statuses(colleague)).toEqual([404, 404, 404]);
  expect(await statuses(seller)).toEqual([200, 200, 200]);
});

test('stays with who holds units of a product that was deleted', async () => {
  const trade = await openTrade(stage);
  const image = await addImage(trade.seller, trade.product.id);
  await createStock(stage.db, trade.retailer, trade.product.variantId, 5);
  expect((await trade.seller.delete(`/api/v1/products/${trade.product.id}`)).status).toBe(204);
  const { images } = ok(await trade.buyer.get<{ images: string[] }>(`/api/v1/products/${trade.product.id}`));
  expect(images[0]).toContain(image);
  const path = imagePath(trade.product.id, images[0] ?? '', 1600);
  expect((await view(path, trade.buyer)).response.status).toBe(200);
  expect((await view(path, buyer)).response.status).toBe(404);
});

test.skipIf(IS_SHORT)('lets go of the files of images that a product no longer names', async () => {
  await addImage(seller, product.id);
  ok(await seller.patch(`/api/v1/products/${product.id}`, { images: [] }));
  const left = await stage.sql`select id from product_images where product_id = ${product.id}`;
  expect(left).toEqual([]);
  const pending = await stage.sql`select key from pending_uploads`;
  expect(pending.filter(({ key }) => key.endsWith('-medium.webp')).length).toBeGreaterThanOrEqual(2);
});
