import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type ItemBody, openTrade, placeOrder, type Trade } from '../../factories/trade';
import type { Client } from '../../setup/client';
import { ABSENT_ID, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
let trade: Trade;
/** Rows of the wholesaler's, 50 units in each, by id. */
let ids: string[];
beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 50 });
  ids = [trade.stockId];
  for (let i = 0; i < 4; i++) ids.push(await anotherRow(50));
});

async function anotherRow(quantity: number): Promise<string> {
  const { variantId } = await createProduct(db, trade.wholesaler);
  return createStock(db, trade.wholesaler, variantId, quantity);
}

const PATH = '/api/v1/inventory/bulk-update';
const entry = (id: string | undefined, quantity_change = 1, fields: object = {}) => ({
  id,
  quantity_change,
  reason_code: 'AUDIT',
  ...fields,
});
const bulk = (updates: unknown, client: Client = trade.seller) =>
  client.post<{ data: ItemBody[] }>(PATH, { updates });
const quantities = async () => {
  const rows = await sql<{ id: string; quantity: number }[]>`
    select id, quantity from inventory_items where id in ${sql(ids)}`;
  return new Map(rows.map((row) => [row.id, row.quantity]));
};
const traces = async () => {
  const [row] = await sql`
    select (select count(*) from inventory_movements) as movements, (select count(*) from events) as events,
      (select count(*) from audit_log) as audit`;
  return row;
};

