import { afterEach, describe, expect, test } from 'vitest';
import { type Business, connect, createBusiness, createMember } from '../factories/business';
import { createLot, type LotBody } from '../factories/lots';
import { connectPos, sync } from '../factories/pos';
import { openRecall, type RecallBody } from '../factories/recalls';
import {
  type ItemBody,
  type OrderBody,
  openTrade,
  placeOrder,
  placeOrderIn,
  type Trade,
} from '../factories/trade';
import { type Client, ok } from '../setup/client';
import { eventually } from '../setup/eventually';
import { expectStockAddsUp } from '../setup/invariants';
import { openMailServer } from '../setup/mail';
import { openOwnStage } from '../setup/stage';

const mail = await openMailServer();
const stage = await openOwnStage(mail.env);
afterEach(() => expectStockAddsUp(stage.sql));

interface Scene extends Trade {
  lot: LotBody;
  /** A second retailer that has 6 units of the batch; the trade's has 10, the seller 44 and 40 without a lot. */
  other: Client;
  second: Business;
}

/** Three businesses with units of one batch. */
async function openScene(): Promise<Scene> {
  const trade = await openTrade(stage, { quantity: 100 });
  const second = await createBusiness(stage.db, 'retailer');
  await connect(stage.db, second, trade.wholesaler);
  const other = await stage.signIn(await createMember(stage.db, second, 'owner'));
  const lot = await createLot(trade.seller, trade.stockId, 'BD-1', 60, { expires_on: '2099-01-01' });
  await placeOrderIn(trade, 'delivered', 10);
  await placeOrderIn({ ...trade, buyer: other }, 'delivered', 6);
  return { ...trade, lot, other, second };
}

const stockOf = async (client: Client, { product }: Trade) =>
  ok(await client.get<{ data: ItemBody[] }>(`/api/v1/inventory?product_id=${product.id}`)).data;
const recallOf = async (client: Client, { id }: RecallBody) =>
  ok(await client.get<RecallBody>(`/api/v1/recalls/${id}`));
/** The data of a business's events of a type, once there are as many. */
async function eventsOf(client: Client, type: string, count: number): Promise<object[]> {
  let found: object[] = [];
  await eventually(
    async () =>
      ok(await client.get<{ data: Array<{ type: string; data: object }> }>('/api/v1/events?limit=500')).data,
    (events) => {
      found = events.filter((event) => event.type === type).map((event) => event.data);
      expect(found).toHaveLength(count);
    },
  );
  return found;
}
const ledgerRows = () => stage.sql<{ n: number }[]>`select count(*)::int as n from inventory_movements`;
const respond = (client: Client, { id }: RecallBody, numbers: object) =>
  client.post<RecallBody>(`/api/v1/recalls/${id}/responses`, {
    quarantined: 0,
    destroyed: 0,
    returned: 0,
    already_sold: 0,
    ...numbers,
  });

