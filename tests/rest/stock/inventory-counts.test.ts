import { beforeAll, describe, expect, test } from 'vitest';
import { createLocation, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade, placeOrder, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { expectStockAddsUp } from '../../setup/invariants';
import { whileLocked } from '../../setup/locked-business';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/inventory/counts';

type Count = { id: string; status: string; counted: number; different: number | null };
type Line = {
  inventory_id: string;
  sku: string;
  counted: number | null;
  expected_quantity: number | null;
  difference: number | null;
};

let trade: Trade;
let seller: Client;
/** Items of the wholesaler's vault, 50 units each. */
let a: { id: string; sku: string };
let b: { id: string; sku: string };
beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 50 });
  seller = trade.seller;
  a = await another();
  b = await another();
});

async function another(quantity = 50): Promise<{ id: string; sku: string }> {
  const { variantId, variants } = await createProduct(db, trade.wholesaler);
  const id = await createStock(db, trade.wholesaler, variantId, quantity);
  return { id, sku: variants[0]?.sku ?? '' };
}

const start = async (fields: object = {}, client = seller) =>
  ok(
    await client.post<Count>(PATH, {
      location_id: trade.wholesaler.locationIds[0],
      room_type: 'vault',
      ...fields,
    }),
  );
const record = (id: string, body: object, client = seller) => client.put<Line>(`${PATH}/${id}/lines`, body);
const lines = async (id: string, query = '') =>
  ok(await seller.get<{ data: Line[] }>(`${PATH}/${id}/lines${query}`)).data;
const move = async (id: string, status: string) => ok(await seller.patch<Count>(`${PATH}/${id}`, { status }));
const apply = (id: string, body: object = {}) => seller.post<Count>(`${PATH}/${id}/apply`, body);
const adjust = async (id: string, quantity_change: number) =>
  ok(await seller.patch(`/api/v1/inventory/${id}`, { quantity_change, reason_code: 'SALE' }));
const quantityOf = async (id: string) =>
  ok(await seller.get<{ quantity: number }>(`/api/v1/inventory/${id}`)).quantity;

