import { afterEach, describe, expect, test } from 'vitest';
import type { LotBody } from '../../factories/lots';
import { connectPos, sync } from '../../factories/pos';
import {
  openRecall,
  openScene,
  type RecallBody,
  recallOf,
  respond,
  type Scene,
  stockOf,
} from '../../factories/recalls';
import { type ItemBody, type OrderBody, openTrade, placeOrder } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
afterEach(() => expectStockAddsUp(stage.sql));

describe('responding', () => {
  test("moves the holder's units with ledger rows of the recall, and the last response closes it", async () => {
    const scene = await openScene(stage);
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
    const scene = await openScene(stage);
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
    const scene = await openScene(stage);
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
    const scene = await openScene(stage);
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
    const scene = await openScene(stage);
    await stage.sql`
      insert into locations (id, entity_id, name, street, city, state, zip, deleted_at)
      values (gen_random_uuid(), ${scene.wholesaler.id}, 'Gone', '1 Main St', 'Oakland', 'CA', '94601', now())`;
    ok(await scene.seller.post(`/api/v1/batches/${scene.lot.batch}/hold`, { reason: 'x' }));
    const recall = await openRecall(scene.seller, scene.lot.batch);
    ok(await respond(scene.seller, recall, { quarantined: 44 }));
    ok(await scene.seller.post(`/api/v1/recalls/${recall.id}/close`, { reason: 'x' }));
  });

  test('needs a reason while responses are missing; the hold stays until the owner releases it', async () => {
    const scene = await openScene(stage);
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
    const scene = await openScene(stage);
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
    const scene = await openScene(stage);
    const made = await make(scene, 'ROLLS-2');
    const recall = await openRecall(scene.seller, scene.lot.batch, { include_derived: true });
    expect(recall).toMatchObject({ include_derived: true, response: { held: 44, on_hand: 44 } });
    expect(ok(await scene.seller.get(`/api/v1/batches/${made.batch}`))).toMatchObject({ held: 'owner' });
    const body = { class: 'I', reason: 'x', instructions: 'y' };
    expect((await scene.seller.post(`/api/v1/batches/${made.batch}/recalls`, body)).status).toBe(409);
    ok(await scene.seller.post(`/api/v1/recalls/${recall.id}/close`, { reason: 'x' }));
    ok(await scene.seller.post(`/api/v1/batches/${made.batch}/release`));
  });

  test('cannot be made from held units (409)', async () => {
    const scene = await openScene(stage);
    await openRecall(scene.seller, scene.lot.batch);
    await expect(make(scene, 'ROLLS-3')).rejects.toThrow();
  });
});
