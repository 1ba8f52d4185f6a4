import { describe, expect, test } from 'vitest';
import { expireOrders } from '../../../server/features/orders/flow/expire';
import { type OrderBody, openTrade, placeOrder, placeOrderIn } from '../../factories/trade';
import { ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { IS_SHORT } from '../../setup/full';
import { mailsOf } from '../../setup/mail';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const mail = mailsOf(stage);
const { db, sql } = stage;

interface OrderEvent {
  type: string;
  data: OrderBody & { previous_status: string | null; status_notes: string | null };
}
const eventsOf = async (client: { get: typeof stage.anybody.get }, id: string) =>
  ok(await client.get<{ data: OrderEvent[] }>('/api/v1/events?limit=500')).data.filter(
    ({ type, data }) => type.startsWith('order.') && data.id === id,
  );

describe('the reason of a cancellation or a status', () => {
  test('is on the order for both parties, in lists and by id, and null before', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrder(trade);
    expect(order.cancellation).toBeNull();
    const canceled = ok(
      await trade.seller.post<OrderBody>(`/api/v1/orders/${order.id}/cancel`, { reason: 'Crop failed' }),
    );
    expect(canceled.cancellation).toEqual({
      reason: 'Crop failed',
      by: {
        id: trade.seller.tokens?.user.id,
        name: trade.seller.tokens?.user.name,
        entity_id: trade.wholesaler.id,
      },
      at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect((await trade.buyer.get(`/api/v1/orders/${order.id}`)).body).toEqual(canceled);
    const { data } = ok(await trade.buyer.get<{ data: OrderBody[] }>('/api/v1/orders'));
    expect(data).toEqual([canceled]);
  });

  test('is null when none was given', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrderIn(trade, 'cancelled');
    expect(order.cancellation).toMatchObject({ reason: null });
  });

  test.skipIf(IS_SHORT)('is in the events of every status change, for both parties', async () => {
    const trade = await openTrade(stage);
    const { id } = await placeOrder(trade);
    const move = (status: string, notes?: string) =>
      trade.seller.patch(`/api/v1/orders/${id}/status`, { status, notes });
    ok(await move('accepted', 'Friday is fine'));
    ok(await move('preparing'));
    ok(await trade.seller.post(`/api/v1/orders/${id}/cancel`, { reason: 'Truck broke down' }));
    for (const client of [trade.seller, trade.buyer]) {
      await eventually(
        () => eventsOf(client, id),
        (events) =>
          expect(
            events.map(({ data }) => [data.status, data.status_notes, data.cancellation?.reason]),
          ).toEqual([
            ['pending', null, undefined],
            ['accepted', 'Friday is fine', undefined],
            ['preparing', null, undefined],
            ['cancelled', 'Truck broke down', 'Truck broke down'],
          ]),
      );
    }
  });
});

describe('pending_order_expiry_days', () => {
  const age = (id: string, days: number) =>
    sql`update orders set created_at = now() - make_interval(days => ${days}, mins => 1) where id = ${id}`;
  const statusOf = async ({ buyer }: { buyer: typeof stage.anybody }, id: string) =>
    ok(await buyer.get<OrderBody>(`/api/v1/orders/${id}`));

  test('cancels orders pending for longer, with reason, stock, events and mail for both parties', async () => {
    const trade = await openTrade(stage, { wholesaler: { pendingOrderExpiryDays: 3 } });
    const [old, young, accepted] = [
      await placeOrder(trade, 10),
      await placeOrder(trade, 1),
      await placeOrderIn(trade, 'accepted', 1),
    ];
    await age(old.id, 3);
    await age(young.id, 2);
    await age(accepted.id, 30);
    await expireOrders({ db });
    expect(await statusOf(trade, old.id)).toMatchObject({
      status: 'cancelled',
      cancellation: {
        reason: 'Expired: the order stayed pending for more than 3 days.',
        by: { id: null, name: 'Tallyleaf' },
      },
    });
    expect((await statusOf(trade, young.id)).status).toBe('pending');
    expect((await statusOf(trade, accepted.id)).status).toBe('accepted');
    const stock = ok(
      await trade.seller.get<{ reserved_quantity: number }>(`/api/v1/inventory/${trade.stockId}`),
    );
    expect(stock.reserved_quantity).toBe(2);
    for (const client of [trade.seller, trade.buyer]) {
      await eventually(
        () => eventsOf(client, old.id),
        (events) =>
          expect(events.at(-1)?.data).toMatchObject({ status: 'cancelled', previous_status: 'pending' }),
      );
      const { data } = ok(
        await client.get<{ data: { actor: object; after: object }[] }>(`/api/v1/audit?object_id=${old.id}`),
      );
      expect(data[0]).toMatchObject({
        actor: { id: null, name: 'Tallyleaf' },
        after: { status: 'cancelled' },
      });
      const waiting = await sql`
        select payload ->> 'user_id' as id from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'mail_orders_expired' and payload ->> 'user_id' = ${client.tokens?.user.id ?? ''}`;
      expect(waiting).toHaveLength(1);
    }
    await sql`update graphile_worker._private_jobs set run_at = now()`;
    for (const { tokens } of [trade.buyer, trade.seller]) {
      const { subject, text } = await mail.waitFor(tokens?.user.email ?? '', /expired/);
      expect(subject).toBe(`Order ${old.order_number} expired`);
      expect(text).not.toContain(young.order_number);
    }
  });

  test('applies the shorter setting of both parties, and none while neither has one', async () => {
    const strict = await openTrade(stage, {
      wholesaler: { pendingOrderExpiryDays: 10 },
      retailer: { pendingOrderExpiryDays: 2 },
    });
    const never = await openTrade(stage);
    const [expiring, staying] = [await placeOrder(strict), await placeOrder(never)];
    await age(expiring.id, 2);
    await age(staying.id, 300);
    await expireOrders({ db });
    expect((await statusOf(strict, expiring.id)).status).toBe('cancelled');
    expect((await statusOf(never, staying.id)).status).toBe('pending');
  });

  test.skipIf(IS_SHORT)(
    'cancels or accepts each order once with two parallel runs and an acceptance',
    async () => {
      const trade = await openTrade(stage, { quantity: 500, wholesaler: { pendingOrderExpiryDays: 1 } });
      const orders = await Promise.all(Array.from({ length: 20 }, () => placeOrder(trade)));
      for (const { id } of orders) await age(id, 1);
      const accept = (id: string) =>
        trade.seller.patch(`/api/v1/orders/${id}/status`, { status: 'accepted' });
      await Promise.all([
        expireOrders({ db }),
        expireOrders({ db }),
        ...orders.slice(0, 10).map(({ id }) => accept(id)),
      ]);
      const rows = await sql<{ moves: number; status: string }[]>`
      select o.status, (select count(*)::int from order_history h where h.order_id = o.id and h.action = 'moved') as moves
      from orders o where o.wholesaler_id = ${trade.wholesaler.id}`;
      expect(
        rows.every(({ moves, status }) => moves === 1 && ['accepted', 'cancelled'].includes(status)),
      ).toBe(true);
      const open = rows.filter(({ status }) => status === 'accepted').length;
      const stock = ok(
        await trade.seller.get<{ reserved_quantity: number }>(`/api/v1/inventory/${trade.stockId}`),
      );
      expect(stock.reserved_quantity).toBe(open);
    },
  );
});
