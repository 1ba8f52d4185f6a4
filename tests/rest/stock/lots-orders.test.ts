import { afterEach, describe, expect, test } from 'vitest';
import { createProduct, createStock } from '../../factories/catalog';
import { coaParts, uploadCoa } from '../../factories/coa';
import { createLot } from '../../factories/lots';
import {
  type ItemBody,
  type OrderBody,
  openTrade,
  placeOrder,
  placeOrderIn,
  type Trade,
} from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectAbsent } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
afterEach(() => expectStockAddsUp(stage.sql));

const stockOf = async ({ seller, stockId }: Trade) =>
  ok(await seller.get<ItemBody>(`/api/v1/inventory/${stockId}`));
const lotsOf = (order: OrderBody) =>
  order.items[0]?.lots.map(({ batch_id, quantity }) => [batch_id, quantity]);
const hold = ({ seller }: Trade, batch: string) =>
  seller.post(`/api/v1/batches/${batch}/hold`, { reason: 'Mold found in two jars' });

describe('allocation', () => {
  test('takes lots that expire first, then those without an expiration, then units without a lot', async () => {
    const trade = await openTrade(stage, { quantity: 40 });
    await createLot(trade.seller, trade.stockId, 'NEVER', 10);
    await createLot(trade.seller, trade.stockId, 'LATE', 10, { expires_on: '2099-06-01' });
    await createLot(trade.seller, trade.stockId, 'SOON', 10, { expires_on: '2099-01-01' });
    const order = await placeOrder(trade, 35);
    expect(lotsOf(order)).toEqual([
      ['SOON', 10],
      ['LATE', 10],
      ['NEVER', 10],
    ]);
    const item = await stockOf(trade);
    expect(item).toMatchObject({ quantity: 40, reserved_quantity: 35, unassigned_quantity: 10 });
    expect(item.lots.map((lot) => lot.reserved_quantity)).toEqual([10, 10, 10]);
  });

  test('skips held, expired and failed lots and says how many units of each', async () => {
    const trade = await openTrade(stage, { quantity: 40 });
    const held = await createLot(trade.seller, trade.stockId, 'HELD', 10);
    await createLot(trade.seller, trade.stockId, 'OLD', 5, { expires_on: '2020-01-01' });
    const failed = await createLot(trade.seller, trade.stockId, 'BAD', 5);
    expect((await hold(trade, held.batch)).status).toBe(200);
    await trade.seller.patch(`/api/v1/batches/${failed.batch}`, { test_status: 'failed' });
    expect(await stockOf(trade)).toMatchObject({ available_quantity: 40, sellable_quantity: 20 });
    const items = [{ product_id: trade.product.id, quantity: 21 }];
    const { status, body } = await trade.buyer.post('/api/v1/orders', {
      wholesaler_id: trade.wholesaler.id,
      items,
    });
    expect(status).toBe(409);
    const [line] = (body as { error: { details: { lines: Array<{ skipped: unknown[] }> } } }).error.details
      .lines;
    expect(line).toMatchObject({ available: 20 });
    expect(line?.skipped).toEqual(
      expect.arrayContaining([
        { reason: 'held', quantity: 10 },
        { reason: 'expired', quantity: 5 },
        { reason: 'failed', quantity: 5 },
      ]),
    );
    expect((await placeOrder(trade, 20)).items[0]?.lots).toEqual([]);
  });

  test.skipIf(IS_SHORT)('prefers a lot with a certificate to one that expires sooner without', async () => {
    const trade = await openTrade(stage, { quantity: 20 });
    await createLot(trade.seller, trade.stockId, 'BARE', 10, { expires_on: '2099-01-01' });
    await createLot(trade.seller, trade.stockId, 'TESTED', 10, { expires_on: '2099-06-01' });
    await stage.sql`
      insert into product_coas (id, product_id, entity_id, lab, batch_id, date, file_name, file_size, sha256, storage_key,
        uploaded_by)
      select gen_random_uuid(), p.id, p.entity_id, 'Lab', 'TESTED', current_date, 'a.pdf', 1, 'x', 'x', p.id
      from products p where p.id = ${trade.product.id}`;
    expect(lotsOf(await placeOrder(trade, 5))).toEqual([['TESTED', 5]]);
  });

  test('delivers the lots that were shipped into the receiving location', async () => {
    const trade = await openTrade(stage, { quantity: 20 });
    await createLot(trade.seller, trade.stockId, 'A-1', 8, {
      expires_on: '2099-01-01',
      package_tag: 'TAG-A1',
    });
    const order = await placeOrderIn(trade, 'delivered', 12);
    expect(order.items[0]).toMatchObject({ shipped_quantity: 12, received_quantity: 12 });
    expect(lotsOf(order)).toEqual([['A-1', 8]]);
    const { data } = ok(
      await trade.buyer.get<{ data: ItemBody[] }>(`/api/v1/inventory?product_id=${trade.product.id}`),
    );
    const received = data.find((item) => item.quantity === 12);
    expect(received?.unassigned_quantity).toBe(4);
    expect(received?.lots).toMatchObject([{ batch_id: 'A-1', package_tag: 'TAG-A1', quantity: 8 }]);
  });

  test('gives units back to their lots when a line shrinks and when the order is canceled', async () => {
    const trade = await openTrade(stage, { quantity: 20 });
    await createLot(trade.seller, trade.stockId, 'A', 10, { expires_on: '2099-01-01' });
    await createLot(trade.seller, trade.stockId, 'B', 5, { expires_on: '2099-06-01' });
    const order = await placeOrder(trade, 18);
    const item = order.items[0]?.id;
    const path = `/api/v1/orders/${order.id}`;
    const less = ok(await trade.buyer.patch<OrderBody>(`${path}/items/${item}`, { quantity: 12 }));
    expect(lotsOf(less)).toEqual([
      ['A', 10],
      ['B', 2],
    ]);
    ok(await trade.buyer.post(`${path}/cancel`));
    expect(await stockOf(trade)).toMatchObject({ reserved_quantity: 0 });
  });
});

