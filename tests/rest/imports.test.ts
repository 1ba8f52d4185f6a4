import { beforeAll, describe, expect, test } from 'vitest';
import { type Business, createBusiness, createMember } from '../factories/business';
import { createProduct, createStock } from '../factories/catalog';
import {
  applyImport,
  checkCsv,
  type ImportBody,
  importParts,
  linesOf,
  settled,
  uploadCsv,
} from '../factories/imports';
import type { Client } from '../setup/client';
import { ABSENT_ID, expectAbsent, expectError } from '../setup/expect';
import { form } from '../setup/form';
import { expectStockAddsUp } from '../setup/invariants';
import { openStage } from '../setup/stage';

const stage = await openStage();
let shop: Business;
let owner: Client;
let places: string[];

interface Item {
  quantity: number;
  unit_cost: number;
}
interface Stock {
  sku: string;
  id: string;
}

async function stocked(quantity: number, place = 0, business = shop): Promise<Stock> {
  const { variants, variantId } = await createProduct(stage.db, business);
  const id = await createStock(stage.db, business, variantId, quantity, {
    locationId: business.locationIds[place] ?? '',
  });
  return { sku: variants[0]?.sku ?? '', id };
}
const itemOf = async (id: string) => (await owner.get<Item>(`/api/v1/inventory/${id}`)).body;
const quantityOf = async (id: string) => (await itemOf(id)).quantity;

beforeAll(async () => {
  shop = await createBusiness(stage.db, 'retailer', { locationCount: 2 });
  places = shop.locationIds;
  owner = await stage.signIn(await createMember(stage.db, shop, 'owner'));
});

