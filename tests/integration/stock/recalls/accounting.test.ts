import { afterEach, expect, test } from 'vitest';
import { accountOf, expectAccounted, lookAt } from '../../../factories/accounting';
import { type Business, connect, createBusiness, createMember } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { createLot, type LotBody } from '../../../factories/lots';
import { connectPos, sync } from '../../../factories/pos';
import {
  eventsOf,
  openRecall,
  openScene,
  type RecallBody,
  recallOf,
  respond,
  stockOf,
} from '../../../factories/recalls';
import { file, type ReturnBody } from '../../../factories/receipts';
import { openTrade, placeOrderIn, type Trade } from '../../../factories/trade';
import { ok } from '../../../setup/client';
import { IS_SHORT } from '../../../setup/full';
import { expectStockAddsUp } from '../../../setup/invariants';
import { openStage } from '../../../setup/stage';

const stage = await openStage();
const { sql, db } = stage;
afterEach(() => expectStockAddsUp(sql));

const NONE = {
  ...{
    on_hand: 0,
    reserved: 0,
    in_transit: 0,
    not_arrived: 0,
    returning: 0,
    returned: 0,
    destroyed: 0,
    sold: 0,
    consumed: 0,
  },
  ...{ passed_on: 0, lost: 0, unknown: 0, added: 0 },
};

test('every unit shipped has one place after each step: under way, in part accepted, sent back, adjusted, sold, made into others, stated', async () => {
  const trade = await openTrade(stage, { quantity: 100 });
  const { seller, buyer, retailer, wholesaler, product } = trade;
  const lot = await createLot(seller, trade.stockId, 'FIG-37', 80, { expires_on: '2099-01-01' });
  const look = async () => accountOf(await lookAt(sql, seller, lot.batch), retailer);

  expect(await look()).toBeUndefined();
  await placeOrderIn(trade, 'preparing', 4);
  expect(await look(), 'a reservation is no shipment').toBeUndefined();

  const order = await placeOrderIn(trade, 'shipped', 20);
  expect(await look(), 'shipped').toEqual({ ...NONE, in_transit: 20 });

  const receipt = ok(
    await file(trade, order, { accepted: 16, rejected: 3, damaged: 1, reason_code: 'other' }),
  );
  expect(await look(), 'accepted in part').toEqual({ ...NONE, on_hand: 16, returning: 4 });

  const [returnId] = receipt.return_ids;
  const opened = ok(await seller.get<ReturnBody>(`/api/v1/returns/${returnId}`));
  const [line] = opened.lines;
  const counted = { item_id: line?.item_id, received: 3 };
  ok(
    await seller.post(`/api/v1/returns/${returnId}/receive`, {
      location_id: wholesaler.locationIds[0],
      lines: [counted],
    }),
  );
  expect(await look(), 'counted by the seller, one short').toEqual({
    ...NONE,
    on_hand: 16,
    returned: 3,
    unknown: 1,
  });

  const [item] = await stockOf(buyer, trade);
  const adjust = async (quantity_change: number, reason_code: string) =>
    ok(await buyer.patch(`/api/v1/inventory/${item?.id}`, { quantity_change, reason_code, lot_id: lot.id }));
  await adjust(-2, 'THEFT');
  await adjust(-1, 'SALE');
  await adjust(5, 'AUDIT');
  const after = { ...NONE, returned: 3, unknown: 1, lost: 2, sold: 1, added: 5 };
  expect(await look(), 'adjusted').toEqual({ ...after, on_hand: 18 });

  ok(
    await buyer.post('/api/v1/inventory/transfers', {
      lines: [
        {
          inventory_id: item?.id,
          to_location_id: item?.location_id,
          to_room_type: 'sales_floor',
          quantity: 6,
          lot_id: lot.id,
        },
      ],
    }),
  );
  expect(await look(), 'moved to another room').toEqual({ ...after, on_hand: 18 });

  const own = await createProduct(db, retailer);
  const ownStock = await createStock(db, retailer, own.variantId, 0, { locationId: item?.location_id ?? '' });
  await createLot(buyer, ownStock, 'ROLLS', 2, { sources: [{ lot_id: lot.id, quantity: 2 }] });
  expect(await look(), 'made into a product of its own').toEqual({ ...after, on_hand: 16, consumed: 2 });

  const sku = product.variants[0]?.sku ?? '';
  await connectPos(db, retailer, {
    stock: [
      { sku, quantity: 3, room: 'sales_floor' },
      { sku, quantity: 10, room: 'vault' },
    ],
  });
  expect(await sync(buyer, retailer.locationIds[0])).toMatchObject({ status: 'completed' });
  const synced = await look();
  expect(synced, 'sold by POS').toEqual({ ...after, on_hand: 13, consumed: 2, sold: 4 });

  await placeOrderIn(trade, 'shipped', 7);
  const recall = await openRecall(seller, lot.batch);
  const row = async () => accountOf(await expectAccounted(sql, seller, recall), retailer);
  expect(await row(), 'recalled with units on the way').toEqual({
    ...after,
    on_hand: 13,
    consumed: 2,
    sold: 4,
    in_transit: 7,
  });
  expect(recall.holders.find(({ entity }) => entity.id === wholesaler.id)?.accounting).toMatchObject({
    reserved: 0,
    added: 56,
  });

  ok(await respond(buyer, recall, { quarantined: 8, destroyed: 3, returned: 2, already_sold: 5 }));
  const stated = {
    ...after,
    consumed: 2,
    sold: 5,
    lost: 1,
    destroyed: 3,
    returned: 5,
    on_hand: 8,
    in_transit: 7,
  };
  expect(await row(), 'responded: one unit that the ledger calls lost was sold').toEqual(stated);
  ok(await respond(seller, recall, { quarantined: recall.response?.on_hand ?? 0 }));
  const closed = await recallOf(seller, recall);
  expect(closed.status).toBe('closed');
  await adjust(-1, 'DAMAGE').catch(() => undefined);
  expect(accountOf(await recallOf(seller, recall), retailer), 'kept as of its end').toEqual(stated);
  expect((await recallOf(buyer, recall)).response?.accounting).not.toBeNull();
});

