import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { encode } from 'next-auth/jwt';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { type CoaBody, coaParts, uploadCoa } from '../../factories/coa';
import { pdf, pdfOf } from '../../factories/pdf';
import { openTrade, type Trade } from '../../factories/trade';
import type { Answer } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { form } from '../../setup/form';
import { TEST_SECRET } from '../../setup/server';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

const FILE = pdf('a file to download');
async function filed(fileName = 'coa.pdf', file = FILE): Promise<{ id: string; coa: CoaBody; path: string }> {
  const { id } = await createProduct(db, trade.wholesaler);
  const parts = coaParts(file).map((part) => (part.name === 'file' ? { ...part, fileName } : part));
  const { body } = await uploadCoa(trade.seller, id, parts);
  return { id, coa: body, path: new URL(body.download_url).pathname };
}

/** The cookie that the browser has of a member's session. */
async function cookieOf(email: string | undefined): Promise<string> {
  const [session] = await sql`
    select s.id from sessions s join users u on u.id = s.user_id where u.email = ${email ?? ''} limit 1`;
  const token = await encode({ token: { sid: session?.id }, secret: TEST_SECRET });
  return `tallyleaf-session=${token}`;
}

describe('GET /api/v1/products/{id}/coa/{coa_id}/file', () => {
  test("returns the uploaded bytes as an attachment that browsers don't render (200)", async () => {
    const { path } = await filed();
    const { status, headers, text } = await trade.buyer.get(path);
    expect(status).toBe(200);
    expect(text).toBe(FILE.toString());
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(FILE.length),
      'content-disposition': 'attachment; filename="coa.pdf"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    });
  });

  test.each([
    ['Проба.pdf', `attachment; filename="_____.pdf"; filename*=UTF-8''%D0%9F%D1%80%D0%BE%D0%B1%D0%B0.pdf`],
    ["it's (1)*.pdf", `attachment; filename="it's (1)*.pdf"`],
    ['100%.pdf', `attachment; filename="100_.pdf"; filename*=UTF-8''100%25.pdf`],
    ['é(1).pdf', `attachment; filename="_(1).pdf"; filename*=UTF-8''%C3%A9%281%29.pdf`],
  ])('sends the file name %s per RFC 6266', async (name, disposition) => {
    const { path } = await filed(name);
    expect((await trade.seller.get(path)).headers['content-disposition']).toBe(disposition);
  });

  test('responds to HEAD with headers only', async () => {
    const { path } = await filed();
    const { status, headers, text } = await trade.seller.send('HEAD', path);
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(headers['content-length']).toBe(String(FILE.length));
  });

  test('keeps earlier certificates available', async () => {
    const { id, path } = await filed();
    await uploadCoa(trade.seller, id, coaParts(pdf('later')));
    expect((await trade.seller.get(path)).text).toBe(FILE.toString());
  });

  test('rejects a missing token (401), a query key (400) and another method (405)', async () => {
    const { path } = await filed();
    expectError(await stage.anybody.get(path), 'UNAUTHORIZED');
    expectInvalid(await trade.seller.get(`${path}?download=1`), 'download');
    const other = await trade.seller.post(path);
    expectError(other, 'METHOD_NOT_ALLOWED');
    expect(other.headers.allow).toBe('GET, HEAD');
  });

  test('rejects a stranger, an absent certificate and one of another product (404)', async () => {
    const { id, coa, path } = await filed();
    const other = await filed();
    const stranger = await openTrade(stage);
    expectAbsent(await stranger.buyer.get(path));
    expectAbsent(await trade.seller.get(`/api/v1/products/${id}/coa/${ABSENT_ID}/file`));
    expectAbsent(await trade.seller.get(`/api/v1/products/${id}/coa/x/file`));
    expectAbsent(await trade.seller.get(`/api/v1/products/${other.id}/coa/${coa.id}/file`));
  });

  test('rejects a product that is no longer visible (404)', async () => {
    const { id, path } = await filed();
    await sql`update products set active = false where id = ${id}`;
    expectAbsent(await trade.buyer.get(path));
    expect((await trade.seller.get(path)).status).toBe(200);
  });

  test('responds with 503 when the file is missing from storage, and logs it for the operator', async () => {
    const { coa, path } = await filed();
    const [row] = await sql`select storage_key from product_coas where id = ${coa.id}`;
    await rm(join(stage.folder, 'files', row?.storage_key as string));
    expectError(await trade.seller.get(path), 'SERVICE_UNAVAILABLE');
  });

  test('closes the file when the client disconnects', async () => {
    const { path } = await filed('large.pdf', pdfOf(8_000_000));
    const openFiles = async () => {
      const { readdir, readlink } = await import('node:fs/promises');
      const folder = `/proc/${stage.server.pid}/fd`;
      const links = await Promise.all(
        (await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => '')),
      );
      return links.filter((link) => link.startsWith(join(stage.folder, 'files'))).length;
    };
    for (let i = 0; i < 10; i++) await leaveEarly(`${stage.server.url}${path}`);
    await expect.poll(openFiles).toBe(0);
  });
});

