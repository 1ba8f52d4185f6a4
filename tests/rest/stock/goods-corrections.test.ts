import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { GOODS, type GoodsBody, received, SUPPLIER, unique } from '../../factories/goods';
import { openRecall } from '../../factories/recalls';
import { type ItemBody, openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { type Answer, type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

type List<T> = { data: T[] };
type Line = GoodsBody['lines'][number];

/** A new product of the seller, some units of which were received. */
const receipt = (line: object = {}, fields: object = {}) => receiptOf([line], fields);
async function receiptOf(lines: readonly object[], fields: object = {}) {
  const product = await createProduct(db, trade.wholesaler);
  const sent = lines.map((line) => ({ variant_id: product.variantId, quantity: 10, unit_cost: 5, ...line }));
  return { product, receipt: await received(trade.seller, trade.wholesaler, sent, fields) };
}
const correct = (id: string, body: object, client: Client = trade.seller): Promise<Answer<GoodsBody>> =>
  client.patch<GoodsBody>(`${GOODS}/${id}`, body);
const corrected = async (id: string, body: object) => ok(await correct(id, body));
const line = ({ lines }: GoodsBody, n = 0) => lines[n] as Line;
const itemOf = async ({ inventory_id }: Line) =>
  ok(await trade.seller.get<ItemBody>(`/api/v1/inventory/${inventory_id}`));
const adjust = async ({ inventory_id, lot_id }: Line, quantity_change: number, fields: object = {}) =>
  ok(
    await trade.seller.patch<ItemBody>(`/api/v1/inventory/${inventory_id}`, {
      ...{ quantity_change, reason_code: 'SALE', ...(lot_id && { lot_id }), ...fields },
    }),
  );
const movesOf = async ({ id }: GoodsBody) =>
  (
    await sql<{ delta: number }[]>`
      select delta from inventory_movements where source_type = 'goods_receipt' and source_id = ${id} order by position`
  ).map(({ delta }) => delta);

describe('PATCH /api/v1/goods-receipts/{id}', () => {
  test('moves the difference under the same source, with its worth, and says when (200)', async () => {
    const { receipt: first } = await receipt({ batch_id: unique('B') });
    const less = await corrected(first.id, { lines: [{ line_id: line(first).line_id, quantity: 8 }] });
    expect(less).toMatchObject({
      ...{ id: first.id, number: first.number, units: 8, cost_total: 40, corrected_at: expect.any(String) },
      lines: [{ line_id: line(first).line_id, lot_id: line(first).lot_id, quantity: 8, unit_cost: 5 }],
    });
    expect(await itemOf(line(less))).toMatchObject({ quantity: 8, average_cost: 5 });
    const more = await corrected(first.id, {
      lines: [{ line_id: line(first).line_id, quantity: 12, unit_cost: 6 }],
    });
    expect(more.cost_total).toBe(72);
    expect(await itemOf(line(more))).toMatchObject({ quantity: 12, unit_cost: 6, average_cost: 6 });
    expect(await movesOf(first)).toEqual([10, -2, 4]);
    const trace = ok(await trade.seller.get<List<object>>(`/api/v1/batches/${line(first).batch}/trace`));
    expect(trace.data).toMatchObject([
      { direction: 'backward', kind: 'receipt', quantity: 12, reference: first.number },
      { direction: 'forward', kind: 'item', quantity: 12 },
    ]);
    const recall = await openRecall(trade.seller, line(first).batch ?? '');
    const { holders } = ok(
      await trade.seller.get<{ holders: { accounting: object }[] }>(`/api/v1/recalls/${recall.id}`),
    );
    expect(holders[0]?.accounting).toMatchObject({ added: 12, on_hand: 12, unknown: 0, lost: 0 });
  });

  test('records it and emits goods.received again, with the location', async () => {
    const { receipt: first } = await receipt();
    await corrected(first.id, { lines: [{ line_id: line(first).line_id, quantity: 9 }], notes: 'One less' });
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
    const { line_id } = line(first);
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
        { line_id: line(first, 1).line_id, quantity: 3 },
        { sku: other.variants[0]?.sku, quantity: 7, batch_id: unique('B') },
      ],
    });
    expect(after.units).toBe(10);
    expect(after.lines.map(({ variant_id, quantity }) => [variant_id, quantity])).toEqual([
      [product.variantId, 3],
      [other.variantId, 7],
    ]);
    expect(after.cost_total).toBeNull();
    expect(await itemOf(line(first))).toMatchObject({ quantity: 3, lots: [] });
    expect(await itemOf(line(after, 1))).toMatchObject({ quantity: 7 });
  });

  test('moves a line to other goods, another batch or room as a whole', async () => {
    const { receipt: first } = await receipt({ batch_id: unique('B') });
    const other = await createProduct(db, trade.wholesaler);
    const { line_id } = line(first);
    const batch_id = unique('B');
    const batched = await corrected(first.id, { lines: [{ line_id, batch_id }] });
    expect(line(batched)).toMatchObject({
      line_id,
      batch_id,
      quantity: 10,
      inventory_id: line(first).inventory_id,
    });
    expect(await itemOf(line(first))).toMatchObject({ quantity: 10, average_cost: 5, lots: [{ batch_id }] });
    const moved = await corrected(first.id, { lines: [{ line_id, room_type: 'sales_floor' }] });
    expect(line(moved)).toMatchObject({ room_type: 'sales_floor', batch_id });
    expect(await itemOf(line(moved))).toMatchObject({ quantity: 10, average_cost: 5, unit_cost: 5 });
    const swapped = await corrected(first.id, { lines: [{ line_id, variant_id: other.variantId }] });
    expect(line(swapped)).toMatchObject({ product_id: other.id, batch_id, room_type: 'sales_floor' });
    for (const one of [line(first), line(moved)]) expect(await itemOf(one)).toMatchObject({ quantity: 0 });
    expect(line(await corrected(first.id, { lines: [{ line_id, batch_id: null }] }))).toMatchObject({
      ...{ batch: null, lot_id: null, package_tag: null },
    });
  });

  test('is 409 units_gone with what is missing, for what was sold, moved or reserved', async () => {
    const other = await openTrade(stage, { quantity: 0 });
    const { variantId: variant_id } = other.product;
    const first = await received(other.seller, other.wholesaler, [
      { variant_id, quantity: 10, batch_id: unique('B') },
      { variant_id, quantity: 10 },
    ]);
    const take = (body: object) => correct(first.id, body, other.seller);
    const [lotLine, loose] = [line(first), line(first, 1)];
    ok(
      await other.seller.patch(`/api/v1/inventory/${lotLine.inventory_id}`, {
        ...{ quantity_change: -4, reason_code: 'SALE', lot_id: lotLine.lot_id },
      }),
    );
    const lines = (a: number, b: number) => ({
      lines: [
        { line_id: lotLine.line_id, quantity: a },
        { line_id: loose.line_id, quantity: b },
      ],
    });
    expect(expectError(await take(lines(2, 10)), 'CONFLICT')).toEqual({
      reason: 'units_gone',
      lines: [{ line_id: lotLine.line_id, missing: 2 }],
    });
    // Lots go first: of those 6 and of the others 5.
    await placeOrderIn(other, 'accepted', 11);
    expect(expectError(await take(lines(9, 1)), 'CONFLICT')).toEqual({
      reason: 'units_gone',
      lines: [
        { line_id: lotLine.line_id, missing: 1 },
        { line_id: loose.line_id, missing: 4 },
      ],
    });
    expect(expectError(await take({ lines: [{ line_id: lotLine.line_id }] }), 'CONFLICT')).toMatchObject({
      lines: [{ line_id: loose.line_id, missing: 5 }],
    });
    ok(await take(lines(10, 5)));
  });

  test('after a sale changes the worth of what is left alone; what was shipped keeps its cost', async () => {
    const { receipt: first } = await receipt();
    await adjust(line(first), -6);
    const { line_id } = line(first);
    await corrected(first.id, { lines: [{ line_id, unit_cost: 8 }] });
    expect(await itemOf(line(first))).toMatchObject({ quantity: 4, unit_cost: 8, average_cost: 8 });
    // With units of another receipt in the row: 4 at 8 and 4 at 2, then 4 at 1 and 4 at 2.
    const second = await received(trade.seller, trade.wholesaler, [
      { variant_id: line(first).variant_id, quantity: 4, unit_cost: 2 },
    ]);
    expect(await itemOf(line(first))).toMatchObject({ quantity: 8, average_cost: 5 });
    await corrected(first.id, { lines: [{ line_id, unit_cost: 1 }] });
    // The last cost stays that of the later receipt.
    expect(await itemOf(line(first))).toMatchObject({ quantity: 8, unit_cost: 2 });
    await corrected(second.id, { lines: [{ line_id: line(second).line_id, unit_cost: null }] });
    expect((await itemOf(line(first))).average_cost).toBeGreaterThanOrEqual(0);
  });

  test('keeps the worth of a row from falling below 0 and beyond what it holds', async () => {
    const { receipt: first, product } = await receipt({ unit_cost: 9_999_999.99 });
    const { line_id } = line(first);
    await received(trade.seller, trade.wholesaler, [
      { variant_id: product.variantId, quantity: 10, unit_cost: 0 },
    ]);
    await adjust(line(first), -10);
    expect(await itemOf(line(first))).toMatchObject({ quantity: 10, average_cost: 4_999_999.995 });
    await corrected(first.id, { lines: [{ line_id, unit_cost: 0 }] });
    expect(await itemOf(line(first))).toMatchObject({ average_cost: 0 });
    const { receipt: dear, product: other } = await receipt({ unit_cost: 0 });
    await received(trade.seller, trade.wholesaler, [
      { variant_id: other.variantId, quantity: 10, unit_cost: 9_999_999.99 },
    ]);
    await adjust(line(dear), -10);
    await corrected(dear.id, { lines: [{ line_id: line(dear).line_id, unit_cost: 9_999_999.99 }] });
    expect(await itemOf(line(dear))).toMatchObject({ average_cost: 9_999_999.99 });
  });

  test('gives a tag back that nothing else has moved; another batch has it in the same correction', async () => {
    const [tag, other] = [unique('T'), unique('T')];
    const { receipt: first } = await receiptOf([
      { batch_id: unique('B'), package_tag: tag },
      { batch_id: unique('B'), package_tag: other },
    ]);
    const [a, b] = [line(first), line(first, 1)];
    const swapped = await corrected(first.id, {
      lines: [
        { line_id: a.line_id, package_tag: other },
        { line_id: b.line_id, package_tag: tag },
      ],
    });
    expect(swapped.lines.map(({ batch_id, package_tag }) => [batch_id, package_tag])).toEqual([
      [a.batch_id, other],
      [b.batch_id, tag],
    ]);
    // Twice the same: their former lots have no tag by then.
    await corrected(first.id, {
      lines: [
        { line_id: a.line_id, package_tag: tag },
        { line_id: b.line_id, package_tag: other },
      ],
    });
    await corrected(first.id, { lines: [{ line_id: a.line_id, package_tag: null }, { line_id: b.line_id }] });
    const free = await receipt({ batch_id: unique('B'), package_tag: tag });
    // One that was sold from keeps its tag.
    await adjust(line(free.receipt), -1);
    await adjust(line(free.receipt), 1, { reason_code: 'RETURN' });
    await corrected(free.receipt.id, { lines: [{ line_id: line(free.receipt).line_id, package_tag: null }] });
    const taken = await createProduct(db, trade.wholesaler);
    const again = trade.seller.post(GOODS, {
      ...{ location_id: trade.wholesaler.locationIds[0], kind: 'found' },
      lines: [{ variant_id: taken.variantId, quantity: 1, batch_id: unique('B'), package_tag: tag }],
    });
    expect(expectError(await again, 'CONFLICT')).toMatchObject({ reason: 'tag_taken' });
  });

  test('asks of what comes, all at once, and a dry run changes nothing', async () => {
    const reference = unique('R');
    const earlier = await receipt({}, { reference });
    const { receipt: first, product } = await receipt();
    const body = {
      reference,
      lines: [
        { line_id: line(first).line_id, quantity: 4 },
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
    await openRecall(trade.seller, line(first).batch ?? '');
    const { line_id } = line(first);
    const less = await corrected(first.id, { lines: [{ line_id, quantity: 9 }] });
    expect(line(less).room_type).toBe('vault');
    const more = { lines: [{ line_id, quantity: 12 }] };
    expect(expectError(await correct(first.id, more), 'CONFLICT')).toMatchObject({
      questions: [{ code: 'recalled', path: 'lines[0].batch_id' }],
    });
    const after = await corrected(first.id, { lines: [{ line_id, quantity: 12, confirm: ['recalled'] }] });
    expect(line(after)).toMatchObject({
      line_id,
      quantity: 12,
      room_type: 'quarantine',
      lot_id: line(first).lot_id,
    });
    expect(await itemOf(line(first))).toMatchObject({ quantity: 0 });
  });

  test('is rejected whole where a row can’t hold it (409)', async () => {
    const { receipt: first, product } = await receipt({ quantity: 1_500_000_000 });
    const { line_id } = line(first);
    const body = {
      lines: [{ line_id }, { variant_id: product.variantId, quantity: 600_000_000, batch_id: unique('B') }],
    };
    expect(expectError(await correct(first.id, body), 'CONFLICT')).toMatchObject({
      reason: 'cannot_receive',
      errors: [{ path: 'lines[1].quantity' }],
    });
    expect(await movesOf(first)).toEqual([1_500_000_000]);
  });

  test('is too late after 72 hours (409), but for external ids', async () => {
    const { receipt: first } = await receipt();
    await sql`update goods_receipts set created_at = created_at - interval '73 hours' where id = ${first.id}`;
    for (const body of [{ notes: 'x' }, { lines: [{ line_id: line(first).line_id, quantity: 1 }] }])
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

  test('corrections at the same time take turns, and what they leave adds up', async () => {
    const { receipt: first } = await receipt({ batch_id: unique('B') });
    const { line_id } = line(first);
    const quantities = [3, 7, 12, 5, 20, 1];
    const answers = await Promise.all(
      quantities.map((quantity) =>
        correct(first.id, { lines: [{ line_id, quantity }] }, trade.seller.unpooled()),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(quantities.map(() => 200));
    const now = ok(await trade.seller.get<GoodsBody>(`${GOODS}/${first.id}`));
    expect(quantities).toContain(now.units);
    expect(await itemOf(line(first))).toMatchObject({ quantity: now.units, average_cost: 5 });
    expect((await movesOf(first)).reduce((sum, delta) => sum + delta, 0)).toBe(now.units);
  });
});
