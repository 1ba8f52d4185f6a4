import { afterEach, describe, expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createLot } from '../../factories/lots';
import { eventsOf, openRecall, openScene, type RecallBody, recallOf, stockOf } from '../../factories/recalls';
import { type OrderBody, openTrade, placeOrder, placeOrderIn } from '../../factories/trade';
import { ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { ABSENT_ID, expectAbsent, expectError } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { mailsOf } from '../../setup/mail';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const mail = mailsOf(stage);
afterEach(() => expectStockAddsUp(stage.sql));

const ledgerRows = () => stage.sql<{ n: number }[]>`select count(*)::int as n from inventory_movements`;
type Profile = { license_number: string; contact: object };

describe('opening', () => {
  test('holds the batch for every holder at once and moves no unit', async () => {
    const scene = await openScene(stage);
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

  test.skipIf(IS_SHORT)(
    'names the time of responses to holders, in events and in mails, and takes 1 to 720 hours alone',
    async () => {
      const scene = await openScene(stage);
      const path = `/api/v1/batches/${scene.lot.batch}/recalls`;
      const body = { class: 'II', reason: 'x', instructions: 'x' };
      for (const hours of [0, 721, 1.5, '24']) {
        expectError(
          await scene.seller.post(path, { ...body, respond_within_hours: hours }),
          'INVALID_REQUEST',
        );
      }
      const instructions = 'Stop all sales.\nQuarantine every unit.';
      const recall = await openRecall(scene.seller, scene.lot.batch, {
        respond_within_hours: 24,
        instructions,
      });
      expect(Date.parse(`${recall.respond_by}`) - Date.parse(recall.created_at)).toBe(24 * 3_600_000);
      const seen = await recallOf(scene.buyer, recall);
      expect(seen).toMatchObject({ respond_by: recall.respond_by, instructions });
      const [event] = await eventsOf(scene.buyer, 'batch.recalled', 1);
      expect(event).toMatchObject({ respond_by: recall.respond_by });
      const { text } = await mail.waitFor(scene.buyer.tokens?.user.email ?? '', /recall/i);
      expect(text).toMatch(/Respond by [A-Z][a-z]{2} \d+, \d{4}, [\d:]+ [AP]M UTC\./);
    },
  );

  test.skipIf(IS_SHORT)('is in the audit log under the number of its batch', async () => {
    const scene = await openScene(stage);
    const recall = await openRecall(scene.seller, scene.lot.batch);
    type Log = { data: Array<{ object: object }> };
    const { data } = ok(await scene.seller.get<Log>(`/api/v1/audit?object_id=${recall.id}`));
    expect(data.map(({ object }) => object)).toEqual([{ type: 'recall', id: recall.id, name: 'BD-1' }]);
  });

  test('shows all holders with their units to the owner, and to a holder itself alone', async () => {
    const scene = await openScene(stage);
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
    const buyer = recall.holders.find(({ entity }) => entity.id === scene.retailer.id);
    const { license_number, contact } = ok(await scene.buyer.get<Profile>('/api/v1/entity'));
    expect(buyer).toMatchObject({ shipped: 10, entity: { license_number, contact } });
    expect(recall.holders.find(({ entity }) => entity.id === scene.wholesaler.id)).toMatchObject({
      shipped: 0,
    });
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

  test.skipIf(IS_SHORT)('lists units without a lot as of an unknown batch', async () => {
    const scene = await openScene(stage);
    const [item] = await stockOf(scene.buyer, scene);
    ok(
      await scene.buyer.patch(`/api/v1/inventory/${item?.id}`, { quantity_change: 7, reason_code: 'AUDIT' }),
    );
    const recall = await openRecall(scene.seller, scene.lot.batch);
    expect((await recallOf(scene.buyer, recall)).response).toMatchObject({ on_hand: 10, unknown_units: 7 });
  });

  test('notifies present and past holders, and those with goods on the way, by event and mail', async () => {
    const scene = await openScene(stage);
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

  test.skipIf(IS_SHORT)('sends recall mails beyond the mail limits of a business', async () => {
    const scene = await openScene(stage);
    await stage.sql`
      insert into counted_mails (id, entity_id, address)
      select gen_random_uuid(), ${scene.retailer.id}, ${scene.buyer.tokens?.user.email ?? ''}
      from generate_series(1, 250)`;
    await openRecall(scene.seller, scene.lot.batch);
    expect((await mail.waitFor(scene.buyer.tokens?.user.email ?? '', /recall/i)).subject).toContain('recall');
  });

  test.skipIf(IS_SHORT)(
    'remind a holder by notification once per hour (429), and neither strangers nor those who have responded',
    async () => {
      const scene = await openScene(stage);
      const recall = await openRecall(scene.seller, scene.lot.batch);
      const path = `/api/v1/recalls/${recall.id}/reminders`;
      const remind = (holder_id: string, client = scene.seller) => client.post(path, { holder_id });
      expect(ok(await remind(scene.retailer.id))).toMatchObject({ id: recall.id });
      type Notices = { data: Array<{ object: { id: string }; summary: string }> };
      await eventually(
        async () => ok(await scene.buyer.get<Notices>('/api/v1/notifications?kind=recall')),
        ({ data }) => expect(data.some(({ summary }) => summary.includes('awaits your response'))).toBe(true),
      );
      expectError(await remind(scene.retailer.id), 'RATE_LIMITED');
      expectAbsent(await remind(ABSENT_ID));
      expectError(await remind(scene.retailer.id, scene.buyer), 'FORBIDDEN');
      const none = { quarantined: 6, destroyed: 0, returned: 0, already_sold: 0 };
      ok(await scene.other.post(`/api/v1/recalls/${recall.id}/responses`, none));
      expectError(await remind(scene.second.id), 'CONFLICT');
    },
  );

  test("rejects a holder, a manager and a member limited to locations (403), another's batch (404) and a second open recall (409)", async () => {
    const scene = await openScene(stage);
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
    const scene = await openScene(stage);
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
    for (const room of ['sales_floor', 'secret_menu']) expect(await move(room)).toMatchObject(refused);
    expect((await move('quarantine')).status).toBe(201);
  });

  test('lose their reservations: orders are flagged, tell both parties, and do not ship until their lines are whole', async () => {
    const scene = await openScene(stage);
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

  test.skipIf(IS_SHORT)(
    'an order that lost its units can take another lot, be raised again by its retailer, or be canceled',
    async () => {
      const scene = await openScene(stage);
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
    },
  );

  test('that arrive after the recall go to quarantine, the rest of the delivery to the vault', async () => {
    const scene = await openScene(stage);
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