describe('counting', () => {
  test('keeps what was counted, by id and by SKU, and adds up scans', async () => {
    const { id } = await start();
    expect(ok(await record(id, { inventory_id: a.id, counted: 48 }))).toMatchObject({
      counted: 48,
      expected_quantity: 50,
      difference: -2,
    });
    for (let i = 0; i < 3; i++) ok(await record(id, { sku: b.sku, add: 1 }));
    expect((await lines(id, '?counted=true')).map(({ sku, counted }) => [sku, counted]).sort()).toEqual(
      [
        [a.sku, 48],
        [b.sku, 3],
      ].sort(),
    );
    expect(ok(await seller.get<Count>(`${PATH}/${id}`))).toMatchObject({ counted: 2, different: 2 });
    ok(await record(id, { inventory_id: a.id, clear: true }));
    expectInvalid(await record(id, { inventory_id: a.id, clear: false }), 'counted', 'ambiguous');
    expect(await lines(id, '?counted=true')).toHaveLength(1);
  });

  test('begins with the business, so that it holds no location that is being deleted', async () => {
    const [place = ''] = trade.wholesaler.locationIds;
    const { status } = await whileLocked(
      sql,
      trade.wholesaler.id,
      () => start(),
      (tx) => tx`select from locations where id = ${place} for update nowait`,
    );
    expect(status).toBe('counting');
  });

  test('loses no unit of scans that arrive together', async () => {
    const { id } = await start();
    const answers = await Promise.all(Array.from({ length: 40 }, () => record(id, { sku: a.sku, add: 1 })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await lines(id, '?counted=true')).toMatchObject([{ counted: 40 }]);
  });

  test('opens an item that is new in the room, and names an unknown and an ambiguous SKU', async () => {
    const { id } = await start({ room_type: 'quarantine' });
    expect(ok(await record(id, { sku: a.sku, add: 2 }))).toMatchObject({ counted: 2, expected_quantity: 0 });
    expectError(await record(id, { sku: 'NO-SUCH-SKU', add: 1 }), 'NOT_FOUND');
    const twin = await createProduct(db, trade.retailer);
    await sql`update product_variants set sku = ${b.sku} where id = ${twin.variantId}`;
    await createStock(db, trade.wholesaler, twin.variantId, 5);
    expectError(await record(id, { sku: b.sku, add: 1 }), 'CONFLICT');
  });

  test('rejects an item of another room, both names at once, neither, and negative counts', async () => {
    const { id } = await start({ room_type: 'sales_floor' });
    expectAbsent(await record(id, { inventory_id: a.id, counted: 1 }));
    expectInvalid(await record(id, { inventory_id: a.id, sku: a.sku, counted: 1 }), 'inventory_id');
    expectInvalid(await record(id, { sku: a.sku, counted: 1, add: 1 }), 'counted');
    expectInvalid(await record(id, { sku: a.sku }), 'counted');
    expectInvalid(await record(id, { sku: a.sku, counted: -1 }), 'counted');
  });

  test('hides what is expected in a blind count until its review', async () => {
    const { id } = await start({ blind: true });
    expect(ok(await record(id, { inventory_id: a.id, counted: 1 }))).toMatchObject({
      expected_quantity: null,
      difference: null,
    });
    expect((await lines(id)).every((line) => line.expected_quantity === null)).toBe(true);
    expect(await lines(id, '?different=true')).toEqual([]);
    expect(ok(await seller.get<Count>(`${PATH}/${id}`)).different).toBeNull();
    await move(id, 'review');
    expect(await lines(id, '?different=true')).toMatchObject([
      { counted: 1, difference: expect.any(Number) },
    ]);
  });

  test('takes entries of an assigned count from that member alone, until it is assigned again', async () => {
    const colleague = await createMember(db, trade.wholesaler, 'manager');
    const theirs = await stage.signIn(colleague);
    const { id } = await start({ assignee_id: colleague.id });
    expectError(await record(id, { inventory_id: a.id, counted: 1 }), 'FORBIDDEN');
    ok(await record(id, { inventory_id: a.id, counted: 1 }, theirs));
    ok(await seller.patch(`${PATH}/${id}`, { assignee_id: null }));
    ok(await record(id, { inventory_id: a.id, counted: 2 }));
    expectAbsent(await seller.patch(`${PATH}/${id}`, { assignee_id: ABSENT_ID }));
    expectInvalid(await seller.patch(`${PATH}/${id}`, {}), '');
  });

  test('rejects a viewer and a member of other locations as the assignee (400)', async () => {
    const { wholesaler } = trade;
    const elsewhere = await createLocation(db, wholesaler.id, 9);
    const viewer = await createMember(db, wholesaler, 'viewer');
    const stranger = await createMember(db, wholesaler, 'manager', [elsewhere]);
    const { id } = await start();
    for (const { id: assignee_id } of [viewer, stranger]) {
      expectInvalid(await seller.patch(`${PATH}/${id}`, { assignee_id }), 'assignee_id');
      const [location_id] = wholesaler.locationIds;
      const fields = { location_id, room_type: 'vault', assignee_id };
      expectInvalid(await seller.post(PATH, fields), 'assignee_id');
    }
  });

  test('is 404 for another business and for members without the location', async () => {
    const { id } = await start();
    for (const path of [`${PATH}/${id}`, `${PATH}/${id}/lines`]) expectAbsent(await trade.buyer.get(path));
    expectAbsent(await record(id, { inventory_id: a.id, counted: 1 }, trade.buyer));
    expectAbsent(await trade.buyer.post(`${PATH}/${id}/apply`, {}));
    expectAbsent(await trade.buyer.patch(`${PATH}/${id}`, { status: 'cancelled' }));
  });
});

describe('applying', () => {
  test('adjusts each difference with its reason in one act, and keeps what moved since it was counted', async () => {
    const [c, d, e] = [await another(20), await another(20), await another(20)];
    const { id } = await start();
    for (const [item, counted] of [
      [c, 17],
      [d, 20],
      [e, 25],
    ] as const) {
      ok(await record(id, { inventory_id: item.id, counted }));
    }
    // Sold after it was counted: the difference stays −3.
    await adjust(c.id, -4);
    expectError(await apply(id), 'CONFLICT');
    await move(id, 'review');
    expectError(await record(id, { inventory_id: c.id, counted: 1 }), 'CONFLICT');
    expect(ok(await apply(id, { notes: 'Monthly' }))).toMatchObject({ status: 'applied', different: 2 });
    expect([await quantityOf(c.id), await quantityOf(d.id), await quantityOf(e.id)]).toEqual([13, 20, 25]);
    const moved = await sql`
      select item_id, delta, reason_code, notes from inventory_movements
      where source_type = 'count' and source_id = ${id} order by delta`;
    expect(moved).toEqual([
      { item_id: c.id, delta: -3, reason_code: 'AUDIT', notes: 'Monthly' },
      { item_id: e.id, delta: 5, reason_code: 'AUDIT', notes: 'Monthly' },
    ]);
    expectError(await apply(id), 'CONFLICT');
    await expectStockAddsUp(stage.sql);
  });

  test('applies a count once, however often it is sent at the same time', async () => {
    const c = await another(10);
    const { id } = await start();
    ok(await record(id, { inventory_id: c.id, counted: 4 }));
    await move(id, 'review');
    const answers = await Promise.all(Array.from({ length: 8 }, () => apply(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await quantityOf(c.id)).toBe(4);
  });

  test('names a variant that was deleted since it was counted (409), whose entry can be cleared', async () => {
    const { id: productId, variantId, variants } = await createProduct(db, trade.wholesaler);
    const item = await createStock(db, trade.wholesaler, variantId, 0);
    const { id } = await start();
    ok(await record(id, { sku: variants[0]?.sku, counted: 3 }));
    expect((await seller.delete(`/api/v1/products/${productId}/variants/${variantId}`)).status).toBe(204);
    await move(id, 'review');
    const answer = await apply(id);
    expectError(answer, 'CONFLICT');
    expect(answer.body).toMatchObject({ error: { details: { reason: 'deleted', inventory_ids: [item] } } });
    await move(id, 'counting');
    expect(ok(await record(id, { inventory_id: item, clear: true }))).toMatchObject({ counted: null });
    await move(id, 'review');
    expect(ok(await apply(id))).toMatchObject({ status: 'applied' });
  });

  test('changes nothing when an item would have less than orders have reserved, and names it', async () => {
    const c = await another(10);
    await placeOrder(trade);
    const { id } = await start();
    ok(await record(id, { inventory_id: c.id, counted: 3 }));
    ok(await record(id, { inventory_id: trade.stockId, counted: 0 }));
    await move(id, 'review');
    const answer = await apply(id);
    expectError(answer, 'INSUFFICIENT_STOCK');
    expect(JSON.stringify(answer.body)).toContain(trade.stockId);
    expect(await quantityOf(c.id)).toBe(10);
    await move(id, 'counting');
    ok(await record(id, { inventory_id: trade.stockId, clear: true }));
    await move(id, 'review');
    ok(await apply(id));
    expect(await quantityOf(c.id)).toBe(3);
  });
});
