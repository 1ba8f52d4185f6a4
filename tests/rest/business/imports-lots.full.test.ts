import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '../../../server/features/inventory/ledger/verify';
import { wrongLots } from '../../../server/features/inventory/ledger/verify.sql';
import { createMember } from '../../factories/business';
import { createStock } from '../../factories/catalog';
import { importSceneOn } from '../../factories/import-scene';
import { applyImport, checkCsv, linesOf } from '../../factories/imports';
import { type BatchBody, createLot } from '../../factories/lots';
import { type ItemBody, openTrade, placeOrder } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const scene = importSceneOn(stage);
afterAll(async () => {
  await expectStockAddsUp(stage.sql);
  for await (const items of verifyLedger(stage.db)) {
    const wrong = items.filter(
      ({ quantity, ledger_quantity, broken }) => quantity !== ledger_quantity || broken > 0,
    );
    expect(wrong).toEqual([]);
  }
  expect([...(await wrongLots(stage.db))]).toEqual([]);
});

async function lotsOf(client: Client, id: string) {
  const item = ok(await client.get<ItemBody>(`/api/v1/inventory/${id}`));
  const lots = (item.lots ?? []).map(
    ({ batch_id, package_tag, quantity }) => [batch_id, package_tag, quantity] as const,
  );
  return {
    quantity: item.quantity,
    rest: item.unassigned_quantity,
    lots: lots.sort(([a, b], [c, d]) => (`${a}/${b}` < `${c}/${d}` ? -1 : 1)),
  };
}
const batchesOf = async (client: Client, number: string) =>
  ok(await client.get<{ data: BatchBody[] }>(`/api/v1/batches?batch_id=${number}`)).data;

/** Checks and applies a file. */
async function importAll(kind: 'inventory' | 'count', content: string, client = scene.owner) {
  const { id } = await checkCsv(client, kind, content);
  const checked = await linesOf(client, id);
  const { counts } = await applyImport(client, id);
  return { id, checked, counts, applied: await linesOf(client, id) };
}

