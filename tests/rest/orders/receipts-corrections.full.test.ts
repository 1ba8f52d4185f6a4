import { afterEach, describe, expect, test } from 'vitest';
import { openRecall } from '../../factories/recalls';
import {
  bought,
  correct,
  file,
  lotsIn,
  type ReceiptBody,
  type ReturnBody,
  returnOf,
  shipLots,
} from '../../factories/receipts';
import { type OrderBody, openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;
afterEach(() => expectStockAddsUp(sql));

const rejected = (quantity: number, accepted: number) => ({
  accepted,
  rejected: quantity,
  reason_code: 'other',
});
const receive = ({ seller, wholesaler }: Trade, id: string | undefined, fields: object = {}) =>
  seller.post<ReturnBody>(`/api/v1/returns/${id}/receive`, {
    location_id: wholesaler.locationIds[0],
    ...fields,
  });

describe('correcting a receipt', () => {
  test('moves units out of stock and onto the return, and back', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 6, late: 4 });
    const receipt = ok(await file(trade, order, { accepted: 10 }));
    expect(receipt).toMatchObject({ return_ids: [], credit_total: 0 });

    const less = ok(await correct(trade, receipt, rejected(5, 5)));
    expect(less).toMatchObject({ id: receipt.id, credit_total: 50, corrected_at: expect.any(String) });
    const [item] = await bought(trade);
    expect(lotsIn(item?.lots ?? [])).toEqual({ SOON: 5 });
    expect((await returnOf(trade, less)).lines).toMatchObject([
      {
        quantity: 5,
        lots: [
          { batch_id: 'SOON', quantity: 1 },
          { batch_id: 'LATE', quantity: 4 },
        ],
      },
    ]);
    expect(ok(await trade.seller.get<OrderBody>(`/api/v1/orders/${order.id}`))).toMatchObject({
      credit_total: 50,
      items: [{ received_quantity: 5 }],
    });

    const more = ok(await correct(trade, less, rejected(1, 9)));
    expect(more.return_ids).toEqual(less.return_ids);
    expect((await returnOf(trade, more)).lines).toMatchObject([
      { quantity: 1, lots: [{ batch_id: 'LATE' }] },
    ]);
    expect(lotsIn((await bought(trade))[0]?.lots ?? [])).toEqual({ SOON: 6, LATE: 3 });

    const all = ok(await correct(trade, more, { accepted: 10 }));
    expect(all).toMatchObject({ return_ids: [], credit_total: 0 });
    expectAbsent(await trade.seller.get(`/api/v1/returns/${less.return_ids[0]}`));
    expect((await bought(trade))[0]).toMatchObject({ quantity: 10, average_cost: 10 });
    const corrections = await sql`select count(*)::int as n from audit_log where action = 'receipt.corrected'
      and object_id = ${receipt.id}`;
    expect(corrections).toEqual([{ n: 3 }]);
  });

  test('puts units of a batch that was recalled since into quarantine, not beside those that came before', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 10 });
    const receipt = ok(await file(trade, order, rejected(6, 4)));
    const [lot] = order.items[0]?.lots ?? [];
    const { batch } = ok(await trade.seller.get<{ batch: string }>(`/api/v1/lots/${lot?.lot_id}`));
    await openRecall(trade.seller, batch);
    ok(await correct(trade, receipt, { accepted: 10, rejected: 0, damaged: 0 }));
    const rows = (await bought(trade)).map(({ room_type, quantity }) => [room_type, quantity]);
    expect(rows.toSorted()).toEqual([
      ['quarantine', 6],
      ['vault', 4],
    ]);
  });

  test('changes the notes alone', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrderIn(trade, 'shipped', 2);
    const receipt = ok(await file(trade, order, { accepted: 2 }, 'Three came'));
    const path = `/api/v1/orders/${order.id}/receipts/${receipt.id}`;
    expect(ok(await trade.buyer.patch<ReceiptBody>(path, { notes: 'Two came' }))).toMatchObject({
      notes: 'Two came',
    });
    expect(ok(await trade.buyer.patch<ReceiptBody>(path, { notes: null })).notes).toBeNull();
    expectInvalid(await trade.buyer.patch(path, {}), '', 'empty_patch');
  });

  test('rejects a correction of units that were sold or moved (409) without effect', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 4 });
    const receipt = ok(await file(trade, order, { accepted: 4 }));
    const [item] = await bought(trade);
    const sale = { quantity_change: -3, reason_code: 'SALE', lot_id: item?.lots[0]?.lot_id };
    ok(await trade.buyer.patch(`/api/v1/inventory/${item?.id}`, sale));
    expect(expectError(await correct(trade, receipt, rejected(2, 2)), 'CONFLICT').reason).toBe('units_gone');
    expect((await bought(trade))[0]).toMatchObject({ quantity: 1 });
    ok(await correct(trade, receipt, rejected(1, 3)));
  });

  test('rejects to accept units whose return the seller has received (409), and puts further ones on another', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 6 });
    const receipt = ok(await file(trade, order, rejected(2, 4)));
    ok(await receive(trade, receipt.return_ids[0]));
    expect(expectError(await correct(trade, receipt, rejected(1, 5)), 'CONFLICT').reason).toBe(
      'return_received',
    );
    const further = ok(await correct(trade, receipt, rejected(5, 1)));
    expect(further.return_ids).toHaveLength(2);
    const { data } = ok(
      await trade.buyer.get<{ data: ReturnBody[] }>(`/api/v1/returns?status=open&order_id=${order.id}`),
    );
    expect(data).toMatchObject([{ lines: [{ quantity: 3 }] }]);
    ok(await receive(trade, data[0]?.id));
  });

  test('is for the retailer (403), within 72 hours (409), of a receipt of the order (404)', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrderIn(trade, 'shipped', 2);
    const other = await placeOrderIn(trade, 'shipped', 2);
    const receipt = ok(await file(trade, order, { accepted: 2 }));
    const path = `/api/v1/orders/${order.id}/receipts/${receipt.id}`;
    expectError(await trade.seller.patch(path, { notes: 'x' }), 'FORBIDDEN');
    expectAbsent(
      await trade.buyer.patch(`/api/v1/orders/${other.id}/receipts/${receipt.id}`, { notes: 'x' }),
    );
    expectAbsent(await trade.buyer.patch(`/api/v1/orders/${order.id}/receipts/${ABSENT_ID}`, { notes: 'x' }));
    await sql`update receipts set created_at = now() - interval '72 hours' where id = ${receipt.id}`;
    expect(expectError(await correct(trade, receipt, rejected(1, 1)), 'CONFLICT').reason).toBe('too_late');
  });

  test('rejects to add units to a location that was deleted since (409)', async () => {
    const trade = await openTrade(stage, { retailer: { locationCount: 2 } });
    const order = await placeOrderIn(trade, 'shipped', 2);
    const receipt = ok(await file(trade, order, rejected(2, 0)));
    ok(await trade.buyer.delete(`/api/v1/entity/locations/${order.receiving_location_id}`));
    expect(expectError(await correct(trade, receipt, { accepted: 2 }), 'CONFLICT').reason).toBe(
      'location_deleted',
    );
  });
});