describe('POST /api/v1/inventory/bulk-update', () => {
  test('returns the items in the order of the entries (200)', async () => {
    const wanted = [3, 0, 4, 1].map((i) => ids[i]);
    const before = await quantities();
    const answer = await bulk(wanted.map((id, i) => entry(id, i + 1)));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['data']);
    expect(answer.body.data.map((item) => item.id)).toEqual(wanted);
    expect(answer.body.data.map((item) => item.quantity)).toEqual(
      wanted.map((id, i) => (before.get(id ?? '') ?? 0) + i + 1),
    );
    const { body } = await trade.seller.get(`/api/v1/inventory/${wanted[2]}`);
    expect(answer.body.data[2]).toEqual(body);
  });

  test('records each entry with its own reason and notes, event and audit row', async () => {
    const [first, second] = [await anotherRow(20), await anotherRow(20)];
    await bulk([
      entry(first, -3, { reason_code: 'DAMAGE', notes: 'say "no", {x}, \\back\\' }),
      entry(second, -12, { reason_code: 'THEFT' }),
    ]);
    const moved = await sql`
      select item_id, delta, reason_code, notes, source_type from inventory_movements
      where item_id in ${sql([first, second])} and source_type = 'api' order by delta desc`;
    expect(moved).toMatchObject([
      { item_id: first, delta: -3, reason_code: 'DAMAGE', notes: 'say "no", {x}, \\back\\' },
      { item_id: second, delta: -12, reason_code: 'THEFT', notes: null },
    ]);
    const events = await sql`
      select type, data from events where data->>'id' in ${sql([first, second])} order by id`;
    expect(events).toMatchObject([
      {
        type: 'inventory.updated',
        data: { id: first, delta: -3, reason_code: 'DAMAGE', previous_quantity: 20 },
      },
      { type: 'inventory.updated', data: { id: second, delta: -12, reason_code: 'THEFT', quantity: 8 } },
      { type: 'inventory.low_stock', data: { id: second, threshold: 10, available_quantity: 8 } },
    ]);
    const audit = await sql`
      select action, object_id, before, after from audit_log where object_id in ${sql([first, second])}
      order by id`;
    expect(audit).toMatchObject([
      { action: 'inventory.adjusted', object_id: first, before: { quantity: 20 }, after: { quantity: 17 } },
      {
        object_id: second,
        before: { quantity: 20 },
        after: { quantity: 8, reason_code: 'THEFT', notes: null },
      },
    ]);
  });

  test.each([
    ['no updates', {}, 'updates'],
    ['null', { updates: null }, 'updates'],
    ['an object', { updates: {} }, 'updates'],
    ['an empty list', { updates: [] }, 'updates'],
    ['501 entries', { updates: Array.from({ length: 501 }, () => entry(ABSENT_ID)) }, 'updates'],
    ['an entry that is no object', { updates: [1] }, 'updates[0]'],
    ['no id', { updates: [entry(undefined)] }, 'updates[0].id'],
    ['a malformed id', { updates: [entry('x')] }, 'updates[0].id'],
    [
      'no change',
      { updates: [entry(ABSENT_ID, undefined, { quantity_change: undefined })] },
      'updates[0].quantity_change',
    ],
    ['a change of 0', { updates: [entry(ABSENT_ID, 0)] }, 'updates[0].quantity_change'],
    ['half a unit', { updates: [entry(ABSENT_ID, 0.5)] }, 'updates[0].quantity_change'],
    [
      'a change as text',
      { updates: [entry(ABSENT_ID, 1, { quantity_change: '1' })] },
      'updates[0].quantity_change',
    ],
    ['no reason', { updates: [entry(ABSENT_ID, 1, { reason_code: undefined })] }, 'updates[0].reason_code'],
    [
      'an unknown reason',
      { updates: [entry(ABSENT_ID, 1, { reason_code: 'LOST' })] },
      'updates[0].reason_code',
    ],
    ['long notes', { updates: [entry(ABSENT_ID, 1, { notes: 'n'.repeat(1001) })] }, 'updates[0].notes'],
    ['an unknown key', { updates: [entry(ABSENT_ID, 1, { quantity: 5 })] }, 'updates[0].quantity'],
    ['a key beside', { updates: [entry(ABSENT_ID)], reason_code: 'AUDIT' }, 'reason_code'],
  ])('rejects %s (400)', async (_, body, path) => {
    expectInvalid(await trade.seller.post(PATH, body), path);
  });

  test('rejects a repeated id in any notation, naming the second (400)', async () => {
    const before = await traces();
    const [id] = ids;
    const answer = await bulk([entry(id), entry(ids[1]), entry(id?.toUpperCase(), 2)]);
    expectInvalid(answer, 'updates[2].id', 'duplicate');
    expect(await traces()).toEqual(before);
  });

  test.skipIf(IS_SHORT)(
    'applies 500 entries in one request, or none if the last one is invalid',
    async () => {
      const shop = await createBusiness(db, 'retailer');
      const owner = await stage.signIn(await createMember(db, shop, 'owner'));
      const { variants } = await createProduct(db, shop, { prices: Array.from({ length: 500 }, () => 100) });
      const rows: string[] = [];
      for (const { id } of variants) rows.push(await createStock(db, shop, id, 5));
      const before = await traces();
      const tooMuch = rows.map((id, i) => entry(id, i === 499 ? -6 : -5));
      expect(expectError(await bulk(tooMuch, owner), 'INSUFFICIENT_STOCK')).toEqual({
        reason: 'insufficient_stock',
        index: 499,
        quantity: 5,
        reserved_quantity: 0,
        errors: [
          { path: 'updates[499].quantity_change', code: 'insufficient_stock', message: expect.any(String) },
        ],
      });
      const absent = rows.map((id, i) => entry(i === 499 ? ABSENT_ID : id, -5));
      expect(expectError(await bulk(absent, owner), 'NOT_FOUND')).toMatchObject({ index: 499 });
      expect(await traces()).toEqual(before);

      const answer = await bulk(
        rows.map((id) => entry(id, 2)),
        owner,
      );
      expect(answer.body.data.map((item) => item.id)).toEqual(rows);
      expect(new Set(answer.body.data.map((item) => item.quantity))).toEqual(new Set([7]));
      const [events] = await sql`select count(*)::int as n from events where entity_id = ${shop.id}`;
      expect(events?.n).toBe(500);
      await expectStockAddsUp(sql);
    },
  );

  test('rejects a quantity below reserved, beyond the limit, or other than expected (409)', async () => {
    const own = await openTrade(stage, { quantity: 10 });
    const { variantId } = await createProduct(db, own.wholesaler);
    const second = await createStock(db, own.wholesaler, variantId, 3);
    await placeOrder(own, 4);
    const send = (updates: unknown) => bulk(updates, own.seller);
    const short = expectError(await send([entry(second, 1), entry(own.stockId, -7)]), 'INSUFFICIENT_STOCK');
    expect(short).toMatchObject({ index: 1, quantity: 10, reserved_quantity: 4 });
    const full = expectError(await send([entry(own.stockId, 2_000_000_000), entry(second)]), 'CONFLICT');
    expect(full).toMatchObject({ index: 0, reason: 'quantity_limit', quantity: 10 });
    const stale = expectError(
      await send([
        entry(own.stockId, 1, { expected_quantity: 10 }),
        entry(second, 1, { expected_quantity: 4 }),
      ]),
      'CONFLICT',
    );
    expect(stale).toMatchObject({ index: 1, reason: 'quantity_changed', quantity: 3 });
    const answer = await send([
      entry(own.stockId, -6, { expected_quantity: 10 }),
      entry(second, 1, { expected_quantity: 3 }),
    ]);
    expect(answer.body.data).toMatchObject([{ quantity: 4, available_quantity: 0 }, { quantity: 4 }]);
  });

  test('responds to a foreign row exactly as to an absent one, before any shortage (404)', async () => {
    const foreign = await openTrade(stage);
    const [own] = ids;
    const stranger = await bulk([entry(own, -1_000_000), entry(foreign.stockId)]);
    const absent = await bulk([entry(own, -1_000_000), entry(ABSENT_ID)]);
    expect(expectError(stranger, 'NOT_FOUND')).toEqual({
      index: 1,
      errors: [{ path: 'updates[1].id', code: 'not_found', message: expect.any(String) }],
    });
    expect(stranger.text).toBe(absent.text);
  });

  test("rejects rows outside the member's locations (404)", async () => {
    const shop = await createBusiness(db, 'retailer', { locationCount: 2 });
    const [here, there] = shop.locationIds;
    const manager = await stage.signIn(await createMember(db, shop, 'manager', [here]));
    const { variantId } = await createProduct(db, shop);
    const near = await createStock(db, shop, variantId, 5);
    const far = await createStock(db, shop, variantId, 5, { locationId: there ?? '' });
    expectError(await bulk([entry(near), entry(far)], manager), 'NOT_FOUND');
    expect((await bulk([entry(near)], manager)).status).toBe(200);
  });

  test('rejects a viewer (403) and a missing token (401)', async () => {
    const viewer = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer'));
    expectError(await bulk([entry(ids[0])], viewer), 'FORBIDDEN');
    expectError(await bulk([entry(ids[0])], stage.anybody), 'UNAUTHORIZED');
  });

  test('completes parallel updates in opposite orders, each counted', async () => {
    const before = await quantities();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => {
        const order = i % 2 === 0 ? ids : [...ids].reverse();
        return bulk(order.map((id) => entry(id, i % 4 === 0 ? -1 : 1)));
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const after = await quantities();
    for (const id of ids) expect(after.get(id)).toBe((before.get(id) ?? 0) + 20);
    await expectStockAddsUp(sql);
  });
});