describe('a file with a batch column', () => {
  test('has one line for a lot, however its number is spelled', async () => {
    const { sku } = await scene.stocked(0);
    const file = `sku,location,batch_id,counted\n${sku},Place 1,NB-${sku},10\n${sku},Place 1,nb ${sku},10\n`;
    const { counts } = await checkCsv(scene.owner, 'count', file);
    expect(counts).toMatchObject({ error: 1 });
  });

  test('counts each lot and the units without one, and creates the missing batches and lots', async () => {
    const { sku, id } = await scene.stocked(40);
    const { checked, counts } = await importAll(
      'count',
      `SKU,Store,Lot Number,Metrc Tag,Exp Date,Counted\n${sku},Place 1,B-1,TAG-${sku},11/30/2098,12\n${sku},Place 1,B-1,,2098-11-30,5\n${sku},Place 1,,,,20\n`,
    );
    expect(checked).toMatchObject([
      {
        outcome: 'adjust',
        before: { quantity: 0, reserved_quantity: 0 },
        after: { quantity: 12, batch_id: 'B-1', package_tag: `TAG-${sku}`, expires_on: '2098-11-30' },
        note: null,
      },
      { before: { quantity: 0 }, after: { quantity: 5, batch_id: 'B-1', package_tag: null } },
      { before: { quantity: 40 }, after: { quantity: 20 } },
    ]);
    expect(counts).toMatchObject({ adjust: 3, error: 0 });
    expect(await lotsOf(scene.owner, id)).toEqual({
      quantity: 37,
      rest: 20,
      lots: [
        ['B-1', `TAG-${sku}`, 12],
        ['B-1', null, 5],
      ],
    });
    expect(await batchesOf(scene.owner, 'B-1')).toMatchObject([
      { expires_on: '2098-11-30', adopted: true, quantity: 17 },
    ]);
  });

  test('changes a lot by quantity_change and leaves the rest of the row alone', async () => {
    const { sku, id } = await scene.stocked(30);
    await createLot(scene.owner, id, 'CHG', 10);
    await importAll(
      'inventory',
      `sku,location,batch,quantity_change,reason_code\n${sku},Place 1,CHG,-4,DAMAGE\n${sku},Place 1,,3,RETURN\n`,
    );
    expect(await lotsOf(scene.owner, id)).toEqual({ quantity: 29, rest: 23, lots: [['CHG', null, 6]] });
  });

  test('names an existing lot by its tag alone; an unknown tag needs a batch', async () => {
    const { sku, id } = await scene.stocked(30);
    await createLot(scene.owner, id, 'TAGGED', 10, { package_tag: `T-${sku}` });
    const { checked } = await importAll(
      'count',
      `sku,location,package_tag,counted\n${sku},Place 1,T-${sku},8\n${sku},Place 1,NEW-${sku},8\n`,
    );
    expect(checked).toMatchObject([
      { outcome: 'adjust', before: { quantity: 10 }, after: { quantity: 8, batch_id: 'TAGGED' } },
      { outcome: 'error', errors: [{ field: 'batch_id', code: 'required', message: 'is missing' }] },
    ]);
    expect(await lotsOf(scene.owner, id)).toMatchObject({ quantity: 28, lots: [['TAGGED', `T-${sku}`, 8]] });
  });

  test('rejects a tag of another batch, a repeated lot, a malformed date and a foreign lot id', async () => {
    const { sku, id } = await scene.stocked(30);
    const lot = await createLot(scene.owner, id, 'FIRST', 10, { package_tag: `O-${sku}` });
    const row = (cells: string) => `${sku},Place 1,${cells}`;
    const { id: file } = await checkCsv(
      scene.owner,
      'count',
      `sku,location,batch_id,package_tag,expires_on,lot_id,counted\n${[
        row(`SECOND,O-${sku},,,1`),
        row(`FIRST,O-${sku},,,1`),
        row(`,,,${lot.id},1`),
        row('FIRST,,30.11.2026,,1'),
        row(`,,,${randomUUID()},1`),
        row(`NEW-1,N-${sku},,,1`),
        row(`NEW-2,N-${sku},,,1`),
      ].join('\n')}\n`,
    );
    const lines = await linesOf(scene.owner, file);
    expect(lines.map(({ errors }) => errors.map(({ field, code }) => `${field}:${code}`).join())).toEqual([
      'package_tag:tag_taken',
      '',
      ':duplicate',
      'expires_on:invalid_format',
      'lot_id:unknown_id',
      '',
      'package_tag:tag_taken',
    ]);
  });

  test("keeps an existing batch's expiration and says so in a note", async () => {
    const { sku, id } = await scene.stocked(30);
    await createLot(scene.owner, id, `KEEP-${sku}`, 10, { expires_on: '2098-01-31' });
    const { checked, applied } = await importAll(
      'count',
      `sku,location,batch_id,expires_on,counted\n${sku},Place 1,KEEP-${sku},2099-12-31,9\n`,
    );
    const note = "The batch expires on 2098-01-31; the file's date was not used.";
    expect([checked[0]?.note, applied[0]?.note]).toEqual([note, note]);
    expect(await batchesOf(scene.owner, `KEEP-${sku}`)).toMatchObject([{ expires_on: '2098-01-31' }]);
  });

  test('judges below_reserved and below_zero by the lot, and sells no held unit', async () => {
    const trade = await openTrade(stage, { quantity: 40 });
    const { seller, stockId } = trade;
    await createLot(seller, stockId, 'RES', 10, { expires_on: '2098-01-01' });
    await createLot(seller, stockId, 'FREE', 10, { expires_on: '2098-06-01' });
    const held = await createLot(seller, stockId, 'HELD', 10, { expires_on: '2098-09-01' });
    ok(await seller.post(`/api/v1/batches/${held.batch}/hold`, { reason: 'Mold' }));
    await placeOrder(trade, 6);
    const sku = trade.product.variants[0]?.sku ?? '';
    const { checked, counts } = await importAll(
      'inventory',
      `sku,batch_id,quantity,quantity_change,reason_code\n${sku},RES,5,,\n${sku},FREE,,-11,DAMAGE\n${sku},HELD,,-1,SALE\n${sku},,0,,\n`,
      seller,
    );
    expect(checked.map(({ errors }) => errors.map(({ code }) => code))).toEqual([
      ['below_reserved'],
      ['below_zero'],
      ['rejected'],
      [],
    ]);
    expect(counts).toMatchObject({ error: 3, adjust: 1 });
    expect(await lotsOf(seller, stockId)).toMatchObject({ quantity: 30, rest: 0 });
  });

  test('rejects a sale without a batch column when only held units are left', async () => {
    const { sku, id } = await scene.stocked(10);
    const lot = await createLot(scene.owner, id, 'ONLY', 10);
    ok(await scene.owner.post(`/api/v1/batches/${lot.batch}/hold`, { reason: 'Mold' }));
    const { applied } = await importAll(
      'inventory',
      `sku,location,quantity_change,reason_code\n${sku},Place 1,-1,SALE\n`,
    );
    expect(applied).toMatchObject([{ outcome: 'error', errors: [{ code: 'rejected' }] }]);
    expect(await scene.quantityOf(id)).toBe(10);
  });
});

test('a file without a batch column counts the whole row as before', async () => {
  const { sku, id } = await scene.stocked(30);
  await createLot(scene.owner, id, 'WHOLE', 10);
  const { checked } = await importAll(
    'count',
    `sku,location,Expiration,counted\n${sku},Place 1,not a date,26\n`,
  );
  expect(checked).toMatchObject([{ before: { quantity: 30 }, after: { quantity: 26 }, errors: [] }]);
  expect(await lotsOf(scene.owner, id)).toEqual({ quantity: 26, rest: 16, lots: [['WHOLE', null, 10]] });
});

