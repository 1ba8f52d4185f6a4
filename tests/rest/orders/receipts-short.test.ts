import { afterEach, describe, expect, test } from 'vitest';
import { bought, correct, file, lotsIn, type ReturnBody, returnOf, shipLots } from '../../factories/receipts';
import { type OrderBody, openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;
afterEach(() => expectStockAddsUp(sql));

const returnsOf = async ({ seller }: Trade, { id }: OrderBody) =>
  ok(await seller.get<{ data: ReturnBody[] }>(`/api/v1/returns?order_id=${id}`)).data;
const receive = ({ seller, wholesaler }: Trade, { id }: ReturnBody, fields: object = {}) =>
  seller.post<ReturnBody>(`/api/v1/returns/${id}/receive`, {
    location_id: wholesaler.locationIds[0],
    ...fields,
  });
/** The seller's units of the trade's product, by room. */
const roomsOf = async ({ seller, product }: Trade) => {
  type Rows = {
    data: { room_type: string; quantity: number; lots: { batch_id: string; quantity: number }[] }[];
  };
  const { data } = ok(await seller.get<Rows>(`/api/v1/inventory?product_id=${product.id}`));
  return Object.fromEntries(data.map(({ room_type, quantity }) => [room_type, quantity]));
};

describe('short units', () => {
  test('are credited and on no return; damaged ones of the same line are', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 6, late: 4 });
    const receipt = ok(
      await file(trade, order, { accepted: 6, rejected: 1, damaged: 1, short: 2, reason_code: 'expired' }),
    );
    expect(receipt).toMatchObject({
      credit_total: 40,
      lines: [
        {
          ...{ shipped_quantity: 10, accepted: 6, rejected: 1, damaged: 1, short: 2, short_amount: 2 },
          reason_code: 'expired',
          lots: [
            { batch_id: 'SOON', accepted: 6, short: 0, reason_code: null },
            { batch_id: 'LATE', accepted: 0, rejected: 1, damaged: 1, short: 2 },
          ],
        },
      ],
    });
    expect((await returnOf(trade, receipt)).lines).toMatchObject([
      { quantity: 2, lots: [{ batch_id: 'LATE', quantity: 2 }] },
    ]);
    expect(lotsIn((await bought(trade))[0]?.lots ?? [])).toEqual({ SOON: 6 });
    ok(await receive(trade, await returnOf(trade, receipt)));
    expect(await roomsOf(trade)).toEqual({ vault: 90, quarantine: 2 });
  });

  test('of a whole line leave no return, and rejected ones with the reason short are read as short', async () => {
    const trade = await openTrade(stage);
    const first = await placeOrderIn(trade, 'shipped', 5);
    const stated = ok(await file(trade, first, { accepted: 2, short: 3 }));
    expect(stated).toMatchObject({
      return_ids: [],
      credit_total: 30,
      lines: [{ short: 3, reason_code: 'short' }],
    });
    expect(await returnsOf(trade, first)).toEqual([]);
    const second = await placeOrderIn(trade, 'shipped', 5);
    const read = ok(
      await file(trade, second, { accepted: 1, rejected: 3, damaged: 1, reason_code: 'short' }),
    );
    expect(read.lines).toMatchObject([{ rejected: 0, damaged: 1, short: 3, reason_code: 'damaged' }]);
    expect((await returnOf(trade, read)).lines).toMatchObject([{ quantity: 1, reason_code: 'damaged' }]);
  });

  test('count toward what was shipped, by line and by lot (400)', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 6, late: 4 });
    const [soon] = order.items[0]?.lots.map(({ lot_id }) => lot_id) ?? [];
    expectInvalid(await file(trade, order, { accepted: 9, short: 2 }), 'lines[0]', 'sum_mismatch');
    const lots = [{ lot_id: soon, accepted: 4, short: 2 }];
    expectInvalid(await file(trade, order, { accepted: 9, short: 1, lots }), 'lines[0].lots', 'sum_mismatch');
    expectInvalid(await file(trade, order, { accepted: 10, short: -1 }), 'lines[0].short');
    expect(ok(await file(trade, order, { accepted: 8, short: 2, lots })).lines[0]?.lots).toMatchObject([
      { batch_id: 'SOON', short: 2 },
      { batch_id: 'LATE', short: 0 },
    ]);
  });

  test('that turn out to be damaged open the return, and those that arrive later enter the stock', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 10 });
    const receipt = ok(await file(trade, order, { accepted: 7, short: 3 }));
    expect(receipt.return_ids).toEqual([]);
    const damaged = ok(await correct(trade, receipt, { accepted: 7, damaged: 3 }));
    expect((await returnOf(trade, damaged)).lines).toMatchObject([{ quantity: 3, reason_code: 'damaged' }]);
    const short = ok(await correct(trade, damaged, { accepted: 7, short: 3 }));
    expect(short).toMatchObject({ return_ids: [], credit_total: 30 });
    const arrived = ok(await correct(trade, short, { accepted: 10 }));
    expect(arrived).toMatchObject({
      return_ids: [],
      credit_total: 0,
      lines: [{ short: 0, reason_code: null }],
    });
    expect((await bought(trade))[0]).toMatchObject({ quantity: 10 });
  });

  test('can not be units whose return the seller has received (409)', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 4 });
    const receipt = ok(await file(trade, order, { accepted: 2, damaged: 2 }));
    ok(await receive(trade, await returnOf(trade, receipt)));
    const details = expectError(await correct(trade, receipt, { accepted: 2, short: 2 }), 'CONFLICT');
    expect(details.reason).toBe('return_received');
  });
});