describe('POST /api/v1/imports', () => {
  test('201: a file whose columns are known is checked at once, and nothing of it is applied', async () => {
    const { sku, id } = await stocked(40);
    const answer = await uploadCsv(
      owner,
      'inventory',
      `SKU,Location,Quantity Change,Reason Code,Notes\r\n${sku},Place 1,-3,DAMAGE,"Fell, twice"\r\n`,
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      kind: 'inventory',
      status: 'checking',
      file_name: 'stock.csv',
      room_type: 'vault',
      location_id: null,
      applied_at: null,
    });
    const checked = await settled(owner, answer.body.id);
    expect(checked).toMatchObject({
      status: 'ready',
      total: 1,
      processed: 1,
      counts: { create: 0, update: 0, adjust: 1, unchanged: 0, error: 0 },
      columns: [{ name: 'SKU', samples: [sku] }, {}, {}, {}, { name: 'Notes', samples: ['Fell, twice'] }],
      mapping: [
        { column: 'SKU', field: 'sku' },
        { column: 'Location', field: 'location' },
        { column: 'Quantity Change', field: 'quantity_change' },
        { column: 'Reason Code', field: 'reason_code' },
        { column: 'Notes', field: 'notes' },
      ],
    });
    expect(await linesOf(owner, checked.id)).toMatchObject([
      {
        line: 2,
        outcome: 'adjust',
        applied: false,
        sku,
        location: 'Place 1',
        room_type: 'vault',
        before: { quantity: 40, reserved_quantity: 0 },
        after: { quantity: 37 },
        errors: [],
        problem: null,
      },
    ]);
    expect(await quantityOf(id)).toBe(40);
  });

  test.each([
    ['semicolons', 'sku;location;counted\n%s;Place 1;7\n'],
    ['tabs', 'sku\tlocation\tcounted\n%s\tPlace 1\t7\n'],
    ['a byte order mark', '\uFEFFsku,location,counted\n%s,Place 1,7\n'],
    ['quotes everywhere and no last line end', '"sku","location","counted"\r\n"%s","Place 1","7"'],
  ])('201 with %s', async (_, content) => {
    const { sku } = await stocked(9);
    const checked = await checkCsv(owner, 'count', content.replace('%s', sku));
    expect(checked.counts).toMatchObject({ adjust: 1, error: 0 });
  });

  test('201 in Latin-1: what is not UTF-8 is read as Windows-1252', async () => {
    const { sku } = await stocked(9);
    const bytes = Buffer.from(`sku,location,counted,notes\n${sku},Place 1,7,caf\u00e9\n`, 'latin1');
    const { id } = await checkCsv(owner, 'count', bytes);
    await applyImport(owner, id);
    const [row] = await stage.sql`select notes from inventory_movements where source_id = ${id}`;
    expect(row?.notes).toBe('café');
  });

  test('400 without a file, without or with an unknown kind, with an unknown field', async () => {
    expectError(
      await owner.send('POST', '/api/v1/imports', form([{ name: 'kind', content: 'count' }])),
      'INVALID_REQUEST',
    );
    const content = 'sku,counted\nx,1\n';
    for (const parts of [
      importParts('count', content).slice(1),
      importParts('stocktake', content),
      importParts('count', content, { colour: 'red' }),
      importParts('count', content, { room_type: 'attic' }),
    ]) {
      expectError(await owner.send('POST', '/api/v1/imports', form(parts)), 'INVALID_REQUEST');
    }
  });

  test.each([
    ['an empty file', ''],
    ['NUL', 'sku,counted\nx\0,1\n'],
    ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0])],
    ['a PDF', Buffer.from('%PDF-1.7\n%\x01\x02\n')],
    ['UTF-16', Buffer.from('\ufeffsku,counted\nx,1\n', 'utf16le')],
    ['a header without names', ',,,\nx,1,,\n'],
    ['a header whose quote never closes', '"sku,counted\nx,1\n'],
    ['a header of 1 MB', `${'a'.repeat(1024 * 1024)},counted\nx,1\n`],
    ['101 columns', `${Array.from({ length: 101 }, (_, i) => `c${i}`).join(',')}\n`],
  ])('400 for %s', async (_, content) => {
    const details = expectError(await uploadCsv(owner, 'count', content), 'INVALID_REQUEST') as {
      errors: Array<{ path: string; code: string }>;
    };
    expect(details.errors[0]).toMatchObject({ path: 'file', code: 'invalid_file' });
  });

  test('413 for a file of more than 10 MiB', async () => {
    expectError(
      await uploadCsv(owner, 'count', Buffer.alloc(10 * 1024 * 1024 + 1, 'a,b\n')),
      'PAYLOAD_TOO_LARGE',
    );
  });

  test('415 for a body that is JSON', async () => {
    expectError(await owner.post('/api/v1/imports', { kind: 'count' }), 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('404 for a location of another business', async () => {
    const other = await createBusiness(stage.db, 'retailer');
    expectAbsent(
      await uploadCsv(owner, 'count', 'sku,counted\nx,1\n', { location_id: other.locationIds[0] }),
    );
  });

  test('403 for products by a manager, who may import stock', async () => {
    const manager = await stage.signIn(await createMember(stage.db, shop, 'manager'));
    expectError(await uploadCsv(manager, 'products', 'name,category,sku\nx,flower,y\n'), 'FORBIDDEN');
    const { body } = await uploadCsv(owner, 'products', 'name,category,sku\nx,flower,y\n');
    expectError(await manager.get(`/api/v1/imports/${body.id}`), 'FORBIDDEN');
    expect((await manager.get(`/api/v1/imports?limit=500`)).text).not.toContain(body.id);
    expect((await uploadCsv(manager, 'count', 'sku,counted\nx,1\n')).status).toBe(201);
  });
});

describe('a file that cannot be read to its end', () => {
  test.each([
    ['a quote that never closes', 'sku,counted\nx,1\ny,"2\nz,3\n', 3],
    ['a line of more than 1 MB', `sku,counted\nx,1\n${'y'.repeat(1_100_000)},2\n`, 3],
  ])('fails with the line, and applies nothing: %s', async (_, content, line) => {
    const failed = await checkCsv(owner, 'count', content);
    expect(failed).toMatchObject({ status: 'failed', error: { line, code: 'invalid_file' } });
    expectError(await owner.post(`/api/v1/imports/${failed.id}/apply`), 'CONFLICT');
  });

  test('more than 100 000 lines', async () => {
    const failed = await checkCsv(owner, 'count', `sku,counted\n${'x,1\n'.repeat(100_001)}`);
    expect(failed.error?.message).toContain('100,000');
  });
});

describe('what lines say', () => {
  test('a line whose room is none stands for no place: the next line of the SKU is no repeat', async () => {
    const { sku } = await stocked(10);
    const content = `sku,location,room_type,counted\n${sku},Place 1,attic,3\n${sku},Place 1,vault,4\n`;
    const { id } = await checkCsv(owner, 'count', content);
    expect(await linesOf(owner, id)).toMatchObject([
      { outcome: 'error', errors: [{ field: 'room_type', code: 'invalid_value' }] },
      { outcome: 'adjust', errors: [], after: { quantity: 4 } },
    ]);
  });

  test('bad SKU, bad reason, duplicates and the rest: each line flagged by its number, nothing else stopped', async () => {
    const [a, b] = [await stocked(10), await stocked(10, 1)];
    const reserved = await stocked(10);
    await stage.sql`update inventory_items set reserved_quantity = 4 where id = ${reserved.id}`;
    const lines: Array<[cells: string, field: string, code: string]> = [
      ['NO-SUCH-SKU,Place 1,vault,1,AUDIT,', 'sku', 'unknown_sku'],
      [`${a.sku},Place 1,vault,1,BECAUSE,`, 'reason_code', 'invalid_value'],
      [`${a.sku},Place 9,vault,1,AUDIT,`, 'location', 'unknown_location'],
      [`${a.sku},Place 1,attic,1,AUDIT,`, 'room_type', 'invalid_value'],
      [`${a.sku},Place 1,vault,many,AUDIT,`, 'quantity_change', 'invalid_number'],
      [`${a.sku},Place 1,vault,1.5,AUDIT,`, 'quantity_change', 'invalid_number'],
      [`${a.sku},Place 1,vault,3000000000,AUDIT,`, 'quantity_change', 'too_big'],
      [`${a.sku},Place 1,vault,,AUDIT,`, 'quantity_change', 'required'],
      [`${a.sku},Place 1,vault,1,,`, 'reason_code', 'required'],
      [`${a.sku},,vault,1,AUDIT,`, 'location', 'required'],
      [',Place 1,vault,1,AUDIT,', 'sku', 'required'],
      [`${b.sku},Place 2,vault,-11,AUDIT,`, 'quantity_change', 'below_zero'],
      [`${reserved.sku},Place 1,vault,-7,AUDIT,`, 'quantity_change', 'below_reserved'],
      [`${a.sku},Place 1,sales_floor,1,AUDIT,${'n'.repeat(1001)}`, 'notes', 'too_big'],
      [`${a.sku},Place 1,vault`, '', 'unreadable'],
      [`${a.sku},Place 1,"va"ult,1,AUDIT,`, '', 'unreadable'],
    ];
    const good = `${a.sku},Place 1,secret_menu,5,RETURN,`;
    const content = `sku,location,room_type,quantity_change,reason_code,notes\n${lines.map(([cells]) => cells).join('\n')}\n\n${good}\n${good}\n`;
    const checked = await checkCsv(owner, 'inventory', content);
    expect(checked.counts).toMatchObject({ create: 1, error: lines.length + 1 });
    const flagged = await linesOf(owner, checked.id, '&problem=true');
    for (const [index, [cells, field, code]] of lines.entries()) {
      const line = flagged.find((one) => one.line === index + 2);
      expect(line?.errors, cells).toContainEqual({ field, code, message: expect.any(String) });
    }
    const last = flagged.at(-1);
    expect(last).toMatchObject({
      line: lines.length + 4,
      problem: `The line repeats line ${lines.length + 3}.`,
    });

    const csv = await owner.get(`/api/v1/imports/${checked.id}/lines?problem=true&format=csv`);
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.text.split('\r\n')[0]).toBe(
      'line,outcome,applied,sku,product_name,location,room_type,before,after,problem,note,errors',
    );
    expect(csv.text).toContain('sku is of no product in your stock or catalogue.');
    expect(await quantityOf(a.id)).toBe(10);

    const applied = await applyImport(owner, checked.id);
    expect(applied).toMatchObject({ status: 'completed', counts: { create: 1, error: lines.length + 1 } });
    expect(await quantityOf(a.id)).toBe(10);
    await stage.sql`update inventory_items set reserved_quantity = 0 where id = ${reserved.id}`;
    await expectStockAddsUp(stage.sql);
  });

  test('formulas are text like any other', async () => {
    const checked = await checkCsv(owner, 'count', 'sku,location,counted\n"=HYPERLINK(""x"")",Place 1,1\n');
    const csv = await owner.get(`/api/v1/imports/${checked.id}/lines?format=csv`);
    expect(csv.text).toContain(`"'=HYPERLINK(""x"")"`);
  });

  test('an exported list of stock imports as it is and changes nothing', async () => {
    const { sku, id } = await stocked(12);
    const csv = await owner.get(`/api/v1/inventory?sku=${sku}&format=csv`);
    const checked = await checkCsv(owner, 'inventory', csv.text);
    expect(checked.counts).toEqual({ create: 0, update: 0, adjust: 0, unchanged: 1, error: 0 });
    await applyImport(owner, checked.id);
    expect(await quantityOf(id)).toBe(12);
  });

  test('a line without location or room lies where the import says, or in the only location', async () => {
    const { sku } = await stocked(12, 1);
    const checked = await checkCsv(owner, 'count', `sku,counted\n${sku},3\n`, {
      location_id: places[1] ?? '',
      room_type: 'sales_floor',
    });
    expect(await linesOf(owner, checked.id)).toMatchObject([
      {
        outcome: 'create',
        location: 'Place 2',
        room_type: 'sales_floor',
        before: null,
        after: { quantity: 3 },
      },
    ]);
  });
});

