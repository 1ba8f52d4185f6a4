import { afterEach, describe, expect, test } from 'vitest';
import { createProduct, createStock } from '../../factories/catalog';
import { bought, file, lineOf, lotsIn, type ReceiptBody, returnOf, shipLots } from '../../factories/receipts';
import { type OrderBody, openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;
afterEach(() => expectStockAddsUp(sql));

const orderOf = async ({ buyer }: Trade, { id }: OrderBody) =>
  ok(await buyer.get<OrderBody>(`/api/v1/orders/${id}`));
const receiptsOf = async ({ seller }: Trade, { id }: OrderBody) =>
  ok(await seller.get<{ data: ReceiptBody[] }>(`/api/v1/orders/${id}/receipts`)).data;
const eventsOf = async (order: OrderBody) =>
  sql<{ type: string; entity_id: string }[]>`
    select type, entity_id from events where data ->> 'order_id' = ${order.id} or data ->> 'id' = ${order.id} order by id`;

describe('filing a receipt', () => {
  test('takes accepted units with their lots, makes the rest a return, and delivers the order (201)', async () => {
    const trade = await openTrade(stage, { prices: [1005], wholesaler: { taxRateBps: 825 } });
    const order = await shipLots(trade, { soon: 6, late: 4 });
    const answer = await file(
      trade,
      order,
      { accepted: 7, rejected: 1, damaged: 2, reason_code: 'temperature' },
      'One crate was warm',
    );
    expect(answer.status).toBe(201);
    const receipt = answer.body;
    expect(receipt).toMatchObject({ order_id: order.id, notes: 'One crate was warm', corrected_at: null });
    expect(receipt.lines).toMatchObject([
      { shipped_quantity: 10, accepted: 7, rejected: 1, damaged: 2, reason_code: 'temperature' },
    ]);
    const [item, ...others] = await bought(trade);
    expect(others).toEqual([]);
    expect(item).toMatchObject({ quantity: 7, room_type: 'vault', unit_cost: 10.05, average_cost: 10.05 });
    expect(lotsIn(item?.lots ?? [])).toEqual({ SOON: 6, LATE: 1 });
    // 10 × 10.05 = 100.50 + 8.29 tax; 7 × 10.05 = 70.35 + 5.80 tax.
    expect(receipt.credit_total).toBe(32.64);
    const received = await orderOf(trade, order);
    expect(received).toMatchObject({ status: 'delivered', credit_total: 32.64 });
    expect(received.items[0]).toMatchObject({ shipped_quantity: 10, received_quantity: 7 });
    expect(await returnOf(trade, receipt)).toMatchObject({
      status: 'open',
      lines: [{ quantity: 3, received_quantity: null, lots: [{ batch_id: 'LATE', quantity: 3 }] }],
    });
    expect(await receiptsOf(trade, order)).toEqual([receipt]);
    const { data } = ok(await trade.buyer.get<{ data: object[] }>(`/api/v1/inventory/${item?.id}/movements`));
    const of = { number: order.order_number, party: trade.wholesaler.name, order_id: order.id };
    const source = { type: 'receipt', id: receipt.id, ...of };
    expect(data).toMatchObject([
      { source, reason_code: 'TRANSFER' },
      { source, reason_code: 'TRANSFER' },
    ]);
  });

  test('emits receipt.completed and the events of the delivery to both parties, with one audit row', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrderIn(trade, 'shipped', 5);
    const before = (await eventsOf(order)).length;
    const receipt = ok(await file(trade, order, { accepted: 5 }));
    const told = (await eventsOf(order)).slice(before);
    for (const type of ['order.updated', 'order.delivered', 'transfer.completed', 'receipt.completed']) {
      const parties = told.filter((event) => event.type === type).map((event) => event.entity_id);
      expect(parties.sort(), type).toEqual([trade.retailer.id, trade.wholesaler.id].sort());
    }
    const audited =
      await sql`select action, entity_id from audit_log where object_id in (${receipt.id}, ${order.id})
      and entity_id = ${trade.retailer.id} order by id`;
    expect(audited.map((row) => row.action)).toEqual(['order.created', 'receipt.filed', 'order.moved']);
  });

  test('takes the units of each lot as stated', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 6, late: 4, loose: 5 });
    const lots = order.items[0]?.lots.map(({ lot_id }) => lot_id) ?? [];
    const receipt = ok(
      await file(trade, order, {
        accepted: 10,
        rejected: 5,
        lots: [
          { lot_id: lots[0], accepted: 4, rejected: 2, reason_code: 'failed_inspection' },
          { lot_id: lots[1], accepted: 4 },
        ],
        reason_code: 'short',
      }),
    );
    expect(receipt.lines[0]?.lots).toMatchObject([
      { batch_id: 'SOON', accepted: 4, rejected: 2, reason_code: 'failed_inspection' },
      { batch_id: 'LATE', accepted: 4, rejected: 0, reason_code: null },
    ]);
    const [item] = await bought(trade);
    expect(item).toMatchObject({ quantity: 10, unassigned_quantity: 2 });
    expect(lotsIn(item?.lots ?? [])).toEqual({ SOON: 4, LATE: 4 });
    const [line] = (await returnOf(trade, receipt)).lines;
    // The units without a lot were short.
    expect(receipt.lines).toMatchObject([{ accepted: 10, rejected: 2, short: 3 }]);
    expect(line).toMatchObject({ quantity: 2, lots: [{ batch_id: 'SOON', quantity: 2 }] });
  });

  test('rejects a whole load: nothing arrives and everything is owed', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrderIn(trade, 'shipped', 4);
    const receipt = ok(await file(trade, order, { rejected: 4, reason_code: 'wrong_item' }));
    expect(await bought(trade)).toEqual([]);
    expect(receipt).toMatchObject({ credit_total: order.total, lines: [{ accepted: 0, rejected: 4 }] });
    expect(await orderOf(trade, order)).toMatchObject({ status: 'delivered', credit_total: order.total });
  });

  test.skipIf(IS_SHORT)(
    'names damaged units without a reason code damaged, and requires one for rejected units (400)',
    async () => {
      const trade = await openTrade(stage);
      const order = await placeOrderIn(trade, 'shipped', 4);
      expectInvalid(
        await file(trade, order, { accepted: 3, rejected: 1 }),
        'lines[0].reason_code',
        'required',
      );
      expectInvalid(
        await file(trade, order, { accepted: 3, rejected: 1, reason_code: 'mold' }),
        'lines[0].reason_code',
      );
      const receipt = ok(await file(trade, order, { accepted: 3, damaged: 1, reason_code: null }));
      expect(receipt.lines[0]?.reason_code).toBe('damaged');
    },
  );

  test.skipIf(IS_SHORT)(
    "rejects units that don't add up to what was shipped, by line and by lot (400)",
    async () => {
      const trade = await openTrade(stage);
      const order = await shipLots(trade, { soon: 6, late: 4 });
      const [soon, late] = order.items[0]?.lots.map(({ lot_id }) => lot_id) ?? [];
      const reason_code = 'other';
      for (const fields of [
        { accepted: 9 },
        { accepted: 11 },
        { accepted: 9, rejected: 2, reason_code },
        {},
      ]) {
        expectInvalid(await file(trade, order, fields), 'lines[0]', 'sum_mismatch');
      }
      const split = (lots: object[], fields: object = { accepted: 9, rejected: 1, reason_code }) =>
        file(trade, order, { ...fields, lots });
      expectInvalid(await split([{ lot_id: soon, accepted: 5 }]), 'lines[0].lots[0]', 'sum_mismatch');
      expectInvalid(
        await split([{ lot_id: soon, accepted: 4, rejected: 2, reason_code }]),
        'lines[0].lots',
        'sum_mismatch',
      );
      expectInvalid(
        await split([{ lot_id: order.id, accepted: 6 }]),
        'lines[0].lots[0].lot_id',
        'unknown_id',
      );
      const twice = { lot_id: late, accepted: 4 };
      expectInvalid(await split([twice, twice]), 'lines[0].lots[1].lot_id', 'duplicate');
      expect(await orderOf(trade, order)).toMatchObject({ status: 'shipped', credit_total: null });
      expect(await bought(trade)).toEqual([]);
    },
  );

  test('rejects lines that are missing, repeated or of another order (400)', async () => {
    const trade = await openTrade(stage);
    const second = await createProduct(stage.db, trade.wholesaler);
    await createStock(stage.db, trade.wholesaler, second.variantId, 5);
    const other = await placeOrderIn(trade, 'shipped', 1);
    const items = [trade.product.id, second.id].map((product_id) => ({ product_id, quantity: 2 }));
    const placed = ok(
      await trade.buyer.post<OrderBody>('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items }),
    );
    const path = `/api/v1/orders/${placed.id}`;
    for (const status of ['accepted', 'preparing', 'shipped']) {
      ok(await trade.seller.patch(`${path}/status`, { status }));
    }
    const first = lineOf(placed, { accepted: 2 });
    const send = (lines: object[]) => trade.buyer.post<ReceiptBody>(`${path}/receipts`, { lines });
    expectInvalid(await send([first]), 'lines', 'incomplete');
    expectInvalid(await send([first, first]), 'lines[1].item_id', 'duplicate');
    expectInvalid(await send([first, lineOf(other, { accepted: 1 })]), 'lines[1].item_id', 'unknown_id');
    expectInvalid(await send([]), 'lines', 'too_few_items');
    expect(ok(await send([first, { item_id: placed.items[1]?.id, accepted: 2 }])).lines).toHaveLength(2);
  });

  test('is for a party of the order (404), once (409)', async () => {
    const trade = await openTrade(stage);
    const foreign = await openTrade(stage);
    const order = await placeOrderIn(trade, 'shipped', 2);
    const path = `/api/v1/orders/${order.id}/receipts`;
    const body = { lines: [lineOf(order, { accepted: 2 })] };
    expectAbsent(await foreign.buyer.post(path, body));
    expectAbsent(await foreign.seller.get(path));
    expectAbsent(await trade.buyer.post(`/api/v1/orders/${ABSENT_ID}/receipts`, body));
    const receipt = ok(await trade.buyer.post<ReceiptBody>(path, body));
    const details = expectError(await trade.buyer.post(path, body), 'CONFLICT');
    expect(details).toEqual({ reason: 'already_received', receipt_id: receipt.id });
  });

  test.each(['pending', 'accepted', 'preparing', 'cancelled'] as const)(
    'rejects an order that is %s (409)',
    async (status) => {
      const trade = await openTrade(stage);
      const order = await placeOrderIn(trade, status, 2);
      const details = expectError(await file(trade, order, { accepted: 2 }), 'CONFLICT');
      expect(details).toEqual({ reason: 'not_shipped', status });
    },
  );

  test('arrives in quarantine where the location receives there, and is released by lot with a note', async () => {
    const trade = await openTrade(stage);
    const locationId = trade.retailer.locationIds[0];
    ok(await trade.buyer.patch(`/api/v1/entity/locations/${locationId}`, { receiving_room: 'quarantine' }));
    const order = await shipLots(trade, { soon: 6, loose: 2 });
    ok(await file(trade, order, { accepted: 8 }));
    const [item] = await bought(trade);
    expect(item).toMatchObject({ room_type: 'quarantine', quantity: 8 });
    const lines = [
      {
        inventory_id: item?.id,
        lot_id: item?.lots[0]?.lot_id,
        quantity: 6,
        to_location_id: locationId,
        to_room_type: 'vault',
      },
    ];
    expectInvalid(await trade.buyer.post('/api/v1/inventory/transfers', { lines }), 'notes', 'required');
    ok(
      await trade.buyer.post('/api/v1/inventory/transfers', {
        lines,
        notes: 'Inspected, certificate matches',
      }),
    );
    const rows = await bought(trade);
    expect(rows.map((row) => [row.room_type, row.quantity, lotsIn(row.lots)]).sort()).toEqual([
      ['quarantine', 2, {}],
      ['vault', 6, { SOON: 6 }],
    ]);
  });

  test.skipIf(IS_SHORT)('takes units of a recalled batch into quarantine', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 6, late: 4 });
    const [lot] = order.items[0]?.lots ?? [];
    await sql`
      with batch as (select l.batch_id as id from lots l where l.id = ${lot?.lot_id ?? ''}), recalled as (
        insert into recalls (id, batch_id, entity_id, class, reason, instructions, include_derived, actor_id, actor_name)
        select gen_random_uuid(), id, ${trade.wholesaler.id}, 'I', 'Mold', 'Stop', false, id, 'Dana' from batch returning id)
      update batches b set held_at = now(), hold_reason = 'Mold', recall_id = recalled.id from recalled, batch
      where b.id = batch.id`;
    ok(await file(trade, order, { accepted: 10 }));
    const rows = await bought(trade);
    expect(rows.map((row) => [row.room_type, row.quantity, lotsIn(row.lots)]).sort()).toEqual([
      ['quarantine', 6, { SOON: 6 }],
      ['vault', 4, { LATE: 4 }],
    ]);
  });
});

