import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { importProducts } from '../../../server/features/imports/listing/apply';
import { openProductFile } from '../../../server/features/imports/listing/read';
import { connectReactions } from '../../../server/transport/reactions';
import { type Business, createBusiness, createMember } from '../../factories/business';
import { applyImport, checkCsv, linesOf } from '../../factories/imports';
import type { Client } from '../../setup/client';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
let maker: Business;
let owner: Client;
beforeAll(async () => {
  maker = await createBusiness(stage.db, 'wholesaler');
  owner = await stage.signIn(await createMember(stage.db, maker, 'owner'));
});

interface ProductBody {
  id: string;
  name: string;
  category: string;
  variants: Array<{ name: string; sku: string; price: number; wholesale_price: number }>;
}
const named = async (name: string) =>
  (await owner.get<{ data: ProductBody[] }>(`/api/v1/products?search=${encodeURIComponent(name)}`)).body.data;

const HEADER = 'Name,Brand,Category,Subcategory,Variant Name,SKU,Price,Wholesale Price,THC,CBD,Description\n';

describe('a catalog with SKUs', () => {
  test('creates products with variants, updates them by SKU, and skips unchanged ones', async () => {
    const content = `${HEADER}Sunny Kush,Highland,Flower,Hybrid,3.5 g,SK-35,$35.00,17.50,21.4%,0.1,"Bright, with citrus"
Sunny Kush,Highland,Flower,,7 g,SK-70,65,,,,
Moon Gummies,Highland,edibles,gummies,,MG-10,"1,020.00",,,,
`;
    const checked = await checkCsv(owner, 'products', content);
    expect(checked.counts).toEqual({ create: 3, update: 0, adjust: 0, closed: 0, unchanged: 0, error: 0 });
    expect(await named('Sunny Kush')).toEqual([]);
    expect(await applyImport(owner, checked.id)).toMatchObject({
      status: 'completed',
      counts: { create: 3 },
    });
    expect(await named('Sunny Kush')).toMatchObject([
      {
        brand: 'Highland',
        category: 'flower',
        subcategory: 'hybrid',
        thc_percentage: 21.4,
        description: 'Bright, with citrus',
        variants: [
          { name: '3.5 g', sku: 'SK-35', price: 35, wholesale_price: 17.5 },
          { name: '7 g', sku: 'SK-70', price: 65, wholesale_price: 65 },
        ],
      },
    ]);
    const { body } = await owner.get<{ pagination: { total: number } }>('/api/v1/inventory?sku=MG-10');
    expect(body.pagination.total).toBe(1);

    const again = await checkCsv(owner, 'products', content.replace('65,,,,', '60,30,,,'));
    expect(again.counts).toEqual({ create: 0, update: 1, adjust: 0, closed: 0, unchanged: 2, error: 0 });
    expect(await linesOf(owner, again.id, '&outcome=update')).toMatchObject([
      { sku: 'SK-70', before: { price: 65, wholesale_price: 65 }, after: { price: 60, wholesale_price: 30 } },
    ]);
    await applyImport(owner, again.id);
    expect((await named('Sunny Kush'))[0]?.variants[1]).toMatchObject({ price: 60, wholesale_price: 30 });
    const audit = await stage.sql`select action from audit_log where entity_id = ${maker.id} order by id`;
    expect(audit.map(({ action }) => action).filter((action) => action.startsWith('product'))).toEqual([
      'product.created',
      'product.updated',
      'product.created',
      'product.updated',
    ]);
  });

  test.skipIf(IS_SHORT)('sets who can see a product, and keeps it where the column is blank', async () => {
    const file = (visibility: string, price = 35) =>
      `Name,Category,SKU,Price,Visibility\nHush Kush,flower,HK-1,${price},${visibility}\n`;
    const apply = async (content: string) =>
      applyImport(owner, (await checkCsv(owner, 'products', content)).id);
    await apply(file('Offered'));
    expect(await named('Hush Kush')).toMatchObject([{ visibility: 'offered' }]);
    await apply(file('', 36));
    expect(await named('Hush Kush')).toMatchObject([{ visibility: 'offered', variants: [{ price: 36 }] }]);
    await apply(file('connected', 36));
    expect(await named('Hush Kush')).toMatchObject([{ visibility: 'connected' }]);
    const wrong = await checkCsv(owner, 'products', file('secret', 36));
    expect(await linesOf(owner, wrong.id)).toMatchObject([
      { errors: [{ field: 'visibility', code: 'unknown_value' }] },
    ]);
  });

  test('flags each invalid line with one error, and accepts the others', async () => {
    const lines: Array<[string, string, string]> = [
      ['Bad,B,weed,,,BAD-1,1,,,,', 'category', 'unknown_value'],
      ['Bad,B,flower,gummies,,BAD-2,1,,,,', 'subcategory', 'foreign_subcategory'],
      ['Bad,B,flower,,,BAD-3,cheap,,,,', 'price', 'invalid_number'],
      ['Bad,B,flower,,,BAD-4,1.005,,,,', 'price', 'invalid_number'],
      ['Bad,B,flower,,,BAD-5,1,,140,,', 'thc', 'invalid_number'],
      ['Bad,B,flower,,,,1,,,,', 'sku', 'required'],
      [',B,flower,,,BAD-6,1,,,,', 'name', 'required'],
      ['Bad,B,flower,,,BAD-7,,,,,', 'price', 'required'],
      ['Bad,B,,,,BAD-8,1,,,,', 'category', 'required'],
      [`${'n'.repeat(201)},B,flower,,,BAD-9,1,,,,`, 'name', 'too_long'],
      ['Good,B,flower,,,GOOD-1,2,,,,', '', 'duplicate'],
    ];
    const content = `${HEADER}Good,B,flower,,,GOOD-1,1,,,,\n${lines.map(([line]) => line).join('\n')}\n`;
    const checked = await checkCsv(owner, 'products', content);
    expect(checked.counts).toMatchObject({ create: 1, error: lines.length });
    const flagged = await linesOf(owner, checked.id, '&problem=true');
    for (const [index, [line, field, code]] of lines.entries()) {
      const found = flagged.find((one) => one.line === index + 3);
      expect(found?.errors, line).toEqual([expect.objectContaining({ field, code })]);
    }
    await applyImport(owner, checked.id);
    expect(await named('Bad')).toEqual([]);
    expect((await named('Good'))[0]?.variants).toMatchObject([{ sku: 'GOOD-1', price: 1 }]);
  });

  test.skipIf(IS_SHORT)('updates a SKU that was taken between check and confirmation', async () => {
    const { id } = await checkCsv(owner, 'products', `${HEADER}Late,B,flower,,,LATE-1,5,,,,\n`);
    await owner.post('/api/v1/products', {
      name: 'Early',
      category: 'flower',
      variants: [{ name: 'x', sku: 'LATE-1', price: 4 }],
    });
    expect(await applyImport(owner, id)).toMatchObject({ counts: { create: 0, update: 1 } });
    expect((await named('Late'))[0]?.variants).toMatchObject([{ sku: 'LATE-1', price: 5 }]);
  });
});