describe('shipping', () => {
  test('rejects an order whose lot was put on hold after it was reserved (409) and ships after the release', async () => {
    const trade = await openTrade(stage, { quantity: 20 });
    const lot = await createLot(trade.seller, trade.stockId, 'A', 10, { expires_on: '2099-01-01' });
    const order = await placeOrderIn(trade, 'preparing', 5);
    await hold(trade, lot.batch);
    const path = `/api/v1/orders/${order.id}/status`;
    const { status, body } = await trade.seller.patch(path, { status: 'shipped' });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      error: { code: 'CONFLICT', details: { lots: [{ lot_id: lot.id, batch_id: 'A', reason: 'held' }] } },
    });
    ok(await trade.seller.post(`/api/v1/batches/${lot.batch}/release`));
    ok(await trade.seller.patch(path, { status: 'shipped' }));
  });

  test('offers the seller of a line its lots, those it has included, in the order of allocation', async () => {
    const trade = await openTrade(stage, { quantity: 40 });
    const late = await createLot(trade.seller, trade.stockId, 'LATE', 10, { expires_on: '2099-06-01' });
    const soon = await createLot(trade.seller, trade.stockId, 'SOON', 10, { expires_on: '2099-01-01' });
    const held = await createLot(trade.seller, trade.stockId, 'HELD', 5);
    ok(await hold(trade, held.batch));
    await placeOrderIn(trade, 'accepted', 4);
    const order = await placeOrderIn(trade, 'preparing', 18);
    const path = `/api/v1/orders/${order.id}/items/${order.items[0]?.id}/lots`;
    const lots = (fields: object[]) => fields.map((lot) => expect.objectContaining(lot));
    expect(ok(await trade.seller.get(path))).toMatchObject({
      quantity: 18,
      lots: lots([
        { lot_id: soon.id, quantity: 6, available_quantity: 6, blocked: null },
        { lot_id: late.id, quantity: 10, available_quantity: 10, blocked: null },
        { lot_id: held.id, quantity: 0, available_quantity: 5, blocked: 'held' },
      ]),
      unassigned_quantity: 2,
      unassigned_available: 15,
    });
    ok(await trade.seller.put(path, { lots: [{ lot_id: late.id, quantity: 10 }] }));
    expect(ok(await trade.seller.get(path))).toMatchObject({
      lots: lots([
        { lot_id: soon.id, quantity: 0, available_quantity: 6 },
        { lot_id: late.id, quantity: 10 },
        { lot_id: held.id },
      ]),
      unassigned_quantity: 8,
    });
    expect((await trade.buyer.get(path)).status).toBe(403);
  });

  test.skipIf(IS_SHORT)(
    "lists the latest certificate of each batch of a line, or the product's for a line without lots",
    async () => {
      const [trade, foreign] = [await openTrade(stage, { quantity: 40 }), await openTrade(stage)];
      const plain = await createProduct(stage.db, trade.wholesaler);
      await createStock(stage.db, trade.wholesaler, plain.variantId, 5);
      await createLot(trade.seller, trade.stockId, 'A', 3, { expires_on: '2099-01-01' });
      await createLot(trade.seller, trade.stockId, 'B', 3, { expires_on: '2099-06-01' });
      for (const batch_id of ['A', 'A', 'B', 'C']) {
        expect(
          (await uploadCoa(trade.seller, trade.product.id, coaParts(undefined, { batch_id }))).status,
        ).toBe(201);
      }
      const ofPlain = (await uploadCoa(trade.seller, plain.id, coaParts(undefined, { batch_id: 'Z' }))).body;
      const order = ok(
        await trade.buyer.post<OrderBody>('/api/v1/orders', {
          wholesaler_id: trade.wholesaler.id,
          items: [
            { product_id: trade.product.id, quantity: 5 },
            { product_id: plain.id, quantity: 1 },
          ],
        }),
      );
      const path = `/api/v1/orders/${order.id}/certificates`;
      type Listed = {
        certificates: Array<{ item_id: string; id: string; batch_id: string; download_url: string }>;
      };
      const { certificates } = ok(await trade.buyer.get<Listed>(path));
      const [first, second] = order.items.map(({ id }) => id);
      expect(certificates.map(({ item_id, batch_id }) => [item_id, batch_id])).toEqual([
        [first, 'A'],
        [first, 'B'],
        [second, 'Z'],
      ]);
      expect(certificates[2]?.id).toBe(ofPlain.id);
      for (const { download_url } of certificates) {
        expect((await trade.buyer.get(new URL(download_url).pathname)).status).toBe(200);
      }
      expect(ok(await trade.seller.get(path))).toEqual({ certificates });
      expectAbsent(await foreign.buyer.get(path));
    },
  );

  test('ships the lots that the seller chose', async () => {
    const trade = await openTrade(stage, { quantity: 30 });
    await createLot(trade.seller, trade.stockId, 'A', 10, { expires_on: '2099-01-01' });
    const late = await createLot(trade.seller, trade.stockId, 'B', 10, { expires_on: '2099-06-01' });
    const order = await placeOrderIn(trade, 'preparing', 12);
    const path = `/api/v1/orders/${order.id}/items/${order.items[0]?.id}/lots`;
    const chosen = ok(await trade.seller.put<OrderBody>(path, { lots: [{ lot_id: late.id, quantity: 7 }] }));
    expect(lotsOf(chosen)).toEqual([['B', 7]]);
    expect((await trade.buyer.put(path, { lots: [] })).status).toBe(403);
    expect((await trade.seller.put(path, { lots: [{ lot_id: late.id, quantity: 13 }] })).status).toBe(400);
    expect((await trade.seller.put(path, { lots: [{ lot_id: late.id, quantity: 11 }] })).status).toBe(409);
    expect((await trade.seller.put(path, { lots: [{ lot_id: order.id, quantity: 1 }] })).status).toBe(404);
    ok(await trade.seller.patch(`/api/v1/orders/${order.id}/status`, { status: 'shipped' }));
    const item = await stockOf(trade);
    expect(item.lots.map(({ batch_id, quantity }) => [batch_id, quantity])).toEqual([
      ['A', 10],
      ['B', 3],
    ]);
  });
});

