import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '../../../../server/features/auth/tables';
import { entities } from '../../../../server/features/entities/tables';
import { importProducts } from '../../../../server/features/imports/listing/apply';
import { importProductsCommand } from '../../../../server/features/imports/listing/command';
import type { FileRow } from '../../../../server/features/imports/listing/read';
import { products, productVariants } from '../../../../server/features/products/tables';
import { type OpenedVariant, variantsCreated } from '../../../../server/features/products/writer';
import { auditLog } from '../../../../server/platform/audit-log/tables';
import { openTestDatabase, type TestDatabase } from '../../../setup/database';
import { IS_SHORT } from '../../../setup/full';

const COLUMNS = 'id,name,slug,brand,category,strain,thc,cbd,lab_test';

interface Sample {
  id: number;
  name?: string;
  brand?: string;
  category?: string;
  thc?: string;
}
const rowOf = ({
  id,
  name = `Kush ${id} - Shatter`,
  brand = 'Moxie',
  category = 'Concentrate,Shatter,',
  thc = '',
}: Sample) => ({
  id: `${id}`,
  name,
  slug: `s-${id}`,
  brand,
  category,
  strain: '',
  thc,
  cbd: '',
  lab_test: '',
});
async function* rowsOf(samples: Sample[], failAfter = Number.POSITIVE_INFINITY): AsyncGenerator<FileRow> {
  for (const [i, sample] of samples.entries()) {
    if (i === failAfter) throw new Error('power cut');
    yield { line: i + 2, row: rowOf(sample) };
  }
}
const many = (count: number): Sample[] => Array.from({ length: count }, (_, i) => ({ id: i + 1 }));

