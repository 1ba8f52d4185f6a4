import { expect, test } from 'vitest';
import { type OrderBody, openTrade, placeOrder, placeOrderIn } from '../../factories/trade';
import { type Answer, type Client, ok } from '../../setup/client';
import { IS_FULL } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const RACES = IS_FULL ? 1_000 : 30;

const statusOf = (id: string) => `/api/v1/orders/${id}/status`;
const eventsOf = (orderId: string, type: string) => stage.sql<{ entity_id: string }[]>`
  select entity_id from events where type = ${type} and data->>'id' = ${orderId}`;

test('200 accepts of one order at once: 1 × 200, 199 × 409, one order.updated to either party', async () => {
  const trade = await openTrade(stage);
  const { id } = await placeOrder(trade);
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => trade.seller.patch(statusOf(id), { status: 'accepted' })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(199);
  for (const { status, body } of refused) {
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: { code: 'INVALID_TRANSITION', details: { from: 'accepted', to: 'accepted' } } },
    });
  }
  const events = await eventsOf(id, 'order.updated');
  expect(events.map((event) => event.entity_id).sort()).toEqual(
    [trade.retailer.id, trade.wholesaler.id].sort(),
  );
  const [{ moves } = {}] = await stage.sql`
    select count(*)::int as moves from order_history where order_id = ${id} and action = 'moved'`;
  expect(moves).toBe(1);
});

test(`cancel against ship, ${RACES} races: one winner each, and the stock matches it`, {
  timeout: 600_000,
}, async () => {
  const trade = await openTrade(stage, { quantity: RACES });
  const outcomes: string[] = [];
  for (let round = 0; round < RACES / 10; round++) {
    const orders = await Promise.all(Array.from({ length: 10 }, () => placeOrderIn(trade, 'preparing')));
    outcomes.push(...(await Promise.all(orders.map((order, i) => raceOf(trade.seller, order, i % 2 === 0)))));
  }
  const shipped = outcomes.filter((outcome) => outcome === 'shipped').length;
  expect(outcomes).toHaveLength(RACES);
  const [item] = await stage.sql`
    select quantity, reserved_quantity from inventory_items where id = ${trade.stockId}`;
  expect(item).toEqual({ quantity: RACES - shipped, reserved_quantity: 0 });
  const statuses = await stage.sql<{ status: string }[]>`
    select status from orders where retailer_id = ${trade.retailer.id}`;
  expect(statuses.filter(({ status }) => status === 'shipped')).toHaveLength(shipped);
  expect(statuses.filter(({ status }) => status === 'cancelled')).toHaveLength(RACES - shipped);
  await expectStockAddsUp(stage.sql);
});

/** Both at once; the one that is sent first varies. @returns the status that the order ended in */
async function raceOf(seller: Client, { id }: OrderBody, shipFirst: boolean): Promise<string> {
  const ship = () => seller.patch<OrderBody>(statusOf(id), { status: 'shipped' });
  const cancel = () => seller.post<OrderBody>(`/api/v1/orders/${id}/cancel`);
  const answers = await Promise.all(shipFirst ? [ship(), cancel()] : [cancel(), ship()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const winner = answers.find(({ status }) => status === 200);
  const loser = answers.find(({ status }) => status === 409);
  expect(loser?.body).toMatchObject({
    error: { code: 'INVALID_TRANSITION', details: { from: winner?.body.status } },
  });
  return winner?.body.status ?? '';
}

test('a raised line against other orders for the same last units: never more reserved than there is', async () => {
  const trade = await openTrade(stage, { quantity: 20 });
  const orders = await Promise.all(Array.from({ length: 10 }, () => placeOrder(trade)));
  const raises = await Promise.all(
    orders.map(({ id, items }) =>
      trade.buyer.patch(`/api/v1/orders/${id}/items/${items[0]?.id}`, { quantity: 3 }),
    ),
  );
  expect(raises.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(raises.filter(({ status }) => status === 409)).toHaveLength(5);
  const [item] = await stage.sql`
    select quantity, reserved_quantity from inventory_items where id = ${trade.stockId}`;
  expect(item).toEqual({ quantity: 20, reserved_quantity: 20 });
  await expectStockAddsUp(stage.sql);
});

test('rotates once for 50 parallel refreshes with one token: equal responses, and the session lives', async () => {
  const { buyer } = await openTrade(stage);
  const refresh_token = buyer.tokens?.refresh_token;
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => buyer.post('/auth/refresh', { refresh_token })),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  const [first] = answers;
  expect(first?.status).toBe(200);
  expect(first?.body).not.toMatchObject({ refresh_token });
  const { access_token } = ok(first as Answer<{ access_token: string }>);
  expect((await buyer.withToken(access_token).get('/auth/me')).status).toBe(200);
});