describe('PATCH /api/v1/imports/{id}', () => {
  test('200: says what columns mean; the next file with that header is understood by itself', async () => {
    const { sku } = await stocked(5);
    const content = `Artikel,Ort,Bestand\n${sku},Place 1,8\n`;
    const { id, status, mapping } = await checkCsv(owner, 'count', content);
    expect({ status, mapping }).toEqual({ status: 'mapping', mapping: [] });
    expectError(await owner.post(`/api/v1/imports/${id}/apply`), 'CONFLICT');
    const told = [
      { column: 'Artikel', field: 'sku' },
      { column: 'Ort', field: 'location' },
      { column: 'Bestand', field: 'counted' },
    ];
    const answer = await owner.patch<ImportBody>(`/api/v1/imports/${id}`, { mapping: told });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'checking', mapping: told });
    expect(await settled(owner, id)).toMatchObject({ status: 'ready', counts: { adjust: 1 } });

    const next = await checkCsv(owner, 'count', content.replace('Artikel', 'ARTIKEL'));
    expect(next.mapping[0]).toEqual({ column: 'ARTIKEL', field: 'sku' });
    expect(next.status).toBe('ready');
  });

  test('400 for unknown or repeated columns and fields, and where one is needed; CONFLICT once confirmed', async () => {
    const { sku } = await stocked(5);
    const { id } = await checkCsv(owner, 'count', `a,b,c\n${sku},Place 1,5\n`);
    const refused = [
      [{ column: 'a', field: 'sku' }],
      [
        { column: 'a', field: 'sku' },
        { column: 'z', field: 'counted' },
      ],
      [
        { column: 'a', field: 'sku' },
        { column: 'a', field: 'counted' },
      ],
      [
        { column: 'a', field: 'sku' },
        { column: 'b', field: 'sku' },
        { column: 'c', field: 'counted' },
      ],
      [
        { column: 'a', field: 'sku' },
        { column: 'c', field: 'quantity_change' },
      ],
      [{ column: 'a', field: 'colour' }],
      [],
    ];
    for (const mapping of refused) {
      expectError(await owner.patch(`/api/v1/imports/${id}`, { mapping }), 'INVALID_REQUEST');
    }
    expectError(await owner.patch(`/api/v1/imports/${id}`, {}), 'INVALID_REQUEST');
    const mapping = [
      { column: 'a', field: 'sku' },
      { column: 'b', field: 'location' },
      { column: 'c', field: 'counted' },
    ];
    await owner.patch(`/api/v1/imports/${id}`, { mapping });
    await settled(owner, id);
    await applyImport(owner, id);
    expectError(await owner.patch(`/api/v1/imports/${id}`, { mapping }), 'CONFLICT');
  });
});