describe('opening', () => {
  test('holds the batch for every holder at once and moves no unit', async () => {
    const scene = await openScene();
    const [before] = await ledgerRows();
    const recall = await openRecall(scene.seller, scene.lot.batch);
    expect(recall).toMatchObject({
      batch: scene.lot.batch,
      batch_id: 'BD-1',
      class: 'II',
      status: 'open',
      progress: { holders: 3, responded: 0 },
    });
    expect(await ledgerRows()).toEqual([before]);
    for (const client of [scene.seller, scene.buyer, scene.other]) {
      expect(ok(await client.get(`/api/v1/batches/${scene.lot.batch}`))).toMatchObject({ held: 'owner' });
    }
    const [item] = await stockOf(scene.buyer, scene);
    expect(item).toMatchObject({ quantity: 10, sellable_quantity: 0 });
  });

  test('shows all holders with their units to the owner, and to a holder itself alone', async () => {
    const scene = await openScene();
    const recall = await openRecall(scene.seller, scene.lot.batch);
    const units = recall.holders.map(({ entity, held, on_hand, unknown_units }) => [
      entity.id,
      held,
      on_hand,
      unknown_units,
    ]);
    expect(units).toEqual(
      expect.arrayContaining([
        [scene.wholesaler.id, 44, 44, 40],
        [scene.retailer.id, 10, 10, 0],
        [scene.second.id, 6, 6, 0],
      ]),
    );
    const own = await recallOf(scene.buyer, recall);
    expect(own.holders.map(({ entity }) => entity.id)).toEqual([scene.retailer.id]);
    expect(own).toMatchObject({ progress: null, response: { on_hand: 10, responded_at: null } });
    expect(JSON.stringify(own)).not.toContain(scene.second.id);
    const list = ok(
      await scene.buyer.get<{ data: RecallBody[] }>('/api/v1/recalls?status=open&responded=false'),
    );
    expect(list.data).toMatchObject([{ id: recall.id, response: { on_hand: 10 } }]);
    const page = ok(
      await scene.other.get<{ data: unknown[]; pagination: object }>(
        `/api/v1/recalls/${recall.id}/responses`,
      ),
    );
    expect(page).toMatchObject({ data: [{ entity: { id: scene.second.id } }], pagination: { total: 1 } });
    const stranger = await openTrade(stage);
    expect((await stranger.seller.get(`/api/v1/recalls/${recall.id}`)).status).toBe(404);
  });

  test('lists units without a lot as of an unknown batch', async () => {
    const scene = await openScene();
    const [item] = await stockOf(scene.buyer, scene);
    ok(
      await scene.buyer.patch(`/api/v1/inventory/${item?.id}`, { quantity_change: 7, reason_code: 'AUDIT' }),
    );
    const recall = await openRecall(scene.seller, scene.lot.batch);
    expect((await recallOf(scene.buyer, recall)).response).toMatchObject({ on_hand: 10, unknown_units: 7 });
  });

  test('notifies present and past holders, and those with goods on the way, by event and mail', async () => {
    const scene = await openScene();
    const [item] = await stockOf(scene.other, scene);
    ok(
      await scene.other.patch(`/api/v1/inventory/${item?.id}`, {
        quantity_change: -6,
        reason_code: 'DAMAGE',
      }),
    );
    const third = await createBusiness(stage.db, 'retailer');
    await connect(stage.db, third, scene.wholesaler);
    const waiting = await stage.signIn(await createMember(stage.db, third, 'owner'));
    await placeOrderIn({ ...scene, buyer: waiting }, 'shipped', 5);
    const recall = await openRecall(scene.seller, scene.lot.batch, { class: 'I' });
    for (const [client, quantity] of [
      [scene.seller, 39],
      [scene.buyer, 10],
      [scene.other, 0],
      [waiting, 0],
    ] as const) {
      const recalled = await eventsOf(client, 'batch.recalled', 1);
      expect(recalled).toMatchObject([{ id: recall.id, batch_id: 'BD-1', class: 'I', quantity }]);
      const { subject, text } = await mail.waitFor(client.tokens?.user.email ?? '', /recall/i);
      expect(subject).toMatch(/^Class I recall: .*, batch BD-1$/);
      expect(text).toContain(`/recalls/${recall.id}`);
    }
    expect((await recallOf(waiting, recall)).response).toMatchObject({ held: 0, on_hand: 0 });
  });

  test('sends recall mails beyond the mail limits of a business', async () => {
    const scene = await openScene();
    await stage.sql`
      insert into counted_mails (id, entity_id, address)
      select gen_random_uuid(), ${scene.retailer.id}, ${scene.buyer.tokens?.user.email ?? ''}
      from generate_series(1, 250)`;
    await openRecall(scene.seller, scene.lot.batch);
    expect((await mail.waitFor(scene.buyer.tokens?.user.email ?? '', /recall/i)).subject).toContain('recall');
  });

  test("rejects a holder, a manager and a member limited to locations (403), another's batch (404) and a second open recall (409)", async () => {
    const scene = await openScene();
    const body = { class: 'II', reason: 'x', instructions: 'y' };
    const path = `/api/v1/batches/${scene.lot.batch}/recalls`;
    expect((await scene.buyer.post(path, body)).status).toBe(403);
    const manager = await stage.signIn(await createMember(stage.db, scene.wholesaler, 'manager'));
    expect((await manager.post(path, body)).status).toBe(403);
    const limited = await createMember(stage.db, scene.wholesaler, 'admin', [
      scene.wholesaler.locationIds[0] ?? '',
    ]);
    const limitedClient = await stage.signIn(limited);
    expect((await limitedClient.post(path, body)).status).toBe(403);
    const me = ok(await limitedClient.get<{ permissions: string[] }>('/auth/me'));
    expect(me.permissions).not.toContain('recall:batches');
    const stranger = await openTrade(stage);
    expect((await stranger.seller.post(path, body)).status).toBe(404);
    expect((await scene.seller.post(path, { ...body, class: 'IV' })).status).toBe(400);
    const recall = await openRecall(scene.seller, scene.lot.batch);
    expect(await scene.seller.post(path, body)).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'recall_open', recall_id: recall.id } } },
    });
  });
});

