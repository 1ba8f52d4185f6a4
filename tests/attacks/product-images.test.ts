import { encode } from 'next-auth/jwt';
import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../factories/business';
import { createProduct } from '../factories/catalog';
import { expectAbsent, expectError, expectInvalid } from '../setup/expect';
import { openReceiver } from '../setup/receiver';
import { TEST_SECRET } from '../setup/server';
import { openStage } from '../setup/stage';

const stage = await openStage();
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** A product with images on a host that responds to each path per `answers`. */
async function open(answers: Record<string, { type: string; body: Buffer | string }>) {
  const host = await openReceiver();
  host.answer(({ path }, response) => {
    const answer = answers[path];
    if (answer) response.writeHead(200, { 'content-type': answer.type }).end(answer.body);
    else response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
  });
  const business = await createBusiness(stage.db, 'retailer');
  const member = await createMember(stage.db, business, 'viewer');
  await stage.signIn(member);
  const { id } = await createProduct(stage.db, business);
  const urls = [...Object.keys(answers), '/redirect'].map((path) => `${host.url}${path}`);
  await stage.sql`update products set images = ${urls} where id = ${id}`;
  const cookie = await cookieOf(member.id);
  const view = (position: number, headers: Record<string, string> = { cookie }) =>
    stage.anybody.get(`/images/products/${id}/${position}`, { headers });
  return { host, id, view };
}

async function cookieOf(userId: string): Promise<string> {
  const [session] = await stage.sql`select id from sessions where user_id = ${userId} limit 1`;
  return `tallyleaf-session=${await encode({ token: { sid: session?.id }, secret: TEST_SECRET })}`;
}

test('serves an image from our origin, fetches it once, and shows its host nothing of the viewer', async () => {
  const { host, view } = await open({ '/a.png': { type: 'text/html', body: PNG } });
  for (let i = 0; i < 3; i++) {
    const { status, headers } = await view(1);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  }
  expect(host.requests).toHaveLength(1);
  const [request] = host.requests;
  for (const name of ['cookie', 'referer', 'x-forwarded-for', 'authorization']) {
    expect(request?.headers).not.toHaveProperty(name);
  }
});

test('rejects SVG, HTML, images above 3 MiB and redirects to private addresses (404) without fetching again', async () => {
  const { host, view } = await open({
    '/x.svg': { type: 'image/svg+xml', body: SVG },
    '/x.html': { type: 'image/png', body: '<script>alert(1)</script>' },
    '/big.png': { type: 'image/png', body: Buffer.concat([PNG, Buffer.alloc(3 * 1024 * 1024)]) },
  });
  for (let i = 0; i < 2; i++) for (const position of [1, 2, 3, 4]) expectAbsent(await view(position));
  expect(host.requests).toHaveLength(4);
});

test('shows nothing for another tenant’s product, a missing position and a missing session', async () => {
  const [here, there] = [
    await open({ '/a.png': { type: 'image/png', body: PNG } }),
    await open({ '/a.png': { type: 'image/png', body: PNG } }),
  ];
  const business = await createBusiness(stage.db, 'retailer');
  const stranger = await createMember(stage.db, business, 'owner');
  await stage.signIn(stranger);
  expectAbsent(await there.view(1, { cookie: await cookieOf(stranger.id) }));
  for (const position of [0, 3, 99]) expectAbsent(await here.view(position));
  expectError(await here.view(1, {}), 'UNAUTHORIZED');
  expect([...here.host.requests, ...there.host.requests]).toEqual([]);
});

test('rejects credentials in an image address (400)', async () => {
  const business = await createBusiness(stage.db, 'wholesaler');
  const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
  for (const url of ['https://user:secret@images.test/a.png', 'https://user@images.test/a.png']) {
    const body = { name: 'Blue Dream', category: 'flower', images: [url] };
    expectInvalid(await owner.post('/api/v1/products', body), 'images[0]');
  }
});
