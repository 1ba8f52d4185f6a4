import { beforeAll, expect, test } from 'vitest';
import { type Business, createBusiness, createMember } from '../../factories/business';
import { applyImport, checkCsv, linesOf } from '../../factories/imports';
import { createWeighed } from '../../factories/weights';
import { type Client, ok } from '../../setup/client';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
let maker: Business;
let seller: Client;
beforeAll(async () => {
  maker = await createBusiness(stage.db, 'wholesaler');
  seller = await stage.signIn(await createMember(stage.db, maker, 'owner'));
});

const stockOf = async (stockId: string) =>
  ok(await seller.get<{ sku: string }>(`/api/v1/inventory/${stockId}`));
const errorsOf = async (id: string) =>
  (await linesOf(seller, id)).map(({ errors }) => errors.map(({ field, code }) => `${field} ${code}`));

test('a file of stock changes and sets amounts in the unit of each variant', async () => {
  const [one, two] = [
    await createWeighed({ seller }, { unit: 'lb', step: 0.01, price: 1000, steps: 1000 }),
    await createWeighed({ seller }, { unit: 'g', step: 0.5, price: 4, steps: 10 }),
  ];
  const [{ sku: a }, { sku: b }] = [await stockOf(one.stockId), await stockOf(two.stockId)];
  const content = `sku,room_type,amount_change,amount,reason_code\n${a},vault,+2.34,,ADJUSTMENT\n${b},vault,,"1,000.5",\n`;
  const checked = await checkCsv(seller, 'inventory', content);
  expect(await linesOf(seller, checked.id)).toMatchObject([
    { before: { quantity: 1000, amount: 10 }, after: { quantity: 1234, amount: 12.34, unit: 'lb' } },
    { before: { amount: 5 }, after: { quantity: 2001, amount: 1000.5, unit: 'g' } },
  ]);
  await applyImport(seller, checked.id);
  expect(await stockOf(one.stockId)).toMatchObject({ quantity: 1234, amount: 12.34 });
  expect(await stockOf(two.stockId)).toMatchObject({ quantity: 2001, amount: 1000.5 });
  const wrong = await checkCsv(
    seller,
    'inventory',
    `sku,room_type,amount_change,quantity_change,reason_code\n${a},vault,0.005,,AUDIT\n${a},vault,1,100,AUDIT\n${b},vault,x,,AUDIT\n`,
  );
  expect(await errorsOf(wrong.id)).toEqual([
    ['amount_change off_step'],
    ['amount_change ambiguous', ' duplicate'],
    ['amount_change invalid_number'],
  ]);
  await expectStockAddsUp(stage.sql);
});

test('a count takes amounts, and an export with both columns is read by its quantities', async () => {
  const { stockId } = await createWeighed({ seller }, { unit: 'lb', step: 0.01, price: 1000, steps: 500 });
  const { sku } = await stockOf(stockId);
  const counted = await checkCsv(seller, 'count', `sku,room_type,counted_amount\n${sku},vault,4.87\n`);
  await applyImport(seller, counted.id);
  expect(await stockOf(stockId)).toMatchObject({ quantity: 487, amount: 4.87 });
  const response = await seller.get(`/api/v1/inventory?sku=${sku}&format=csv`);
  const csv = response.text;
  expect(csv.split('\n', 1)[0]).toMatch(/quantity.*amount/);
  const back = await checkCsv(seller, 'inventory', csv);
  expect(back.counts).toMatchObject({ unchanged: 1, error: 0 });
});

test('a file of products says what is sold by weight', async () => {
  const header = 'name,category,sku,price,sold_by,unit,step,case_size\n';
  const content = `${header}Bulk Kush,flower,BK-LB,1250,weight,lb,0.01,50\nJars,flower,JAR-1,35,,each,,\nHalf,flower,HALF-1,35,weight,,,\n`;
  const checked = await checkCsv(seller, 'products', content);
  expect(await errorsOf(checked.id)).toEqual([[], [], ['unit required', 'step required']]);
  await applyImport(seller, checked.id);
  const variants = async (search: string) =>
    ok(await seller.get<{ data: Array<{ variants: object[] }> }>(`/api/v1/products?search=${search}`)).data[0]
      ?.variants;
  expect(await variants('Bulk%20Kush')).toMatchObject([
    { sold_by: 'weight', unit: 'lb', step: 0.01, case_size: 50 },
  ]);
  expect(await variants('Jars')).toMatchObject([{ sold_by: 'unit', unit: null, step: null }]);
  const changed = await checkCsv(
    seller,
    'products',
    `${header}Bulk Kush,flower,BK-LB,1250,weight,lb,0.05,50\n`,
  );
  expect(changed.counts).toMatchObject({ update: 1 });
  await applyImport(seller, changed.id);
  expect(await variants('Bulk%20Kush')).toMatchObject([{ step: 0.05 }]);
});
