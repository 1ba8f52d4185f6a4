import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { type CoaBody, coaParts, uploadCoa } from '../../factories/coa';
import { pdf, pdfOf } from '../../factories/pdf';
import { openTrade, type ProductBody, type Trade } from '../../factories/trade';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../../setup/expect';
import { form, formBytes } from '../../setup/form';
import { IS_FULL, IS_SHORT, sampleOf } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql, folder } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

const product = async () => (await createProduct(db, trade.wholesaler)).id;
const coaOf = (id: string) => trade.seller.get<CoaBody>(`/api/v1/products/${id}/coa`);
const filesKept = async () =>
  (await readdir(join(folder, 'files'), { recursive: true }).catch(() => [])).filter((name) =>
    name.endsWith('.pdf'),
  ).length;

/** Expects the upload to be rejected and nothing kept. */
async function refused<T>(send: () => Promise<T>): Promise<T> {
  const before = await filesKept();
  const answer = await send();
  await expect.poll(filesKept).toBe(before);
  // Other files of tests leave pictures that the next sweep removes.
  await expect.poll(() => sql`select * from pending_uploads where key like '%.pdf'`).toEqual([]);
  return answer;
}

describe('POST /api/v1/products/{id}/coa', () => {
  test('stores the record as the product’s test results (201)', async () => {
    const id = await product();
    const file = pdf('first');
    const { status, body } = await uploadCoa(
      trade.seller,
      id,
      coaParts(file, { lab: ' Rocky Labs ', batch_id: 'BD-2512', date: '2026-01-20' }),
    );
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      product_id: id,
      batch: expect.stringMatching(/^[0-9a-f-]{36}$/),
      lab: 'Rocky Labs',
      batch_id: 'BD-2512',
      date: '2026-01-20',
      file_name: 'coa.pdf',
      file_size: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
      download_url: `http://localhost:${new URL(stage.server.url).port}/api/v1/products/${id}/coa/${body.id}/file`,
      uploaded_by: trade.seller.tokens?.user.id,
      reading: 'done',
      extracted: null,
      mismatches: [],
      withdrawn: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      history: [],
    });
    const { test_results } = (await trade.seller.get<ProductBody>(`/api/v1/products/${id}`)).body;
    expect(test_results).toEqual({ lab: 'Rocky Labs', date: '2026-01-20', batch_id: 'BD-2512' });
  });

  test('makes the latest current and keeps the others as its history, newest first (201)', async () => {
    const id = await product();
    const sent: CoaBody[] = [];
    for (const batch_id of ['1', '2', '3']) {
      sent.push((await uploadCoa(trade.seller, id, coaParts(pdf(batch_id), { batch_id }))).body);
    }
    const { status, body } = await coaOf(id);
    expect(status).toBe(200);
    const { history, ...latest } = body;
    expect([latest, ...history]).toEqual(sent.reverse().map(({ history: _, ...record }) => record));
    const read = (await trade.seller.get<ProductBody>(`/api/v1/products/${id}`)).body;
    expect(read.test_results?.batch_id).toBe('3');
  });

  test.skipIf(IS_SHORT)(
    'defaults a missing or empty date to today in the business’s timezone (201)',
    async () => {
      const id = await product();
      await sql`update entities set timezone = 'Pacific/Kiritimati' where id = ${trade.wholesaler.id}`;
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format();
      expect((await uploadCoa(trade.seller, id)).body.date).toBe(day);
      expect((await uploadCoa(trade.seller, id, coaParts(pdf(), { date: '' }))).body.date).toBe(day);
      await sql`update entities set timezone = 'UTC' where id = ${trade.wholesaler.id}`;
    },
  );

  test.skipIf(IS_SHORT)(
    'accepts parts in any order, chunked or not, with a preamble and an epilogue (201)',
    async () => {
      const id = await product();
      const parts = coaParts();
      expect((await uploadCoa(trade.seller, id, [...parts].reverse())).status).toBe(201);
      const body = Buffer.concat([Buffer.from('before\r\n'), formBytes(parts), Buffer.from('after')]);
      const headers = { ...form(parts).headers, 'transfer-encoding': 'chunked' };
      const answer = await trade.seller.send('POST', `/api/v1/products/${id}/coa`, { body, headers });
      expect(answer.status, answer.text).toBe(201);
    },
  );

  test.skipIf(IS_SHORT)(
    'accepts exactly 10 MiB (201), and rejects one byte more and a body over 11 MiB (413)',
    async () => {
      const id = await product();
      const limit = 10 * 1024 * 1024;
      const most = await uploadCoa(trade.seller, id, coaParts(pdfOf(limit)));
      expect(most.status, most.text).toBe(201);
      expect(most.body.file_size).toBe(limit);
      const over = await refused(() => uploadCoa(trade.seller, id, coaParts(pdfOf(limit + 1))));
      expect(expectError(over, 'PAYLOAD_TOO_LARGE')).toEqual({ limit });
      const body = await refused(() => uploadCoa(trade.seller, id, coaParts(pdfOf(11 * 1024 * 1024))));
      expect(expectError(body, 'PAYLOAD_TOO_LARGE')).toEqual({ limit: 11 * 1024 * 1024 });
    },
  );

  test.each(
    sampleOf([
      ['a path', '../../etc/passwd/x.pdf', 'x.pdf'],
      ['a Windows path', 'C:\\lab\\x.pdf', 'x.pdf'],
      ['direction characters', 'a\u202eb\u2066c.pdf', 'abc.pdf'],
      ['letters of other scripts', 'Проба № 1 – café.pdf', 'Проба № 1 – café.pdf'],
      ['300 characters', `${'n'.repeat(300)}.pdf`, `${'n'.repeat(251)}.pdf`],
      ['nothing but dots', '..', 'certificate.pdf'],
    ]),
  )('sanitizes a file name with %s (201)', async (_, fileName, kept) => {
    const id = await product();
    const parts = coaParts().map((part) => (part.name === 'file' ? { ...part, fileName } : part));
    const { status, body } = await uploadCoa(trade.seller, id, parts);
    expect(status).toBe(201);
    expect(body.file_name).toBe(kept);
  });

  test.skipIf(IS_SHORT)(
    'removes control characters and the path from an encoded file name (201)',
    async () => {
      const disposition = `form-data; name="file"; filename*=UTF-8''a%2F..%2Fb%0D%0A%00c.pdf`;
      const parts = coaParts().map((part) => (part.name === 'file' ? { ...part, disposition } : part));
      expect((await uploadCoa(trade.seller, await product(), parts)).body.file_name).toBe('bc.pdf');
    },
  );

  test('adds an audit row', async () => {
    const id = await product();
    const { body } = await uploadCoa(trade.seller, id);
    const { history: _, ...record } = body;
    const rows = await sql`select action, before, after from audit_log where object_id = ${id}`;
    expect(rows).toEqual([{ action: 'product.coa_added', before: null, after: record }]);
  });

  test.skipIf(IS_SHORT)('keeps certificates append-only in the database', async () => {
    const id = await product();
    await uploadCoa(trade.seller, id);
    await expect(sql`update product_coas set lab = 'x' where product_id = ${id}`).rejects.toThrow(
      'append-only',
    );
    await expect(sql`delete from product_coas where product_id = ${id}`).rejects.toThrow('append-only');
  });

  test.skipIf(IS_SHORT)(
    'rejects an absent id, a foreign product and a product that the caller only sees (404), and keeps nothing',
    async () => {
      const foreign = await openTrade(stage);
      for (const id of [ABSENT_ID, ...MALFORMED_IDS, foreign.product.id]) {
        expectAbsent(await refused(() => uploadCoa(trade.seller, id)));
      }
      expectAbsent(await refused(() => uploadCoa(trade.buyer, trade.product.id)));
    },
  );

  test.skipIf(IS_SHORT)('rejects a deleted product (404)', async () => {
    const id = await product();
    await trade.seller.delete(`/api/v1/products/${id}`);
    expectAbsent(await refused(() => uploadCoa(trade.seller, id)));
  });

  test('checks token and role before the body (401, 403)', async () => {
    const path = `/api/v1/products/${trade.product.id}/coa`;
    const nonsense = { body: 'x', headers: { 'content-type': 'text/plain' } };
    expectError(await stage.anybody.send('POST', path, nonsense), 'UNAUTHORIZED');
    for (const role of ['manager', 'viewer'] as const) {
      const member = await stage.signIn(await createMember(db, trade.wholesaler, role));
      expectError(await member.send('POST', path, nonsense), 'FORBIDDEN');
    }
  });

  test('checks the body (400) before the product (404)', async () => {
    expectInvalid(await uploadCoa(trade.seller, ABSENT_ID, coaParts().slice(1)), 'lab', 'required');
  });

  test.skipIf(IS_SHORT)('keeps parallel uploads in the history, in order', async () => {
    const id = await product();
    const uploads = IS_FULL ? 20 : 6;
    const answers = await Promise.all(
      Array.from({ length: uploads }, (_, i) =>
        uploadCoa(trade.seller.unpooled(), id, coaParts(pdf(`${i}`), { batch_id: `${i}` })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(uploads).fill(201));
    const { history, ...latest } = (await coaOf(id)).body;
    expect(history).toHaveLength(uploads - 1);
    const times = [latest, ...history].map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set([latest, ...history].map(({ sha256 }) => sha256)).size).toBe(uploads);
  });

  test('stores one certificate per Idempotency-Key', async () => {
    const id = await product();
    const headers = { 'idempotency-key': `coa-${id}` };
    const first = await uploadCoa(trade.seller, id, coaParts(), headers);
    const again = await refused(() => uploadCoa(trade.seller, id, coaParts(), headers));
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await coaOf(id)).body.history).toEqual([]);
    const other = await refused(() => uploadCoa(trade.seller, id, coaParts(pdf('other')), headers));
    expectError(other, 'IDEMPOTENCY_KEY_REUSED');
  });
});

describe('GET /api/v1/products/{id}/coa', () => {
  test('responds with 404 without a certificate, for an absent id and to an unconnected business', async () => {
    const id = await product();
    expectAbsent(await coaOf(id));
    expectAbsent(await coaOf(ABSENT_ID));
    await uploadCoa(trade.seller, id);
    const stranger = await openTrade(stage);
    expectAbsent(await stranger.buyer.get(`/api/v1/products/${id}/coa`));
  });

  test('returns it to every business that sees the product (200)', async () => {
    const id = await product();
    const { body } = await uploadCoa(trade.seller, id);
    expect((await trade.buyer.get(`/api/v1/products/${id}/coa`)).body).toEqual(body);
    const viewer = await stage.signIn(await createMember(db, trade.retailer, 'viewer'));
    expect((await viewer.get(`/api/v1/products/${id}/coa`)).status).toBe(200);
  });
});