describe('held units', () => {
  test('cannot be ordered, sold by hand or in bulk, or moved to a sellable room (409, held)', async () => {
    const scene = await openScene();
    await openRecall(scene.seller, scene.lot.batch);
    const items = [{ product_id: scene.product.id, quantity: 41 }];
    const order = await scene.buyer.post('/api/v1/orders', { wholesaler_id: scene.wholesaler.id, items });
    expect(order).toMatchObject({ status: 409, body: { error: { code: 'INSUFFICIENT_STOCK' } } });
    const [item] = await stockOf(scene.buyer, scene);
    const refused = { status: 409, body: { error: { code: 'CONFLICT', details: { reason: 'held' } } } };
    const change = { quantity_change: -1, reason_code: 'SALE' };
    expect(await scene.buyer.patch(`/api/v1/inventory/${item?.id}`, change)).toMatchObject(refused);
    const named = { ...change, lot_id: scene.lot.id };
    expect(await scene.buyer.patch(`/api/v1/inventory/${item?.id}`, named)).toMatchObject(refused);
    for (const update of [change, named]) {
      const answer = await scene.buyer.post('/api/v1/inventory/bulk-update', {
        updates: [{ id: item?.id, ...update }],
      });
      expect(answer).toMatchObject(refused);
    }
    const move = (to_room_type: string) =>
      scene.buyer.post('/api/v1/inventory/transfers', {
        lines: [{ inventory_id: item?.id, to_location_id: item?.location_id, to_room_type, quantity: 1 }],
      });
    expect(await move('sales_floor')).toMatchObject(refused);
    expect((await move('quarantine')).status).toBe(201);
  });

  test('lose their reservations: orders are flagged, tell both parties, and do not ship until their lines are whole', async () => {
    const scene = await openScene();
    const order = await placeOrderIn(scene, 'preparing', 50);
    expect(order.recall).toBeNull();
    const [item] = order.items;
    const recall = await openRecall(scene.seller, scene.lot.batch);
    const path = `/api/v1/orders/${order.id}`;
    const flagged = ok(await scene.buyer.get<OrderBody>(path));
    expect(flagged).toMatchObject({ recall: { id: recall.id, batch_id: 'BD-1' }, total: order.total });
    expect(flagged.items[0]).toMatchObject({ quantity: 50, lots: [] });
    const [stock] = await stockOf(scene.seller, scene);
    expect(stock).toMatchObject({ quantity: 84, reserved_quantity: 6, sellable_quantity: 34 });
    const ship = () => scene.seller.patch<OrderBody>(`${path}/status`, { status: 'shipped' });
    expect(await ship()).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'CONFLICT',
          details: { reason: 'recalled', items: [{ item_id: item?.id, missing: 44 }] },
        },
      },
    });
    const history = ok(await scene.buyer.get<{ data: Array<{ summary: string | null }> }>(`${path}/history`));
    expect(history.data.at(-1)?.summary).toContain('44 of recalled batch BD-1 released');
    const moved = await eventsOf(scene.buyer, 'order.updated', 7);
    expect(moved.at(-1)).toMatchObject({ id: order.id, recall: { id: recall.id } });
    const lines = `${path}/items/${item?.id}`;
    expect((await scene.seller.patch(lines, { quantity: 41 })).status).toBe(200);
    expect((await ship()).status).toBe(409);
    expect((await scene.seller.put(`${lines}/lots`, { lots: [] })).status).toBe(409);
    ok(await scene.seller.patch(lines, { quantity: 30 }));
    const whole = ok(await scene.seller.put<OrderBody>(`${lines}/lots`, { lots: [] }));
    expect(whole.recall).toBeNull();
    expect(ok(await ship()).items[0]).toMatchObject({ shipped_quantity: 30, lots: [] });
  });

  test('an order that lost its units can take another lot, be raised again by its retailer, or be canceled', async () => {
    const scene = await openScene();
    const orders = [await placeOrder(scene, 20), await placeOrder(scene, 10), await placeOrder(scene, 4)];
    const next = await createLot(scene.seller, scene.stockId, 'BD-2', 25);
    await openRecall(scene.seller, scene.lot.batch);
    const [first, second, third] = orders;
    const path = `/api/v1/orders/${first?.id}/items/${first?.items[0]?.id}`;
    const chosen = await scene.seller.put<OrderBody>(`${path}/lots`, {
      lots: [{ lot_id: next.id, quantity: 20 }],
    });
    expect(ok(chosen)).toMatchObject({
      recall: null,
      items: [{ lots: [{ batch_id: 'BD-2', quantity: 20 }] }],
    });
    const line = `/api/v1/orders/${second?.id}/items/${second?.items[0]?.id}`;
    expect(ok(await scene.buyer.patch<OrderBody>(line, { quantity: 11 })).recall).toBeNull();
    const canceled = ok(await scene.buyer.post<OrderBody>(`/api/v1/orders/${third?.id}/cancel`));
    expect(canceled.status).toBe('cancelled');
  });

  test('that arrive after the recall go to quarantine, the rest of the delivery to the vault', async () => {
    const scene = await openScene();
    const order = await placeOrderIn(scene, 'shipped', 50);
    await openRecall(scene.seller, scene.lot.batch);
    ok(await scene.seller.patch(`/api/v1/orders/${order.id}/status`, { status: 'delivered' }));
    const rooms = (await stockOf(scene.buyer, scene)).map(({ room_type, quantity, sellable_quantity }) => [
      room_type,
      quantity,
      sellable_quantity,
    ]);
    expect(rooms.sort()).toEqual([
      ['quarantine', 44, 0],
      ['vault', 16, 6],
    ]);
  });
});