describe('adjusting', () => {
  test('a decrease without a lot takes units without one first, then the lot that expires first', async () => {
    const trade = await openTrade(stage, { quantity: 20 });
    await createLot(trade.seller, trade.stockId, 'B', 8, { expires_on: '2099-06-01' });
    await createLot(trade.seller, trade.stockId, 'A', 8, { expires_on: '2099-01-01' });
    const path = `/api/v1/inventory/${trade.stockId}`;
    const item = ok(
      await trade.seller.patch<ItemBody>(path, { quantity_change: -10, reason_code: 'DAMAGE' }),
    );
    expect(item).toMatchObject({ quantity: 10, unassigned_quantity: 0 });
    expect(item.lots.map(({ batch_id, quantity }) => [batch_id, quantity])).toEqual([
      ['A', 2],
      ['B', 8],
    ]);
    const { data } = ok(
      await trade.seller.get<{ data: Array<{ lot_basis: string | null; delta: number }> }>(
        `${path}/movements`,
      ),
    );
    expect(data.slice(0, 2).map(({ lot_basis, delta }) => [lot_basis, delta])).toEqual([
      ['inferred', -6],
      [null, -4],
    ]);
  });

  test.skipIf(IS_SHORT)('a stated lot takes the change, and falls short by itself (409)', async () => {
    const trade = await openTrade(stage, { quantity: 20 });
    const lot = await createLot(trade.seller, trade.stockId, 'A', 8);
    const path = `/api/v1/inventory/${trade.stockId}`;
    const change = (quantity_change: number) =>
      trade.seller.patch<ItemBody>(path, { quantity_change, reason_code: 'AUDIT', lot_id: lot.id });
    expect(ok(await change(4)).lots[0]?.quantity).toBe(12);
    expect((await change(-13)).status).toBe(409);
    expect(ok(await change(-12)).lots).toEqual([]);
    expect((await stockOf(trade)).unassigned_quantity).toBe(12);
  });

  test('a sale takes no unit that is on hold (409)', async () => {
    const trade = await openTrade(stage, { quantity: 10 });
    const lot = await createLot(trade.seller, trade.stockId, 'A', 8);
    await hold(trade, lot.batch);
    const path = `/api/v1/inventory/${trade.stockId}`;
    const sell = (body: object) => trade.seller.patch(path, { reason_code: 'SALE', ...body });
    expect(await sell({ quantity_change: -3 })).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', details: { reason: 'held' } } },
    });
    expect((await sell({ quantity_change: -1, lot_id: lot.id })).status).toBe(409);
    expect((await sell({ quantity_change: -2 })).status).toBe(200);
    expect((await trade.seller.patch(path, { quantity_change: -3, reason_code: 'DAMAGE' })).status).toBe(200);
  });

  test("rejects a lot of another product and another business's (404)", async () => {
    const trade = await openTrade(stage, { quantity: 10 });
    const other = await openTrade(stage, { quantity: 10 });
    const lot = await createLot(other.seller, other.stockId, 'A', 8);
    const path = `/api/v1/inventory/${trade.stockId}`;
    const body = { quantity_change: 1, reason_code: 'AUDIT', lot_id: lot.id };
    expect((await trade.seller.patch(path, body)).status).toBe(404);
    expect((await trade.seller.get(`/api/v1/lots/${lot.id}`)).status).toBe(404);
    expect((await trade.seller.get(`/api/v1/batches/${lot.batch}`)).status).toBe(404);
  });
});

