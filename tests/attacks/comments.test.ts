import { expect, test } from 'vitest';
import { openTrade, placeOrder } from '../factories/trade';
import { ok } from '../setup/client';
import { expectError } from '../setup/expect';
import { openOwnStage } from '../setup/stage';

const stage = await openOwnStage();

test('200 parallel comments of one party: 60 are kept, the rest get 429, and the other party still comments', async () => {
  const trade = await openTrade(stage);
  const order = await placeOrder(trade);
  const path = `/api/v1/orders/${order.id}/comments`;
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => trade.buyer.post(path, { body: `Comment ${n}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(60);
  const rejected = answers.filter(({ status }) => status !== 201);
  for (const answer of rejected) {
    expect(expectError(answer, 'RATE_LIMITED')).toMatchObject({ window: 'hour', limit: 60 });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await trade.seller.post(path, { body: 'Enough.' })).status).toBe(201);
  const other = await placeOrder(trade);
  expect((await trade.buyer.post(`/api/v1/orders/${other.id}/comments`, { body: 'x' })).status).toBe(429);
  const [{ total } = { total: 0 }] = await stage.sql<{ total: number }[]>`
    select count(*)::int as total from events where type = 'order.commented'
      and data -> 'comment' ->> 'body' <> 'x'`;
  expect(total).toBe(2 * 61);
});

test('a PO number and a cancellation at once never leave a changed number on a canceled order', async () => {
  const trade = await openTrade(stage);
  for (let round = 0; round < 10; round++) {
    const { id } = await placeOrder(trade);
    const path = `/api/v1/orders/${id}`;
    const [changed] = await Promise.all([
      trade.buyer.patch(path, { po_number: 'PO-1' }),
      trade.buyer.post(`${path}/cancel`),
    ]);
    expect([200, 409]).toContain(changed.status);
    const after = ok(await trade.buyer.get<{ status: string; po_number: string | null }>(path));
    expect(after).toMatchObject({
      status: 'cancelled',
      po_number: changed.status === 200 ? 'PO-1' : null,
    });
  }
});
