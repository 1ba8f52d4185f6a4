import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { type CoaBody, copyReading, readCoa, saveReading, uploadCoa } from '../../factories/coa';
import type { BatchBody } from '../../factories/lots';
import { pdf, pdfOf } from '../../factories/pdf';
import { type Placed, textPdf } from '../../factories/text-pdf';
import { openTrade, type ProductBody, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { form } from '../../setup/form';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql, folder } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

let numbers = 0;
const DAY = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
/** A certificate of a number of its own. */
function certificate(day = DAY): { number: string; file: Buffer } {
  const number = `RD-${++numbers}`;
  const texts: Placed[] = [
    [50, 760, 'Juniper Ridge Labs'],
    [300, 760, 'www.juniperridge.com'],
    [50, 740, `Batch #: ${number}`],
    [300, 740, `Date Collected: ${day}`],
    [50, 700, 'Total THC: 22.40%'],
    [50, 680, 'Overall Result: Pass'],
  ];
  return { number, file: textPdf(texts) };
}
const product = async () => (await createProduct(db, trade.wholesaler)).id;
const coaPath = (id: string) => `/api/v1/products/${id}/coa`;
const NOTHING_SURE = {
  lab: false,
  batch_id: false,
  sampled_on: false,
  thc_percentage: false,
  cbd_percentage: false,
  result: false,
  expires_on: false,
};
const filesOf = async () =>
  (await readdir(join(folder, 'files'), { recursive: true })).filter((name) => name.endsWith('.pdf'));
const keyOf = async (id: string) =>
  (await sql<{ storage_key: string }[]>`select storage_key from coa_readings where id = ${id}`)[0]
    ?.storage_key ?? '';
const questionsOf = (answer: Parameters<typeof expectError>[0]) =>
  expectError(answer, 'CONFLICT') as unknown as { reason: string; questions: unknown };

