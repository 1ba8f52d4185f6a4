import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../server/kernel/ids';
import { type ItemBody, type OrderBody, openTrade, type Trade } from '../../factories/trade';
import { createWeighed, type Weighed } from '../../factories/weights';
import { ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage, { prices: [1000] });
});

const bulk = (steps: number, own = trade): Promise<Weighed> =>
  createWeighed(own, { unit: 'lb', step: 0.01, price: 1000, steps });

describe('an adjustment by weight', () => {
  const adjust = (id: string, body: object) =>
    trade.seller.patch<ItemBody>(`/api/v1/inventory/${id}`, { reason_code: 'AUDIT', ...body });

  test('moves the steps of its amount, up and down', async () => {
    const { stockId } = await bulk(0);
    expect(ok(await adjust(stockId, { amount_change: 12.34 }))).toMatchObject({
      quantity: 1234,
      amount: 12.34,
    });
    expect(ok(await adjust(stockId, { amount_change: -0.34, expected_amount: 12.34 }))).toMatchObject({
      quantity: 1200,
      amount: 12,
      unit: 'lb',
    });
    expect(
      expectError(await adjust(stockId, { amount_change: 1, expected_amount: 12.34 }), 'CONFLICT'),
    ).toMatchObject({ reason: 'quantity_changed', quantity: 1200 });
  });

  test('is rejected off the step, beside a quantity, without either and as nothing (400)', async () => {
    const { stockId } = await bulk(100);
    expectInvalid(await adjust(stockId, { amount_change: 0.005 }), 'amount_change', 'off_step');
    expectInvalid(
      await adjust(stockId, { amount_change: 1, quantity_change: 100 }),
      'amount_change',
      'ambiguous',
    );
    expectInvalid(await adjust(stockId, {}), 'quantity_change', 'required');
    expectInvalid(await adjust(stockId, { amount_change: 0 }), 'amount_change', 'zero_change');
    expectInvalid(
      await adjust(stockId, { quantity_change: 1, expected_amount: 1, expected_quantity: 100 }),
      'expected_amount',
      'ambiguous',
    );
    expectInvalid(
      await adjust(stockId, { quantity_change: 1, expected_amount: 1.001 }),
      'expected_amount',
      'off_step',
    );
    expectError(await adjust(newId(), { amount_change: 0.005 }), 'NOT_FOUND');
    expectError(await adjust(stockId, { amount_change: -1.01 }), 'INSUFFICIENT_STOCK');
  });

  test('of several items is all or nothing, and names the entry', async () => {
    const [one, two] = [await bulk(100), await bulk(200)];
    const change = (updates: object[]) =>
      trade.seller.post<{ data: ItemBody[] }>('/api/v1/inventory/bulk-update', {
        updates: updates.map((update) => ({ reason_code: 'AUDIT', ...update })),
      });
    expectInvalid(
      await change([
        { id: one.stockId, amount_change: 0.5 },
        { id: two.stockId, amount_change: 0.505 },
      ]),
      'updates[1].amount_change',
      'off_step',
    );
    expectError(
      await change([
        { id: one.stockId, amount_change: 0.505 },
        { id: newId(), amount_change: 1 },
      ]),
      'NOT_FOUND',
    );
    const { data } = ok(
      await change([
        { id: one.stockId, amount_change: 0.5 },
        { id: two.stockId, quantity_change: -50 },
      ]),
    );
    expect(data).toMatchObject([{ amount: 1.5 }, { amount: 1.5 }]);
  });
});

test('a transfer moves an amount, and no more than there is', async () => {
  const { stockId, variantId } = await bulk(1234);
  const to_location_id = trade.wholesaler.locationIds[0];
  const move = (line: object) =>
    trade.seller.post<{ id: string; data: ItemBody[] }>('/api/v1/inventory/transfers', {
      lines: [{ inventory_id: stockId, to_location_id, to_room_type: 'sales_floor', ...line }],
    });
  expectInvalid(await move({ amount: 0.345 }), 'lines[0].amount', 'off_step');
  expectInvalid(await move({ amount: 1, quantity: 100 }), 'lines[0].amount', 'ambiguous');
  expectInvalid(await move({}), 'lines[0].quantity', 'required');
  expectError(await move({ amount: 12.35 }), 'INSUFFICIENT_STOCK');
  const moved = ok(await move({ amount: 2.34 }));
  expect([...moved.data].sort((one, other) => other.quantity - one.quantity)).toMatchObject([
    { amount: 10 },
    { amount: 2.34, room_type: 'sales_floor' },
  ]);
  const { movements } = ok(
    await trade.seller.get<{ movements: { delta: number }[] }>(`/api/v1/inventory/transfers/${moved.id}`),
  );
  expect([...movements].sort((one, other) => one.delta - other.delta)).toMatchObject([
    { variant_id: variantId, delta: -234, amount: -2.34, amount_after: 10, unit: 'lb', step: 0.01 },
    { delta: 234, amount: 2.34, amount_after: 2.34 },
  ]);
  await expectStockAddsUp(stage.sql);
});

