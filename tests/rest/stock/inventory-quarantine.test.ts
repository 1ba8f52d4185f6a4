import { beforeAll, expect, test } from 'vitest';
import { createProduct, createStock, type Place } from '../../factories/catalog';
import { type ItemBody, openTrade, type Trade } from '../../factories/trade';
import { lineTo, transferAs } from '../../factories/transfer';
import { type Client, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
let trade: Trade;
let [here, there] = ['', ''];
beforeAll(async () => {
  trade = await openTrade(stage, { wholesaler: { locationCount: 2 } });
  [here = '', there = ''] = trade.wholesaler.locationIds;
});

async function stock(quantity: number, place?: Place): Promise<string> {
  const { variantId } = await createProduct(db, trade.wholesaler);
  return createStock(db, trade.wholesaler, variantId, quantity, place);
}
const quarantined = (quantity: number) => stock(quantity, { roomType: 'quarantine' });
const line = (inventoryId: string, quantity: number, fields?: object) =>
  lineTo(here, inventoryId, quantity, fields);
const transfer = (lines: unknown, fields?: object, client: Client = trade.seller) =>
  transferAs(client, lines, fields);
const itemOf = async (id: string, client: Client = trade.seller) =>
  ok(await client.get<ItemBody>(`/api/v1/inventory/${id}`));

test('rejects taking stock out of quarantine without notes, including blank ones (400)', async () => {
  const from = await quarantined(5);
  const other = await stock(5);
  for (const notes of [undefined, '', '   ']) {
    expectInvalid(await transfer([line(other, 1), line(from, 2)], { notes }), 'notes', 'required');
  }
  expect((await itemOf(other)).quantity).toBe(5);
});

test('accepts it with notes and audits who released what and why (201)', async () => {
  const from = await quarantined(5);
  const notes = 'lab result B-17 is in';
  const { id } = ok(await transfer([line(from, 2), line(from, 1, { to_room_type: 'vault' })], { notes }));
  const rows = await sql`
    select action, object_type, object_id, actor_id, before, after from audit_log
    where object_id in ${sql([id, from])} order by id`;
  expect(rows).toMatchObject([
    { action: 'inventory.transferred', object_type: 'inventory_transfer', object_id: id, after: { notes } },
    {
      action: 'inventory.released_from_quarantine',
      object_type: 'inventory_item',
      object_id: from,
      actor_id: trade.seller.tokens?.user.id,
      before: { quantity: 5 },
      after: { quantity: 2, transfer_id: id, notes },
    },
  ]);
});

test('needs no notes into quarantine or between quarantines', async () => {
  const { data } = ok(await transfer([line(await stock(5), 2, { to_room_type: 'quarantine' })]));
  const to = { to_location_id: there, to_room_type: 'quarantine' };
  expect((await transfer([line(data[1]?.id ?? '', 2, to)])).status).toBe(201);
  const rows = await sql`
    select 1 from audit_log where action = 'inventory.released_from_quarantine' and object_id = ${data[1]?.id ?? ''}`;
  expect(rows).toEqual([]);
});

test('never sells quarantined stock until it is released, and lets it be written off', async () => {
  const own = await openTrade(stage, { quantity: 3 });
  const to = { to_location_id: own.wholesaler.locationIds[0] };
  const isolate = [line(own.stockId, 3, { ...to, to_room_type: 'quarantine' })];
  const { data } = ok(await transfer(isolate, {}, own.seller));
  const held = data[1]?.id ?? '';
  const order = () =>
    own.buyer.post('/api/v1/orders', {
      wholesaler_id: own.wholesaler.id,
      items: [{ product_id: own.product.id, quantity: 1 }],
    });
  expect(expectError(await order(), 'INSUFFICIENT_STOCK')).toMatchObject({ lines: [{ available: 0 }] });
  const loss = { quantity_change: -1, reason_code: 'DAMAGE' };
  expect((await own.seller.patch(`/api/v1/inventory/${held}`, loss)).status).toBe(200);
  ok(await transfer([line(held, 1, { ...to, to_room_type: 'vault' })], { notes: 'cleared' }, own.seller));
  expect((await order()).status).toBe(201);
  expectError(await order(), 'INSUFFICIENT_STOCK');
  expect(await itemOf(held, own.seller)).toMatchObject({ quantity: 1, reserved_quantity: 0 });
});
