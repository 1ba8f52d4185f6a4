import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { EnvError, readEnv } from '../../../server/kernel/env';
import { discard, notePending, purgePending, takeOver } from '../../../server/platform/storage/pending';
import { openStorage } from '../../../server/platform/storage/storage';
import { createProduct } from '../../factories/catalog';
import { coaParts, uploadCoa } from '../../factories/coa';
import { pdf, pdfOf } from '../../factories/pdf';
import { openTrade } from '../../factories/trade';
import { openBucket } from '../../setup/bucket';
import { expectAbsent, expectError } from '../../setup/expect';
import { openOwnStage } from '../../setup/stage';

const bucket = await openBucket();
afterAll(() => bucket.close());
const stage = await openOwnStage({ S3_URL: bucket.url });
const { db, sql, folder } = stage;
const trade = await openTrade(stage);
const product = async () => (await createProduct(db, trade.wholesaler)).id;
const stored = async (coaId: string) => {
  const [row] = await sql`select storage_key from product_coas where id = ${coaId}`;
  return `/coas/of-tests/${row?.storage_key}`;
};

describe('S3_URL', () => {
  test('stores the file in the bucket under the prefix and downloads it from there (201)', async () => {
    const file = pdf('in a bucket');
    const { status, body } = await uploadCoa(trade.seller, await product(), coaParts(file));
    expect(status).toBe(201);
    expect(bucket.objects.get(await stored(body.id))).toEqual(file);
    expect((await trade.seller.get(new URL(body.download_url).pathname)).text).toBe(file.toString());
    expect(
      bucket.requests.every(({ credential }) => /^the-key\/\d{8}\/eu-west-1\/s3\//.test(credential)),
    ).toBe(true);
    await expect(stat(join(folder, 'files'))).rejects.toThrow('ENOENT');
  });

  test('uploads 10 MiB in parts (201)', async () => {
    const file = pdfOf(10 * 1024 * 1024);
    randomBytes(5_000_000).copy(file, 100_000);
    const { status, body } = await uploadCoa(trade.seller, await product(), coaParts(file));
    expect(status).toBe(201);
    expect(bucket.objects.get(await stored(body.id))?.equals(file)).toBe(true);
  });

  test('leaves nothing in the bucket after 400, 413 and 404', async () => {
    const before = bucket.objects.size;
    const id = await product();
    expectError(await uploadCoa(trade.seller, id, coaParts(Buffer.from('%PDF-1.4'))), 'INVALID_REQUEST');
    expectError(
      await uploadCoa(trade.seller, id, coaParts(pdfOf(10 * 1024 * 1024 + 1))),
      'PAYLOAD_TOO_LARGE',
    );
    expectAbsent(await uploadCoa(trade.buyer, id));
    expect(bucket.objects.size).toBe(before);
    expect(await sql`select key from pending_uploads`).toEqual([]);
  });

  test('responds with 503 while the bucket rejects requests, and records nothing', async () => {
    const id = await product();
    bucket.fail = true;
    const answer = await uploadCoa(trade.seller, id);
    bucket.fail = false;
    expectError(answer, 'SERVICE_UNAVAILABLE');
    expect(answer.headers['retry-after']).toBe('5');
    expectAbsent(await trade.seller.get(`/api/v1/products/${id}/coa`));
    // What could not be removed waits for the purge.
    await sql`delete from pending_uploads`;
  });

  test.each([
    ['a form that is none', 'https://bucket.example/x'],
    ['no bucket', 's3://k:s@host'],
    ['a key without its secret', 's3://k@host/bucket'],
    ['an unknown option', 's3://k:s@host/bucket?acl=public'],
    ['tls that is neither 0 nor 1', 's3://k:s@host/bucket?tls=no'],
  ])('fails the start for %s', (_, url) => {
    expect(() => readEnv({ S3_URL: url })).toThrow(EnvError);
    expect(() => readEnv({ S3_URL: url })).not.toThrow(url);
  });

  test.each(['s3://host/bucket', 's3://k:s@host:9000/bucket/a/b?region=us-east-1&tls=0&path_style=1'])(
    'accepts %s',
    (url) => {
      expect(readEnv({ S3_URL: url }).S3_URL).toBe(url);
    },
  );
});

describe('files without a record', () => {
  const place = join(folder, 'local');
  const kept = async () =>
    (await readdir(place, { recursive: true }).catch(() => []))
      .filter((name) => name.endsWith('.pdf'))
      .sort();

  test('are purged after an hour, unless they are younger or recorded', async () => {
    const storage = await openStorage({ DATA_DIR: place, S3_URL: undefined });
    for (const key of ['old', 'young', 'taken']) {
      await notePending(db, `2026/${key}.pdf`);
      await storage.write(`2026/${key}.pdf`, Readable.from([pdf()]), { contentType: 'application/pdf' });
    }
    await notePending(db, '2026/never-written.pdf');
    await takeOver(db, '2026/taken.pdf');
    await sql`update pending_uploads set started_at = now() - interval '61 minutes' where key not like '%young%'`;
    await purgePending(db, storage);
    expect(await kept()).toEqual(['files/2026/taken.pdf', 'files/2026/young.pdf']);
    expect((await stat(join(place, 'files/2026/taken.pdf'))).mode & 0o777).toBe(0o600);
    await discard(db, storage, '2026/taken.pdf');
    await discard(db, storage, '2026/young.pdf');
    expect(await kept()).toEqual(['files/2026/taken.pdf']);
    await expect(takeOver(db, '2026/young.pdf')).rejects.toThrow('released before');
  });

  test('are kept while a transaction is about to record them', async () => {
    const storage = await openStorage({ DATA_DIR: place, S3_URL: undefined });
    const key = '2026/contested.pdf';
    await notePending(db, key);
    await storage.write(key, Readable.from([pdf()]), { contentType: 'application/pdf' });
    await db.transaction(async (tx) => {
      await takeOver(tx, key);
      await discard(db, storage, key);
    });
    expect(await kept()).toContain(`files/${key}`);
  });
});