describe('responding', () => {
  test("moves the holder's units with ledger rows of the recall, and the last response closes it", async () => {
    const scene = await openScene();
    const recall = await openRecall(scene.seller, scene.lot.batch);
    const answered = ok(
      await respond(scene.buyer, recall, {
        quarantined: 5,
        destroyed: 3,
        returned: 2,
        already_sold: 4,
        notes: 'Done',
      }),
    );
    expect(answered.response).toMatchObject({
      quarantined: 5,
      destroyed: 3,
      returned: 2,
      already_sold: 4,
      notes: 'Done',
      responded_at: expect.any(String),
    });
    const stock = await stockOf(scene.buyer, scene);
    expect(stock.map(({ room_type, quantity }) => [room_type, quantity]).sort()).toEqual([
      ['quarantine', 5],
      ['vault', 0],
    ]);
    const vault = stock.find((item) => item.room_type === 'vault');
    const { data } = ok(
      await scene.buyer.get<{ data: Array<{ delta: number; reason_code: string; source: object }> }>(
        `/api/v1/inventory/${vault?.id}/movements`,
      ),
    );
    const source = { type: 'recall', id: recall.id };
    expect(data.slice(0, 3)).toMatchObject([
      { delta: -2, reason_code: 'RETURN', source },
      { delta: -3, reason_code: 'DAMAGE', source },
      { delta: -5, reason_code: 'TRANSFER', source },
    ]);
    expect((await recallOf(scene.seller, recall)).progress).toEqual({ holders: 3, responded: 1 });
    ok(await respond(scene.other, recall, { destroyed: 6 }));
    const closed = ok(await respond(scene.seller, recall, { quarantined: 44 }));
    expect(closed).toMatchObject({ status: 'closed', close_reason: null, progress: { responded: 3 } });
    const other = closed.holders.find(({ entity }) => entity.id === scene.second.id);
    expect(other).toMatchObject({ destroyed: 6, on_hand: null, unknown_units: null });
  });

  test('rejects numbers that leave a unit unaccounted for or exceed what is on hand (400), and a second response (409)', async () => {
    const scene = await openScene();
    const recall = await openRecall(scene.seller, scene.lot.batch);
    const short = await respond(scene.buyer, recall, { quarantined: 4, destroyed: 5 });
    expect(short).toMatchObject({
      status: 400,
      body: { error: { details: { errors: [{ path: 'already_sold', code: 'value_too_small' }] } } },
    });
    const beyond = await respond(scene.buyer, recall, { quarantined: 4, destroyed: 4, returned: 3 });
    expect(beyond).toMatchObject({
      status: 400,
      body: { error: { details: { errors: [{ path: 'quarantined', code: 'value_too_large' }] } } },
    });
    ok(await respond(scene.buyer, recall, { quarantined: 9, already_sold: 1 }));
    expect(await respond(scene.buyer, recall, { already_sold: 10 })).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'already_responded' } } },
    });
    const stranger = await openTrade(stage);
    expect((await respond(stranger.buyer, recall, {})).status).toBe(404);
  });

  test('counts what a POS sold of held units since the recall as already sold', async () => {
    const scene = await openScene();
    const sku = scene.product.variants[0]?.sku ?? '';
    const recall = await openRecall(scene.seller, scene.lot.batch);
    await connectPos(stage.db, scene.retailer, { stock: [{ sku, quantity: 7 }] });
    expect(await sync(scene.buyer, scene.retailer.locationIds[0])).toMatchObject({ status: 'completed' });
    const [item] = await stockOf(scene.buyer, scene);
    expect(item).toMatchObject({ quantity: 7, lots: [{ batch_id: 'BD-1', quantity: 7 }] });
    expect((await recallOf(scene.buyer, recall)).response).toMatchObject({ on_hand: 7, already_sold: 3 });
    expect((await respond(scene.buyer, recall, { quarantined: 7, already_sold: 2 })).status).toBe(400);
    ok(await respond(scene.buyer, recall, { quarantined: 7, already_sold: 3 }));
  });

  test('keeps units that are in quarantine already where they are', async () => {
    const scene = await openScene();
    const [item] = await stockOf(scene.buyer, scene);
    const line = { inventory_id: item?.id, to_location_id: item?.location_id, quantity: 6 };
    ok(
      await scene.buyer.post('/api/v1/inventory/transfers', {
        lines: [{ ...line, to_room_type: 'quarantine', lot_id: scene.lot.id }],
      }),
    );
    const recall = await openRecall(scene.seller, scene.lot.batch);
    ok(await respond(scene.buyer, recall, { quarantined: 6, destroyed: 4 }));
    expect((await stockOf(scene.buyer, scene)).map(({ quantity }) => quantity).sort()).toEqual([0, 6]);
  });
});