test('an exported list by lot, imported with one quantity changed, changes exactly that lot', async () => {
  const trade = await openTrade(stage, { quantity: 40 });
  const { seller, stockId } = trade;
  await createLot(seller, stockId, 'RT', 10);
  await createLot(seller, stockId, 'RT', 12, { package_tag: `RT-${stockId}` });
  const { text } = await seller.send('GET', '/api/v1/inventory?by=lot&format=csv');
  const unchanged = await checkCsv(seller, 'inventory', text);
  expect(unchanged.counts).toMatchObject({ unchanged: 3, adjust: 0, error: 0 });
  const [header = '', ...rows] = text.trim().split('\r\n');
  const at = header.split(',').indexOf('quantity');
  const edited = rows.map((row) => {
    const cells = row.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g) ?? [];
    if (!row.includes(`RT-${stockId}`)) return row;
    return cells.map((cell, index) => (index === at ? '7,' : cell)).join('');
  });
  const { counts, id } = await importAll('inventory', [header, ...edited].join('\r\n'), seller);
  expect(counts).toMatchObject({ adjust: 1, unchanged: 2, error: 0 });
  expect(await lotsOf(seller, stockId)).toEqual({
    quantity: 35,
    rest: 18,
    lots: [
      ['RT', `RT-${stockId}`, 7],
      ['RT', null, 10],
    ],
  });
  const moves = await stage.sql`select delta, lot_basis from inventory_movements where source_id = ${id}`;
  expect([...moves]).toEqual([{ delta: -5, lot_basis: 'stated' }]);
});

test("a batch on a supplier's product is the importer's alone until the product's owner adopts it", async () => {
  const trade = await openTrade(stage, { quantity: 5 });
  const { buyer, seller, retailer, product } = trade;
  const stockId = await createStock(stage.db, retailer, product.variantId, 10);
  const sku = product.variants[0]?.sku ?? '';
  await importAll(
    'count',
    `sku,batch_id,expires_on,counted\n${sku},SUP-${sku},2098-01-01,10\n${sku},,,0\n`,
    buyer,
  );
  expect(await batchesOf(buyer, `SUP-${sku}`)).toMatchObject([{ adopted: false, quantity: 10 }]);
  expect(await batchesOf(seller, `SUP-${sku}`)).toEqual([]);
  await importAll('count', `sku,batch_id,counted\n${sku},SUP-${sku},3\n`, seller);
  expect(await batchesOf(seller, `SUP-${sku}`)).toMatchObject([{ adopted: true, quantity: 3 }]);
  expect(await batchesOf(buyer, `SUP-${sku}`)).toMatchObject([{ adopted: true, quantity: 10 }]);
  await importAll('count', `sku,batch_id,counted\n${sku},SUP-${sku},9\n`, buyer);
  expect(await lotsOf(buyer, stockId)).toMatchObject({ quantity: 9, lots: [[`SUP-${sku}`, null, 9]] });
});

test("a limited member's file dates no batch that takes the lots of holders, and says so in a note", async () => {
  const trade = await openTrade(stage, { quantity: 5, wholesaler: { locationCount: 2 } });
  const { buyer, seller, retailer, wholesaler, product } = trade;
  const stockId = await createStock(stage.db, retailer, product.variantId, 10);
  const sku = product.variants[0]?.sku ?? '';
  await createLot(buyer, stockId, `SUP-${sku}`, 10);
  const [place = ''] = wholesaler.locationIds;
  const limited = await stage.signIn(await createMember(stage.db, wholesaler, 'admin', [place]));
  const { applied } = await importAll(
    'count',
    `sku,location,batch_id,expires_on,counted\n${sku},Place 1,SUP-${sku},2020-01-01,3\n`,
    limited,
  );
  expect(applied).toMatchObject([{ outcome: 'adjust', note: expect.stringContaining('was not used') }]);
  expect(await batchesOf(seller, `SUP-${sku}`)).toMatchObject([
    { adopted: true, expires_on: null, quantity: 3 },
  ]);
  expect(ok(await buyer.get(`/api/v1/inventory/${stockId}`))).toMatchObject({ sellable_quantity: 10 });
});

test('parallel imports that create the same batches and lots count every unit once', async () => {
  const items = await Promise.all(Array.from({ length: 12 }, () => scene.stocked(0)));
  const file = (order: typeof items) =>
    `sku,location,batch_id,package_tag,quantity_change,reason_code\n${order
      .map(({ sku }) => `${sku},Place 1,RACE,R-${sku},1,ADJUSTMENT`)
      .join('\n')}\n`;
  const imports = await Promise.all(
    [items, items.toReversed(), items].map((order) => checkCsv(scene.owner, 'inventory', file(order))),
  );
  const results = await Promise.all(imports.map(({ id }) => applyImport(scene.owner, id)));
  expect(results.map(({ counts }) => counts.adjust)).toEqual([12, 12, 12]);
  for (const { id, sku } of items) {
    expect(await lotsOf(scene.owner, id)).toEqual({ quantity: 3, rest: 0, lots: [['RACE', `R-${sku}`, 3]] });
  }
});
