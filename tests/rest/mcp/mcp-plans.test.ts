import { beforeAll, describe, expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { type Assistant, connectAssistant, keyWithAll } from '../../factories/mcp';
import { openTrade, placeOrder, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const { url } = stage.server;

let trade: Trade;
let seller: Assistant;
let buyer: Assistant;
beforeAll(async () => {
  trade = await openTrade(stage);
  await confirmBy(trade.wholesaler.id, 'token');
  await confirmBy(trade.retailer.id, 'token');
  await sql`update entities set tier = 'enterprise' where id in ${sql([trade.wholesaler.id, trade.retailer.id])}`;
  seller = await connectAssistant(url, await keyWithAll(trade.seller));
  buyer = await connectAssistant(url, await keyWithAll(trade.buyer));
});
const confirmBy = (id: string, how: string) => sql`update entities set mcp_confirm = ${how} where id = ${id}`;
const fresh = async () => connectAssistant(url, await keyWithAll(trade.seller));

const adjustment = (change = -1) => ({
  lines: [
    {
      sku: trade.product.variants[0]?.sku,
      location_id: trade.wholesaler.locationIds[0],
      room_type: 'vault',
      change,
    },
  ],
  reason_code: 'DAMAGE',
  notes: 'Broken jar',
});
const quantity = async () =>
  ok(await trade.seller.get<{ quantity: number }>(`/api/v1/inventory/${trade.stockId}`)).quantity;
async function planned(assistant: Assistant, tool: string, args: Record<string, unknown>) {
  const result = await assistant.call(tool, args);
  expect(result.isError, JSON.stringify(result.structuredContent)).toBeFalsy();
  return result.structuredContent as {
    plan_token: string;
    expires_at: string;
    changes: unknown[];
    summary: string;
  };
}
const outcome = async (assistant: Assistant, plan_token: string) =>
  (await assistant.call('run_plan', { plan_token })).structuredContent;

describe('plans', () => {
  test('change nothing until they are run, once for 50 parallel runs', async () => {
    const before = await quantity();
    const { plan_token, expires_at } = await planned(seller, 'plan_adjustment', adjustment(-2));
    expect(plan_token).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(600_000);
    expect(await quantity()).toBe(before);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(seller, plan_token)));
    expect(new Set(outcomes.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(outcomes[0]).toMatchObject({ status: 'done', results: [{ outcome: 'done' }] });
    expect(await quantity()).toBe(before - 2);
    const [audit] = await sql<{ actor_name: string }[]>`
      select actor_name from audit_log where object_id = ${trade.stockId} order by id desc limit 1`;
    expect(audit?.actor_name).toContain('via test-client');
  });

  test('are outdated once what they would change has changed', async () => {
    const { plan_token } = await planned(await fresh(), 'plan_adjustment', adjustment());
    const again = await fresh();
    const own = await planned(again, 'plan_adjustment', adjustment());
    ok(
      await trade.seller.patch(`/api/v1/inventory/${trade.stockId}`, {
        quantity_change: 1,
        reason_code: 'AUDIT',
      }),
    );
    expect(await outcome(again, own.plan_token)).toMatchObject({
      status: 'outdated',
      reason: 'plan_outdated',
    });
    expect((await outcome(again, plan_token)).error?.code).toBe('NOT_FOUND');
  });

  test('are bound to key and client, and to the rights of the moment', async () => {
    const { plan_token } = await planned(seller, 'plan_adjustment', adjustment());
    for (const stranger of [buyer, await fresh()]) {
      expect((await outcome(stranger, plan_token)).error?.code).toBe('NOT_FOUND');
    }
    const secret = await keyWithAll(trade.seller);
    const one = await connectAssistant(url, secret);
    const bound = await planned(one, 'plan_adjustment', adjustment());
    const another = await connectAssistant(url, secret, { name: 'another-client' });
    expect((await outcome(another, bound.plan_token)).error?.code).toBe('NOT_FOUND');
    await sql`update api_keys set permissions = array['read:inventory'] where lookup = ${secret.slice(4, 12)}`;
    const before = await quantity();
    expect(await outcome(one, bound.plan_token)).toMatchObject({ status: 'outdated' });
    expect(await quantity()).toBe(before);
  });

  test('are five at most: one more ends the oldest', async () => {
    const assistant = await fresh();
    const tokens = [];
    for (let i = 0; i < 6; i++)
      tokens.push((await planned(assistant, 'plan_adjustment', adjustment())).plan_token);
    expect(await outcome(assistant, tokens[0] as string)).toMatchObject({
      status: 'outdated',
      reason: 'plan_ended',
    });
    expect(await outcome(assistant, tokens[5] as string)).toMatchObject({ status: 'done' });
  });

  test('order, move, hold, price and transfer', async () => {
    const seller = await fresh();
    const order = await planned(buyer, 'plan_order', {
      supplier_id: trade.wholesaler.id,
      lines: [{ sku: trade.product.variants[0]?.sku, quantity: 2 }],
    });
    const placed = await outcome(buyer, order.plan_token);
    expect(placed, JSON.stringify(placed)).toMatchObject({ status: 'done', results: [{ outcome: 'done' }] });
    const [{ id }] = placed.results as [{ id: string }];
    const step = await planned(seller, 'plan_order_step', { order_ids: [id], step: 'accepted' });
    expect(await outcome(seller, step.plan_token)).toMatchObject({ status: 'done' });
    expect(ok(await trade.seller.get<{ status: string }>(`/api/v1/orders/${id}`)).status).toBe('accepted');

    const price = await planned(seller, 'plan_prices', {
      lines: [{ sku: trade.product.variants[0]?.sku, wholesale_price: 12.5 }],
    });
    expect(await outcome(seller, price.plan_token)).toMatchObject({ status: 'done' });

    const [from] = trade.wholesaler.locationIds;
    const transfer = await planned(seller, 'plan_transfer', {
      lines: [
        {
          ...{ sku: trade.product.variants[0]?.sku, from_location_id: from, from_room_type: 'vault' },
          ...{ to_location_id: from, to_room_type: 'sales_floor', quantity: 3 },
        },
      ],
    });
    expect(await outcome(seller, transfer.plan_token)).toMatchObject({ status: 'done' });

    const batch = ok(
      await trade.seller.post<{ id: string; batch_id: string }>('/api/v1/batches', {
        product_id: trade.product.id,
        batch_id: 'MCP-1',
      }),
    );
    const hold = await planned(seller, 'plan_hold', { batch_id: 'MCP-1', action: 'hold', reason: 'Mold' });
    expect(await outcome(seller, hold.plan_token)).toMatchObject({ status: 'done' });
    expect(ok(await trade.seller.get<{ held: string }>(`/api/v1/batches/${batch.id}`)).held).toBe('owner');

    const goods = await planned(seller, 'plan_goods_receipt', {
      location_id: from,
      supplier_name: 'Humboldt Sun',
      lines: [{ sku: trade.product.variants[0]?.sku, quantity: 4, unit_cost: 5 }],
    });
    expect(await outcome(seller, goods.plan_token)).toMatchObject({ status: 'done' });
  });
});

describe('confirmation', () => {
  test('asks by the client where that can ask, and does what the person says', async () => {
    const shop = await openTrade(stage);
    const questions: string[] = [];
    let answer: 'accept' | 'decline' = 'decline';
    const assistant = await connectAssistant(url, await keyWithAll(shop.seller), {
      options: { capabilities: { elicitation: { form: {} } } },
    });
    assistant.client.setRequestHandler('elicitation/create', (request) => {
      questions.push(String(request.params.message));
      return answer === 'accept' ? { action: 'accept', content: { confirm: true } } : { action: 'decline' };
    });
    const args = {
      ...adjustment(-1),
      lines: [
        {
          ...adjustment().lines[0],
          sku: shop.product.variants[0]?.sku,
          location_id: shop.wholesaler.locationIds[0],
        },
      ],
    };
    const declined = await planned(assistant, 'plan_adjustment', args);
    expect(await outcome(assistant, declined.plan_token)).toMatchObject({
      status: 'outdated',
      reason: 'plan_declined',
    });
    answer = 'accept';
    const accepted = await planned(assistant, 'plan_adjustment', args);
    expect(await outcome(assistant, accepted.plan_token)).toMatchObject({ status: 'done' });
    expect(questions[0]).toBe('Adjust 1 row of stock by -1 units in all. Do it?');
  });

  test('waits for a member where the client asks nothing, and for one who may', async () => {
    const shop = await openTrade(stage);
    const assistant = await connectAssistant(url, await keyWithAll(shop.seller), { form: 'old' });
    const args = {
      ...adjustment(-1),
      lines: [
        {
          ...adjustment().lines[0],
          sku: shop.product.variants[0]?.sku,
          location_id: shop.wholesaler.locationIds[0],
        },
      ],
    };
    const { plan_token } = await planned(assistant, 'plan_adjustment', args);
    expect(await outcome(assistant, plan_token)).toMatchObject({ status: 'waiting', results: [] });
    const path = '/api/v1/assistants/plans';
    const { data } = ok(await shop.seller.get<{ data: Array<{ id: string; may_approve: boolean }> }>(path));
    expect(data).toMatchObject([{ tool: 'plan_adjustment', may_approve: true }]);
    const id = data[0]?.id;
    const viewer = await stage.signIn(await createMember(db, shop.wholesaler, 'viewer'));
    expectError(await viewer.post(`${path}/${id}/approve`), 'FORBIDDEN');
    const { secret } = ok(
      await shop.seller.post<{ secret: string }>('/api/v1/api-keys', {
        name: 'x',
        permissions: ['read:entity', 'update:inventory'],
      }),
    );
    const headers = { authorization: `Bearer ${secret}` };
    expectError(await stage.anybody.post(`${path}/${id}/approve`, {}, { headers }), 'FORBIDDEN');
    expect((await trade.seller.post(`${path}/${id}/approve`)).status).toBe(404);
    ok(await shop.seller.post(`${path}/${id}/approve`));
    expect(await outcome(assistant, plan_token)).toMatchObject({ status: 'done' });
    expect((await shop.seller.post(`${path}/${id}/approve`)).status).toBe(409);
  });

  test('is changed by a signed-in owner or admin alone', async () => {
    const shop = await openTrade(stage);
    const { secret } = ok(
      await shop.seller.post<{ secret: string }>('/api/v1/api-keys', {
        name: 'x',
        permissions: ['update:entity'],
      }),
    );
    const body = { settings: { mcp_confirm: 'token' } };
    const headers = { authorization: `Bearer ${secret}` };
    expectError(await stage.anybody.patch('/api/v1/entity', body, { headers }), 'FORBIDDEN');
    ok(await shop.seller.patch('/api/v1/entity', body));
  });

  test('cannot be had for an order of another business', async () => {
    const shop = await openTrade(stage);
    const order = await placeOrder(shop);
    const result = await (await fresh()).call('plan_order_step', { order_ids: [order.id], step: 'accepted' });
    expect(result.structuredContent.error?.code).toBe('NOT_FOUND');
  });
});