describe('accepting goods', () => {
  const credit = (trade: Trade, invoiceId: string | undefined, lines: object[]) =>
    trade.seller.post(`/api/v1/invoices/${invoiceId}/credits`, { lines, reason: 'Two were missing' });

  test('of an order that was marked delivered is corrected for 72 hours, but not where the seller credited (409)', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrderIn(trade, 'delivered', 10);
    const [item] = order.items;
    const invoice = ok(await trade.buyer.get<OrderBody>(`/api/v1/orders/${order.id}`)).invoice;
    ok(await credit(trade, invoice?.id, [{ item_id: item?.id, quantity: 8 }]));
    const details = expectError(await file(trade, order, { accepted: 8, short: 2 }), 'CONFLICT');
    expect(details).toEqual({ reason: 'credited', invoice_id: invoice?.id, item_id: item?.id });
    expect(ok(await file(trade, order, { accepted: 10 }))).toMatchObject({ credit_total: 0 });

    const uncredited = await placeOrderIn(trade, 'delivered', 10);
    const receipt = ok(await file(trade, uncredited, { accepted: 8, short: 2 }));
    expect(receipt).toMatchObject({ recorded_by: 'buyer', credit_total: 20 });
    expect(ok(await correct(trade, receipt, { accepted: 9, damaged: 1 }))).toMatchObject({
      credit_total: 10,
    });
  });

  test('is corrected by the buyer where the seller filed the receipt', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrderIn(trade, 'shipped', 6);
    const receipt = ok(await file({ buyer: trade.seller }, order, { accepted: 6 }));
    expect(receipt.recorded_by).toBe('seller');
    expect(ok(await correct(trade, receipt, { accepted: 5, short: 1 }))).toMatchObject({
      corrected_by: 'buyer',
      credit_total: 10,
    });
  });
});