describe('receiving a return', () => {
  test('takes the units by the seller’s count into quarantine, with lots and at their cost', async () => {
    const trade = await openTrade(stage);
    await sql`update inventory_items set average_cost = 6.25, unit_cost_cents = 625 where id = ${trade.stockId}`;
    const order = await shipLots(trade, { soon: 6, late: 4 });
    const receipt = ok(await file(trade, order, rejected(5, 5)));
    const open = await returnOf(trade, receipt);
    const line = { item_id: open.lines[0]?.item_id, received: 4 };
    const received = ok(await receive(trade, open.id, { lines: [line], notes: 'One jar is missing' }));
    expect(received).toMatchObject({
      status: 'received',
      notes: 'One jar is missing',
      location_id: trade.wholesaler.locationIds[0],
      lines: [
        {
          quantity: 5,
          received_quantity: 4,
          lots: [
            { batch_id: 'SOON', received_quantity: 1 },
            { batch_id: 'LATE', received_quantity: 3 },
          ],
        },
      ],
    });
    expect(ok(await trade.buyer.get(`/api/v1/returns/${open.id}`))).toEqual(received);
    const { data } = ok(
      await trade.seller.get<{ data: Array<{ id: string; room_type: string; lots: never[] }> }>(
        `/api/v1/inventory?product_id=${trade.product.id}&room_type=quarantine`,
      ),
    );
    expect(data).toMatchObject([{ quantity: 4, sellable_quantity: 4, average_cost: 6.25 }]);
    expect(lotsIn(data[0]?.lots ?? [])).toEqual({ SOON: 1, LATE: 3 });
    const movements = ok(
      await trade.seller.get<{ data: object[] }>(`/api/v1/inventory/${data[0]?.id}/movements`),
    );
    for (const movement of movements.data) {
      expect(movement).toMatchObject({ reason_code: 'RETURN', source: { type: 'return', id: open.id } });
    }
    const told =
      await sql`select entity_id from events where type = 'return.received' and data ->> 'id' = ${open.id}`;
    expect(told.map((row) => row.entity_id).sort()).toEqual([trade.retailer.id, trade.wholesaler.id].sort());
  });

  test('rejects more than came back, other lots and missing lines (400)', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 4, late: 2 });
    const { lines, id } = await returnOf(trade, ok(await file(trade, order, rejected(3, 3))));
    const [soon, late] = order.items[0]?.lots.map(({ lot_id }) => lot_id) ?? [];
    const count = (fields: object) =>
      receive(trade, id, { lines: [{ item_id: lines[0]?.item_id, ...fields }] });
    expectInvalid(await count({ received: 4 }), 'lines[0].received', 'value_too_large');
    const one = { lot_id: late, received: 3 };
    expectInvalid(await count({ received: 3, lots: [one] }), 'lines[0].lots[0].received', 'value_too_large');
    const short = [
      { lot_id: late, received: 1 },
      { lot_id: soon, received: 1 },
    ];
    expectInvalid(await count({ received: 3, lots: short }), 'lines[0].lots', 'sum_mismatch');
    expectInvalid(
      await count({ received: 1, lots: [{ lot_id: ABSENT_ID, received: 1 }] }),
      'lines[0].lots[0].lot_id',
      'unknown_id',
    );
    expectInvalid(await receive(trade, id, { lines: [{ item_id: id, received: 1 }] }), 'lines', 'incomplete');
    expect(ok(await count({ received: 0 }))).toMatchObject({
      status: 'received',
      lines: [{ received_quantity: 0 }],
    });
  });

  test('is for the seller (403), into its own location (404), once (409)', async () => {
    const trade = await openTrade(stage);
    const foreign = await openTrade(stage);
    const order = await placeOrderIn(trade, 'shipped', 2);
    const { id } = await returnOf(trade, ok(await file(trade, order, rejected(1, 1))));
    const path = `/api/v1/returns/${id}/receive`;
    const body = { location_id: trade.wholesaler.locationIds[0] };
    expectError(await trade.buyer.post(path, body), 'FORBIDDEN');
    expectAbsent(await foreign.seller.post(path, body));
    expectAbsent(await foreign.buyer.get(`/api/v1/returns/${id}`));
    expect(ok(await foreign.seller.get<{ data: object[] }>('/api/v1/returns')).data).toEqual([]);
    expectAbsent(await trade.seller.post(path, { location_id: foreign.wholesaler.locationIds[0] }));
    ok(await trade.seller.post(path, body));
    expect(expectError(await trade.seller.post(path, body), 'CONFLICT').reason).toBe('already_received');
  });
});