describe('closing', () => {
  test('and opening is open to a business that has deleted a location', async () => {
    const scene = await openScene();
    await stage.sql`
      insert into locations (id, entity_id, name, street, city, state, zip, deleted_at)
      values (gen_random_uuid(), ${scene.wholesaler.id}, 'Gone', '1 Main St', 'Oakland', 'CA', '94601', now())`;
    ok(await scene.seller.post(`/api/v1/batches/${scene.lot.batch}/hold`, { reason: 'x' }));
    const recall = await openRecall(scene.seller, scene.lot.batch);
    ok(await respond(scene.seller, recall, { quarantined: 44 }));
    ok(await scene.seller.post(`/api/v1/recalls/${recall.id}/close`, { reason: 'x' }));
  });

  test('needs a reason while responses are missing; the hold stays until the owner releases it', async () => {
    const scene = await openScene();
    const recall = await openRecall(scene.seller, scene.lot.batch);
    const batch = `/api/v1/batches/${scene.lot.batch}`;
    expect(await scene.seller.post(`${batch}/release`)).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'recalled', recall_id: recall.id } } },
    });
    const close = (client: Client, body = {}) =>
      client.post<RecallBody>(`/api/v1/recalls/${recall.id}/close`, body);
    expect(await close(scene.seller)).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'responses_missing', missing: 3 } } },
    });
    expect((await close(scene.buyer, { reason: 'x' })).status).toBe(403);
    const closed = ok(await close(scene.seller, { reason: 'All units accounted for by phone' }));
    expect(closed).toMatchObject({ status: 'closed', close_reason: 'All units accounted for by phone' });
    expect((await close(scene.seller, { reason: 'x' })).status).toBe(409);
    expect(await respond(scene.buyer, recall, { quarantined: 10 })).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'recall_closed' } } },
    });
    expect(ok(await scene.buyer.get(batch))).toMatchObject({ held: 'owner' });
    ok(await scene.seller.post(`${batch}/release`));
    const [item] = await stockOf(scene.buyer, scene);
    expect(item).toMatchObject({ quantity: 10, sellable_quantity: 10 });
    await openRecall(scene.seller, scene.lot.batch);
  });
});

