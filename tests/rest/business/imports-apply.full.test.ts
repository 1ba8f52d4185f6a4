import { describe, expect, test } from 'vitest';
import { enqueueImport } from '../../../server/features/imports/running/enqueue-import';
import { createMember } from '../../factories/business';
import { importSceneOn, type Stock } from '../../factories/import-scene';
import { applyImport, checkCsv, linesOf, settled, uploadCsv } from '../../factories/imports';
import { ok } from '../../setup/client';
import { expectAbsent, expectError } from '../../setup/expect';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const scene = importSceneOn(stage);
const { stocked, itemOf, quantityOf } = scene;

describe('POST /api/v1/imports/{id}/apply', () => {
  test('applies stock, ledger with source and reason, cost, audit and events (202)', async () => {
    const [a, b] = [await stocked(40), await stocked(40)];
    const { id } = await checkCsv(
      scene.owner,
      'inventory',
      `sku,location,quantity_change,quantity,reason_code,unit_cost,notes\n${a.sku},Place 1,+12,,RETURN,$17.50,Back\n${b.sku},Place 1,,"1,040",,,\n`,
    );
    const applied = await applyImport(scene.owner, id);
    expect(applied).toMatchObject({ status: 'completed', processed: 2, total: 2, counts: { adjust: 2 } });
    expect(await itemOf(a.id)).toMatchObject({ quantity: 52, unit_cost: 17.5 });
    expect(await quantityOf(b.id)).toBe(1040);
    const { body } = await scene.owner.get<{ data: object[] }>(`/api/v1/inventory/${a.id}/movements`);
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
    const { body: log } = await scene.owner.get<{ data: Array<{ action: string; before: object | null }> }>(
      `/api/v1/audit?object_id=${id}`,
    );
    expect(log.data.map(({ action }) => action)).toEqual([
      'inventory.imported',
      'import.confirmed',
      'import.created',
    ]);
    expect(log.data[0]?.before).toEqual({
      items: expect.arrayContaining([expect.objectContaining({ id: a.id, quantity: 40 })]),
    });
    await expectStockAddsUp(stage.sql);
  });

  test('adjusts only the differences of a count, with reason AUDIT', async () => {
    const [less, same, more] = [await stocked(10), await stocked(10), await stocked(10)];
    const { id } = await checkCsv(
      scene.owner,
      'count',
      `sku,location,counted\n${less.sku},Place 1,8\n${same.sku},Place 1,10\n${more.sku},Place 1,11\n`,
    );
    const { counts } = await applyImport(scene.owner, id);
    expect(counts).toMatchObject({ adjust: 2, unchanged: 1 });
    const rows = await stage.sql`
      select item_id, delta, reason_code, source_type from inventory_movements where source_id = ${id} order by delta`;
    expect([...rows]).toEqual([
      { item_id: less.id, delta: -2, reason_code: 'AUDIT', source_type: 'count' },
      { item_id: more.id, delta: 1, reason_code: 'AUDIT', source_type: 'count' },
    ]);
  });

  test('keeps stock changes made after the check and reports them; lines that no longer fit are errors', async () => {
    const [moved, gone] = [await stocked(40), await stocked(40)];
    const { id } = await checkCsv(
      scene.owner,
      'count',
      `sku,location,counted\n${moved.sku},Place 1,37\n${gone.sku},Place 1,5\n`,
    );
    for (const [item, change] of [
      [moved.id, -2],
      [gone.id, -30],
    ]) {
      await scene.owner.patch(`/api/v1/inventory/${item}`, { quantity_change: change, reason_code: 'SALE' });
    }
    expect(await applyImport(scene.owner, id)).toMatchObject({ counts: { adjust: 1, error: 1 } });
    expect(await quantityOf(moved.id)).toBe(35);
    expect(await quantityOf(gone.id)).toBe(10);
    const [first, second] = await linesOf(scene.owner, id);
    expect(first).toMatchObject({
      applied: true,
      before: { quantity: 38 },
      after: { quantity: 35 },
      note: 'The quantity was 40 at the check and 38 when the change was applied.',
    });
    expect(second).toMatchObject({ applied: false, outcome: 'error', errors: [{ code: 'below_zero' }] });
  });

  test('applies once for many parallel confirmations (others 409)', async () => {
    const { sku, id: item } = await stocked(10);
    const { id } = await checkCsv(
      scene.owner,
      'inventory',
      `sku,location,quantity_change,reason_code\n${sku},Place 1,5,AUDIT\n`,
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => scene.owner.post(`/api/v1/imports/${id}/apply`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(409)]);
    await settled(scene.owner, id);
    expect(await quantityOf(item)).toBe(15);
    const details = expectError(await scene.owner.post(`/api/v1/imports/${id}/apply`), 'CONFLICT');
    expect(details).toEqual({ reason: 'not_ready', status: 'completed' });
  });

  test('counts every change of two parallel imports of the same items', async () => {
    const items = await Promise.all(Array.from({ length: 60 }, () => stocked(100)));
    const file = (order: Stock[]) =>
      `sku,location,quantity_change,reason_code\n${order.map(({ sku }) => `${sku},Place 1,1,AUDIT`).join('\n')}\n`;
    const imports = await Promise.all(
      [items, [...items].reverse(), items].map((order) => checkCsv(scene.owner, 'inventory', file(order))),
    );
    await Promise.all(imports.map(({ id }) => applyImport(scene.owner, id)));
    for (const { id } of items) expect(await quantityOf(id)).toBe(103);
    await expectStockAddsUp(stage.sql);
  });
});

