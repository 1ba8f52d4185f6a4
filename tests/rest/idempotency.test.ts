import { describe, expect, test } from 'vitest';
import { SecretCipher } from '../../server/platform/secrets/cipher';
import { createMember } from '../factories/business';
import { type ItemBody, type OrderBody, openTrade } from '../factories/trade';
import { expectError, expectInvalid } from '../setup/expect';
import { IS_SHORT } from '../setup/full';
import { TEST_SECRET } from '../setup/server';
import { openStage } from '../setup/stage';

const stage = await openStage();
const { sql } = stage;
const trade = await openTrade(stage, { quantity: 10_000 });
const { buyer, seller, wholesaler, product, stockId } = trade;

let keys = 0;
const newKey = () => `key ${++keys} of the tests`;
const order = (quantity = 1) => ({
  wholesaler_id: wholesaler.id,
  items: [{ product_id: product.id, quantity }],
});
const place = (key: string, body: unknown = order()) =>
  buyer.send<OrderBody>('POST', '/api/v1/orders', { body, headers: { 'idempotency-key': key } });
const countOrders = async () => Number((await sql`select count(*) from orders`)[0]?.count);

describe('Idempotency-Key', () => {
  test('replays the same response byte for byte, marked as a replay, with one order, event and audit row (201)', async () => {
    const key = newKey();
    const first = await place(key);
    const second = await place(key);
    expect(first.status).toBe(201);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(second.status).toBe(201);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.text).toBe(first.text);
    const [rows] = await sql`
      select (select count(*)::int from audit_log where object_id = ${first.body.id}) as audited,
        (select count(*)::int from events where data->>'id' = ${first.body.id} and type = 'order.created') as told`;
    expect(rows).toEqual({ audited: 1, told: 2 });
  });

  test('places one order for 100 parallel requests; the others conflict or replay its response', async () => {
    const key = newKey();
    const before = await countOrders();
    const answers = await Promise.all(Array.from({ length: 100 }, () => place(key)));
    expect(await countOrders()).toBe(before + 1);
    const created = answers.filter((answer) => answer.status === 201);
    const waiting = answers.filter((answer) => answer.status === 409);
    expect(created.length + waiting.length).toBe(100);
    expect(new Set(created.map((answer) => answer.body.id)).size).toBe(1);
    expect(created.filter((answer) => answer.headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    for (const answer of waiting) {
      expectError(answer, 'IDEMPOTENCY_IN_PROGRESS');
      expect(answer.headers['retry-after']).toBe('1');
    }
  });

  test("compares bodies as JSON: key order, white space and number notation don't matter", async () => {
    const key = newKey();
    const first = await place(key);
    const { wholesaler_id, items } = order() as { wholesaler_id: string; items: Record<string, unknown>[] };
    const [line] = items;
    const respelled = `{ "items" : [{"quantity": 1.0e0, "product_id":"${line?.product_id}"}],
      "wholesaler_id": "${wholesaler_id}" }`;
    const second = await place(key, respelled);
    expect(second.headers['idempotent-replayed'], second.text).toBe('true');
    expect(second.body.id).toBe(first.body.id);
    expectError(await place(key, `${respelled.slice(0, -1)}, "notes": " "}`), 'IDEMPOTENCY_KEY_REUSED');
  });

  test('rejects another body under a used key and changes nothing (422)', async () => {
    const key = newKey();
    await place(key);
    const before = await countOrders();
    expectError(await place(key, order(2)), 'IDEMPOTENCY_KEY_REUSED');
    expect(await countOrders()).toBe(before);
  });

  test('rejects a replay stored under another secret and runs nothing again (422)', async () => {
    const key = newKey();
    const { body } = await place(key);
    const foreign = new SecretCipher('another secret of the server').seal('idempotent answer', '{}');
    await sql`update idempotency_keys set answer = ${foreign} where key = ${key}`;
    const before = await countOrders();
    expectError(await place(key), 'IDEMPOTENCY_KEY_REUSED');
    expect(await countOrders()).toBe(before);
    expect((await buyer.get(`/api/v1/orders/${body.id}`)).status).toBe(200);
  });

  test('stores responses compressed, and replays those that were stored plain', async () => {
    const key = newKey();
    const { text, body } = await place(key);
    const [row] = await sql<{ answer: string }[]>`select answer from idempotency_keys where key = ${key}`;
    expect(row?.answer.length).toBeLessThan(text.length);
    const plain = new SecretCipher(TEST_SECRET).seal(
      'idempotent response',
      JSON.stringify({ ...body, notes: 'plain' }),
    );
    await sql`update idempotency_keys set answer = ${plain} where key = ${key}`;
    expect((await place(key)).body).toEqual({ ...body, notes: 'plain' });
  });

  test('stores 20 MB a day for a business: beyond it keys are 429, replays and requests without a key go on', async () => {
    const other = await openTrade(stage, { quantity: 10_000 });
    const adjust = (key?: string) =>
      other.seller.send<ItemBody>('PATCH', `/api/v1/inventory/${other.stockId}`, {
        body: { quantity_change: 1, reason_code: 'RETURN' },
        ...(key && { headers: { 'idempotency-key': key } }),
      });
    const first = newKey();
    expect((await adjust(first)).status).toBe(200);
    // One response at a time would take minutes: what all processes have counted is set.
    const day = `responses:${other.wholesaler.id}:${new Date().toISOString().slice(0, 10)}`;
    await sql`insert into rate_limits (key, points, expire) values (${day}, 19999999, now() + interval '1 day')`;
    const limited = await adjust(newKey());
    expectError(limited, 'RATE_LIMITED');
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    expect((await adjust(first)).headers['idempotent-replayed']).toBe('true');
    expect((await adjust()).status).toBe(200);
  });

  test.skipIf(IS_SHORT)('counts what is stored in the day of the business', async () => {
    const other = await openTrade(stage, { quantity: 10_000 });
    const notes = Array.from({ length: 900 }, (_, i) =>
      String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000)),
    ).join('');
    const items = [{ product_id: other.product.id, quantity: 1 }];
    for (let n = 0; n < 40; n++) {
      const body = { wholesaler_id: other.wholesaler.id, items, notes };
      const headers = { 'idempotency-key': newKey() };
      expect((await other.buyer.send('POST', '/api/v1/orders', { body, headers })).status).toBe(201);
    }
    const [stored] = await sql<{ bytes: number }[]>`
      select sum(length(answer))::int as bytes from idempotency_keys where entity_id = ${other.retailer.id}`;
    const [counted] = await sql<{ points: number }[]>`
      select points from rate_limits where key like ${`responses:${other.retailer.id}:%`}`;
    expect(stored?.bytes).toBeGreaterThan(65_536);
    expect((stored?.bytes ?? 0) - (counted?.points ?? 0)).toBeLessThan(65_536);
    expect(counted?.points).toBeGreaterThanOrEqual(65_536);
  });

  test('keeps the key of a failed request free', async () => {
    const key = newKey();
    const tooMany = { quantity_change: -1_000_000, reason_code: 'SALE' };
    const path = `/api/v1/inventory/${stockId}`;
    const headers = { 'idempotency-key': key };
    expectError(await seller.send('PATCH', path, { body: tooMany, headers }), 'INSUFFICIENT_STOCK');
    const body = { quantity_change: 1, reason_code: 'RETURN' };
    const done = await seller.send<ItemBody>('PATCH', path, { body, headers });
    expect(done.status).toBe(200);
    expect(done.headers['idempotent-replayed']).toBeUndefined();
    const again = await seller.send<ItemBody>('PATCH', path, { body, headers });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.quantity).toBe(done.body.quantity);
  });

  test('scopes a key to member, method and path', async () => {
    const key = newKey();
    const headers = { 'idempotency-key': key };
    const body = { quantity_change: 1, reason_code: 'RETURN' };
    const path = `/api/v1/inventory/${stockId}`;
    const colleague = await stage.signIn(await createMember(stage.db, wholesaler, 'manager'));
    const mine = await seller.send<ItemBody>('PATCH', path, { body, headers });
    const theirs = await colleague.send<ItemBody>('PATCH', path, { body, headers });
    expect(theirs.headers['idempotent-replayed']).toBeUndefined();
    expect(theirs.body.quantity).toBe(mine.body.quantity + 1);
  });

  test('replays the response even after the object changed', async () => {
    const { body: placed } = await place(newKey());
    const path = `/api/v1/orders/${placed.id}/status`;
    const accept = { body: { status: 'accepted' }, headers: { 'idempotency-key': newKey() } };
    expect((await seller.send('PATCH', path, accept)).status).toBe(200);
    await seller.patch(path, { status: 'preparing' });
    const replay = await seller.send<OrderBody>('PATCH', path, accept);
    expect(replay.status).toBe(200);
    expect(replay.body.status).toBe('accepted');
  });

  test('replays a delete (204)', async () => {
    const { body: placed } = await place(newKey());
    await buyer.post(`/api/v1/orders/${placed.id}/items`, { product_id: product.id, quantity: 1 });
    const location = await seller.post<{ id: string }>('/api/v1/entity/locations', {
      name: 'To be closed',
      address: { street: '1 Main St', city: 'Salem', state: 'OR', zip: '97301' },
    });
    const headers = { 'idempotency-key': newKey() };
    const path = `/api/v1/entity/locations/${location.body.id}`;
    expect((await seller.send('DELETE', path, { headers })).status).toBe(204);
    const again = await seller.send('DELETE', path, { headers });
    expect(again.status).toBe(204);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await seller.delete(path)).status).toBe(404);
  });

  test('forgets a key after 24 hours', async () => {
    const key = newKey();
    const first = await place(key);
    await sql`update idempotency_keys set created_at = now() - interval '24 hours 1 minute' where key = ${key}`;
    const second = await place(key);
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  test.each(['', 'x'.repeat(256), 'caf\u00e9', 'a\tb'])('rejects the key %j (400)', async (key) => {
    expectInvalid(await place(key), 'Idempotency-Key', 'invalid_format');
  });

  test('ignores the key for reads', async () => {
    const headers = { 'idempotency-key': '' };
    expect((await buyer.send('GET', '/api/v1/orders', { headers })).status).toBe(200);
  });
});