describe('batches made from a recalled one', () => {
  const make = async ({ seller, lot, stockId }: Scene, batchId: string) => {
    const item = ok(await seller.get<ItemBody>(`/api/v1/inventory/${stockId}`));
    return ok(
      await seller.post<LotBody>('/api/v1/lots', {
        product_id: item.product_id,
        batch_id: batchId,
        variant_id: item.variant_id,
        location_id: item.location_id,
        room_type: item.room_type,
        quantity: 8,
        sources: [{ lot_id: lot.id, quantity: 8 }],
      }),
    );
  };

  test('are listed, and held on confirmation with their orders and holders', async () => {
    const scene = await openScene();
    const made = await make(scene, 'ROLLS-1');
    const order = await placeOrder(scene, 20);
    const roll = { lots: [{ lot_id: made.id, quantity: 8 }] };
    ok(await scene.seller.put(`/api/v1/orders/${order.id}/items/${order.items[0]?.id}/lots`, roll));
    const recall = await openRecall(scene.seller, scene.lot.batch);
    expect(recall.derived).toMatchObject([{ batch: made.batch, batch_id: 'ROLLS-1', confirmed_at: null }]);
    expect((await recallOf(scene.buyer, recall)).derived).toEqual([]);
    expect(ok(await scene.seller.get(`/api/v1/batches/${made.batch}`))).toMatchObject({ held: null });
    ok(await respond(scene.seller, recall, { quarantined: 36 }));
    const path = `/api/v1/recalls/${recall.id}/derived`;
    expect((await scene.buyer.post(path, { batches: [made.batch] })).status).toBe(403);
    expect((await scene.seller.post(path, { batches: [scene.lot.batch] })).status).toBe(404);
    const extended = ok(await scene.seller.post<RecallBody>(path, { batches: [made.batch] }));
    expect(extended).toMatchObject({
      derived: [{ batch_id: 'ROLLS-1', confirmed_at: expect.any(String) }],
      progress: { holders: 3, responded: 0 },
      response: { held: 44, responded_at: null },
    });
    expect(ok(await scene.seller.get(`/api/v1/batches/${made.batch}`))).toMatchObject({ held: 'owner' });
    expect(ok(await scene.buyer.get<OrderBody>(`/api/v1/orders/${order.id}`)).recall).toMatchObject({
      id: recall.id,
    });
  });

  test('are held at once with include_derived, and cannot be recalled twice', async () => {
    const scene = await openScene();
    const made = await make(scene, 'ROLLS-2');
    const recall = await openRecall(scene.seller, scene.lot.batch, { include_derived: true });
    expect(recall).toMatchObject({ include_derived: true, response: { held: 44, on_hand: 44 } });
    expect(ok(await scene.seller.get(`/api/v1/batches/${made.batch}`))).toMatchObject({ held: 'owner' });
    const body = { class: 'I', reason: 'x', instructions: 'y' };
    expect((await scene.seller.post(`/api/v1/batches/${made.batch}/recalls`, body)).status).toBe(409);
    ok(await scene.seller.post(`/api/v1/recalls/${recall.id}/close`, { reason: 'x' }));
    ok(await scene.seller.post(`/api/v1/batches/${made.batch}/release`));
  });

  test("stay on hold when the product's owner adopts them", async () => {
    const scene = await openScene();
    const [item] = await stockOf(scene.buyer, scene);
    // The older batch of the number keeps its id, so that the one on hold merges into it.
    ok(await scene.other.post('/api/v1/batches', { product_id: scene.product.id, batch_id: 'SPLIT-1' }));
    const made = ok(
      await scene.buyer.post<LotBody>('/api/v1/lots', {
        product_id: item?.product_id,
        batch_id: 'SPLIT-1',
        variant_id: item?.variant_id,
        location_id: item?.location_id,
        room_type: 'vault',
        quantity: 4,
        sources: [{ lot_id: scene.lot.id, quantity: 4 }],
      }),
    );
    const recall = await openRecall(scene.seller, scene.lot.batch, { include_derived: true });
    expect(recall.derived).toMatchObject([{ batch: made.batch, confirmed_at: expect.any(String) }]);
    const batch = ok(
      await scene.seller.post<{ id: string }>('/api/v1/batches', {
        product_id: scene.product.id,
        batch_id: 'SPLIT-1',
      }),
    );
    expect(ok(await scene.buyer.get(`/api/v1/batches/${batch.id}`))).toMatchObject({
      held: 'owner',
      quantity: 4,
    });
    expect((await recallOf(scene.seller, recall)).derived).toMatchObject([{ batch: batch.id }]);
  });

  test('cannot be made from held units (409)', async () => {
    const scene = await openScene();
    await openRecall(scene.seller, scene.lot.batch);
    await expect(make(scene, 'ROLLS-3')).rejects.toThrow();
  });
});