describe('at the same time', () => {
  const statuses = (answers: ReadonlyArray<{ status: number }>) => answers.map(({ status }) => status).sort();

  test('files one of ten receipts, and the status beside them moves once', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 4, loose: 2 });
    const path = `/api/v1/orders/${order.id}`;
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => file(trade, order, { accepted: 6 })),
      trade.buyer.patch(`${path}/status`, { status: 'delivered' }),
      trade.buyer.post(`${path}/cancel`),
    ]);
    expect(statuses(answers).filter((status) => status < 300)).toHaveLength(1);
    expect(statuses(answers).filter((status) => status >= 300 && status !== 409)).toEqual([]);
    expect(await bought(trade)).toMatchObject([{ quantity: 6 }]);
  });

  test('receives a return once', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 4 });
    const { id } = await returnOf(trade, ok(await file(trade, order, rejected(3, 1))));
    const answers = await Promise.all(Array.from({ length: 8 }, () => receive(trade, id)));
    expect(statuses(answers)).toEqual([200, ...Array(7).fill(409)]);
  });

  test('lets a correction or a sale have the last units, never both', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 4 });
    const receipt = ok(await file(trade, order, { accepted: 4 }));
    const [item] = await bought(trade);
    const sale = { quantity_change: -3, reason_code: 'SALE' };
    const answers = await Promise.all([
      correct(trade, receipt, rejected(3, 1)),
      trade.buyer.patch(`/api/v1/inventory/${item?.id}`, sale),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
    expect((await bought(trade))[0]).toMatchObject({ quantity: 1 });
  });

  test('lets a correction accept units or the seller receive them, never both', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 4 });
    const receipt = ok(await file(trade, order, rejected(4, 0)));
    const [corrected, returned] = await Promise.all([
      correct(trade, receipt, { accepted: 4 }),
      receive(trade, receipt.return_ids[0]),
    ]);
    expect([
      [200, 404],
      [409, 200],
    ]).toContainEqual([corrected.status, returned.status]);
    const units = await bought(trade);
    expect(units.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(corrected.status === 200 ? 4 : 0);
  });

  test('repeats a receipt under its idempotency key', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrderIn(trade, 'shipped', 2);
    const body = { lines: [{ item_id: order.items[0]?.id, accepted: 2 }] };
    const headers = { 'idempotency-key': 'receipt-1' };
    const send = () => trade.buyer.post(`/api/v1/orders/${order.id}/receipts`, body, { headers });
    const [first, second] = [await send(), await send()];
    expect([second.status, second.body]).toEqual([201, first.body]);
  });
});

