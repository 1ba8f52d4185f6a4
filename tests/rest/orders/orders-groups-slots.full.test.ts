import { expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { type OrderBody, openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectOrdersAddUp } from '../../setup/invariants';
import { openOwnStage } from '../../setup/stage';

// As many connections as the product has by itself: shared stages have fewer, which eight calls would use up.
const stage = await openOwnStage();
const { sql, db } = stage;

/** A second buyer of the same seller. */
async function openMarket() {
  const trade = await openTrade(stage, { quantity: 1000 });
  const second = await createBusiness(db, 'retailer');
  await connect(db, second, trade.wholesaler);
  const other = await createMember(db, second, 'owner').then(stage.signIn);
  return { ...trade, second, other };
}

test('a buyer whose other calls fill its slots keeps no other buyer of the seller waiting', async () => {
  const { buyer, other, second, wholesaler, product } = await openMarket();
  const order = { wholesaler_id: wholesaler.id, items: [{ product_id: product.id, quantity: 1 }] };
  const lock = await sql.reserve();
  await lock`begin`;
  await lock`select from entities where id = ${second.id} for no key update`;
  const change = { settings: { low_stock_threshold: 3 } };
  const slow = Array.from({ length: 8 }, () => other.patch('/api/v1/entity', change));
  const waiting = () => sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(waiting).toHaveLength(8);
  const stuck = other.post<OrderBody>('/api/v1/orders', order);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await buyer.post<OrderBody>('/api/v1/orders', order)).status).toBe(201);
  await lock`rollback`;
  lock.release();
  expect((await stuck).status).toBe(201);
  for (const { status } of await Promise.all(slow)) expect(status).toBe(200);
});

test('a payment of one buyer that takes its time holds up no order of the seller’s other buyers', async () => {
  const { buyer, other, retailer, second, seller, wholesaler, product } = await openMarket();
  for (const { id } of [retailer, second])
    ok(await seller.patch(`/api/v1/customers/${id}`, { credit_limit: 10_000 }));
  const place = (client: typeof buyer) =>
    client.post<OrderBody>('/api/v1/orders', {
      wholesaler_id: wholesaler.id,
      items: [{ product_id: product.id, quantity: 1 }],
    });
  let pay = () => {};
  const paid = new Promise<void>((done) => {
    pay = done;
  });
  let isPaid = false;
  const payment = sql.begin(async (tx) => {
    await tx`select from accounts where seller_id = ${wholesaler.id} and buyer_id = ${retailer.id} for no key update`;
    await paid;
    isPaid = true;
  });
  const waiting = Array.from({ length: 4 }, (_, n) => [place(n % 2 ? buyer : other), place(buyer)]).flat();
  const others = Array.from({ length: 6 }, () => place(other));
  const placed = await Promise.all(others);
  expect(placed.map(({ status }) => status)).toEqual(Array(6).fill(201));
  expect(isPaid).toBe(false);
  pay();
  await payment;
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(201);
  await expectOrdersAddUp(sql);
});
