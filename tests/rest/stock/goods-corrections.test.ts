import { describe, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { GOODS, type GoodsBody, received, SUPPLIER, unique } from '../../factories/goods';
import { lineOf, openCorrections } from '../../factories/goods-corrections';
import { openRecall } from '../../factories/recalls';
import { ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const { trade, receipt, receiptOf, correct, corrected, itemOf, movesOf } = await openCorrections(stage);
type List<T> = { data: T[] };

describe('PATCH /api/v1/goods-receipts/{id}', () => {
  test('moves the difference under the same source, with its worth, and says when (200)', async () => {
    const { receipt: first } = await receipt({ batch_id: unique('B') });
    const less = await corrected(first.id, { lines: [{ line_id: lineOf(first).line_id, quantity: 8 }] });
    expect(less).toMatchObject({
      ...{ id: first.id, number: first.number, units: 8, cost_total: 40, corrected_at: expect.any(String) },
      lines: [{ line_id: lineOf(first).line_id, lot_id: lineOf(first).lot_id, quantity: 8, unit_cost: 5 }],
    });
    expect(await itemOf(lineOf(less))).toMatchObject({ quantity: 8, average_cost: 5 });
    const more = await corrected(first.id, {
      lines: [{ line_id: lineOf(first).line_id, quantity: 12, unit_cost: 6 }],
    });
    expect(more.cost_total).toBe(72);
    expect(await itemOf(lineOf(more))).toMatchObject({ quantity: 12, unit_cost: 6, average_cost: 6 });
    expect(await movesOf(first)).toEqual([10, -2, 4]);
    const trace = ok(await trade.seller.get<List<object>>(`/api/v1/batches/${lineOf(first).batch}/trace`));
    expect(trace.data).toMatchObject([
      { direction: 'backward', kind: 'receipt', quantity: 12, reference: first.number },
      { direction: 'forward', kind: 'item', quantity: 12 },
    ]);
    const recall = await openRecall(trade.seller, lineOf(first).batch ?? '');
    const { holders } = ok(
      await trade.seller.get<{ holders: { accounting: object }[] }>(`/api/v1/recalls/${recall.id}`),
    );
    expect(holders[0]?.accounting).toMatchObject({ added: 12, on_hand: 12, unknown: 0, lost: 0 });
  });

  test('records it and emits goods.received again, with the location', async () => {
    const { receipt: first } = await receipt();
    await corrected(first.id, {
      lines: [{ line_id: lineOf(first).line_id, quantity: 9 }],
      notes: 'One less',
    });
    const rows = await sql`
      select action, location_ids, before ->> 'units' as had, after ->> 'units' as has from audit_log
      where object_id = ${first.id} and action = 'goods.corrected'`;
    expect(rows).toEqual([
      { action: 'goods.corrected', location_ids: [first.location_id], had: '10', has: '9' },
    ]);
    const events = await sql<{ units: string; location_ids: string[] }[]>`
      select data ->> 'units' as units, location_ids from events
      where type = 'goods.received' and data ->> 'id' = ${first.id} order by id`;
    expect(events).toEqual([
      { units: '10', location_ids: [first.location_id] },
      { units: '9', location_ids: [first.location_id] },
    ]);
  });

  test('changes supplier, reference, notes and day, never the location (400) nor nothing (400)', async () => {
    const { receipt: first } = await receipt();
    const yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(
      Date.now() - 86_400_000,
    );
    const after = await corrected(first.id, {
      ...{
        supplier: { name: unique('Other Farm') },
        reference: unique('R'),
        notes: 'x',
        received_on: yesterday,
      },
    });
    expect(after).toMatchObject({ notes: 'x', received_on: yesterday, lines: first.lines, units: 10 });
    expect(after.supplier?.id).not.toBe(first.supplier?.id);
    expect(await corrected(first.id, { notes: null, reference: null })).toMatchObject({
      ...{ notes: null, reference: null, supplier: after.supplier },
    });
    expect(await movesOf(first)).toEqual([10]);
    const bad = async (body: object, path: string, code: string) =>
      expectInvalid(await correct(first.id, body), path, code);
    await bad({ location_id: ABSENT_ID }, 'location_id', 'read_only');
    await bad({ kind: 'found' }, 'kind', 'read_only');
    await bad({}, '', 'empty_patch');
    await bad({ dry_run: true }, '', 'empty_patch');
    await bad({ received_on: '2020-01-01' }, 'received_on', 'value_too_small');
    await bad({ lines: [] }, 'lines', 'too_few_items');
    await bad({ lines: [{ line_id: ABSENT_ID, quantity: 1 }] }, 'lines[0].line_id', 'unknown_id');
    const { line_id } = lineOf(first);
    await bad({ lines: [{ line_id }, { line_id }] }, 'lines[1].line_id', 'duplicate');
    await bad({ lines: [{ quantity: 1 }] }, 'lines[0].sku', 'ambiguous');
    await bad(
      { lines: [{ line_id, expires_on: '2099-01-01', batch_id: null }] },
      'lines[0].batch_id',
      'required',
    );
    expectAbsent(await correct(first.id, { supplier_id: ABSENT_ID }));
    // What it has may be sent along.
    ok(await correct(first.id, { kind: first.kind, location_id: first.location_id, notes: 'y' }));
  });

  test('takes a line out and adds another', async () => {
    const { receipt: first, product } = await receiptOf([{ batch_id: unique('B') }, {}]);
    const other = await createProduct(db, trade.wholesaler);
    const after = await corrected(first.id, {
      lines: [
        { line_id: lineOf(first, 1).line_id, quantity: 3 },
        { sku: other.variants[0]?.sku, quantity: 7, batch_id: unique('B') },
      ],
    });
    expect(after.units).toBe(10);
    expect(after.lines.map(({ variant_id, quantity }) => [variant_id, quantity])).toEqual([
      [product.variantId, 3],
      [other.variantId, 7],
    ]);
    expect(after.cost_total).toBeNull();
    expect(await itemOf(lineOf(first))).toMatchObject({ quantity: 3, lots: [] });
    expect(await itemOf(lineOf(after, 1))).toMatchObject({ quantity: 7 });
  });

  test('moves a line to other goods, another batch or room as a whole', async () => {
    const { receipt: first } = await receipt({ batch_id: unique('B') });
    const other = await createProduct(db, trade.wholesaler);
    const { line_id } = lineOf(first);
    const batch_id = unique('B');
    const batched = await corrected(first.id, { lines: [{ line_id, batch_id }] });
    expect(lineOf(batched)).toMatchObject({
      line_id,
      batch_id,
      quantity: 10,
      inventory_id: lineOf(first).inventory_id,
    });
    expect(await itemOf(lineOf(first))).toMatchObject({
      quantity: 10,
      average_cost: 5,
      lots: [{ batch_id }],
    });
    const moved = await corrected(first.id, { lines: [{ line_id, room_type: 'sales_floor' }] });
    expect(lineOf(moved)).toMatchObject({ room_type: 'sales_floor', batch_id });
    expect(await itemOf(lineOf(moved))).toMatchObject({ quantity: 10, average_cost: 5, unit_cost: 5 });
    const swapped = await corrected(first.id, { lines: [{ line_id, variant_id: other.variantId }] });
    expect(lineOf(swapped)).toMatchObject({ product_id: other.id, batch_id, room_type: 'sales_floor' });
    for (const one of [lineOf(first), lineOf(moved)])
      expect(await itemOf(one)).toMatchObject({ quantity: 0 });
    expect(lineOf(await corrected(first.id, { lines: [{ line_id, batch_id: null }] }))).toMatchObject({
      ...{ batch: null, lot_id: null, package_tag: null },
    });
  });

  test('asks of what comes, all at once, and a dry run changes nothing', async () => {
    const reference = unique('R');
    const earlier = await receipt({}, { reference });
    const { receipt: first, product } = await receipt();
    const body = {
      reference,
      lines: [
        { line_id: lineOf(first).line_id, quantity: 4 },
        { variant_id: product.variantId, quantity: 1, batch_id: unique('B'), expires_on: '2020-01-01' },
      ],
    };
    expect(expectError(await correct(first.id, body), 'CONFLICT')).toMatchObject({
      reason: 'confirm_required',
      questions: [
        { path: 'lines[1].expires_on', code: 'expired', value: '2020-01-01' },
        { path: 'reference', code: 'same_reference', value: earlier.receipt.number },
      ],
    });
    const confirmed = {
      ...{ ...body, confirm: ['same_reference'] },
      lines: [body.lines[0], { ...body.lines[1], confirm: ['expired'] }],
    };
    const dry = await corrected(first.id, { ...confirmed, dry_run: true });
    expect(dry).toMatchObject({ id: first.id, units: 5, lines: [{}, { room_type: 'quarantine' }] });
    expect(ok(await trade.seller.get<GoodsBody>(`${GOODS}/${first.id}`))).toEqual(first);
    expect(await corrected(first.id, confirmed)).toMatchObject({
      ...{ units: 5, notices: [{ code: 'expired', path: 'lines[1].expires_on' }] },
    });
    // Its own reference is no other's.
    ok(await correct(first.id, { reference, confirm: ['same_reference'] }));
  });

  test('puts more of a batch that was recalled since into quarantine, with what was there', async () => {
    const { receipt: first } = await receipt({ batch_id: unique('B') });
    await openRecall(trade.seller, lineOf(first).batch ?? '');
    const { line_id } = lineOf(first);
    const less = await corrected(first.id, { lines: [{ line_id, quantity: 9 }] });
    expect(lineOf(less).room_type).toBe('vault');
    const more = { lines: [{ line_id, quantity: 12 }] };
    expect(expectError(await correct(first.id, more), 'CONFLICT')).toMatchObject({
      questions: [{ code: 'recalled', path: 'lines[0].batch_id' }],
    });
    const after = await corrected(first.id, { lines: [{ line_id, quantity: 12, confirm: ['recalled'] }] });
    expect(lineOf(after)).toMatchObject({
      line_id,
      quantity: 12,
      room_type: 'quarantine',
      lot_id: lineOf(first).lot_id,
    });
    expect(await itemOf(lineOf(first))).toMatchObject({ quantity: 0 });
  });

  test('is too late after 72 hours (409), but for external ids', async () => {
    const { receipt: first } = await receipt();
    await sql`update goods_receipts set created_at = created_at - interval '73 hours' where id = ${first.id}`;
    for (const body of [{ notes: 'x' }, { lines: [{ line_id: lineOf(first).line_id, quantity: 1 }] }])
      expect(expectError(await correct(first.id, body), 'CONFLICT')).toEqual({
        reason: 'too_late',
        hours: 72,
      });
    const named = await corrected(first.id, { external_ids: { erp: first.number } });
    expect(named).toMatchObject({ external_ids: { erp: first.number }, corrected_at: null });
    const { receipt: second } = await receipt();
    const taken = await correct(second.id, { external_ids: { erp: first.number } });
    expect(expectError(taken, 'CONFLICT')).toMatchObject({
      ...{ reason: 'external_id_taken', object: { type: 'goods_receipt', id: first.id } },
    });
  });

  test('is for who may receive there: another location is 404, a viewer 403', async () => {
    const business = await createBusiness(db, 'wholesaler', { locationCount: 2 });
    const owner = await stage.signIn(await createMember(db, business, 'owner'));
    const [here = '', there = ''] = business.locationIds;
    const limited = await stage.signIn(await createMember(db, business, 'manager', [here]));
    const viewer = await stage.signIn(await createMember(db, business, 'viewer'));
    const product = await createProduct(db, business);
    const at = (location: string) =>
      received(owner, { locationIds: [location] }, [{ variant_id: product.variantId, quantity: 1 }]);
    const [near, far] = [await at(here), await at(there)];
    expectAbsent(await correct(far.id, { notes: 'x' }, limited));
    expectError(await correct(near.id, { notes: 'x' }, viewer), 'FORBIDDEN');
    expect(ok(await correct(near.id, { notes: 'x' }, limited))).toMatchObject({
      notes: 'x',
      supplier: SUPPLIER,
    });
  });
});