test('traces received units to their order, net of corrections, and returned ones to theirs', async () => {
  const trade = await openTrade(stage);
  const order = await shipLots(trade, { soon: 6 });
  const batch = async (client: Trade['seller']) => {
    const { data } = ok(await client.get<{ data: Array<{ id: string }> }>('/api/v1/batches?batch_id=SOON'));
    const path = `/api/v1/batches/${data[0]?.id}/trace`;
    return ok(await client.get<{ data: Array<Record<string, unknown>> }>(path)).data;
  };
  const receipt = ok(await file(trade, order, rejected(1, 5)));
  const corrected = ok(await correct(trade, receipt, rejected(2, 4)));
  ok(await receive(trade, corrected.return_ids[0]));
  const ofOrder = { reference_id: order.id, reference: order.order_number };
  expect(await batch(trade.buyer)).toMatchObject([
    { direction: 'backward', kind: 'receipt', quantity: 4, party: trade.wholesaler.name, ...ofOrder },
    { direction: 'forward', kind: 'item', quantity: 4 },
  ]);
  expect(await batch(trade.seller)).toContainEqual(
    expect.objectContaining({
      ...{ direction: 'backward', kind: 'return', quantity: 2, party: trade.retailer.name },
      ...ofOrder,
    }),
  );
});