test.skipIf(IS_SHORT)(
  'units that arrive, are rejected and are destroyed after the recall keep their place',
  async () => {
    const scene = await openScene(stage);
    const order = await placeOrderIn(scene, 'shipped', 30);
    const recall = await openRecall(scene.seller, scene.lot.batch);
    const row = async () => accountOf(await expectAccounted(sql, scene.seller, recall), scene.retailer);
    expect(await row()).toEqual({ ...NONE, on_hand: 10, in_transit: 30 });
    ok(await file(scene, order, { accepted: 20, rejected: 10, reason_code: 'other' }));
    const arrived = await row();
    expect(arrived).toMatchObject({ in_transit: 0, added: 0, unknown: 0 });
    expect((arrived?.on_hand ?? 0) + (arrived?.returning ?? 0)).toBe(40);
    const items = await stockOf(scene.buyer, scene);
    const quarantined = items.find(({ room_type }) => room_type === 'quarantine');
    const damage = { quantity_change: -2, reason_code: 'DAMAGE', lot_id: scene.lot.id };
    ok(await scene.buyer.patch(`/api/v1/inventory/${quarantined?.id}`, damage));
    expect(await row()).toMatchObject({ lost: 2, on_hand: (arrived?.on_hand ?? 0) - 2 });
  },
);

test.skipIf(IS_SHORT)(
  'businesses with units without a lot are notified, check them by hand and hold up nothing; what they find is held',
  async () => {
    const scene = await openScene(stage);
    const third = await createBusiness(db, 'retailer');
    await connect(db, third, scene.wholesaler);
    const loose = await stage.signIn(await createMember(db, third, 'owner'));
    // More than the seller has in lots: the rest is shipped without.
    ok(
      await scene.seller.post(`/api/v1/batches/${scene.lot.batch}/hold`, {
        reason: 'so that others go first',
      }),
    );
    await placeOrderIn({ ...scene, buyer: loose }, 'delivered', 9);
    ok(await scene.seller.post(`/api/v1/batches/${scene.lot.batch}/release`));

    const recall = await openRecall(scene.seller, scene.lot.batch);
    expect(recall).toMatchObject({
      progress: { holders: 3, responded: 0 },
      checks: { businesses: 1, checked: 0 },
    });
    expect(recall.holders.find(({ entity }) => entity.id === third.id)).toMatchObject({
      ...{ unassigned: true, found: null, unknown_units: 9, shipped: 0, accounting: NONE },
    });
    expect(await eventsOf(loose, 'batch.recalled', 1)).toMatchObject([
      { id: recall.id, role: 'check', quantity: 0 },
    ]);
    expect(await eventsOf(scene.buyer, 'batch.recalled', 1)).toMatchObject([{ role: 'holder' }]);

    expect((await respond(loose, recall, { checked: true, found: 4 })).status, 'numbers and a check').toBe(
      400,
    );
    const check = (found: number) =>
      loose.post<RecallBody>(`/api/v1/recalls/${recall.id}/responses`, { checked: true, found });
    expect((await loose.post(`/api/v1/recalls/${recall.id}/responses`, { found: 1 })).status).toBe(400);
    expect((await check(10)).status).toBe(400);
    expect(ok(await check(4)).response).toMatchObject({ found: 4, on_hand: 4, unknown_units: 5 });
    expect(await check(1)).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'already_responded' } } },
    });
    const [item] = await stockOf(loose, scene);
    expect(item).toMatchObject({
      quantity: 9,
      sellable_quantity: 5,
      lots: [{ batch_id: 'BD-1', quantity: 4 }],
    });
    const seen = await expectAccounted(sql, scene.seller, recall);
    expect(accountOf(seen, third)).toEqual({ ...NONE, on_hand: 4, added: 4 });
    expect(seen).toMatchObject({
      progress: { holders: 3, responded: 0 },
      checks: { businesses: 1, checked: 1 },
    });
    ok(await respond(loose, recall, { destroyed: 4 }));
    expect((await respond(loose, recall, {})).status).toBe(409);
    expect(accountOf(await expectAccounted(sql, scene.seller, recall), third)).toEqual({
      ...NONE,
      destroyed: 4,
      added: 4,
    });
  },
);

