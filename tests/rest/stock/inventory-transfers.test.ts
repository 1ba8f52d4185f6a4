import { describe, expect, test } from 'vitest';
import { TransferData } from '../../../server/features/inventory/transfers/schema';
import { createBusiness, createLocation, createMember } from '../../factories/business';
import { createProduct, createStock, type Place } from '../../factories/catalog';
import { openTrade, placeOrder, placeOrderIn } from '../../factories/trade';
import { openTransfers, type TransferBody } from '../../factories/transfer';
import { ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/inventory/transfers';
const { trade, here, there, stock, line, transfer, itemOf } = await openTransfers(stage);
const traces = async () => {
  const [row] = await sql`
    select (select count(*) from inventory_movements) as movements, (select count(*) from events) as events,
      (select count(*) from audit_log) as audit, (select count(*) from inventory_transfers) as transfers,
      (select count(*) from inventory_items) as items`;
  return row;
};

describe('POST /api/v1/inventory/transfers', () => {
  test('returns the transfer with both current items, creating the target row (201)', async () => {
    const from = await stock(40);
    const before = await itemOf(from);
    const answer = await transfer([line(from, 12)], { notes: '  for the weekend ' });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body)).toEqual(['id', 'data', 'created_at']);
    expect(Date.now() - Date.parse(answer.body.created_at)).toBeLessThan(10_000);
    const target = answer.body.data[1];
    expect(answer.body.data).toEqual([
      {
        ...before,
        quantity: 28,
        amount: 28,
        available_quantity: 28,
        sellable_quantity: 28,
        unassigned_quantity: 28,
        updated_at: expect.any(String),
      },
      {
        ...before,
        id: target?.id,
        room_type: 'sales_floor',
        quantity: 12,
        amount: 12,
        available_quantity: 12,
        sellable_quantity: 12,
        unassigned_quantity: 12,
        last_sync: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect(await itemOf(from)).toEqual(answer.body.data[0]);
    expect(await itemOf(target?.id ?? '')).toEqual(target);

    const again = await transfer([line(from, 3)]);
    expect(again.body.data.map(({ id, quantity }) => [id, quantity])).toEqual([
      [from, 25],
      [target?.id, 15],
    ]);
    const [stored] = await sql`select * from inventory_transfers where id = ${answer.body.id}`;
    expect(stored).toMatchObject({
      entity_id: trade.wholesaler.id,
      notes: 'for the weekend',
      actor_id: trade.seller.tokens?.user.id,
    });
  });

  test('writes a TRANSFER at both ends of the ledger, with source and running balance', async () => {
    const from = await stock(10);
    const { id, data } = ok(await transfer([line(from, 4, { to_location_id: there })], { notes: 'moved' }));
    const movementsOf = async (item = '') =>
      ok(await trade.seller.get<{ data: unknown[] }>(`/api/v1/inventory/${item}/movements`)).data;
    const common = {
      reason_code: 'TRANSFER',
      reserved_delta: 0,
      reserved_after: 0,
      notes: 'moved',
      actor: { id: trade.seller.tokens?.user.id, name: trade.seller.tokens?.user.name },
      source: { type: 'transfer', id },
    };
    expect((await movementsOf(data[0]?.id))[0]).toMatchObject({ ...common, delta: -4, quantity_after: 6 });
    expect(await movementsOf(data[1]?.id)).toMatchObject([{ ...common, delta: 4, quantity_after: 4 }]);
    await expectStockAddsUp(sql);
  });

  test('emits inventory.updated for both rows and one transfer.completed, and no low stock between selling rooms', async () => {
    const from = await stock(15);
    const {
      data: [source, target],
    } = ok(await transfer([line(from, 6), line(from, 2)]));
    const events = await sql<{ type: string; data: Record<string, unknown> }[]>`
      select type, data from events where entity_id = ${trade.wholesaler.id}
        and (data->>'id' in ${sql([from, target?.id ?? ''])} or data->'items'->0->>'from_inventory_id' = ${from})
      order by id`;
    const cause = { reason_code: 'TRANSFER' };
    const updated = (data: object) => ({ type: 'inventory.updated', data: expect.objectContaining(data) });
    expect(events).toHaveLength(3);
    expect(events).toEqual(
      expect.arrayContaining([
        updated({ ...target, ...cause, delta: 8, previous_quantity: 0 }),
        updated({ ...source, ...cause, delta: -8, previous_quantity: 15 }),
      ]),
    );
    const completed = events.find(({ type }) => type === 'transfer.completed')?.data;
    const party = { id: trade.wholesaler.id, name: trade.wholesaler.name };
    expect(completed).toEqual({
      order_id: null,
      from: party,
      to: party,
      items: [
        {
          product_id: source?.product_id,
          product_name: source?.product_name,
          variant_id: source?.variant_id,
          sku: source?.sku,
          quantity: 8,
          from_inventory_id: from,
          from_location_id: here,
          from_room_type: 'vault',
          to_inventory_id: target?.id,
          to_location_id: here,
          to_room_type: 'sales_floor',
        },
      ],
    });
    expect(TransferData.parse(completed)).toEqual(completed);
  });

  test('emits the same schema as a delivered order', async () => {
    const own = await openTrade(stage);
    const order = await placeOrderIn(own, 'delivered', 2);
    const events = await sql`
      select data from events where type = 'transfer.completed' and data->>'order_id' = ${order.id}`;
    expect(events).toHaveLength(2);
    for (const { data } of events) expect(TransferData.parse(data)).toEqual(data);
  });

  test('carries the unit cost to a row without units or a cost, and no other', async () => {
    const costs = (ids: string[], cents: number) =>
      sql`update inventory_items set unit_cost_cents = ${cents} where id in ${sql(ids)}`;
    const { variantId } = await createProduct(db, trade.wholesaler);
    const at = (roomType: Place['roomType'], quantity: number, locationId = here) =>
      createStock(db, trade.wholesaler, variantId, quantity, { roomType, locationId });
    const [from, priced, unknown, empty] = [
      await at('vault', 50),
      await at('sales_floor', 1),
      await at('secret_menu', 1),
      await at('vault', 0, there),
    ];
    await costs([from], 1750);
    await costs([priced], 900);
    const { data } = ok(
      await transfer([
        line(from, 1),
        line(from, 1, { to_room_type: 'secret_menu' }),
        line(from, 1, { to_location_id: there, to_room_type: 'vault' }),
        line(from, 1, { to_location_id: there }),
      ]),
    );
    expect(data.map(({ id, unit_cost }) => [id, unit_cost])).toEqual([
      [from, 17.5],
      [priced, 9],
      [unknown, 0],
      [empty, 17.5],
      [data[4]?.id, 17.5],
    ]);
  });

  test("may fill and empty a row in one transfer, but can't move units that arrive in it", async () => {
    const first = await stock(10);
    const { data } = ok(await transfer([line(first, 4)]));
    const second = data[1]?.id ?? '';
    const swap = ok(await transfer([line(first, 6), line(second, 4, { to_room_type: 'vault' })]));
    expect(swap.data.map(({ quantity }) => quantity)).toEqual([4, 6]);
    const short = await transfer([line(first, 4), line(second, 7, { to_room_type: 'vault' })]);
    expect(expectError(short, 'INSUFFICIENT_STOCK')).toMatchObject({ lines: [{ index: 1, available: 6 }] });
    await expectStockAddsUp(sql);
  });

  test.each([
    ['no lines', {}, 'lines'],
    ['null', { lines: null }, 'lines'],
    ['an empty list', { lines: [] }, 'lines'],
    ['501 lines', { lines: Array.from({ length: 501 }, () => line(ABSENT_ID, 1)) }, 'lines'],
    ['a line that is no object', { lines: ['x'] }, 'lines[0]'],
    ['a malformed item', { lines: [line('x', 1)] }, 'lines[0].inventory_id'],
    [
      'a malformed location',
      { lines: [line(ABSENT_ID, 1, { to_location_id: 'x' })] },
      'lines[0].to_location_id',
    ],
    [
      'no location',
      { lines: [line(ABSENT_ID, 1, { to_location_id: undefined })] },
      'lines[0].to_location_id',
    ],
    ['an unknown room', { lines: [line(ABSENT_ID, 1, { to_room_type: 'attic' })] }, 'lines[0].to_room_type'],
    ['a quantity of 0', { lines: [line(ABSENT_ID, 0)] }, 'lines[0].quantity'],
    ['a quantity below 0', { lines: [line(ABSENT_ID, -1)] }, 'lines[0].quantity'],
    ['half a unit', { lines: [line(ABSENT_ID, 0.5)] }, 'lines[0].quantity'],
    ['too many units', { lines: [line(ABSENT_ID, 2_000_000_001)] }, 'lines[0].quantity'],
    ['long notes', { lines: [line(ABSENT_ID, 1)], notes: 'n'.repeat(1001) }, 'notes'],
    ['an unknown key', { lines: [line(ABSENT_ID, 1, { reason_code: 'TRANSFER' })] }, 'lines[0].reason_code'],
    ['a key beside', { lines: [line(ABSENT_ID, 1)], note: 'x' }, 'note'],
  ])('rejects %s (400)', async (_, body, path) => {
    expectInvalid(await trade.seller.post(PATH, body), path);
  });

  test('rejects lines whose target is their source, naming each (400)', async () => {
    const from = await stock(5);
    const before = await traces();
    const stay = line(from, 1, { to_room_type: 'vault' });
    const answer = await transfer([line(from, 1), stay, stay]);
    expectInvalid(answer, 'lines[1].to_room_type', 'same_place');
    expectInvalid(answer, 'lines[2].to_room_type', 'same_place');
    expect(await traces()).toEqual(before);
  });

  test('responds to a foreign item or location exactly as to an absent one, and moves nothing (404)', async () => {
    const foreign = await openTrade(stage);
    const from = await stock(5);
    const before = await traces();
    const stranger = await transfer([line(from, 1), line(foreign.stockId, 1)]);
    const absent = await transfer([line(from, 1), line(ABSENT_ID, 1)]);
    expect(expectError(stranger, 'NOT_FOUND')).toEqual({
      index: 1,
      errors: [{ path: 'lines[1].inventory_id', code: 'not_found', message: expect.any(String) }],
    });
    expect(stranger.text).toBe(absent.text);
    for (const to_location_id of [foreign.wholesaler.locationIds[0], ABSENT_ID]) {
      expectAbsent(await transfer([line(from, 1, { to_location_id })]));
    }
    expect(await traces()).toEqual(before);
  });

  test('rejects a deleted location (404)', async () => {
    const gone = await createLocation(db, trade.wholesaler.id, 7);
    ok(await trade.seller.delete(`/api/v1/entity/locations/${gone}`));
    expectAbsent(await transfer([line(await stock(5), 1, { to_location_id: gone })]));
  });

  test("rejects either end outside the member's locations (404)", async () => {
    const manager = await stage.signIn(await createMember(db, trade.wholesaler, 'manager', [here]));
    const [near, far] = [await stock(5), await stock(5, { locationId: there })];
    expectAbsent(await transfer([line(near, 1, { to_location_id: there })], {}, manager));
    expectError(await transfer([line(near, 1), line(far, 1)], {}, manager), 'NOT_FOUND');
    expect((await transfer([line(near, 1)], {}, manager)).status).toBe(201);
  });

  test('rejects short lines, naming each, and moves nothing (409)', async () => {
    const own = await openTrade(stage, { quantity: 10, wholesaler: { locationCount: 2 } });
    const [place = ''] = own.wholesaler.locationIds;
    const { variantId } = await createProduct(db, own.wholesaler);
    const second = await createStock(db, own.wholesaler, variantId, 3);
    await placeOrder(own, 4);
    const before = await traces();
    const to = { to_location_id: place };
    const send = (lines: unknown) => transfer(lines, {}, own.seller);
    const short = await send([line(own.stockId, 4, to), line(second, 4, to), line(own.stockId, 3, to)]);
    const { lines, errors } = expectError(short, 'INSUFFICIENT_STOCK');
    expect(lines).toMatchObject([
      { index: 1, inventory_id: second, variant_id: variantId, available: 3 },
      { index: 2, inventory_id: own.stockId, sku: own.product.variants[0]?.sku, available: 2 },
    ]);
    expect(errors).toMatchObject([
      { path: 'lines[1].quantity', code: 'insufficient_stock' },
      { path: 'lines[2].quantity', code: 'insufficient_stock' },
    ]);
    expect(await traces()).toEqual(before);
    const { data } = ok(await send([line(own.stockId, 6, to)]));
    expect(data[0]).toMatchObject({ quantity: 4, reserved_quantity: 4, available_quantity: 0 });
  });

  test('rejects a row beyond its maximum (409 CONFLICT)', async () => {
    const { variantId } = await createProduct(db, trade.wholesaler);
    const from = await createStock(db, trade.wholesaler, variantId, 2);
    await createStock(db, trade.wholesaler, variantId, 1_999_999_999, { roomType: 'sales_floor' });
    expect(expectError(await transfer([line(from, 2)]), 'CONFLICT')).toMatchObject({
      reason: 'quantity_limit',
    });
    expect((await transfer([line(from, 1)])).status).toBe(201);
  });

  test('rejects a viewer (403) and a missing token (401)', async () => {
    const viewer = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer'));
    expectError(await transfer([line(ABSENT_ID, 1)], {}, viewer), 'FORBIDDEN');
    expectError(await transfer([line(ABSENT_ID, 1)], {}, stage.anybody), 'UNAUTHORIZED');
  });

  test('moves once per Idempotency-Key', async () => {
    const from = await stock(5);
    const send = () =>
      trade.seller.post<TransferBody>(
        PATH,
        { lines: [line(from, 2)] },
        { headers: { 'idempotency-key': from } },
      );
    const first = await send();
    const second = await send();
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect((await itemOf(from)).quantity).toBe(3);
  });

  test.skipIf(IS_SHORT)('moves 500 lines to 500 new rows in one request', async () => {
    const shop = await createBusiness(db, 'retailer');
    const owner = await stage.signIn(await createMember(db, shop, 'owner'));
    const { variants } = await createProduct(db, shop, { prices: Array.from({ length: 500 }, () => 100) });
    const rows: string[] = [];
    for (const { id } of variants) rows.push(await createStock(db, shop, id, 5));
    const to = { to_location_id: shop.locationIds[0] };
    const tooMuch = rows.map((id, i) => line(id, i === 499 ? 6 : 5, to));
    const before = await traces();
    expect(expectError(await transfer(tooMuch, {}, owner), 'INSUFFICIENT_STOCK')).toMatchObject({
      lines: [{ index: 499, available: 5 }],
    });
    expect(await traces()).toEqual(before);
    const answer = await transfer(
      rows.map((id) => line(id, 2, to)),
      {},
      owner,
    );
    expect(answer.status).toBe(201);
    expect(answer.body.data).toHaveLength(1000);
    expect(answer.body.data.filter(({ room_type }) => room_type === 'vault').map(({ id }) => id)).toEqual(
      rows,
    );
    await expectStockAddsUp(sql);
  });
});
