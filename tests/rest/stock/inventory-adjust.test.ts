import { beforeAll, describe, expect, test } from 'vitest';
import { createKey, withKey } from '../../factories/api-key';
import { createMember } from '../../factories/business';
import { type ItemBody, openTrade, placeOrder, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../../setup/expect';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const NOT_OF_AN_ORDER = { id: null, number: null, party: null, order_id: null };
const stage = await openStage();
const { sql } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 50 });
});

const REASONS = ['SALE', 'RETURN', 'ADJUSTMENT', 'DAMAGE', 'THEFT', 'TRANSFER', 'AUDIT'];
const adjustIn = ({ seller, stockId }: Trade, body: object) =>
  seller.patch<ItemBody>(`/api/v1/inventory/${stockId}`, { reason_code: 'AUDIT', ...body });
const adjust = (body: object) => adjustIn(trade, body);
const eventsOf = (stockId: string) => sql<
  { type: string; entity_id: string; data: Record<string, unknown> }[]
>`
  select type, entity_id, data from events where data->>'id' = ${stockId} order by id`;

describe('PATCH /api/v1/inventory/{id}', () => {
  test.each(REASONS)('adjusts for %s without notes, with a ledger row (200)', async (reason_code) => {
    const { body: before } = await trade.seller.get<ItemBody>(`/api/v1/inventory/${trade.stockId}`);
    const answer = await adjust({ quantity_change: 2, reason_code });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...before,
      quantity: before.quantity + 2,
      amount: before.quantity + 2,
      available_quantity: before.available_quantity + 2,
      sellable_quantity: before.sellable_quantity + 2,
      unassigned_quantity: before.unassigned_quantity + 2,
      updated_at: expect.any(String),
    });
    expect(answer.body.updated_at > before.updated_at).toBe(true);
    const { body } = await trade.seller.get<{ data: object[] }>(
      `/api/v1/inventory/${trade.stockId}/movements?limit=1`,
    );
    expect(body.data).toEqual([
      {
        id: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        reason_code,
        delta: 2,
        amount: 2,
        reserved_delta: 0,
        quantity_after: before.quantity + 2,
        amount_after: before.quantity + 2,
        unit: null,
        step: null,
        reserved_after: before.reserved_quantity,
        notes: null,
        actor: { id: trade.seller.tokens?.user.id, name: trade.seller.tokens?.user.name },
        source: { ...NOT_OF_AN_ORDER, type: 'api' },
        lot_id: null,
        lot_basis: null,
      },
    ]);
  });

  test('accepts notes of 1000 characters (200) and rejects 1001 (400)', async () => {
    const notes = 'n'.repeat(1000);
    expect((await adjust({ quantity_change: -1, notes })).status).toBe(200);
    const [row] = await sql`select notes from inventory_movements order by position desc limit 1`;
    expect(row).toEqual({ notes });
    expectInvalid(await adjust({ quantity_change: -1, notes: `${notes}n` }), 'notes');
  });

  test.each([
    ['no change', {}, 'quantity_change'],
    ['no reason', { quantity_change: 1, reason_code: undefined }, 'reason_code'],
    ['an unknown reason', { quantity_change: 1, reason_code: 'LOST' }, 'reason_code'],
    ['a reason in lower case', { quantity_change: 1, reason_code: 'sale' }, 'reason_code'],
    ['a change of 0', { quantity_change: 0 }, 'quantity_change'],
    ['a change beyond the limit', { quantity_change: 2_000_000_001 }, 'quantity_change'],
    ['a quantity', { quantity_change: 1, quantity: 5 }, 'quantity'],
    ['a negative expectation', { quantity_change: 1, expected_quantity: -1 }, 'expected_quantity'],
    ['another id', { quantity_change: 1, id: ABSENT_ID }, 'id'],
  ])('rejects %s (400)', async (_, body, path) => {
    expectInvalid(await adjust(body), path);
  });

  test('accepts the unchanged item beside the change (200) and rejects changed fields by name (400)', async () => {
    const own = await openTrade(stage, { quantity: 10 });
    const path = `/api/v1/inventory/${own.stockId}`;
    const { body: item } = await own.seller.get<ItemBody>(path);
    expect((await adjustIn(own, { ...item, quantity_change: -3 })).body).toEqual({
      ...item,
      quantity: 7,
      amount: 7,
      available_quantity: 7,
      sellable_quantity: 7,
      unassigned_quantity: 7,
      low_stock: true,
      updated_at: expect.any(String),
    });
    // What was read is no longer so.
    const stale = await adjustIn(own, { ...item, quantity_change: -3 });
    expectInvalid(stale, 'quantity', 'read_only');
    expectInvalid(stale, 'available_quantity', 'read_only');
    expectInvalid(await adjustIn(own, { quantity_change: 1, unit_cost: 3 }), 'unit_cost', 'read_only');
    expectInvalid(await adjustIn(own, { quantity_change: 1, sku: 'other' }), 'sku', 'read_only');
    const absent = { ...item, id: ABSENT_ID, quantity_change: 1, reason_code: 'AUDIT' };
    expectAbsent(await own.seller.patch(`/api/v1/inventory/${ABSENT_ID}`, absent));
    expect((await own.seller.get<ItemBody>(path)).body.quantity).toBe(7);
  });

  test('rejects a quantity below zero or below reserved, and changes nothing (409)', async () => {
    const own = await openTrade(stage, { quantity: 10 });
    await placeOrder(own, 4);
    for (const quantity_change of [-7, -10, -11, -2_000_000_000]) {
      const answer = await adjustIn(own, { quantity_change });
      expect(expectError(answer, 'INSUFFICIENT_STOCK')).toEqual({
        reason: 'insufficient_stock',
        quantity: 10,
        reserved_quantity: 4,
      });
    }
    expect((await adjustIn(own, { quantity_change: -6 })).body).toMatchObject({
      quantity: 4,
      reserved_quantity: 4,
      available_quantity: 0,
    });
    await expectStockAddsUp(sql);
  });

  test('rejects an unexpected quantity with the current one (409), and accepts the expected one (200)', async () => {
    const own = await openTrade(stage, { quantity: 10 });
    const answer = await adjustIn(own, { quantity_change: 1, expected_quantity: 9 });
    expect(expectError(answer, 'CONFLICT')).toMatchObject({ quantity: 10 });
    const first = adjustIn(own, { quantity_change: 1, expected_quantity: 10 });
    const second = adjustIn(own, { quantity_change: 1, expected_quantity: 10 });
    const statuses = (await Promise.all([first, second])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  test('accepts up to 2,000,000,000 units (200) and rejects more (409)', async () => {
    const own = await openTrade(stage, { quantity: 1 });
    expect((await adjustIn(own, { quantity_change: 1_999_999_999 })).body.quantity).toBe(2_000_000_000);
    const details = expectError(await adjustIn(own, { quantity_change: 1 }), 'CONFLICT');
    expect(details).toEqual({ reason: 'quantity_limit', quantity: 2_000_000_000 });
    expectError(await adjustIn(own, { quantity_change: 2_000_000_000 }), 'CONFLICT');
    expect((await adjustIn(own, { quantity_change: -2_000_000_000 })).body.quantity).toBe(0);
  });

  test('emits inventory.updated for each change, and low_stock only when the threshold is crossed downward', async () => {
    const own = await openTrade(stage, { quantity: 12 });
    for (const quantity_change of [-2, -1, -1, 5, -4, 10]) await adjustIn(own, { quantity_change });
    const events = await eventsOf(own.stockId);
    expect(events.map(({ type }) => type)).toEqual([
      'inventory.updated', // 12 → 10: not below 10
      'inventory.updated', // → 9: crossed
      'inventory.low_stock',
      'inventory.updated', // → 8: below already
      'inventory.updated', // → 13
      'inventory.updated', // → 9: crossed again
      'inventory.low_stock',
      'inventory.updated', // → 19
    ]);
    expect(new Set(events.map((event) => event.entity_id))).toEqual(new Set([own.wholesaler.id]));
    expect(events[0]?.data).toMatchObject({
      id: own.stockId,
      quantity: 10,
      available_quantity: 10,
      delta: -2,
      reason_code: 'AUDIT',
      previous_quantity: 12,
    });
    expect(events[2]?.data).toMatchObject({ id: own.stockId, quantity: 9, threshold: 10 });
  });

  test('leaves no event, ledger row or audit row for a rejected change', async () => {
    const own = await openTrade(stage, { quantity: 1 });
    await adjustIn(own, { quantity_change: -5 });
    expect(await eventsOf(own.stockId)).toEqual([]);
    expect(await sql`select 1 from audit_log where object_id = ${own.stockId}`).toHaveLength(0);
  });

  test('audits before and after', async () => {
    const own = await openTrade(stage, { quantity: 7 });
    await adjustIn(own, { quantity_change: -2, reason_code: 'THEFT', notes: 'seen' });
    const rows =
      await sql`select action, before, after, actor_id, request_id from audit_log where object_id = ${own.stockId}`;
    expect(rows).toMatchObject([
      {
        action: 'inventory.adjusted',
        before: { quantity: 7 },
        after: { quantity: 5, reason_code: 'THEFT', notes: 'seen' },
        actor_id: own.seller.tokens?.user.id,
      },
    ]);
  });

  test.each([ABSENT_ID, ...MALFORMED_IDS])('rejects %s (404)', async (id) => {
    const body = { quantity_change: 1, reason_code: 'AUDIT' };
    expectAbsent(await trade.seller.patch(`/api/v1/inventory/${id}`, body));
  });

  test('rejects another business (404), a viewer (403) and a missing token (401)', async () => {
    const path = `/api/v1/inventory/${trade.stockId}`;
    const body = { quantity_change: 1, reason_code: 'AUDIT' };
    expectAbsent(await trade.buyer.patch(path, body));
    const viewer = await stage.signIn(await createMember(stage.db, trade.wholesaler, 'viewer'));
    expect(expectError(await viewer.patch(path, body), 'FORBIDDEN')).toEqual({
      reason: 'permission_required',
      permission: 'update:inventory',
    });
    expectError(await stage.anybody.patch(path, body), 'UNAUTHORIZED');
  });

  test('accepts a manager (200)', async () => {
    const manager = await stage.signIn(await createMember(stage.db, trade.wholesaler, 'manager'));
    const body = { quantity_change: 1, reason_code: 'AUDIT', id: trade.stockId };
    expect((await manager.patch(`/api/v1/inventory/${trade.stockId}`, body)).status).toBe(200);
  });
});

describe('GET /api/v1/inventory/{id}/movements', () => {
  test('lists newest first, with the order’s id (200)', async () => {
    const own = await openTrade(stage, { quantity: 30 });
    const order = await placeOrder(own, 4);
    await adjustIn(own, { quantity_change: -1, notes: 'broken', reason_code: 'DAMAGE' });
    await own.buyer.post(`/api/v1/orders/${order.id}/cancel`, { reason: 'changed my mind' });
    const { status, body } = await own.seller.get<{ data: object[] }>(
      `/api/v1/inventory/${own.stockId}/movements`,
    );
    expect(status).toBe(200);
    const { name: party } = own.retailer;
    const of = { number: order.order_number, party, order_id: order.id };
    const source = { type: 'order', id: order.id, ...of };
    expect(body).toMatchObject({
      data: [
        { delta: 0, reserved_delta: -4, quantity_after: 29, reserved_after: 0, source, reason_code: 'SALE' },
        { delta: -1, reserved_delta: 0, quantity_after: 29, reserved_after: 4, notes: 'broken' },
        { delta: 0, reserved_delta: 4, quantity_after: 30, reserved_after: 4, source, reason_code: 'SALE' },
        { delta: 30, quantity_after: 30, source: { ...NOT_OF_AN_ORDER, type: 'count' } },
      ],
      pagination: { page: 1, limit: 50, total: 4 },
    });
  });

  test('names no order to a key that reads stock alone', async () => {
    const own = await openTrade(stage, { quantity: 30 });
    const order = await placeOrder(own, 4);
    const { secret } = await createKey(own.seller, { permissions: ['read:inventory'] });
    const key = withKey(stage.server.url, secret);
    const path = `/api/v1/inventory/${own.stockId}/movements?limit=1`;
    expect(ok(await key.get<{ data: object[] }>(path)).data).toMatchObject([
      { source: { ...NOT_OF_AN_ORDER, type: 'order', id: order.id } },
    ]);
  });

  test.each([ABSENT_ID, ...MALFORMED_IDS])('rejects %s (404)', async (id) => {
    expectAbsent(await trade.seller.get(`/api/v1/inventory/${id}/movements`));
  });

  test('rejects another business (404) and a missing token (401)', async () => {
    const path = `/api/v1/inventory/${trade.stockId}/movements`;
    expectAbsent(await trade.buyer.get(path));
    expectError(await stage.anybody.get(path), 'UNAUTHORIZED');
  });
});