function leaveEarly(url: string): Promise<void> {
  const headers = { authorization: `Bearer ${trade.seller.tokens?.access_token}` };
  return new Promise((resolve) => {
    const req = request(url, { headers, agent: false }, (res) => {
      res.once('data', () => {
        req.destroy();
        delay(20).then(resolve);
      });
    });
    req.on('error', () => {});
    req.end();
  });
}

describe('the browser’s session', () => {
  test('accepts a download from any link (200)', async () => {
    const { path } = await filed();
    const cookie = await cookieOf(trade.buyer.tokens?.user.email);
    for (const site of ['same-origin', 'none', 'cross-site']) {
      const headers = { cookie, 'sec-fetch-site': site };
      expect((await stage.anybody.get(path, { headers })).status).toBe(200);
    }
  });

  test('accepts an upload from our own pages (201) and rejects one from another site (401)', async () => {
    const { id } = await createProduct(db, trade.wholesaler);
    const cookie = await cookieOf(trade.seller.tokens?.user.email);
    const send = (headers: Record<string, string>): Promise<Answer> =>
      stage.anybody.send('POST', `/api/v1/products/${id}/coa`, form(coaParts(), { cookie, ...headers }));
    expect((await send({ 'sec-fetch-site': 'same-origin' })).status).toBe(201);
    expectError(await send({ 'sec-fetch-site': 'cross-site' }), 'UNAUTHORIZED');
    expectError(await send({ origin: 'https://elsewhere.test' }), 'UNAUTHORIZED');
  });

  test('accepts the session for nothing else of REST, and not beside an invalid token', async () => {
    const { path } = await filed();
    const cookie = await cookieOf(trade.seller.tokens?.user.email);
    expectError(await stage.anybody.get('/api/v1/products', { headers: { cookie } }), 'UNAUTHORIZED');
    const headers = { cookie, authorization: 'Bearer a.b.c' };
    expectError(await stage.anybody.get(path, { headers }), 'TOKEN_INVALID');
  });

  test('rejects an ended session (401)', async () => {
    const { path } = await filed();
    const member = await createMember(db, trade.wholesaler, 'viewer');
    const client = await stage.signIn(member);
    const headers = { cookie: await cookieOf(member.email) };
    expect((await stage.anybody.get(path, { headers })).status).toBe(200);
    await client.post('/auth/logout');
    expectError(await stage.anybody.get(path, { headers }), 'UNAUTHORIZED');
  });
});

describe('shipping with require_coa', () => {
  test('rejects shipping until each product has a certificate (409 COA_REQUIRED), except accessories', async () => {
    const strict = await openTrade(stage, { wholesaler: { requireCoa: true } });
    const { buyer, seller, wholesaler, product } = strict;
    const papers = await createProduct(db, wholesaler, { category: 'accessories', name: 'Papers' });
    const { createStock } = await import('../../factories/catalog');
    await createStock(db, wholesaler, papers.variantId, 10);
    const items = [product.id, papers.id].map((product_id) => ({ product_id, quantity: 1 }));
    const order = await buyer.post<{ id: string }>('/api/v1/orders', { wholesaler_id: wholesaler.id, items });
    const move = (status: string) => seller.patch(`/api/v1/orders/${order.body.id}/status`, { status });
    await move('accepted');
    await move('preparing');
    expect(expectError(await move('shipped'), 'COA_REQUIRED')).toEqual({
      reason: 'coa_required',
      products: [product.name],
    });
    expect((await uploadCoa(seller, product.id)).status).toBe(201);
    expect((await move('shipped')).status).toBe(200);
  });

  test('shows the certificate to any business that ordered the product, connected or not', async () => {
    const { id, path } = await filed();
    const retailer = await openTrade(stage);
    expectAbsent(await retailer.buyer.get(path));
    await connect(db, retailer.retailer, trade.wholesaler);
    expect((await retailer.buyer.get(path)).status).toBe(200);
    expect((await retailer.buyer.get(`/api/v1/products/${id}/coa`)).status).toBe(200);
  });
});