describe('POST /api/v1/imports/{id}/apply', () => {
  test('202: stock, ledger with source and reason, cost, audit and events', async () => {
    const [a, b] = [await stocked(40), await stocked(40)];
    const { id } = await checkCsv(
      owner,
      'inventory',
      `sku,location,quantity_change,quantity,reason_code,unit_cost,notes\n${a.sku},Place 1,+12,,RETURN,$17.50,Back\n${b.sku},Place 1,,"1,040",,,\n`,
    );
    const applied = await applyImport(owner, id);
    expect(applied).toMatchObject({ status: 'completed', processed: 2, total: 2, counts: { adjust: 2 } });
    expect(await itemOf(a.id)).toMatchObject({ quantity: 52, unit_cost: 17.5 });
    expect(await quantityOf(b.id)).toBe(1040);
    const { body } = await owner.get<{ data: object[] }>(`/api/v1/inventory/${a.id}/movements`);
    expect(body.data[0]).toMatchObject({
      delta: 12,
      reason_code: 'RETURN',
      notes: 'Back',
      source: { type: 'import', id },
      actor: { name: expect.stringContaining('owner') },
    });
    const events = await stage.sql`
      select data from events where type = 'inventory.updated' and data ->> 'id' = ${a.id} order by id`;
    expect(events.at(-1)?.data).toMatchObject({ delta: 12, source: { type: 'import', id } });
    const audit = await stage.sql`select action from audit_log where object_id = ${id} order by id`;
    expect(audit.map(({ action }) => action)).toEqual([
      'import.created',
      'import.confirmed',
      'inventory.imported',
    ]);
    await expectStockAddsUp(stage.sql);
  });

  test('a count makes AUDIT adjustments of the differences alone', async () => {
    const [less, same, more] = [await stocked(10), await stocked(10), await stocked(10)];
    const { id } = await checkCsv(
      owner,
      'count',
      `sku,location,counted\n${less.sku},Place 1,8\n${same.sku},Place 1,10\n${more.sku},Place 1,11\n`,
    );
    const { counts } = await applyImport(owner, id);
    expect(counts).toMatchObject({ adjust: 2, unchanged: 1 });
    const rows = await stage.sql`
      select item_id, delta, reason_code, source_type from inventory_movements where source_id = ${id} order by delta`;
    expect([...rows]).toEqual([
      { item_id: less.id, delta: -2, reason_code: 'AUDIT', source_type: 'count' },
      { item_id: more.id, delta: 1, reason_code: 'AUDIT', source_type: 'count' },
    ]);
  });

  test('stock that moved between check and confirmation: the change is kept and the line tells; what no longer fits is an error', async () => {
    const [moved, gone] = [await stocked(40), await stocked(40)];
    const { id } = await checkCsv(
      owner,
      'count',
      `sku,location,counted\n${moved.sku},Place 1,37\n${gone.sku},Place 1,5\n`,
    );
    for (const [item, change] of [
      [moved.id, -2],
      [gone.id, -30],
    ]) {
      await owner.patch(`/api/v1/inventory/${item}`, { quantity_change: change, reason_code: 'SALE' });
    }
    expect(await applyImport(owner, id)).toMatchObject({ counts: { adjust: 1, error: 1 } });
    expect(await quantityOf(moved.id)).toBe(35);
    expect(await quantityOf(gone.id)).toBe(10);
    const [first, second] = await linesOf(owner, id);
    expect(first).toMatchObject({
      applied: true,
      before: { quantity: 38 },
      after: { quantity: 35 },
      note: 'The quantity was 40 at the check and 38 when the change was applied.',
    });
    expect(second).toMatchObject({ applied: false, outcome: 'error', errors: [{ code: 'below_zero' }] });
  });

  test('409 for all but one of many confirmations at once: it is applied once', async () => {
    const { sku, id: item } = await stocked(10);
    const { id } = await checkCsv(
      owner,
      'inventory',
      `sku,location,quantity_change,reason_code\n${sku},Place 1,5,AUDIT\n`,
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => owner.post(`/api/v1/imports/${id}/apply`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(409)]);
    await settled(owner, id);
    expect(await quantityOf(item)).toBe(15);
    const details = expectError(await owner.post(`/api/v1/imports/${id}/apply`), 'CONFLICT');
    expect(details).toEqual({ reason: 'not_ready', status: 'completed' });
  });

  test('two imports of the same items at once: every change counts', async () => {
    const items = await Promise.all(Array.from({ length: 60 }, () => stocked(100)));
    const file = (order: Stock[]) =>
      `sku,location,quantity_change,reason_code\n${order.map(({ sku }) => `${sku},Place 1,1,AUDIT`).join('\n')}\n`;
    const imports = await Promise.all(
      [items, [...items].reverse(), items].map((order) => checkCsv(owner, 'inventory', file(order))),
    );
    await Promise.all(imports.map(({ id }) => applyImport(owner, id)));
    for (const { id } of items) expect(await quantityOf(id)).toBe(103);
    await expectStockAddsUp(stage.sql);
  });
});