test.skipIf(IS_SHORT)('the last response closes a recall that others still have to check', async () => {
  const scene = await openScene(stage);
  const third = await createBusiness(db, 'retailer');
  await createStock(db, third, scene.product.variantId, 3);
  const recall = await openRecall(scene.seller, scene.lot.batch);
  expect(recall.checks).toEqual({ businesses: 1, checked: 0 });
  ok(await respond(scene.buyer, recall, { quarantined: 10 }));
  ok(await respond(scene.other, recall, { quarantined: 6 }));
  expect(ok(await respond(scene.seller, recall, { quarantined: 44 })).status).toBe('closed');
});

/** Hands a product with its batch to another business, and back: orders sell a seller's own products only. */
async function asOwnedBy(
  to: Business,
  { wholesaler, product }: Trade,
  lot: LotBody,
  work: () => Promise<void>,
) {
  const give = (owner: string) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update products set entity_id = ${owner} where id = ${product.id}`;
      await tx`delete from batch_reach where entity_id = ${to.id}`;
      await tx`delete from lot_reach where entity_id = ${to.id}`;
      if (owner !== to.id) return;
      await tx`insert into batch_reach (entity_id, batch_id, batch_number, created_at)
        select ${to.id}, id, batch_id, created_at from batches where id = ${lot.batch}`;
      await tx`insert into lot_reach (entity_id, lot_id, created_at)
        select ${to.id}, id, created_at from lots where id = ${lot.id}`;
    });
  await give(to.id);
  await work().finally(() => give(wholesaler.id));
}

test('beyond its own buyers the owner sees numbers per reseller, no names', async () => {
  const trade = await openTrade(stage, { quantity: 60 });
  const { seller, buyer, wholesaler, retailer } = trade;
  const grower = await createBusiness(db, 'cultivator');
  const grows = await stage.signIn(await createMember(db, grower, 'owner'));
  const lot = await createLot(seller, trade.stockId, 'GROWN-1', 60);
  const order = await placeOrderIn(trade, 'shipped', 20);
  ok(await file(trade, order, { accepted: 17, rejected: 3, reason_code: 'other' }));
  await asOwnedBy(grower, trade, lot, async () => {
    const recall = await openRecall(grows, lot.batch);
    expect(recall.holders.map(({ entity }) => entity.id)).toEqual([wholesaler.id]);
    expect(recall.holders[0]).toMatchObject({ on_hand: 40, buyers: { businesses: 1, responded: 0 } });
    expect(recall.progress).toEqual({ holders: 2, responded: 0 });
    const all = await grows.get(`/api/v1/recalls/${recall.id}/responses`);
    expect(all.body).toMatchObject({ pagination: { total: 1 } });
    for (const seen of [recall, all.body]) {
      expect(JSON.stringify(seen)).not.toContain(retailer.id);
      expect(JSON.stringify(seen)).not.toContain(retailer.name);
    }
    const passed = { ...NONE, returning: 3, passed_on: 20, added: 60 };
    expect(accountOf(recall, wholesaler)).toEqual({ ...passed, on_hand: 57 });
    const [item] = await stockOf(buyer, trade);
    const theft = { quantity_change: -1, reason_code: 'THEFT', lot_id: lot.id };
    ok(await buyer.patch(`/api/v1/inventory/${item?.id}`, theft));
    const seen = await expectAccounted(sql, grows, recall);
    expect(accountOf(seen, wholesaler)).toEqual({ ...passed, on_hand: 56, lost: 1 });
    // The reseller reads what its own books say, and nothing of its customer's stock.
    const own = (await recallOf(seller, recall)).response;
    expect(own).toMatchObject({ accounting: { ...passed, on_hand: 40, sold: 17 }, buyers: null });
    expect((await recallOf(buyer, recall)).response).toMatchObject({
      shipped: 20,
      accounting: { ...NONE, on_hand: 16, lost: 1, returning: 3 },
    });
    ok(await respond(buyer, recall, { destroyed: 16 }));
    const { holders, progress } = await expectAccounted(sql, grows, recall);
    expect(progress).toEqual({ holders: 2, responded: 1 });
    expect(holders[0]).toMatchObject({ buyers: { businesses: 1, responded: 1 }, destroyed: null });
    expect(holders[0]?.accounting).toEqual({ ...passed, on_hand: 40, lost: 1, destroyed: 16 });
  });
});
