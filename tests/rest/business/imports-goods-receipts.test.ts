import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { GOODS, type GoodsBody, received, unique } from '../../factories/goods';
import { applyImport, checkCsv, linesOf, settled, uploadCsv } from '../../factories/imports';
import { openTrade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const HEADER =
  'sku,quantity,unit_cost,batch_id,expires_on,package_tag,room_type,supplier,license_number,reference,received_on,confirm';
const file = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`;
const row = (cells: Record<string, string | number | undefined>) =>
  HEADER.split(',')
    .map((name) => cells[name] ?? '')
    .join(',');
const receipts = async (client: Client, query = '') =>
  ok(await client.get<{ data: GoodsBody[] }>(`${GOODS}?${query}`)).data;
const errorsOf = async (client: Client, id: string) =>
  (await linesOf(client, id)).map(({ errors }) => errors.map(({ field, code }) => `${field} ${code}`));
const open = async () => {
  const trade = await openTrade(stage);
  const product = await createProduct(db, trade.wholesaler);
  return { ...trade, sku: product.variants[0]?.sku ?? '', variantId: product.variantId };
};

test('receives lines of one supplier, reference and day as one receipt', async () => {
  const { seller, sku, wholesaler } = await open();
  const [one, two] = [unique('R'), unique('R')];
  const sent = { sku, quantity: 2, unit_cost: 3, supplier: 'Sun Farms', license_number: 'CCL-1' };
  const checked = await checkCsv(
    seller,
    'goods_receipts',
    file(
      row({ ...sent, reference: one, batch_id: 'A-1', expires_on: '11/30/2099', package_tag: unique('T') }),
      row({ ...sent, reference: two }),
      row({ ...sent, reference: one, batch_id: 'A-2', license_number: 'ccl 1' }),
    ),
    { location_id: wholesaler.locationIds[0] },
  );
  expect(checked.counts).toMatchObject({ adjust: 3, error: 0 });
  expect(await receipts(seller)).toEqual([]);
  expect(await sql`select id from batches where entity_id = ${wholesaler.id}`).toEqual([]);
  expect((await applyImport(seller, checked.id)).counts).toMatchObject({ adjust: 3, error: 0 });
  const found = await receipts(seller);
  expect(
    found.map(({ reference, units, lines }) => [reference, units, lines.map(({ batch_id }) => batch_id)]),
  ).toEqual([
    [two, 2, [null]],
    [one, 4, ['A-1', 'A-2']],
  ]);
  expect(found[1]).toMatchObject({
    kind: 'purchase',
    cost_total: 12,
    lines: [{ expires_on: '2099-11-30' }, {}],
  });
  const numbers = (await linesOf(seller, checked.id)).map(({ after }) => after?.receipt);
  expect(numbers).toEqual([found[1]?.number, found[0]?.number, found[1]?.number]);
});

test('beyond 200 lines receives another with the same reference, unasked', async () => {
  const { seller, sku } = await open();
  const reference = unique('R');
  const rows = Array.from({ length: 230 }, (_, n) =>
    row({ sku, quantity: 1, batch_id: `L-${n}X`, supplier: 'Sun Farms', reference }),
  );
  const checked = await checkCsv(seller, 'goods_receipts', file(...rows));
  expect(checked.counts).toMatchObject({ adjust: 230, error: 0 });
  expect((await applyImport(seller, checked.id)).counts).toMatchObject({ adjust: 230, error: 0 });
  const found = await receipts(seller, `search=${reference}`);
  expect(found.map(({ lines }) => lines.length)).toEqual([30, 200]);
});

test('has questions as errors of their lines until they are confirmed, and every other fault at its cell', async () => {
  const { seller, sku, wholesaler, variantId } = await open();
  const [reference, tag] = [unique('R'), unique('T')];
  const supplier = { name: 'Sun Farms' };
  await received(
    seller,
    wholesaler,
    [{ variant_id: variantId, quantity: 1, batch_id: 'T-1', package_tag: tag }],
    { supplier, reference },
  );
  const good = { sku, quantity: 1, supplier: 'Sun Farms', reference: unique('R') };
  const rows: Array<[Record<string, string | number | undefined>, string[]]> = [
    [{ ...good, batch_id: 'E-1', expires_on: '2020-01-01' }, ['expires_on confirm_required']],
    [{ ...good, batch_id: 'E-2', expires_on: '2020-01-01', confirm: 'expired' }, []],
    [{ ...good, reference }, ['reference confirm_required']],
    [{ ...good, batch_id: 'T-1', package_tag: tag }, ['package_tag tag_taken']],
    [{ ...good, sku: 'NO-SUCH-SKU' }, ['sku unknown_sku']],
    [{ ...good, package_tag: 'X' }, ['batch_id required']],
    [{ ...good, supplier: '' }, ['supplier required']],
    [{ ...good, quantity: 0 }, ['quantity value_too_small']],
    [{ ...good, received_on: '2020-01-01' }, ['received_on value_too_small']],
    [{ ...good, confirm: 'everything' }, ['confirm unknown_value']],
    [{ ...good, batch_id: 'D-1' }, []],
    [{ ...good, batch_id: 'd 1' }, [' duplicate']],
    [{ ...good, batch_id: 'F-1', package_tag: `${tag}-F` }, []],
    [{ ...good, batch_id: 'F-2', package_tag: `${tag}-F` }, ['package_tag tag_taken']],
  ];
  const checked = await checkCsv(seller, 'goods_receipts', file(...rows.map(([cells]) => row(cells))));
  expect(await errorsOf(seller, checked.id)).toEqual(rows.map(([, errors]) => errors));
  const fixed = ok(
    await seller.patch<{ id: string }>(`/api/v1/imports/${checked.id}`, {
      fixes: [
        { line: 2, field: 'confirm', value: 'expired' },
        { line: 4, field: 'confirm', value: 'same_reference' },
      ],
    }),
  );
  expect((await settled(seller, fixed.id)).counts).toMatchObject({ adjust: 5, error: 9 });
  expect((await applyImport(seller, checked.id)).counts).toMatchObject({ adjust: 5, error: 9 });
  const rooms = (await receipts(seller, `search=${good.reference}`)).flatMap(({ lines }) =>
    lines.map(({ batch_id, room_type }) => [batch_id, room_type]),
  );
  expect(rooms).toEqual([
    ['E-1', 'quarantine'],
    ['E-2', 'quarantine'],
    ['D-1', 'vault'],
    ['F-1', 'vault'],
  ]);
});

test('leaves out lines that can no longer be received, and receives the rest', async () => {
  const { seller, sku, wholesaler, variantId } = await open();
  const package_tag = unique('T');
  const good = { sku, quantity: 1, supplier: 'Sun Farms', reference: unique('R') };
  const checked = await checkCsv(
    seller,
    'goods_receipts',
    file(row({ ...good, batch_id: 'A-1', package_tag }), row({ ...good, batch_id: 'A-2' })),
  );
  expect(checked.counts).toMatchObject({ adjust: 2 });
  await received(seller, wholesaler, [{ variant_id: variantId, quantity: 1, batch_id: 'A-1', package_tag }]);
  expect((await applyImport(seller, checked.id)).counts).toMatchObject({ adjust: 1, error: 1 });
  expect(await errorsOf(seller, checked.id)).toEqual([['package_tag tag_taken'], []]);
  expect(await receipts(seller, `search=${good.reference}`)).toMatchObject([
    { lines: [{ batch_id: 'A-2' }] },
  ]);
});

test("counts numbers of another's product one by one, with an error of the lines beyond", async () => {
  const { buyer, product } = await open();
  const sku = product.variants[0]?.sku;
  const rows = (prefix: string, count: number) =>
    file(
      ...Array.from({ length: count }, (_, n) =>
        row({ sku, quantity: 1, batch_id: `${prefix}-${n}X`, supplier: 'Sun Farms' }),
      ),
    );
  expect((await checkCsv(buyer, 'goods_receipts', rows('A', 99))).counts).toMatchObject({ adjust: 99 });
  const beyond = await checkCsv(buyer, 'goods_receipts', rows('B', 2));
  expect(beyond.counts).toMatchObject({ error: 2 });
  expect(await errorsOf(buyer, beyond.id)).toEqual([['batch_id rejected'], ['batch_id rejected']]);
});

test('is for members who may change inventory, within their locations', async () => {
  const business = await createBusiness(db, 'wholesaler', { locationCount: 2 });
  const viewer = await stage.signIn(await createMember(db, business, 'viewer'));
  const [here = '', there = ''] = business.locationIds;
  const limited = await stage.signIn(await createMember(db, business, 'manager', [here]));
  const product = await createProduct(db, business);
  expectError(await uploadCsv(viewer, 'goods_receipts', file()), 'FORBIDDEN');
  const content = `sku,quantity,supplier,location\n${product.variants[0]?.sku},1,Sun Farms,${there}\n`;
  const checked = await checkCsv(limited, 'goods_receipts', content);
  expect(await errorsOf(limited, checked.id)).toEqual([['location unknown_location']]);
});