describe('POST /api/v1/coa-readings', () => {
  test('says what a certificate states before anything is saved, and which batches have its number (201)', async () => {
    const id = await product();
    await sql`update products set thc_percentage = 25 where id = ${id}`;
    const { number, file } = certificate();
    const batch = ok(
      await trade.seller.post<BatchBody>('/api/v1/batches', { product_id: id, batch_id: number }),
    );
    const other = ok(
      await trade.seller.post<BatchBody>('/api/v1/batches', { product_id: id, batch_id: `X-${number}` }),
    );
    const audited = await sql`select id from audit_log where entity_id = ${trade.wholesaler.id}`;
    const { status, body, headers, text } = await readCoa(trade.seller, file, {
      product_id: id,
      batch: other.id,
    });
    expect(status, text).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      file_name: 'coa.pdf',
      status: 'read',
      extracted: {
        lab: 'Juniper Ridge Labs',
        batch_id: number,
        sampled_on: DAY,
        thc_percentage: 22.4,
        cbd_percentage: null,
        result: 'passed',
        expires_on: null,
      },
      sure: {
        ...NOTHING_SURE,
        lab: true,
        batch_id: true,
        sampled_on: true,
        thc_percentage: true,
        result: true,
      },
      mismatches: [
        { field: 'batch_id', form: `X-${number}`, document: number },
        { field: 'thc_percentage', form: '25', document: '22.4' },
      ],
      matches: [{ batch: batch.id, batch_id: number, product_id: id, product_name: batch.product_name }],
      expires_at: expect.any(String),
    });
    const hours = (Date.parse(body.expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    expect(headers.location).toBe(`/api/v1/coa-readings/${body.id}`);
    expect((await trade.seller.get(`/api/v1/coa-readings/${body.id}`)).body).toEqual(body);
    // Nothing else changed.
    expectAbsent(await trade.seller.get(coaPath(id)));
    expect(ok(await trade.seller.get<ProductBody>(`/api/v1/products/${id}`)).thc_percentage).toBe(25);
    expect(await sql`select id from audit_log where entity_id = ${trade.wholesaler.id}`).toEqual(audited);
  });

  test.each([
    ['a scan', () => textPdf([])],
    ['10 MiB of junk', () => pdfOf(10 * 1024 * 1024)],
  ])('says of %s that no text could be read (201)', async (_, make) => {
    const { status, body } = await readCoa(trade.seller, make());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'no_text',
      extracted: null,
      sure: NOTHING_SURE,
      mismatches: [],
      matches: [],
    });
  });

  test('suggests five batches at most, of its own reach alone', async () => {
    const { number, file } = certificate();
    const foreign = await openTrade(stage);
    ok(await foreign.seller.post('/api/v1/batches', { product_id: foreign.product.id, batch_id: number }));
    expect((await readCoa(trade.seller, file)).body.matches).toEqual([]);
    for (let n = 0; n < 6; n++)
      ok(await trade.seller.post('/api/v1/batches', { product_id: await product(), batch_id: number }));
    expect((await readCoa(trade.seller, file)).body.matches).toHaveLength(5);
  });

  test("keeps control characters out of the file's name, and its size within 10 MiB (413)", async () => {
    const disposition = `form-data; name="file"; filename*=UTF-8''a%2F..%2Fb%0D%0A%00%E2%80%AEc.pdf`;
    const parts = [{ name: 'file', fileName: 'coa.pdf', disposition, content: pdf() }];
    const answer = await trade.seller.send<{ file_name: string }>(
      'POST',
      '/api/v1/coa-readings',
      form(parts),
    );
    expect(answer.body.file_name).toBe('bc.pdf');
    expectError(await readCoa(trade.seller, pdfOf(10 * 1024 * 1024 + 1)), 'PAYLOAD_TOO_LARGE');
    expectInvalid(await trade.seller.send('POST', '/api/v1/coa-readings', form([])), 'file', 'required');
  });

  test("rejects another business's product, batch and reading (404), and who may not change stock (403)", async () => {
    const foreign = await openTrade(stage);
    const batch = ok(
      await foreign.seller.post<BatchBody>('/api/v1/batches', {
        product_id: foreign.product.id,
        batch_id: 'F-1',
      }),
    );
    expectAbsent(await readCoa(trade.seller, pdf(), { product_id: foreign.product.id }));
    expectAbsent(await readCoa(trade.seller, pdf(), { batch: batch.id }));
    // A batch of another product than the one that was named.
    expectAbsent(
      await readCoa(foreign.seller, pdf(), {
        batch: batch.id,
        product_id: (await createProduct(db, foreign.wholesaler)).id,
      }),
    );
    const { id } = (await readCoa(foreign.seller, pdf())).body;
    expectAbsent(await trade.seller.get(`/api/v1/coa-readings/${id}`));
    expectAbsent(
      await saveReading(trade.seller, coaPath(await product()), {
        reading_id: id,
        batch_id: 'F-1',
        date: DAY,
      }),
    );
    const viewer = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer'));
    expectError(await readCoa(viewer, pdf()), 'FORBIDDEN');
  });

  test('serves members who are limited to locations', async () => {
    const [here] = trade.wholesaler.locationIds;
    const limited = await stage.signIn(await createMember(db, trade.wholesaler, 'manager', [here]));
    expect((await readCoa(limited, certificate().file)).body.status).toBe('read');
  });

  test('keeps 100 readings of a business at most, also of those sent at once (409), and forgets those that expired', async () => {
    const { seller, wholesaler } = await openTrade(stage);
    const { id } = (await readCoa(seller, pdf())).body;
    await copyReading(sql, id, 97);
    const answers = await Promise.all([1, 2, 3, 4].map(() => readCoa(seller.unpooled(), pdf())));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    if (!refused) throw new Error('none was rejected');
    expect(expectError(refused, 'CONFLICT')).toEqual({ reason: 'too_many', limit: 100 });
    await sql`update coa_readings set expires_at = now() where entity_id = ${wholesaler.id} and id <> ${id}`;
    expect((await readCoa(seller, pdf())).status).toBe(201);
  });

  test('removes a reading that was not saved in time, with its file, and saves it no longer', async () => {
    const { id } = (await readCoa(trade.seller, pdf())).body;
    const kept = (await readCoa(trade.seller, pdf())).body.id;
    const [key, keptKey] = [await keyOf(id), await keyOf(kept)];
    expect(await filesOf()).toContain(key);
    await sql`update coa_readings set expires_at = now() where id = ${id}`;
    expectAbsent(await trade.seller.get(`/api/v1/coa-readings/${id}`));
    expectAbsent(
      await saveReading(trade.seller, coaPath(await product()), {
        reading_id: id,
        batch_id: 'E-1',
        date: DAY,
      }),
    );
    await sql`select graphile_worker.add_job('purge_uploads')`;
    const left = () => sql`select id from coa_readings where id = ${id}`;
    await expect.poll(left, { timeout: 30_000 }).toEqual([]);
    await expect.poll(filesOf, { timeout: 30_000 }).not.toContain(key);
    expect(await filesOf()).toContain(keptKey);
  });
});