describe('counting a return', () => {
  const open = async (
    trade: Trade,
    damaged = 4,
    shipped: Promise<OrderBody> = shipLots(trade, { soon: 10 }),
  ) => {
    const order = await shipped;
    const receipt = ok(await file(trade, order, { accepted: 10 - damaged, damaged }));
    const found = await returnOf(trade, receipt);
    return { order, found, item_id: found.lines[0]?.item_id };
  };

  test('takes sellable units into a room of sale, damaged ones into quarantine, destroyed ones nowhere', async () => {
    const trade = await openTrade(stage);
    const first = await open(trade);
    const sellable = ok(
      await receive(trade, first.found, {
        lines: [{ item_id: first.item_id, received: 4, condition: 'sellable', room_type: 'sales_floor' }],
      }),
    );
    expect(sellable.lines).toMatchObject([
      {
        received_quantity: 4,
        condition: 'sellable',
        room_type: 'sales_floor',
        lots: [{ room_type: 'sales_floor' }],
      },
    ]);
    expect(await roomsOf(trade)).toEqual({ vault: 90, sales_floor: 4 });
    const second = await open(trade, 3, placeOrderIn(trade, 'shipped', 10));
    const destroyed = ok(
      await receive(trade, second.found, {
        lines: [{ item_id: second.item_id, received: 2, condition: 'destroyed' }],
      }),
    );
    expect(destroyed.lines).toMatchObject([
      { quantity: 3, received_quantity: 2, condition: 'destroyed', room_type: null },
    ]);
    const third = await open(trade, 2, placeOrderIn(trade, 'shipped', 10));
    const damaged = ok(
      await receive(trade, third.found, {
        lines: [{ item_id: third.item_id, received: 2, condition: 'damaged' }],
      }),
    );
    // Orders took the units of the lot from the sales floor first.
    expect(damaged.lines).toMatchObject([{ condition: 'damaged', room_type: 'quarantine' }]);
    expect(await roomsOf(trade)).toEqual({ vault: 74, sales_floor: 0, quarantine: 2 });
    const booked = await sql<{ units: number }[]>`
      select coalesce(sum(delta), 0)::int as units from inventory_movements where source_id = ${second.found.id}`;
    expect(booked).toEqual([{ units: 0 }]);
  });

  test('without lines takes everything as expected, into quarantine', async () => {
    const trade = await openTrade(stage);
    const { found } = await open(trade);
    expect(ok(await receive(trade, found)).lines).toMatchObject([
      { received_quantity: 4, condition: null, room_type: 'quarantine' },
    ]);
    expect(await roomsOf(trade)).toEqual({ vault: 90, quarantine: 4 });
  });

  test('takes a condition by lot, and the room that is stated for all where units are sellable', async () => {
    const trade = await openTrade(stage);
    const order = await shipLots(trade, { soon: 4, late: 4 });
    const found = await returnOf(trade, ok(await file(trade, order, { damaged: 8 })));
    const [soon, late] = found.lines[0]?.lots.map(({ lot_id }) => lot_id) ?? [];
    const lots = [
      { lot_id: soon, received: 3, condition: 'sellable' },
      { lot_id: late, received: 4, condition: 'destroyed' },
    ];
    const counted = ok(
      await receive(trade, found, {
        room_type: 'vault',
        lines: [{ item_id: found.lines[0]?.item_id, received: 7, lots }],
      }),
    );
    expect(counted.lines).toMatchObject([
      {
        ...{ received_quantity: 7, condition: null, room_type: 'vault' },
        lots: [
          { condition: 'sellable', room_type: 'vault' },
          { condition: 'destroyed', room_type: null },
        ],
      },
    ]);
    expect(await roomsOf(trade)).toEqual({ vault: 95 });
  });

  test('rejects a room of sale for units that are not sellable (400)', async () => {
    const trade = await openTrade(stage);
    const { found, item_id } = await open(trade);
    const count = (fields: object, rest: object = {}) =>
      receive(trade, found, { lines: [{ item_id, received: 4, ...fields }], ...rest });
    for (const condition of ['damaged', 'destroyed', undefined]) {
      expectInvalid(await count({ condition, room_type: 'vault' }), 'lines[0].room_type', 'unknown_value');
      expectInvalid(await count({ condition }, { room_type: 'vault' }), 'room_type', 'unknown_value');
    }
    expectInvalid(await receive(trade, found, { room_type: 'vault' }), 'room_type', 'unknown_value');
    expectInvalid(await count({ condition: 'fine' }), 'lines[0].condition');
    expect(await roomsOf(trade)).toEqual({ vault: 90 });
  });

  test('takes no lot on hold, recalled or expired into a room of sale (409)', async () => {
    const trade = await openTrade(stage);
    const { found, item_id, order } = await open(trade);
    const lines = [{ item_id, received: 4, condition: 'sellable', room_type: 'vault' }];
    const [lot] = order.items[0]?.lots ?? [];
    const { batch } = ok(await trade.seller.get<{ batch: string }>(`/api/v1/lots/${lot?.lot_id}`));
    ok(await trade.seller.post(`/api/v1/batches/${batch}/hold`, { reason: 'Odd smell' }));
    expect(expectError(await receive(trade, found, { lines }), 'CONFLICT')).toMatchObject({
      reason: 'blocked_lots',
      lots: [{ lot_id: lot?.lot_id, reason: 'held' }],
    });
    ok(await trade.seller.post(`/api/v1/batches/${batch}/release`));
    ok(await trade.seller.patch(`/api/v1/batches/${batch}`, { expires_on: '2020-01-01' }));
    expect(expectError(await receive(trade, found, { lines }), 'CONFLICT')).toMatchObject({
      lots: [{ reason: 'expired' }],
    });
    const kept = [{ item_id, received: 4, condition: 'sellable' }];
    expect(ok(await receive(trade, found, { lines: kept })).lines).toMatchObject([
      { room_type: 'quarantine' },
    ]);
  });

  test('is counted by the seller alone (403)', async () => {
    const trade = await openTrade(stage);
    const { found, item_id } = await open(trade);
    const lines = [{ item_id, received: 4, condition: 'destroyed' }];
    const body = { location_id: trade.wholesaler.locationIds[0], lines };
    expect(
      expectError(await trade.buyer.post(`/api/v1/returns/${found.id}/receive`, body), 'FORBIDDEN').reason,
    ).toBe('other_party');
    ok(await receive(trade, found, { lines }));
  });
});
