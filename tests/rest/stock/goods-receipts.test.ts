import { describe, expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import {
  daysAgo,
  GOODS,
  type GoodsBody,
  openGoods,
  receive,
  received,
  SUPPLIER,
  unique,
} from '../../factories/goods';
import { createWeighed } from '../../factories/weights';
import { ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const { trade, sku, goods, itemOf } = await openGoods(stage);

describe('POST /api/v1/goods-receipts', () => {
  test('takes goods into stock with their batch, package and cost (201)', async () => {
    const product = await goods();
    const [batch_id, package_tag] = [unique('B'), unique('T')];
    const line = {
      ...{ sku: product.sku, quantity: 40, unit_cost: 16.5, batch_id, package_tag },
      ...{ harvested_on: '2026-01-05', packaged_on: '2026-02-05', expires_on: '2099-01-01' },
      test_status: 'passed',
    };
    const answer = await receive(trade.seller, trade.wholesaler, [line], {
      ...{ reference: unique('R'), notes: 'At the back door', received_on: daysAgo(3) },
    });
    expect(answer.status, answer.text).toBe(201);
    const receipt = answer.body as GoodsBody;
    expect(answer.headers.location).toBe(`${GOODS}/${receipt.id}`);
    expect(receipt).toMatchObject({
      number: expect.stringMatching(/^GR-\d{8}-[0-9A-HJKMNP-TV-Z]{6}$/),
      kind: 'purchase',
      location_id: trade.wholesaler.locationIds[0],
      supplier: SUPPLIER,
      received_on: daysAgo(3),
      notes: 'At the back door',
      units: 40,
      cost_total: 660,
      notices: [],
      corrected_at: null,
      received_by: { id: trade.seller.tokens?.user.id },
      external_ids: {},
      lines: [
        {
          ...line,
          product_id: product.id,
          product_name: product.name,
          variant_id: product.variantId,
          amount: 40,
          unit: null,
          step: null,
          room_type: 'vault',
          unit_cost: 16.5,
        },
      ],
    });
    expect(Date.parse(receipt.correctable_until) - Date.parse(receipt.created_at)).toBe(72 * 3_600_000);
    const [only] = receipt.lines;
    expect(await itemOf(only?.inventory_id)).toMatchObject({
      quantity: 40,
      unit_cost: 16.5,
      average_cost: 16.5,
      lots: [{ lot_id: only?.lot_id, batch: only?.batch, batch_id, package_tag, quantity: 40 }],
    });
    const movements = await sql`
      select reason_code, delta, source_type, source_id, lot_id, notes from inventory_movements where item_id = ${only?.inventory_id ?? ''}`;
    expect(movements).toEqual([
      {
        ...{ reason_code: 'ADJUSTMENT', delta: 40, source_type: 'goods_receipt', source_id: receipt.id },
        ...{ lot_id: only?.lot_id, notes: receipt.number },
      },
    ]);
    expect(ok(await trade.seller.get<GoodsBody>(`${GOODS}/${receipt.id}`))).toEqual(receipt);
  });

  test('emits what it changed and records it', async () => {
    const product = await goods();
    const receipt = await received(trade.seller, trade.wholesaler, [
      { sku: product.sku, quantity: 2, batch_id: unique('B') },
    ]);
    const events = await sql<{ type: string; location_ids: string[] | null }[]>`
      select type, location_ids from events where entity_id = ${trade.wholesaler.id}
        and data::text like ${`%${receipt.lines[0]?.batch_id}%`} order by id`;
    expect(events.map(({ type }) => type).sort()).toEqual([
      'batch.created',
      'goods.received',
      'inventory.updated',
    ]);
    expect(events.find(({ type }) => type === 'goods.received')?.location_ids).toEqual([receipt.location_id]);
    const rows = await sql`
      select action, object_type, location_ids, after ->> 'number' as number from audit_log where object_id = ${receipt.id}`;
    expect(rows).toEqual([
      {
        ...{ action: 'goods.received', object_type: 'goods_receipt' },
        ...{ location_ids: [receipt.location_id], number: receipt.number },
      },
    ]);
  });

  test('takes goods by weight by their amount; costs are per unit', async () => {
    const { productId, variantId } = await createWeighed(trade, { unit: 'lb', step: 0.01, price: 900 });
    const receipt = await received(trade.seller, trade.wholesaler, [
      { variant_id: variantId, amount: 2.25, unit_cost: 800, batch_id: unique('B') },
    ]);
    expect(receipt).toMatchObject({
      units: 225,
      cost_total: 1800,
      lines: [{ product_id: productId, quantity: 225, amount: 2.25, unit: 'lb', step: 0.01, unit_cost: 800 }],
    });
    expect(await itemOf(receipt.lines[0]?.inventory_id)).toMatchObject({ amount: 2.25, average_cost: 800 });
    expectInvalid(
      await receive(trade.seller, trade.wholesaler, [{ variant_id: variantId, amount: 0.005 }]),
      'lines[0].amount',
      'off_step',
    );
  });

  test('leaves cost and average without a cost, and enters the average with one', async () => {
    const product = await goods();
    const first = await received(trade.seller, trade.wholesaler, [
      { sku: product.sku, quantity: 10, unit_cost: 4 },
    ]);
    const id = first.lines[0]?.inventory_id;
    const free = await received(trade.seller, trade.wholesaler, [{ sku: product.sku, quantity: 10 }]);
    expect(free).toMatchObject({ cost_total: null, lines: [{ unit_cost: null, inventory_id: id }] });
    expect(await itemOf(id)).toMatchObject({ quantity: 20, unit_cost: 4, average_cost: 4 });
    await received(trade.seller, trade.wholesaler, [{ sku: product.sku, quantity: 20, unit_cost: 8 }]);
    expect(await itemOf(id)).toMatchObject({ quantity: 40, unit_cost: 8, average_cost: 6 });
    // Two lots of one row at two costs.
    await received(trade.seller, trade.wholesaler, [
      { sku: product.sku, quantity: 10, unit_cost: 0, batch_id: unique('B') },
      { sku: product.sku, quantity: 30, unit_cost: 2, batch_id: unique('B') },
    ]);
    expect(await itemOf(id)).toMatchObject({ quantity: 80, unit_cost: 2, average_cost: 3.75 });
  });

  test('rejects what does not fit, each at its field (400)', async () => {
    const one = { sku, quantity: 1 };
    const bad = async (line: object, path: string, code: string) =>
      expectInvalid(await receive(trade.seller, trade.wholesaler, [line]), `lines[0].${path}`, code);
    await bad({ quantity: 1 }, 'sku', 'ambiguous');
    await bad({ ...one, scan: sku }, 'sku', 'ambiguous');
    await bad({ sku }, 'quantity', 'required');
    await bad({ ...one, amount: 1 }, 'amount', 'ambiguous');
    await bad({ sku, quantity: 0 }, 'quantity', 'value_too_small');
    await bad({ ...one, unit_cost: 10_000_000 }, 'unit_cost', 'value_too_large');
    await bad({ ...one, expires_on: '2099-01-01' }, 'batch_id', 'required');
    await bad({ ...one, package_tag: 'T' }, 'batch_id', 'required');
    await bad({ ...one, test_status: 'passed' }, 'batch_id', 'required');
    const dates = { batch_id: 'B', packaged_on: '2026-02-01' };
    await bad({ ...one, ...dates, harvested_on: '2026-02-02' }, 'packaged_on', 'range_upside_down');
    await bad({ ...one, ...dates, expires_on: '2026-01-31' }, 'expires_on', 'range_upside_down');
    const lines = [one];
    const whole = (fields: object) => receive(trade.seller, trade.wholesaler, lines, fields);
    expectInvalid(await whole({ supplier: undefined }), 'supplier', 'required');
    expectInvalid(await whole({ supplier_id: trade.wholesaler.id }), 'supplier_id', 'ambiguous');
    expectInvalid(await whole({ kind: 'found' }), 'supplier', 'conflict');
    expectInvalid(await whole({ received_on: daysAgo(-2) }), 'received_on', 'date_in_future');
    expectInvalid(await whole({ received_on: daysAgo(32) }), 'received_on', 'value_too_small');
    expectInvalid(await whole({ reference: 'x'.repeat(101) }), 'reference', 'too_long');
    expectInvalid(await whole({ lines: [] }), 'lines', 'too_few_items');
    expectInvalid(await whole({ lines: Array(501).fill(one) }), 'lines', 'too_many_items');
  });

  test('rejects the same variant, batch, tag and room twice (400), not in another room', async () => {
    const product = await goods();
    const batch_id = unique('B-1');
    const line = { sku: product.sku, quantity: 1, batch_id };
    const twice = [line, { ...line, batch_id: batch_id.toLowerCase(), room_type: 'vault' }];
    expectInvalid(await receive(trade.seller, trade.wholesaler, twice), 'lines[1]', 'duplicate');
    const { lines } = await received(trade.seller, trade.wholesaler, [
      line,
      { ...line, room_type: 'sales_floor' },
    ]);
    expect(lines.map(({ room_type }) => room_type)).toEqual(['vault', 'sales_floor']);
    expect(lines[0]?.lot_id).toBe(lines[1]?.lot_id);
  });

  test('is once for one Idempotency-Key', async () => {
    const product = await goods();
    const body = {
      location_id: trade.wholesaler.locationIds[0],
      kind: 'found',
      lines: [{ sku: product.sku, quantity: 3 }],
    };
    const key = { 'idempotency-key': product.id };
    const first = await trade.seller.send<GoodsBody>('POST', GOODS, { body, headers: key });
    const again = await trade.seller.send<GoodsBody>('POST', GOODS, { body, headers: key });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await itemOf(first.body.lines[0]?.inventory_id)).quantity).toBe(3);
  });

  test('is for members who may change inventory', async () => {
    const viewer = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer'));
    expectError(await receive(viewer, trade.wholesaler, [{ sku, quantity: 1 }]), 'FORBIDDEN');
    expectAbsent(await receive(trade.seller, { locationIds: [ABSENT_ID] }, [{ sku, quantity: 1 }]));
    expectAbsent(await receive(trade.seller, trade.retailer, [{ sku, quantity: 1 }]));
  });
});
