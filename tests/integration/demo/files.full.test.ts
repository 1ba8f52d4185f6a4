import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCertificateFile } from '../../../server/features/lots/coa/reading';
import { SecretCipher } from '../../../server/platform/secrets/cipher';
import { openStorage } from '../../../server/platform/storage/storage';
import { seedDemoOnce } from '../../../server/process/demo/seed';
import { openTestDatabase, type TestDatabase } from '../../setup/database';

const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-demo-'));
afterAll(() => rm(folder, { recursive: true }));

describe('the files of the demo', () => {
  let database: TestDatabase;
  let sql: TestDatabase['sql'];

  beforeAll(async () => {
    database = await openTestDatabase();
    sql = database.sql;
    const parts = {
      ...{ db: database.db, storage: await openStorage({ DATA_DIR: folder, S3_URL: undefined }) },
      cipher: new SecretCipher('a secret of the demo, at least 32 characters'),
      ...{ log: pino({ level: 'silent' }), publicUrl: 'https://demo.test' },
    };
    // Two processes that start at once.
    await Promise.all([seedDemoOnce(parts), seedDemoOnce(parts)]);
  });
  afterAll(() => database.close());

  test('has certificates for most products outside accessories, each with its file, and none for the others', async () => {
    const certificates = await sql`
      select c.product_id, c.storage_key, c.sha256, c.file_size, p.category, c.created_at > p.created_at and c.created_at < now() as timely
      from product_coas c join products p on p.id = c.product_id`;
    const [products] = await sql`select count(*)::int from products where category <> 'accessories'`;
    const certified = new Set(certificates.map(({ product_id }) => product_id)).size;
    expect(certified / (products?.count ?? 0)).toBeGreaterThan(0.7);
    expect(certified).toBeLessThan(products?.count ?? 0);
    for (const { storage_key, sha256, file_size, category, timely } of certificates) {
      const file = await readFile(join(folder, 'files', storage_key));
      expect(createHash('sha256').update(file).digest('hex')).toBe(sha256);
      expect(file.toString('latin1')).toMatch(/^%PDF-1.4\n.*%%EOF\n$/s);
      expect(file_size).toBe(file.length);
      expect({ category, timely }).toEqual({
        category: expect.not.stringMatching('accessories'),
        timely: true,
      });
    }
    // Of two processes at once, one wrote the files.
    const files = await readdir(join(folder, 'files'), { recursive: true });
    expect(files.filter((name) => name.endsWith('.pdf'))).toHaveLength(certificates.length);
  });

  test('reads certificates as the reader does, a few of which say otherwise than their product', async () => {
    const certificates = await sql`
      select distinct on (p.entity_id, p.category) c.storage_key, c.extracted
      from product_coas c join products p on p.id = c.product_id order by p.entity_id, p.category, c.id`;
    expect(certificates.length).toBeGreaterThan(10);
    for (const { storage_key, extracted } of certificates) {
      const file = await readFile(join(folder, 'files', storage_key));
      expect(await readCertificateFile(new Uint8Array(file))).toEqual(extracted);
    }
    const [found] = await sql`
      select count(*) filter (where mismatches is null or extracted is null)::int as unread,
        count(*) filter (where mismatches <> '[]')::int as differing, count(*)::int as certificates,
        count(*) filter (where (mismatches <> '[]') <> (abs((extracted->>'thc_percentage')::numeric - p.thc_percentage::numeric) > 1))::int as wrong
      from product_coas c join products p on p.id = c.product_id`;
    expect(found).toMatchObject({ unread: 0, wrong: 0 });
    expect(found?.differing).toBeGreaterThan(0);
    expect(found?.differing).toBeLessThan(found?.certificates / 10);
  });

  test('gives every product a picture that its images name, with the files of its three widths', async () => {
    const pictures = await sql`
      select p.images, 'https://demo.test/images/products/' || p.id || '/' || x.id || '.webp' as address,
        array[x.storage_key, x.medium_key, x.thumb_key] as keys
      from products p left join product_images x on x.product_id = p.id`;
    for (const { images, address } of pictures) expect(images).toEqual([address]);
    const files = await readdir(join(folder, 'files'), { recursive: true });
    expect(files.filter((name) => name.endsWith('.webp')).sort()).toEqual(
      pictures.flatMap(({ keys }) => keys).sort(),
    );
  });
});