describe('a member limited to locations', () => {
  test('who loses a location before the job runs changes no stock there', async () => {
    const [here, there] = [await stocked(10, 0), await stocked(10, 1)];
    const member = await createMember(stage.db, scene.shop, 'manager', [...scene.places]);
    const content = `sku,location,counted\n${here.sku},Place 1,9\n${there.sku},Place 2,9\n`;
    const { id } = await checkCsv(await stage.signIn(member), 'count', content);
    const { sql } = stage;
    await sql`
      update imports set status = 'applying', applier_id = ${member.id}, applied_at = now(), lease_until = now()
      where id = ${id}`;
    ok(await scene.owner.patch(`/api/v1/entity/team/${member.id}`, { locations: [scene.places[0]] }));
    await enqueueImport(stage.db, { id, entityId: scene.shop.id });
    await settled(scene.owner, id);
    expect(await linesOf(scene.owner, id)).toMatchObject([
      { outcome: 'adjust' },
      { outcome: 'error', errors: [{ code: 'unknown_location' }] },
    ]);
    expect([await quantityOf(here.id), await quantityOf(there.id)]).toEqual([9, 10]);
  });

  test('reaches only lines and imports of their locations', async () => {
    const [here, there] = [await stocked(10, 0), await stocked(10, 1)];
    const limited = await stage.signIn(
      await createMember(stage.db, scene.shop, 'manager', [scene.places[0] ?? '']),
    );
    const content = `sku,location,counted\n${here.sku},Place 1,9\n${there.sku},Place 2,9\n${there.sku},${scene.places[1]},9\n`;
    const { id } = await checkCsv(limited, 'count', content);
    expect(await linesOf(limited, id)).toMatchObject([
      { outcome: 'adjust' },
      { outcome: 'error', errors: [{ code: 'unknown_location' }] },
      { outcome: 'error', errors: [{ code: 'unknown_location' }] },
    ]);
    const { id: wide } = await checkCsv(scene.owner, 'count', content);
    const { id: near } = await checkCsv(scene.owner, 'count', content.split('\n').slice(0, 2).join('\n'));
    expectAbsent(await limited.get(`/api/v1/imports/${wide}`));
    expectAbsent(await limited.get(`/api/v1/imports/${wide}/lines`));
    expect((await limited.get(`/api/v1/imports/${near}`)).status).toBe(200);
    expectAbsent(
      await uploadCsv(limited, 'count', 'sku,counted\nx,1\n', { location_id: scene.places[1] ?? '' }),
    );
    const { body: unmapped } = await uploadCsv(scene.owner, 'inventory', 'Artikel,Menge\nSECRET,77\n', {
      location_id: scene.places[1] ?? '',
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