test('a count takes amounts, and adds to them', async () => {
  const { stockId } = await bulk(1000);
  const count = ok(
    await trade.seller.post<{ id: string }>('/api/v1/inventory/counts', {
      location_id: trade.wholesaler.locationIds[0],
      room_type: 'vault',
    }),
  );
  const path = `/api/v1/inventory/counts/${count.id}`;
  const record = (body: object) => trade.seller.put(`${path}/lines`, { inventory_id: stockId, ...body });
  expectInvalid(await record({ counted_amount: 9.995 }), 'counted_amount', 'off_step');
  expectInvalid(await record({ counted_amount: 9.99, counted: 999 }), 'counted', 'ambiguous');
  expect(ok(await record({ counted_amount: 9.9 }))).toMatchObject({
    counted: 990,
    counted_amount: 9.9,
    expected_amount: 10,
    difference: -10,
    unit: 'lb',
  });
  expect(ok(await record({ add_amount: 0.05 }))).toMatchObject({ counted: 995, counted_amount: 9.95 });
  const entry = {
    entry_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9c77',
    inventory_id: stockId,
    counted_at: new Date().toISOString(),
  };
  const send = (fields: object) =>
    trade.seller.post(`${path}/entries`, { entries: [{ ...entry, ...fields }] });
  expectInvalid(await send({ counted_amount: 9.875 }), 'entries[0].counted_amount', 'off_step');
  expect(ok(await send({ counted_amount: 9.87 }))).toMatchObject({ lines: [{ counted_amount: 9.87 }] });
  ok(await trade.seller.patch(path, { status: 'review' }));
  ok(await trade.seller.post(`${path}/apply`, {}));
  expect(ok(await trade.seller.get(`/api/v1/inventory/${stockId}`))).toMatchObject({
    quantity: 987,
    amount: 9.87,
  });
  await expectStockAddsUp(stage.sql);
});

test('a lot is made of an amount, shows it, and is chosen by amount', async () => {
  const { productId, variantId } = await bulk(1000);
  const location_id = trade.wholesaler.locationIds[0];
  const body = { product_id: productId, batch_id: 'BULK-1', variant_id: variantId, location_id };
  const create = (fields: object) =>
    trade.seller.post<{ id: string; batch: string }>('/api/v1/lots', { ...body, ...fields });
  expectInvalid(await create({ amount: 4.005 }), 'amount', 'off_step');
  expectInvalid(await create({ amount: 4, quantity: 400 }), 'amount', 'ambiguous');
  const lot = ok(await create({ amount: 4, package_tag: 'TAG-1' }));
  expect(lot).toMatchObject({
    quantity: 400,
    amount: 4,
    unit: 'lb',
    step: 0.01,
    holdings: [{ quantity: 400, amount: 4 }],
  });
  const made = ok(
    await create({
      amount: 1.5,
      batch_id: 'BULK-2',
      sources: [{ lot_id: lot.id, amount: 1.5 }],
    }),
  );
  expect(made).toMatchObject({ sources: [{ quantity: 150, amount: 1.5, unit: 'lb' }] });
  expectInvalid(
    await create({ amount: 1, batch_id: 'BULK-3', sources: [{ lot_id: lot.id, amount: 0.005 }] }),
    'sources[0].amount',
    'off_step',
  );
  expect(ok(await trade.seller.get(`/api/v1/batches/${lot.batch}`))).toMatchObject({
    quantity: 250,
    amount: 2.5,
  });
  const trace = ok(await trade.seller.get<{ data: object[] }>(`/api/v1/batches/${lot.batch}/trace`));
  expect(trace.data).toContainEqual(
    expect.objectContaining({ kind: 'lot', quantity: 150, amount: 1.5, unit: 'lb' }),
  );
  const order = ok(
    await trade.buyer.post<OrderBody>('/api/v1/orders', {
      wholesaler_id: trade.wholesaler.id,
      items: [{ product_id: productId, amount: 2 }],
    }),
  );
  const path = `/api/v1/orders/${order.id}/items/${order.items[0]?.id}/lots`;
  expectInvalid(
    await trade.seller.put(path, { lots: [{ lot_id: lot.id, amount: 0.125 }] }),
    'lots[0].amount',
    'off_step',
  );
  ok(await trade.seller.put(path, { lots: [{ lot_id: lot.id, amount: 1.25 }] }));
  expect(ok(await trade.seller.get(path))).toMatchObject({ amount: 2, unit: 'lb', step: 0.01 });
  await expectStockAddsUp(stage.sql);
});