describe('marking an order delivered', () => {
  test('by the retailer accepts everything and files a receipt', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 3, loose: 2 });
    const path = `/api/v1/orders/${order.id}/status`;
    const delivered = ok(await trade.buyer.patch<OrderBody>(path, { status: 'delivered' }));
    expect(delivered).toMatchObject({ credit_total: 0, items: [{ received_quantity: 5 }] });
    const [receipt] = await receiptsOf(trade, order);
    expect(receipt).toMatchObject({ return_ids: [], credit_total: 0, lines: [{ accepted: 5, rejected: 0 }] });
    expect(await bought(trade)).toMatchObject([{ quantity: 5, unassigned_quantity: 2 }]);
  });

  test('by the seller files none: the retailer has 72 hours, and rejected units leave its stock', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 6, late: 4, loose: 2 });
    const path = `/api/v1/orders/${order.id}/status`;
    const delivered = ok(await trade.seller.patch<OrderBody>(path, { status: 'delivered' }));
    expect(delivered).toMatchObject({ credit_total: null, items: [{ received_quantity: 12 }] });
    expect(await receiptsOf(trade, order)).toEqual([]);
    const receipt = ok(await file(trade, order, { accepted: 9, rejected: 3, reason_code: 'expired' }));
    const [item, ...others] = await bought(trade);
    expect(others).toEqual([]);
    expect(item).toMatchObject({ quantity: 9, unassigned_quantity: 2 });
    expect(lotsIn(item?.lots ?? [])).toEqual({ SOON: 6, LATE: 1 });
    expect(await orderOf(trade, order)).toMatchObject({
      status: 'delivered',
      credit_total: 30,
      items: [{ received_quantity: 9 }],
    });
    expect(receipt.return_ids).toHaveLength(1);
    const { data } = ok(
      await trade.seller.get<{ data: Array<{ action: string; summary: string | null }> }>(
        `/api/v1/orders/${order.id}/history`,
      ),
    );
    expect(data.at(-1)).toMatchObject({ action: 'receipt_filed', summary: '9 of 12 units accepted' });
  });

  test('by the seller, of a variant and its sample, is received line by line, at what they cost together', async () => {
    const trade = await openTrade(stage, { prices: [500] });
    const { id } = trade.product;
    const items = [
      { product_id: id, quantity: 10 },
      { product_id: id, quantity: 2, sample: true },
    ];
    const body = { retailer_id: trade.retailer.id, items };
    const entered = ok(await trade.seller.post<OrderBody>('/api/v1/orders', body));
    for (const status of ['preparing', 'shipped', 'delivered']) {
      ok(await trade.seller.patch(`/api/v1/orders/${entered.id}/status`, { status }));
    }
    expect(await bought(trade)).toMatchObject([{ quantity: 12, unit_cost: 5, average_cost: 4.1667 }]);
    const order = await orderOf(trade, entered);
    const lines = order.items.map((item) => ({
      item_id: item.id,
      accepted: item.quantity,
      rejected: 0,
      damaged: 0,
    }));
    const path = `/api/v1/orders/${entered.id}/receipts`;
    const receipt = ok(await trade.buyer.post<ReceiptBody>(path, { lines }));
    expect(receipt).toMatchObject({ return_ids: [], credit_total: 0 });
    expect(await bought(trade)).toMatchObject([{ quantity: 12 }]);
  });

  test.skipIf(IS_SHORT)('by the seller can be received for 72 hours (409 afterwards)', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrderIn(trade, 'delivered', 2);
    await sql`update order_history set created_at = now() - interval '72 hours' where order_id = ${order.id}
      and to_status = 'delivered'`;
    const details = expectError(await file(trade, order, { accepted: 2 }), 'CONFLICT');
    expect(details).toEqual({ reason: 'too_late', hours: 72 });
  });
});