describe('transferring', () => {
  test.skipIf(IS_SHORT)('carries lots along, stated or not', async () => {
    const trade = await openTrade(stage, { quantity: 20 });
    const lot = await createLot(trade.seller, trade.stockId, 'A', 10);
    const { location_id } = await stockOf(trade);
    const move = (quantity: number, fields: object = {}, room = 'sales_floor') =>
      trade.seller.post<{ data: ItemBody[] }>('/api/v1/inventory/transfers', {
        lines: [
          {
            inventory_id: trade.stockId,
            to_location_id: location_id,
            to_room_type: room,
            quantity,
            ...fields,
          },
        ],
      });
    const [, floor] = ok(await move(4, { lot_id: lot.id })).data;
    expect(floor?.lots).toMatchObject([{ lot_id: lot.id, quantity: 4 }]);
    const [vault, next] = ok(await move(12)).data;
    expect(vault).toMatchObject({ unassigned_quantity: 0, lots: [{ quantity: 4 }] });
    expect(next).toMatchObject({ unassigned_quantity: 10, lots: [{ quantity: 6 }] });
    await hold(trade, lot.batch);
    expect(await move(1)).toMatchObject({ status: 409, body: { error: { details: { reason: 'held' } } } });
    expect((await move(4, {}, 'quarantine')).status).toBe(201);
  });
});
