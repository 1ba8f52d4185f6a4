import { describe, expect, test } from 'vitest';
import { importSceneOn } from '../../factories/import-scene';
import { applyImport, checkCsv, type ImportBody, linesOf, settled, uploadCsv } from '../../factories/imports';
import { ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const scene = importSceneOn(stage);
const { stocked, quantityOf } = scene;

describe('validation of lines', () => {
  test('reads corrected cells in place of those of the file, and each error has the text of its cell', async () => {
    const { id: stockId, sku } = await stocked(10);
    const content = `sku,location,room_type,quantity,notes\n${sku},Place 1,attic,3,\nNO-SUCH,Place 1,vault,many,x\n`;
    const { id } = await checkCsv(scene.owner, 'inventory', content);
    const errorsOf = async () =>
      (await linesOf(scene.owner, id)).map(({ errors }) => errors.map(({ field, value }) => [field, value]));
    expect(await errorsOf()).toEqual([
      [['room_type', 'attic']],
      [
        ['quantity', 'many'],
        ['sku', 'NO-SUCH'],
      ],
    ]);
    const fix = (fixes: unknown) => scene.owner.patch<ImportBody>(`/api/v1/imports/${id}`, { fixes });
    expectError(await fix([{ line: 2, field: 'price', value: '1' }]), 'INVALID_REQUEST');
    expectError(await fix([{ line: 1, field: 'sku', value: 'x' }]), 'INVALID_REQUEST');
    expectError(await fix([{ line: 2, field: 'sku', value: 'x'.repeat(2_001) }]), 'INVALID_REQUEST');
    expect(
      (
        await fix([
          { line: 2, field: 'room_type', value: 'vault' },
          { line: 4, field: 'sku', value: 'x' },
        ])
      ).body,
    ).toMatchObject({
      error: {
        code: 'INVALID_REQUEST',
        details: { errors: [{ path: 'fixes[1].line', message: 'is no line of the file' }] },
      },
    });
    expect(await settled(scene.owner, id)).toMatchObject({ fixed_lines: 0 });
    ok(await fix([{ line: 2, field: 'room_type', value: 'vault' }]));
    expect(await settled(scene.owner, id)).toMatchObject({ fixed_lines: 1, counts: { adjust: 1, error: 1 } });
    // Those from before stay.
    ok(
      await fix([
        { line: 3, field: 'sku', value: sku },
        { line: 3, field: 'quantity', value: '' },
      ]),
    );
    expect(await settled(scene.owner, id)).toMatchObject({ fixed_lines: 2 });
    const [first, second] = await errorsOf();
    expect(first).toEqual([]);
    expect(second).toContainEqual(['quantity_change', null]);
    await applyImport(scene.owner, id);
    expect(await quantityOf(stockId)).toBe(3);
    expectError(await fix([{ line: 3, field: 'quantity', value: '2' }]), 'CONFLICT');
  });

  test('takes corrections of at most 1,000 lines, and keeps those that it has (409)', async () => {
    const { sku } = await stocked(10);
    const { id } = await checkCsv(
      scene.owner,
      'count',
      `sku,location,room_type,counted\n${`${sku},Place 1,attic,3\n`.repeat(1_501)}`,
    );
    const fix = (from: number) =>
      scene.owner.patch<ImportBody>(`/api/v1/imports/${id}`, {
        fixes: Array.from({ length: 500 }, (_, at) => ({ line: from + at, field: 'notes', value: 'x' })),
      });
    ok(await fix(2));
    await settled(scene.owner, id);
    ok(await fix(502));
    await settled(scene.owner, id);
    const { body } = await fix(1_002);
    expect(body).toMatchObject({
      error: { code: 'CONFLICT', details: { reason: 'too_many', limit: 1_000 } },
    });
    expect(await settled(scene.owner, id)).toMatchObject({ fixed_lines: 1_000 });
  });

  test('forgets corrections of lines that turn out to be none, sent before the check', async () => {
    const { sku } = await stocked(10);
    const content = `A,B,C,D\n${sku},Place 1,vault,3\n\n${sku},Place 1,attic,4\n`;
    const { id, status } = ok(await uploadCsv(scene.owner, 'count', content));
    expect(status).toBe('mapping');
    const mapping = ['sku', 'location', 'room_type', 'counted'].map((field, at) => ({
      column: 'ABCD'[at],
      field,
    }));
    const fix = (line: number) =>
      scene.owner.patch<ImportBody>(`/api/v1/imports/${id}`, {
        mapping,
        fixes: [
          { line, field: 'notes', value: 'x' },
          { line: 4, field: 'room_type', value: 'quarantine' },
        ],
      });
    expectError(await fix(content.length + 1), 'INVALID_REQUEST');
    ok(await fix(3));
    expect(await settled(scene.owner, id)).toMatchObject({ fixed_lines: 1 });
  });

  test("treats a line with an unknown room as without a place: the next line of the SKU isn't a repeat", async () => {
    const { sku } = await stocked(10);
    const content = `sku,location,room_type,counted\n${sku},Place 1,attic,3\n${sku},Place 1,vault,4\n`;
    const { id } = await checkCsv(scene.owner, 'count', content);
    expect(await linesOf(scene.owner, id)).toMatchObject([
      { outcome: 'error', errors: [{ field: 'room_type', code: 'unknown_value' }] },
      { outcome: 'adjust', errors: [], after: { quantity: 4 } },
    ]);
  });

  test('shows what the file has in place of a default, and quotes it in the problem', async () => {
    const { sku } = await stocked(10);
    const long = 'x'.repeat(200);
    const content = [
      'sku,location,room_type,quantity,notes',
      `${sku},Place 1,attic,3,`,
      `${sku},Cellar,vault,3,`,
      `${sku},Place 1,${long},3,`,
      `${sku},Place 1,sales_floor,many,`,
      `${sku},Place 1,,4,`,
    ].join('\n');
    const { id } = await checkCsv(scene.owner, 'inventory', content);
    const rooms = 'must be one of sales_floor, vault, quarantine, secret_menu.';
    expect(await linesOf(scene.owner, id)).toMatchObject([
      { location: 'Place 1', room_type: 'attic', problem: `Room type “attic” ${rooms}` },
      { location: 'Cellar', room_type: 'vault', problem: 'Location “Cellar” not found.' },
      { room_type: `${'x'.repeat(60)}…`, problem: `Room type “${'x'.repeat(60)}…” ${rooms}` },
      { room_type: 'sales_floor', problem: 'Quantity “many” must be a whole number.' },
      { room_type: 'vault', problem: null, after: { quantity: 4 } },
    ]);
  });

  test('flags each line with a bad SKU, bad reason or duplicate by its number, and accepts the rest', async () => {
    const [a, b] = [await stocked(10), await stocked(10, 1)];
    const reserved = await stocked(10);
    await stage.sql`update inventory_items set reserved_quantity = 4 where id = ${reserved.id}`;
    const lines: Array<[cells: string, field: string, code: string]> = [
      ['NO-SUCH-SKU,Place 1,vault,1,AUDIT,', 'sku', 'unknown_sku'],
      [`${a.sku},Place 1,vault,1,BECAUSE,`, 'reason_code', 'unknown_value'],
      [`${a.sku},Place 9,vault,1,AUDIT,`, 'location', 'unknown_location'],
      [`${a.sku},Place 1,attic,1,AUDIT,`, 'room_type', 'unknown_value'],
      [`${a.sku},Place 1,vault,many,AUDIT,`, 'quantity_change', 'invalid_number'],
      [`${a.sku},Place 1,vault,1.5,AUDIT,`, 'quantity_change', 'invalid_number'],
      [`${a.sku},Place 1,vault,3000000000,AUDIT,`, 'quantity_change', 'value_too_large'],
      [`${a.sku},Place 1,vault,,AUDIT,`, 'quantity_change', 'required'],
      [`${a.sku},Place 1,vault,1,,`, 'reason_code', 'required'],
      [`${a.sku},,vault,1,AUDIT,`, 'location', 'required'],
      [',Place 1,vault,1,AUDIT,', 'sku', 'required'],
      [`${b.sku},Place 2,vault,-11,AUDIT,`, 'quantity_change', 'below_zero'],
      [`${reserved.sku},Place 1,vault,-7,AUDIT,`, 'quantity_change', 'below_reserved'],
      [`${a.sku},Place 1,sales_floor,1,AUDIT,${'n'.repeat(1001)}`, 'notes', 'too_long'],
      [`${a.sku},Place 1,vault`, '', 'unreadable'],
      [`${a.sku},Place 1,"va"ult,1,AUDIT,`, '', 'unreadable'],
    ];
    const good = `${a.sku},Place 1,secret_menu,5,RETURN,`;
    const content = `sku,location,room_type,quantity_change,reason_code,notes\n${lines.map(([cells]) => cells).join('\n')}\n\n${good}\n${good}\n`;
    const checked = await checkCsv(scene.owner, 'inventory', content);
    expect(checked.counts).toMatchObject({ create: 1, error: lines.length + 1 });
    const flagged = await linesOf(scene.owner, checked.id, '&problem=true');
    for (const [index, [cells, field, code]] of lines.entries()) {
      const line = flagged.find((one) => one.line === index + 2);
      expect(line?.errors, cells).toContainEqual({
        ...{ field, code, message: expect.any(String) },
        value: expect.toBeOneOf([null, expect.any(String)]),
      });
    }
    const last = flagged.at(-1);
    expect(last).toMatchObject({
      line: lines.length + 4,
      problem: `The line repeats line ${lines.length + 3}.`,
    });

    const csv = await scene.owner.get(`/api/v1/imports/${checked.id}/lines?problem=true&format=csv`);
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.text.split('\r\n')[0]).toBe(
      'line,outcome,applied,sku,product_name,location,room_type,before,after,problem,note,errors,customer_name',
    );
    expect(csv.text).toContain('SKU not found.');
    expect(await quantityOf(a.id)).toBe(10);

    const applied = await applyImport(scene.owner, checked.id);
    expect(applied).toMatchObject({ status: 'completed', counts: { create: 1, error: lines.length + 1 } });
    expect(await quantityOf(a.id)).toBe(10);
    await stage.sql`update inventory_items set reserved_quantity = 0 where id = ${reserved.id}`;
    await expectStockAddsUp(stage.sql);
  });

  test('treats formulas as plain text', async () => {
    const checked = await checkCsv(
      scene.owner,
      'count',
      'sku,location,counted\n"=HYPERLINK(""x"")",Place 1,1\n',
    );
    const csv = await scene.owner.get(`/api/v1/imports/${checked.id}/lines?format=csv`);
    expect(csv.text).toContain(`"'=HYPERLINK(""x"")"`);
  });

  test('imports an exported stock list without changes', async () => {
    const { sku, id } = await stocked(12);
    const csv = await scene.owner.get(`/api/v1/inventory?sku=${sku}&format=csv`);
    const checked = await checkCsv(scene.owner, 'inventory', csv.text);
    expect(checked.counts).toEqual({ create: 0, update: 0, adjust: 0, closed: 0, unchanged: 1, error: 0 });
    await applyImport(scene.owner, checked.id);
    expect(await quantityOf(id)).toBe(12);
  });

  test('places a line without location or room where the import says, or in the only location', async () => {
    const { sku } = await stocked(12, 1);
    const checked = await checkCsv(scene.owner, 'count', `sku,counted\n${sku},3\n`, {
      location_id: scene.places[1] ?? '',
      room_type: 'sales_floor',
    });
    expect(await linesOf(scene.owner, checked.id)).toMatchObject([
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
  test('maps columns, and remembers them for the next file with that header (200)', async () => {
    const { sku } = await stocked(5);
    const content = `Artikel,Ort,Bestand\n${sku},Place 1,8\n`;
    const { id, status, mapping } = await checkCsv(scene.owner, 'count', content);
    expect({ status, mapping }).toEqual({ status: 'mapping', mapping: [] });
    expectError(await scene.owner.post(`/api/v1/imports/${id}/apply`), 'CONFLICT');
    const told = [
      { column: 'Artikel', field: 'sku' },
      { column: 'Ort', field: 'location' },
      { column: 'Bestand', field: 'counted' },
    ];
    const answer = await scene.owner.patch<ImportBody>(`/api/v1/imports/${id}`, { mapping: told });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'checking', mapping: told });
    expect(await settled(scene.owner, id)).toMatchObject({ status: 'ready', counts: { adjust: 1 } });

    const next = await checkCsv(scene.owner, 'count', content.replace('Artikel', 'ARTIKEL'));
    expect(next.mapping[0]).toEqual({ column: 'ARTIKEL', field: 'sku' });
    expect(next.status).toBe('ready');
  });

  test('rejects unknown or repeated columns and fields, and missing required ones (400), and any change once confirmed (CONFLICT)', async () => {
    const { sku } = await stocked(5);
    const { id } = await checkCsv(scene.owner, 'count', `a,b,c\n${sku},Place 1,5\n`);
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
      expectError(await scene.owner.patch(`/api/v1/imports/${id}`, { mapping }), 'INVALID_REQUEST');
    }
    expectError(await scene.owner.patch(`/api/v1/imports/${id}`, {}), 'INVALID_REQUEST');
    const mapping = [
      { column: 'a', field: 'sku' },
      { column: 'b', field: 'location' },
      { column: 'c', field: 'counted' },
    ];
    await scene.owner.patch(`/api/v1/imports/${id}`, { mapping });
    await settled(scene.owner, id);
    await applyImport(scene.owner, id);
    expectError(await scene.owner.patch(`/api/v1/imports/${id}`, { mapping }), 'CONFLICT');
  });
});
