import { describe, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { importSceneOn } from '../../factories/import-scene';
import {
  applyImport,
  checkCsv,
  type ImportBody,
  importParts,
  linesOf,
  settled,
  uploadCsv,
} from '../../factories/imports';
import { ABSENT_ID, expectAbsent, expectError } from '../../setup/expect';
import { form } from '../../setup/form';
import { eachOf, IS_SHORT, sampleOf } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const scene = importSceneOn(stage);
const { stocked, quantityOf } = scene;

describe('POST /api/v1/imports', () => {
  test('checks a file with known columns immediately and applies nothing (201)', async () => {
    const { sku, id } = await stocked(40);
    const answer = await uploadCsv(
      scene.owner,
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
    const checked = await settled(scene.owner, answer.body.id);
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
    expect(await linesOf(scene.owner, checked.id)).toMatchObject([
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

  test.each(
    eachOf(
      [
        ['semicolons', 'sku;location;counted\n%s;Place 1;7\n'],
        ['tabs', 'sku\tlocation\tcounted\n%s\tPlace 1\t7\n'],
        ['a byte order mark', '\uFEFFsku,location,counted\n%s,Place 1,7\n'],
        ['quotes everywhere and no last line end', '"sku","location","counted"\r\n"%s","Place 1","7"'],
      ],
      3,
    ),
  )('accepts %s (201)', async (_, content) => {
    const { sku } = await stocked(9);
    const checked = await checkCsv(scene.owner, 'count', content.replace('%s', sku));
    expect(checked.counts).toMatchObject({ adjust: 1, error: 0 });
  });

  test.skipIf(IS_SHORT)("reads what isn't UTF-8 as Windows-1252 (201)", async () => {
    const { sku } = await stocked(9);
    const bytes = Buffer.from(`sku,location,counted,notes\n${sku},Place 1,7,caf\u00e9\n`, 'latin1');
    const { id } = await checkCsv(scene.owner, 'count', bytes);
    await applyImport(scene.owner, id);
    const [row] = await stage.sql`select notes from inventory_movements where source_id = ${id}`;
    expect(row?.notes).toBe('café');
  });

  test('rejects a missing file, a missing or unknown kind, and an unknown field (400)', async () => {
    expectError(
      await scene.owner.send('POST', '/api/v1/imports', form([{ name: 'kind', content: 'count' }])),
      'INVALID_REQUEST',
    );
    const content = 'sku,counted\nx,1\n';
    for (const parts of [
      importParts('count', content).slice(1),
      importParts('stocktake', content),
      importParts('count', content, { colour: 'red' }),
      importParts('count', content, { room_type: 'attic' }),
    ]) {
      expectError(await scene.owner.send('POST', '/api/v1/imports', form(parts)), 'INVALID_REQUEST');
    }
  });

  test.each(
    eachOf(
      [
        ['an empty file', ''],
        ['NUL', 'sku,counted\nx\0,1\n'],
        ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0])],
        ['a PDF', Buffer.from('%PDF-1.7\n%\x01\x02\n')],
        ['a header without names', ',,,\n,,,\n'],
        ['a header whose quote never closes', '"sku,counted\nx,1\n'],
        ['a header of 1 MB', `${'a'.repeat(1024 * 1024)},counted\nx,1\n`],
        ['101 columns', `${Array.from({ length: 101 }, (_, i) => `c${i}`).join(',')}\n`],
      ],
      4,
    ),
  )('rejects %s (400)', async (_, content) => {
    const details = expectError(await uploadCsv(scene.owner, 'count', content), 'INVALID_REQUEST') as {
      errors: Array<{ path: string; code: string }>;
    };
    expect(details.errors[0]).toMatchObject({ path: 'file', code: 'invalid_file' });
  });

  test.skipIf(IS_SHORT)('rejects a file of more than 10 MiB (413)', async () => {
    expectError(
      await uploadCsv(scene.owner, 'count', Buffer.alloc(10 * 1024 * 1024 + 1, 'a,b\n')),
      'PAYLOAD_TOO_LARGE',
    );
  });

  test.skipIf(IS_SHORT)('rejects a JSON body (415)', async () => {
    expectError(await scene.owner.post('/api/v1/imports', { kind: 'count' }), 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('rejects a location of another business (404)', async () => {
    const other = await createBusiness(stage.db, 'retailer');
    expectAbsent(
      await uploadCsv(scene.owner, 'count', 'sku,counted\nx,1\n', { location_id: other.locationIds[0] }),
    );
  });

  test('rejects products from a manager, who may import stock (403)', async () => {
    const manager = await stage.signIn(await createMember(stage.db, scene.shop, 'manager'));
    expectError(await uploadCsv(manager, 'products', 'name,category,sku\nx,flower,y\n'), 'FORBIDDEN');
    const { body } = await uploadCsv(scene.owner, 'products', 'name,category,sku\nx,flower,y\n');
    expectError(await manager.get(`/api/v1/imports/${body.id}`), 'FORBIDDEN');
    expect((await manager.get(`/api/v1/imports?limit=500`)).text).not.toContain(body.id);
    expect((await uploadCsv(manager, 'count', 'sku,counted\nx,1\n')).status).toBe(201);
  });
});

describe('an unreadable file', () => {
  test.each(
    sampleOf([
      ['a quote that never closes', 'sku,counted\nx,1\ny,"2\nz,3\n', 3],
      ['a line of more than 1 MB', `sku,counted\nx,1\n${'y'.repeat(1_100_000)},2\n`, 3],
    ]),
  )('fails with the line and applies nothing: %s', async (_, content, line) => {
    const failed = await checkCsv(scene.owner, 'count', content);
    expect(failed).toMatchObject({ status: 'failed', error: { line, code: 'invalid_file' } });
    expectError(await scene.owner.post(`/api/v1/imports/${failed.id}/apply`), 'CONFLICT');
  });

  test.skipIf(IS_SHORT)('more than 100 000 lines', { timeout: 180_000 }, async () => {
    const { body } = await uploadCsv(scene.owner, 'count', `sku,counted\n${'x,1\n'.repeat(100_001)}`);
    const failed = await settled(scene.owner, body.id, 170_000);
    expect(failed.error?.message).toContain('100,000');
  });
});

describe('GET and DELETE', () => {
  test('lists oldest first, by kind and status (200)', async () => {
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

  test.skipIf(IS_SHORT)('discards an import with its lines and its file (204, then 404)', async () => {
    const { id } = await checkCsv(scene.owner, 'count', 'sku,counted\nx,1\n');
    const [row] = await stage.sql<
      { storage_key: string }[]
    >`select storage_key from imports where id = ${id}`;
    expect((await scene.owner.delete(`/api/v1/imports/${id}`)).status).toBe(204);
    for (const path of ['', '/lines']) expectAbsent(await scene.owner.get(`/api/v1/imports/${id}${path}`));
    expectAbsent(await scene.owner.delete(`/api/v1/imports/${id}`));
    expectAbsent(await scene.owner.post(`/api/v1/imports/${id}/apply`));
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

  test.skipIf(IS_SHORT)('rejects discarding a confirmed import (409)', async () => {
    const { sku } = await stocked(1);
    const { id } = await checkCsv(scene.owner, 'count', `sku,location,counted\n${sku},Place 1,2\n`);
    await applyImport(scene.owner, id);
    expect(expectError(await scene.owner.delete(`/api/v1/imports/${id}`), 'CONFLICT')).toEqual({
      reason: 'confirmed',
      status: 'completed',
    });
  });

  test('rejects an absent id (404)', async () => {
    expectAbsent(await scene.owner.get(`/api/v1/imports/${ABSENT_ID}`));
    expectAbsent(await scene.owner.patch(`/api/v1/imports/${ABSENT_ID}`, { room_type: 'vault' }));
  });
});