describe('a member limited to locations', () => {
  test('reaches no line and no import beyond them', async () => {
    const [here, there] = [await stocked(10, 0), await stocked(10, 1)];
    const limited = await stage.signIn(await createMember(stage.db, shop, 'manager', [places[0] ?? '']));
    const content = `sku,location,counted\n${here.sku},Place 1,9\n${there.sku},Place 2,9\n${there.sku},${places[1]},9\n`;
    const { id } = await checkCsv(limited, 'count', content);
    expect(await linesOf(limited, id)).toMatchObject([
      { outcome: 'adjust' },
      { outcome: 'error', errors: [{ code: 'unknown_location' }] },
      { outcome: 'error', errors: [{ code: 'unknown_location' }] },
    ]);
    const { id: wide } = await checkCsv(owner, 'count', content);
    const { id: near } = await checkCsv(owner, 'count', content.split('\n').slice(0, 2).join('\n'));
    expectAbsent(await limited.get(`/api/v1/imports/${wide}`));
    expectAbsent(await limited.get(`/api/v1/imports/${wide}/lines`));
    expect((await limited.get(`/api/v1/imports/${near}`)).status).toBe(200);
    expectAbsent(await uploadCsv(limited, 'count', 'sku,counted\nx,1\n', { location_id: places[1] ?? '' }));
    const { body: unmapped } = await uploadCsv(owner, 'inventory', 'Artikel,Menge\nSECRET,77\n', {
      location_id: places[1] ?? '',
    });
    for (const send of [limited.get, limited.delete]) {
      expectAbsent(await send.call(limited, `/api/v1/imports/${unmapped.id}`));
    }
    expectAbsent(await limited.patch(`/api/v1/imports/${unmapped.id}`, { room_type: 'vault' }));
    // Without a column for it, the one location that they reach is meant.
    const only = await checkCsv(limited, 'count', `sku,counted\n${here.sku},9\n`);
    expect(only.counts.adjust).toBe(1);
  });
});

