import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { createProduct } from '../factories/catalog';
import { openTrade, type Trade } from '../factories/trade';
import { ok } from '../setup/client';
import { Dashboard } from '../setup/dashboard';
import { openStage } from '../setup/stage';

interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const stage = await openStage();
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
  for (let i = 0; i < 5; i++) await createProduct(stage.db, trade.wholesaler);
});

function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<Raw> {
  const { hostname, port } = new URL(stage.server.url);
  const authorization = `Bearer ${trade.seller.tokens?.access_token}`;
  const type = body ? { 'content-type': 'application/json' } : {};
  return new Promise((resolve, reject) => {
    const req = request(
      { hostname, port, method, path, headers: { authorization, ...type, ...headers } },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.once('end', () =>
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    req.once('error', reject);
    req.end(body && JSON.stringify(body));
  });
}

const LIST = '/api/v1/products';
const accepting = (coding: string) => ({ 'accept-encoding': coding });

describe('compression', () => {
  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['GZIP', 'gzip'],
    ['identity', undefined],
    ['identity, br;q=0.5', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['deflate', undefined],
    ['', undefined],
  ])('compresses for Accept-Encoding %s as %s', async (accepted, coding) => {
    const { headers, body } = await send('GET', LIST, accepting(accepted));
    expect(headers['content-encoding']).toBe(coding);
    expect(Number(headers['content-length'])).toBe(body.length);
    const text = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
    expect(JSON.parse(text.toString()).data).toHaveLength(6);
    if (coding) expect(body.length).toBeLessThan(text.length / 2);
  });

  test('compresses single resources and writes above 1 KiB, and nothing smaller', async () => {
    const description = 'Pine and lemon. '.repeat(100);
    const patched = await send('PATCH', `${LIST}/${trade.product.id}`, accepting('br'), { description });
    expect(patched.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(JSON.parse(brotliDecompressSync(patched.body).toString())).toMatchObject({ id: trade.product.id });
    const small = await send('GET', '/api/v1/usage', accepting('br'));
    expect(small.headers['content-encoding']).toBeUndefined();
    expect(small.headers.vary).toBe('Accept-Encoding');
    const document = await send('GET', '/api/openapi.json', accepting('gzip'));
    expect(JSON.parse(gunzipSync(document.body).toString()).openapi).toMatch(/^3\.1/);
  });

  test('sends the headers of GET for HEAD, without a body', async () => {
    const [get, head] = await Promise.all([
      send('GET', `${LIST}?limit=5`, accepting('br')),
      send('HEAD', `${LIST}?limit=5`, accepting('br')),
    ]);
    expect(head.body).toHaveLength(0);
    for (const name of ['content-encoding', 'etag', 'vary', 'cache-control', 'content-type']) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  test('never compresses sign-in and secrets', async () => {
    const endpoint = { url: 'https://hooks.test/x', events: ['*'], description: 'd'.repeat(200) };
    const created = await send('POST', '/api/v1/webhooks', accepting('br'), endpoint);
    expect(created.status).toBe(201);
    expect(created.headers['content-encoding']).toBeUndefined();
    expect(created.headers.vary).toBeUndefined();
    const me = await send('GET', '/auth/me', accepting('br'));
    expect(me.headers['content-encoding']).toBeUndefined();
    expect(me.headers.vary).toBeUndefined();
  });
});

describe('compression of the dashboard', () => {
  const reads = (...names: string[]) =>
    `/api/trpc/${names.join(',')}?batch=1&input=%7B%220%22%3A%7B%7D%2C%221%22%3A%7B%7D%7D`;
  let cookie: string;
  beforeAll(async () => {
    cookie = (await Dashboard.of(trade.seller)).cookie;
  });

  test('a batch above 1 KiB is compressed', async () => {
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const path = reads('products.list', 'orders.counts');
      const { status, headers, body } = await send('GET', path, { cookie, ...accepting(coding) });
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'content-encoding': coding, 'cache-control': 'no-store' });
      expect(headers.vary).toContain('Accept-Encoding');
      expect(Number(headers['content-length'])).toBe(body.length);
      const [products] = JSON.parse(unpack(body).toString());
      expect(products.result.data.data).toHaveLength(6);
    }
    const plain = await send('GET', reads('products.list'), { cookie });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(plain.body.toString())[0].result.data.data).toHaveLength(6);
  });

  test('a batch with a call of /auth/* or one that returns a secret is not compressed, wherever it is', async () => {
    for (const names of [
      ['products.list', 'auth.me'],
      ['auth.me', 'products.list'],
    ]) {
      const { status, headers, body } = await send('GET', reads(...names), { cookie, ...accepting('br') });
      expect(status).toBe(200);
      expect(body.length).toBeGreaterThan(1024);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary ?? '').not.toContain('Accept-Encoding');
    }
    const endpoint = { url: 'https://hooks.test/y', events: ['*'], description: 'd'.repeat(200) };
    const batch = { 0: endpoint, 1: { id: trade.product.id, description: 'Pine. '.repeat(200) } };
    const path = '/api/trpc/webhooks.create,products.update?batch=1';
    const { status, headers, body } = await send('POST', path, { cookie, ...accepting('br') }, batch);
    expect(status).toBe(200);
    expect(body.toString()).toContain('whsec_');
    expect(body.length).toBeGreaterThan(1024);
    expect(headers['content-encoding']).toBeUndefined();
  });
});

describe('conditional requests', () => {
  test('responds to an unchanged list with 304, whatever the encoding and as_of', async () => {
    const first = await send('GET', `${LIST}?limit=2`, accepting('br'));
    const { etag } = first.headers;
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Accept, Authorization, Accept-Encoding',
    });
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    await new Promise((resolve) => setTimeout(resolve, 150));
    const known = { 'if-none-match': `"other", ${etag}` };
    for (const headers of [known, { ...known, ...accepting('gzip') }, { 'if-none-match': '*' }]) {
      const again = await send('GET', `${LIST}?limit=2`, headers);
      expect(again.status).toBe(304);
      expect(again.body).toHaveLength(0);
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' });
    }
    expect((await send('HEAD', `${LIST}?limit=2`, known)).status).toBe(304);
    expect((await send('GET', `${LIST}?limit=2&page=2`, known)).status).toBe(200);
    ok(await trade.seller.patch(`${LIST}/${trade.product.id}`, { name: 'Other' }));
    expect((await send('GET', LIST, known)).status).toBe(200);
  });

  test('cover every list, but no resource and no error', async () => {
    for (const path of [
      '/api/v1/orders',
      '/api/v1/entity/locations',
      '/api/v1/inventory/snapshot',
      '/api/v1/audit',
    ]) {
      expect((await send('GET', path)).headers.etag).toMatch(/^W\//);
    }
    expect((await send('GET', `${LIST}/${trade.product.id}`)).headers.etag).toBeUndefined();
    const failed = await send('GET', `${LIST}?limit=0`);
    expect(failed.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(failed.headers.etag).toBeUndefined();
  });
});