describe('product import', () => {
  let database: TestDatabase;
  let entityId: string;
  let email: string;
  let opened: OpenedVariant[];

  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    opened = [];
    variantsCreated.connect(async (_db, { variants }) => {
      opened.push(...variants);
    });
    entityId = v7();
    email = `${entityId}@demo.test`;
    await database.db.insert(entities).values({
      id: entityId,
      type: 'wholesaler',
      tier: 'free',
      name: 'Seller',
      legalName: 'Seller Inc.',
      licenseNumber: 'L1',
      street: 'Main',
      city: 'Oakland',
      state: 'CA',
      zip: '94601',
      contactEmail: email,
    });
    await database.db
      .insert(users)
      .values({ entityId, email, name: 'Wanda', passwordHash: '-', teamRole: 'owner' });
  });

  const run = (rows: AsyncIterable<FileRow>) =>
    importProducts(database.db, {
      actor: { userId: v7(), name: 'Wanda', entity: { id: entityId } },
      source: 'products.csv',
      rows,
    });
  const stored = () =>
    database.db.select().from(products).where(eq(products.entityId, entityId)).orderBy(products.id);
  const variants = () =>
    database.db.select().from(productVariants).where(eq(productVariants.entityId, entityId));
  const audited = () =>
    database.db.select().from(auditLog).where(eq(auditLog.entityId, entityId)).orderBy(auditLog.id);

  test('creates products in file order, each with one variant, and one audit row per batch', async () => {
    const summary = await run(rowsOf(many(1203)));
    expect(summary).toMatchObject({
      read: 1203,
      created: 1203,
      updated: 0,
      unchanged: 0,
      duplicates: 0,
      rejected: 0,
    });
    const all = await stored();
    expect(all.map((product) => product.name)).toEqual(many(1203).map(({ id }) => `Kush ${id} - Shatter`));
    expect(all[0]).toMatchObject({
      importKey: 'kushy:1',
      category: 'concentrates',
      subcategory: 'shatter',
      active: true,
    });
    expect(await variants()).toHaveLength(1203);
    expect(opened).toHaveLength(1203);
    expect(opened[0]).toMatchObject({
      productId: all[0]?.id,
      sku: 'KUSHY-1',
      productName: 'Kush 1 - Shatter',
    });
    expect(await audited()).toHaveLength(3);
  });

  test.skipIf(IS_SHORT)('a second run changes nothing', async () => {
    await run(rowsOf(many(700)));
    const before = await database.db.execute(
      sql`select xmin, * from products where entity_id = ${entityId} order by id`,
    );
    expect(await run(rowsOf(many(700)))).toMatchObject({ created: 0, updated: 0, unchanged: 700 });
    const after = await database.db.execute(
      sql`select xmin, * from products where entity_id = ${entityId} order by id`,
    );
    expect(after).toEqual(before);
    expect(await audited()).toHaveLength(2);
    expect(opened).toHaveLength(700);
  });

  test('updates only the product of a changed row; the variant follows the name unless a member edited it', async () => {
    await run(rowsOf([{ id: 1, name: 'Balm 1 oz' }, { id: 2, name: 'Salve 1 oz' }, { id: 3 }]));
    const [first] = await stored();
    await database.db.update(productVariants).set({ name: 'Jar' }).where(eq(productVariants.sku, 'KUSHY-2'));
    const summary = await run(
      rowsOf([{ id: 1, name: 'Balm 2 oz', thc: '12%' }, { id: 2, name: 'Salve 2 oz' }, { id: 3 }]),
    );
    expect(summary).toMatchObject({ created: 0, updated: 2, unchanged: 1 });
    expect((await stored())[0]).toEqual({
      ...first,
      name: 'Balm 2 oz',
      thcPercentage: 12,
      updatedAt: expect.any(Date),
    });
    const bySku = new Map((await variants()).map((variant) => [variant.sku, variant]));
    expect(bySku.get('KUSHY-1')).toMatchObject({ name: '2 oz', weight: 2, weightUnit: 'oz' });
    expect(bySku.get('KUSHY-2')).toMatchObject({ name: 'Jar', weight: 1 });
    expect((await audited()).at(-1)).toMatchObject({
      action: 'products.imported',
      before: { updated: [{ name: 'Balm 1 oz', thcPercentage: null }, { name: 'Salve 1 oz' }] },
      after: { created: [], updated: [{ name: 'Balm 2 oz', thcPercentage: 12 }, { name: 'Salve 2 oz' }] },
    });
  });

  test("never overrules the catalog with what the file doesn't have", async () => {
    const sample = { id: 1, name: 'Blue Agave', category: '', brand: '' };
    await run(rowsOf([sample]));
    const mine = {
      brand: 'Kul',
      description: 'Sweet.',
      thcPercentage: 3,
      category: 'topicals' as const,
      subcategory: 'balms',
    };
    await database.db.update(products).set(mine).where(eq(products.entityId, entityId));
    expect(await run(rowsOf([sample]))).toMatchObject({ updated: 0, unchanged: 1 });
    expect((await stored())[0]).toMatchObject(mine);
  });

  test.skipIf(IS_SHORT)('loses nothing of an interrupted run, and completes it in the next', async () => {
    await expect(run(rowsOf(many(1203), 1100))).rejects.toThrow('power cut');
    expect(await stored()).toHaveLength(1000);
    expect(await run(rowsOf(many(1203)))).toMatchObject({ created: 203, unchanged: 1000 });
    expect(await variants()).toHaveLength(1203);
  });

  test.skipIf(IS_SHORT)('creates each product once in two parallel runs', async () => {
    const [a, b] = await Promise.all([run(rowsOf(many(1500))), run(rowsOf(many(1500)))]);
    expect(a.created + b.created).toBe(1500);
    expect(a.unchanged + b.unchanged).toBe(1500);
    expect(await variants()).toHaveLength(1500);
  });

  test('rolls the batch back when opening stock rows fails', async () => {
    variantsCreated.connect(() => Promise.reject(new Error('no location')));
    const failing = importProducts(database.db, {
      actor: { userId: v7(), name: 'Wanda', entity: { id: entityId } },
      source: 'products.csv',
      rows: rowsOf(many(3)),
    });
    await expect(failing).rejects.toThrow('no location');
    expect(await stored()).toHaveLength(0);
  });

  test('rejects a row whose SKU another product has, and imports the rest', async () => {
    const productId = v7();
    await database.db.insert(products).values({ id: productId, entityId, name: 'Mine', category: 'flower' });
    await database.db.insert(productVariants).values({
      productId,
      entityId,
      name: 'Default',
      sku: 'KUSHY-2',
      priceCents: 0,
      wholesalePriceCents: 0,
      position: 0,
    });
    expect(await run(rowsOf(many(3)))).toMatchObject({ created: 2, rejected: 1 });
  });

  describe('the command', () => {
    let folder: string;
    let file: string;
    let out: string;
    let err: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'import-'));
      file = join(folder, 'list.csv');
      [out, err] = ['', ''];
    });
    afterEach(() => rm(folder, { recursive: true }));

    const command = (...args: string[]) =>
      importProductsCommand(args, {
        db: database.db,
        directory: folder,
        out: { write: (text: string) => (out += text) },
        err: { write: (text: string) => (err += text) },
      });

    test('imports the file and writes the rejected rows', async () => {
      await writeFile(
        file,
        `${COLUMNS}\n1,Kush - Wax,s,B,"Concentrate,Wax,",,,,\n2,,s,B,,,,,\n3,kush - wax,s,B,Concentrate,,,,\n`,
      );
      expect(await command(file, '--entity', email.toUpperCase())).toBe(0);
      expect(out).toMatch(/read +3\ncreated +1\nupdated +0\nunchanged +0\nduplicates +1\nrejected +1\n/);
      expect((await readFile(`${file}.rejected.csv`, 'utf8')).split('\r\n').slice(1, 3)).toEqual([
        '3,no name,2,,s,B,,,,,',
        '4,duplicate of line 2,3,kush - wax,s,B,Concentrate,,,,',
      ]);
      const corrected = (await readFile(`${file}.rejected.csv`, 'utf8')).replace(
        'no name,2,,',
        'no name,2,Tea Tin,',
      );
      await writeFile(file, corrected.replace(',s,B,,,', ',s,B,Edibles,,'));
      out = '';
      expect(await command(file, '--entity', email)).toBe(0);
      expect(out).toMatch(/created +1\nupdated +0\nunchanged +0\nduplicates +1\nrejected +0\n/);
      expect(err).toBe('');
    });

    test('names errors in one line', async () => {
      await writeFile(file, 'id,name\n');
      expect(await command()).toBe(2);
      expect(await command(file, '--entity', 'nobody@demo.test')).toBe(1);
      expect(await command(`${file}x`, '--entity', email)).toBe(1);
      expect(await command(file, '--entity', email)).toBe(1);
      await database.db.update(users).set({ teamRole: 'manager' }).where(eq(users.email, email));
      expect(await command(file, '--entity', email)).toBe(1);
      expect(err.trim().split('\n')).toEqual([
        'usage: import-products FILE.csv --entity EMAIL',
        'import-products: no member has the email nobody@demo.test',
        `import-products: ${file}x: no such file`,
        `import-products: line 1: the header lacks the columns slug, brand, category, strain, thc, cbd; expected ${COLUMNS}`,
        `import-products: ${email} is manager, and products are created by an owner or admin`,
      ]);
    });
  });
});