describe('GET and DELETE', () => {
  test('200: the list, oldest first, by kind and status', async () => {
    const business = await createBusiness(stage.db, 'retailer');
    const client = await stage.signIn(await createMember(stage.db, business, 'owner'));
    const first = await checkCsv(client, 'count', 'sku,counted\nx,1\n');
    const second = await checkCsv(client, 'inventory', 'x,y\nx,1\n');
    const list = async (query: string) =>
      (await client.get<{ data: ImportBody[] }>(`/api/v1/imports${query}`)).body.data.map(({ id }) => id);
    expect(await list('')).toEqual([first.id, second.id]);
    expect(await list('?sort=-created_at')).toEqual([second.id, first.id]);
    expect(await list('?kind=count')).toEqual([first.id]);
    expect(await list('?status=mapping')).toEqual([second.id]);
  });

  test('204: discarded with its lines and its file; 404 then', async () => {
    const { id } = await checkCsv(owner, 'count', 'sku,counted\nx,1\n');
    const [row] = await stage.sql<
      { storage_key: string }[]
    >`select storage_key from imports where id = ${id}`;
    expect((await owner.delete(`/api/v1/imports/${id}`)).status).toBe(204);
    for (const path of ['', '/lines']) expectAbsent(await owner.get(`/api/v1/imports/${id}${path}`));
    expectAbsent(await owner.delete(`/api/v1/imports/${id}`));
    expectAbsent(await owner.post(`/api/v1/imports/${id}/apply`));
    const { access } = await import('node:fs/promises');
    const file = `${stage.folder}/files/${row?.storage_key}`;
    await expect
      .poll(
        () =>
          access(file).then(
            () => 'there',
            () => 'gone',
          ),
        { timeout: 10_000 },
      )
      .toBe('gone');
  });

  test('409 for discarding what was confirmed', async () => {
    const { sku } = await stocked(1);
    const { id } = await checkCsv(owner, 'count', `sku,location,counted\n${sku},Place 1,2\n`);
    await applyImport(owner, id);
    expect(expectError(await owner.delete(`/api/v1/imports/${id}`), 'CONFLICT')).toEqual({
      reason: 'confirmed',
      status: 'completed',
    });
  });

  test('404 for an absent one', async () => {
    expectAbsent(await owner.get(`/api/v1/imports/${ABSENT_ID}`));
    expectAbsent(await owner.patch(`/api/v1/imports/${ABSENT_ID}`, { room_type: 'vault' }));
  });
});