describe('POST /api/v1/products/{id}/coa with a reading', () => {
  test('saves it with the date that was read, once (201, then 404)', async () => {
    const id = await product();
    const { number, file } = certificate();
    const { body: reading } = await readCoa(trade.seller, file, { product_id: id });
    const fields = { reading_id: reading.id, batch_id: number, lab: 'Juniper Ridge Labs' };
    const { status, body, text } = await saveReading(trade.seller, coaPath(id), fields);
    expect(status, text).toBe(201);
    expect(body).toMatchObject({
      product_id: id,
      batch_id: number,
      date: DAY,
      file_name: 'coa.pdf',
      file_size: file.length,
      extracted: reading.extracted,
      mismatches: [],
      reading: 'done',
    });
    expect(ok(await trade.seller.get<ProductBody>(`/api/v1/products/${id}`)).test_results?.batch_id).toBe(
      number,
    );
    const stored = await trade.seller.get(new URL(body.download_url).pathname);
    expect(stored.status).toBe(200);
    expectAbsent(await saveReading(trade.seller, coaPath(id), fields));
    expectAbsent(await trade.seller.get(`/api/v1/coa-readings/${reading.id}`));
  });

  test('saves it once under parallel requests', async () => {
    const id = await product();
    const { number, file } = certificate();
    const reading_id = (await readCoa(trade.seller, file)).body.id;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        saveReading(trade.seller.unpooled(), coaPath(id), { reading_id, batch_id: number }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404, 404, 404]);
    expect(ok(await trade.seller.get<CoaBody>(coaPath(id))).history).toEqual([]);
  });

  test('asks before it is saved as another batch, product or date than was read, all at once, and writes nothing (409)', async () => {
    const [id, other] = [await product(), await createProduct(db, trade.wholesaler)];
    const { number, file } = certificate();
    const reading_id = (await readCoa(trade.seller, file, { product_id: other.id })).body.id;
    const fields = { reading_id, batch_id: `NOT-${number}`, date: '2026-01-01' };
    const answer = await saveReading(trade.seller, coaPath(id), fields);
    const name = ok(await trade.seller.get<ProductBody>(`/api/v1/products/${other.id}`)).name;
    const questions = [
      { path: 'batch_id', code: 'another_batch', value: number },
      { path: 'product_id', code: 'another_product', value: name },
      { path: 'date', code: 'another_date', value: DAY },
    ];
    expect(questionsOf(answer)).toEqual({ reason: 'confirm_required', questions });
    expectAbsent(await trade.seller.get(coaPath(id)));
    expect(await sql`select id from batches where product_id = ${id}`).toEqual([]);
    const some = await saveReading(trade.seller, coaPath(id), {
      ...fields,
      confirm: 'another_batch,another_date',
    });
    expect(questionsOf(some).questions).toEqual([questions[1]]);
    const { status, body } = await saveReading(trade.seller, coaPath(id), { ...fields, confirm: 'true' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ batch_id: `NOT-${number}`, date: '2026-01-01' });
  });

  test('asks where another product of its own alone has the batch, it was sampled before packaging, or long ago (409)', async () => {
    const [id, other] = [await product(), await product()];
    const { number, file } = certificate('2025-01-02');
    ok(await trade.seller.post('/api/v1/batches', { product_id: other, batch_id: number }));
    const reading_id = (await readCoa(trade.seller, file)).body.id;
    const answer = await saveReading(trade.seller, coaPath(id), { reading_id, batch_id: number });
    expect(questionsOf(answer).questions).toMatchObject([
      { code: 'another_product' },
      { code: 'older_than_a_year' },
    ]);
    ok(
      await trade.seller.post('/api/v1/batches', {
        product_id: id,
        batch_id: number,
        packaged_on: '2025-02-01',
      }),
    );
    const known = await saveReading(trade.seller, coaPath(id), { reading_id, batch_id: number });
    expect(questionsOf(known).questions).toMatchObject([
      { code: 'sampled_before_packaged', value: '2025-01-02' },
      { code: 'older_than_a_year' },
    ]);
  });

  test('needs a date where none was read, and one of file and reading (400)', async () => {
    const id = await product();
    const reading_id = (await readCoa(trade.seller, pdf())).body.id;
    const fields = { reading_id, batch_id: 'N-1' };
    expectInvalid(await saveReading(trade.seller, coaPath(id), fields), 'date', 'required');
    const file = { name: 'file', fileName: 'coa.pdf', content: pdf() };
    const both = Object.entries({ ...fields, lab: 'x' }).map(([name, content]) => ({ name, content }));
    expectInvalid(
      await trade.seller.send('POST', coaPath(id), form([...both, file])),
      'reading_id',
      'ambiguous',
    );
    expect((await saveReading(trade.seller, coaPath(id), { ...fields, date: DAY })).status).toBe(201);
    expectAbsent(
      await saveReading(trade.seller, coaPath(id), { ...fields, reading_id: ABSENT_ID, date: DAY }),
    );
  });

  test('asks nothing of a file, as before', async () => {
    const id = await product();
    const { file } = certificate('2024-01-01');
    const parts = [
      { name: 'lab', content: 'Other Lab' },
      { name: 'batch_id', content: 'OTHER' },
      { name: 'file', fileName: 'coa.pdf', content: file },
    ];
    expect((await uploadCoa(trade.seller, id, parts)).status).toBe(201);
  });

  test('has it read later where there was no time before', async () => {
    const { seller, wholesaler } = await openTrade(stage);
    const { id } = await createProduct(db, wholesaler);
    const subject = `slow_pdf:${wholesaler.id}`;
    await sql`insert into reset_requests (subject, window_start, requests) values (${subject}, now(), 2)`;
    const { number, file } = certificate();
    const { body: reading } = await readCoa(seller, file);
    expect(reading).toMatchObject({ status: 'not_read', extracted: null });
    await sql`delete from reset_requests where subject = ${subject}`;
    const fields = { reading_id: reading.id, batch_id: number, date: DAY };
    expect((await saveReading(seller, coaPath(id), fields)).body.reading).toBe('pending');
    await expect
      .poll(async () => ok(await seller.get<CoaBody>(coaPath(id))).reading, { timeout: 60_000 })
      .toBe('done');
  });
});