describe('a listing without SKUs', () => {
  const LISTING = `"id","name","slug","brand","category","strain","thc","cbd","lab_test"
"1","Blue Dream - Shatter","a","Moxie","Concentrate,Shatter,","Blue Dream","80%",,
"2","ounce of cannabis","b","Moxie",,,,,
"3","test","c","Moxie","Flower,",,,,
"4","Blue  Dream - shatter","d","MOXIE","Concentrate,",,,,
`;

  test.skipIf(IS_SHORT)(
    'reads names, categories and potency like the command line, and changes nothing a second time',
    async () => {
      const checked = await checkCsv(owner, 'products', LISTING);
      expect(checked).toMatchObject({ status: 'ready', counts: { create: 2, error: 2 } });
      expect(await linesOf(owner, checked.id)).toMatchObject([
        {
          line: 2,
          outcome: 'create',
          sku: 'KUSHY-1',
          after: { category: 'concentrates', thc_percentage: 80 },
        },
        { line: 3, outcome: 'create', note: expect.stringContaining('category') },
        { line: 4, outcome: 'error', problem: 'The line was left out: the name is a placeholder.' },
        { line: 5, outcome: 'error', errors: [{ code: 'duplicate' }] },
      ]);
      await applyImport(owner, checked.id);
      const again = await checkCsv(owner, 'products', LISTING);
      expect(again.counts).toEqual({ create: 0, update: 0, adjust: 0, closed: 0, unchanged: 2, error: 2 });
      await applyImport(owner, again.id);
      const [row] = await stage.sql`
      select address, request_id from audit_log where action = 'products.imported' and object_id = ${checked.id}`;
      expect(row).toMatchObject({ address: '' });
    },
  );

  const file = process.env.PRODUCT_FILE;
  test.skipIf(!file)('imports a whole listing like the command line', { timeout: 300_000 }, async () => {
    const path = String(file);
    const other = await createBusiness(stage.db, 'wholesaler');
    const { rows } = await openProductFile(path);
    connectReactions();
    const summary = await importProducts(stage.db, {
      actor: { userId: (await createMember(stage.db, other, 'owner')).id, name: 'x', entity: other },
      source: 'x',
      rows,
    });
    const business = await createBusiness(stage.db, 'wholesaler');
    const client = await stage.signIn(await createMember(stage.db, business, 'owner'));
    const checked = await checkCsv(client, 'products', await readFile(path));
    const applied = await applyImport(client, checked.id, 200_000);
    expect(applied.counts).toMatchObject({
      create: summary.created,
      update: 0,
      unchanged: 0,
      error: summary.duplicates + summary.rejected,
    });
    const content = (id: string) => stage.sql`
      select p.import_key, p.name, p.brand, p.category, p.subcategory, p.description, p.thc_percentage, p.cbd_percentage,
        v.sku, v.name as variant, v.weight, v.weight_unit, v.price_cents
      from products p join product_variants v on v.product_id = p.id where p.entity_id = ${id} order by p.import_key`;
    expect([...(await content(business.id))]).toEqual([...(await content(other.id))]);
  });
});
