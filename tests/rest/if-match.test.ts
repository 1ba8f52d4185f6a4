import { expect, test } from 'vitest';
import { objectOf } from '../../server/operation/objects';
import { OPERATIONS } from '../../server/transport/rest/operations';
import { createMember } from '../factories/business';
import { createProduct } from '../factories/catalog';
import { openTrade, placeOrder } from '../factories/trade';
import { type Answer, type Client, ok } from '../setup/client';
import { ABSENT_ID, expectError, expectInvalid } from '../setup/expect';
import { openStage } from '../setup/stage';

const stage = await openStage();
const trade = await openTrade(stage);
const { seller, buyer, wholesaler, product, stockId } = trade;
const path = `/api/v1/products/${product.id}`;
const stale = { headers: { 'if-match': '"0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b0d"' } };
const tagOf = ({ headers }: Answer) => headers.etag ?? '';
const read = async (client: Client, address: string) => tagOf(await client.get(address));
const matching = (tag: string) => ({ headers: { 'if-match': tag } });

test('of two writers with the tag that both read, one is 412, and nothing is lost', async () => {
  const tag = await read(seller, path);
  const both = await Promise.all(
    ['First', 'Second'].map((name) => seller.patch<{ name: string }>(path, { name }, matching(tag))),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  const kept = both.find(({ status }) => status === 200) as (typeof both)[number];
  const now = await seller.get<{ name: string }>(path);
  expect(now.body.name).toBe(kept.body.name);
  expect(tagOf(now)).toBe(tagOf(kept));
  const rejected = both.find(({ status }) => status === 412) as Answer;
  expect(expectError(rejected, 'PRECONDITION_FAILED')).toEqual({ reason: 'stale' });
});

test('GET, HEAD, PATCH and POST say the same tag for one object, and a change makes another', async () => {
  const made = await seller.post<{ id: string }>('/api/v1/price-lists', { name: 'Tags' });
  const address = made.headers.location ?? '';
  const tags = [tagOf(made), await read(seller, address), tagOf(await seller.send('HEAD', address))];
  expect(new Set(tags).size).toBe(1);
  expect(tags[0]).toMatch(/^"[\w-]{22}"$/);
  const changed = await seller.patch(address, { discount_bps: 100 });
  expect(tagOf(changed)).not.toBe(tags[0]);
  expect(await read(seller, address)).toBe(tagOf(changed));
  const rules = { rules: [{ sku: product.variants[0]?.sku, min_amount: 1, unit_price: 1 }] };
  const priced = await seller.put(`${address}/rules`, rules, matching(tagOf(changed)));
  expect(priced.status, priced.text).toBe(200);
  expect(tagOf(priced)).not.toBe(tagOf(changed));
  expect(await read(seller, address)).toBe(tagOf(priced));
  const cheaper = await seller.put(`${address}/rules`, { rules: [{ ...rules.rules[0], unit_price: 2 }] });
  expect(tagOf(cheaper)).not.toBe(tagOf(priced));
});

test('variants, external ids and pictures are part of a product; stock and orders are not', async () => {
  const tags = [await read(seller, path)];
  const next = async () => {
    const tag = await read(seller, path);
    expect(tags).not.toContain(tag);
    tags.push(tag);
  };
  ok(await seller.patch(path, { external_ids: { erp: 'A-1' } }));
  await next();
  ok(await seller.patch(`${path}/variants/${product.variantId}`, { name: 'Other' }));
  await next();
  ok(await seller.patch(`/api/v1/inventory/${stockId}`, { quantity_change: 5, reason_code: 'AUDIT' }));
  await placeOrder(trade);
  expect(await read(seller, path)).toBe(tags.at(-1));
});

test('each party has a tag of an order, which its own notes move', async () => {
  const items = [{ product_id: product.id, quantity: 1 }];
  const placed = await buyer.post<{ id: string }>('/api/v1/orders', { wholesaler_id: wholesaler.id, items });
  const { id } = ok(placed);
  const order = `/api/v1/orders/${id}`;
  const [bought, sold] = [await read(buyer, order), await read(seller, order)];
  expect(tagOf(placed)).toBe(bought);
  ok(await seller.patch(order, { seller_notes: 'Call first' }, matching(sold)));
  expect(await read(buyer, order)).toBe(bought);
  const noted = await read(seller, order);
  expect(noted).not.toBe(sold);
  const moved = await seller.patch(`${order}/status`, { status: 'accepted' }, matching(noted));
  expect(moved.status, moved.text).toBe(200);
  expect(tagOf(moved)).toBe(await read(seller, order));
  expectError(await buyer.post(`${order}/cancel`, {}, matching(bought)), 'PRECONDITION_FAILED');
  const shipping = await seller.patch(`${order}/status`, { status: 'preparing' }, matching(tagOf(moved)));
  expect(tagOf(shipping)).toBe(await read(seller, order));
});

test('an item of an order is part of the order', async () => {
  const order = await placeOrder(trade);
  const at = `/api/v1/orders/${order.id}`;
  const item = `${at}/items/${order.items[0]?.id}`;
  expectError(await buyer.patch(item, { quantity: 2 }, stale), 'PRECONDITION_FAILED');
  const changed = await buyer.patch(item, { quantity: 2 }, matching(await read(buyer, at)));
  expect(changed.status, changed.text).toBe(200);
  expect(tagOf(changed)).toBe(await read(buyer, at));
});

test('matches a list, a weak tag and one that a proxy compressed, and `*` what there is', async () => {
  const tag = await read(seller, path);
  const forms = [
    `"x", ${tag}`,
    `W/${tag}`,
    tag.replace(/"$/, '-gzip"'),
    `W/${tag.replace(/"$/, '-br"')}`,
    '*',
  ];
  for (const form of forms)
    expect((await seller.patch(path, { active: true }, matching(form))).status, form).toBe(200);
  for (const form of [tag.replaceAll('"', ''), '*, "a"', '', '"a" "b"', 'W/*'])
    expectInvalid(await seller.patch(path, { name: 'x' }, matching(form)), 'If-Match', 'invalid_format');
});

test('404 before 412, 412 before 409, and 401, 403 and 400 before all', async () => {
  expectError(await stage.anybody.patch(path, { name: 'x' }, stale), 'UNAUTHORIZED');
  const viewer = await stage.signIn(await createMember(stage.db, wholesaler, 'viewer'));
  expectError(await viewer.patch(path, { name: 'x' }, stale), 'FORBIDDEN');
  expectError(await buyer.patch(path, { name: 'x' }, stale), 'NOT_FOUND');
  expectInvalid(await seller.patch(path, { name: 1 }, stale), 'name');
  expectError(await seller.patch(`/api/v1/products/${ABSENT_ID}`, { name: 'x' }, stale), 'NOT_FOUND');
  const { variants } = await createProduct(stage.db, wholesaler);
  const taken = { sku: variants[0]?.sku };
  const variant = `${path}/variants/${product.variantId}`;
  expectError(await seller.patch(variant, taken, stale), 'PRECONDITION_FAILED');
  expectError(await seller.patch(variant, taken, matching(await read(seller, variant))), 'CONFLICT');
});

test('a replay comes before 412, and carries the tag of the stored response', async () => {
  const headers = { 'idempotency-key': 'tag-1', ...matching(await read(seller, path)).headers };
  const first = await seller.patch(path, { name: 'Replayed' }, { headers });
  ok(await seller.patch(path, { name: 'Changed since' }));
  const again = await seller.patch(path, { name: 'Replayed' }, { headers });
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  expect(tagOf(again)).toBe(tagOf(first));
  const other = { headers: { ...headers, 'if-match': '"another"' } };
  expect((await seller.patch(path, { name: 'Replayed' }, other)).status).toBe(200);
});

test('a seller’s step is replayed with its tag, too', async () => {
  const { id } = await placeOrder(trade);
  const step = `/api/v1/orders/${id}/status`;
  const keyed = { headers: { 'idempotency-key': 'tag-2' } };
  const first = await seller.patch(step, { status: 'accepted' }, keyed);
  ok(await seller.patch(step, { status: 'preparing' }));
  const again = await seller.patch(step, { status: 'accepted' }, keyed);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(tagOf(again)).toBe(tagOf(first));
  expect(tagOf(first)).not.toBe('');
});

test('an unchanged object is 304 where nothing of it moves without a change', async () => {
  const tag = await read(seller, path);
  const headers = { 'if-none-match': `W/${tag.replace(/"$/, '-gzip"')}` };
  const same = await seller.get(path, { headers });
  expect([same.status, same.text]).toEqual([304, '']);
  expect(tagOf(same)).toBe(tag);
});

test('where the path names no object, If-Match is 400, and a read ignores it', async () => {
  for (const value of ['"a"', '*'])
    expectInvalid(await seller.post('/api/v1/products', {}, matching(value)), 'If-Match', 'not_versioned');
  expect((await seller.get(path, stale)).status).toBe(200);
});

test('a cart keeps its version as its tag, also when it is deleted', async () => {
  const cart = `/api/v1/carts/${wholesaler.id}`;
  const line = { variant_id: product.variantId, quantity: 2 };
  const first = await buyer.put<{ version: string }>(cart, { lines: [line] });
  expect(tagOf(first)).toBe(`"${first.body.version}"`);
  const add = { lines: [{ variant_id: line.variant_id, add: 1 }] };
  const second = await buyer.patch(cart, add, matching(tagOf(first)));
  expect(second.status).toBe(200);
  expectError(await buyer.patch(cart, add, matching(tagOf(first))), 'PRECONDITION_FAILED');
  expectError(await buyer.send('DELETE', cart, matching(tagOf(first))), 'PRECONDITION_FAILED');
  expect((await buyer.send('DELETE', cart, matching(tagOf(second)))).status).toBe(204);
});

test('every PATCH, PUT and DELETE, and every POST below an id, is of an object', () => {
  const without = OPERATIONS.filter(
    (operation) =>
      operation.path.startsWith('/api/v1/') &&
      operation.method !== 'GET' &&
      (operation.method !== 'POST' || operation.path.includes('{')) &&
      operation.access !== 'public' &&
      !operation.upserts &&
      !objectOf(operation),
  );
  // A plan is decided once, and of the others no path names an object: lines of a list, and the reasons of a location.
  expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/v1/assistants/plans/{id}/approve',
    'POST /api/v1/assistants/plans/{id}/reject',
    'PUT /api/v1/compliance/reasons',
    'PUT /api/v1/inventory/levels-wanted',
  ]);
});