test.skipIf(IS_SHORT)('a receipt and its return take and show amounts', async () => {
  const { productId } = await bulk(5000);
  const order = ok(
    await trade.buyer.post<OrderBody>('/api/v1/orders', {
      wholesaler_id: trade.wholesaler.id,
      items: [{ product_id: productId, amount: 10 }],
    }),
  );
  for (const status of ['accepted', 'preparing', 'shipped']) {
    ok(await trade.seller.patch(`/api/v1/orders/${order.id}/status`, { status }));
  }
  const item_id = order.items[0]?.id;
  const file = (line: object) =>
    trade.buyer.post<{ id: string; return_ids: string[] }>(`/api/v1/orders/${order.id}/receipts`, {
      lines: [{ item_id, ...line }],
    });
  const rest = { rejected_amount: 0.13, reason_code: 'wrong_item' };
  expectInvalid(await file({ accepted_amount: 9.875, ...rest }), 'lines[0].accepted_amount', 'off_step');
  expectInvalid(
    await file({ accepted_amount: 9.87, accepted: 987, ...rest }),
    'lines[0].accepted_amount',
    'ambiguous',
  );
  expectInvalid(await file({ accepted_amount: 9.86, ...rest }), 'lines[0]', 'sum_mismatch');
  const receipt = ok(await file({ accepted_amount: 9.87, ...rest }));
  expect(receipt).toMatchObject({
    lines: [
      {
        shipped_amount: 10,
        accepted: 987,
        accepted_amount: 9.87,
        rejected_amount: 0.13,
        unit: 'lb',
        step: 0.01,
      },
    ],
  });
  const back = `/api/v1/returns/${receipt.return_ids[0]}`;
  expect(ok(await trade.seller.get(back))).toMatchObject({
    lines: [{ quantity: 13, amount: 0.13, received_amount: null, unit: 'lb' }],
  });
  const receive = (line: object) =>
    trade.seller.post(`${back}/receive`, {
      location_id: trade.wholesaler.locationIds[0],
      lines: [{ item_id, ...line }],
    });
  expectInvalid(await receive({ received_amount: 0.125 }), 'lines[0].received_amount', 'off_step');
  expectInvalid(
    await receive({ received_amount: 0.12, received: 12 }),
    'lines[0].received_amount',
    'ambiguous',
  );
  expectInvalid(await receive({}), 'lines[0].received', 'required');
  expect(ok(await receive({ received_amount: 0.12 }))).toMatchObject({ lines: [{ received_amount: 0.12 }] });
  const { data } = ok(
    await trade.seller.get<{ data: Array<{ summary: string }> }>(`/api/v1/orders/${order.id}/history`),
  );
  expect(data.map(({ summary }) => summary)).toContain('0.12 of 0.13 lb came back');
  await expectStockAddsUp(stage.sql);
});

test('carts add amounts, drafts keep them, and backorders tell their prices by them', async () => {
  const { productId: product_id, variantId: variant_id } = await bulk(1000);
  const cart = (add: object) =>
    trade.buyer.patch(`/api/v1/carts/${trade.wholesaler.id}`, { lines: [{ variant_id, ...add }] });
  expect(ok(await cart({ add_amount: 1.25 }))).toMatchObject({ lines: [{ quantity: 125, amount: 1.25 }] });
  expect(ok(await cart({ add_amount: -0.25 }))).toMatchObject({ lines: [{ quantity: 100, amount: 1 }] });
  expectInvalid(await cart({ add_amount: 0.125 }), 'lines[0].add_amount', 'off_step');
  expectInvalid(await cart({ add_amount: 1, add: 100 }), 'lines[0].add_amount', 'ambiguous');
  const draft = (item: object) =>
    trade.buyer.post('/api/v1/drafts', {
      wholesaler_id: trade.wholesaler.id,
      items: [{ product_id, ...item }],
    });
  expect(ok(await draft({ amount: 0.37 }))).toMatchObject({
    items: [{ quantity: 37, amount: 0.37, unit: 'lb', step: 0.01, total: 370 }],
  });
  expectInvalid(await draft({ amount: 0.375 }), 'items[0].amount', 'off_step');
  const wait = (item: object) =>
    trade.buyer.post('/api/v1/backorders', {
      wholesaler_id: trade.wholesaler.id,
      items: [{ variant_id, ...item }],
    });
  expectInvalid(await wait({ amount: 0.375 }), 'items[0].amount', 'off_step');
  expectInvalid(await wait({ amount: 1, quantity: 100 }), 'items[0].amount', 'ambiguous');
  expect(ok(await wait({ amount: 2.5 }))).toMatchObject({
    data: [{ quantity: 250, amount: 2.5, ladder: [{ min_amount: 0.01, unit_price: 1000 }] }],
  });
});
