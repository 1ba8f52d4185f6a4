import { expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../../factories/business';
import { createStock } from '../../../factories/catalog';
import { type BatchBody, createLot, type LotBody } from '../../../factories/lots';
import { connectPos, sync } from '../../../factories/pos';
import type { RecallBody } from '../../../factories/recalls';
import { type ItemBody, type OrderBody, openTrade } from '../../../factories/trade';
import type { Client } from '../../../setup/client';
import { ok } from '../../../setup/client';
import { IS_FULL } from '../../../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../../../setup/invariants';
import { seeded } from '../../../setup/random';
import { openStage } from '../../../setup/stage';

const stage = await openStage();
const STEPS = Number(process.env.MODEL_STEPS ?? (IS_FULL ? 500 : 60));
const SEED = Number(process.env.MODEL_SEED ?? 1);
const NEXT: Record<string, string> = {
  pending: 'accepted',
  accepted: 'preparing',
  preparing: 'shipped',
  shipped: 'delivered',
};

interface Step {
  direction: string;
  kind: string;
  state: string;
  quantity: number;
  reference_id: string | null;
}

test(`lots, items and ledger agree after each of ${STEPS} random steps of three businesses, and every unit traces to its origin (seed ${SEED})`, async () => {
  const random = seeded(SEED);
  const trade = await openTrade(stage, { quantity: 0 });
  const { seller, wholesaler, product } = trade;
  const second = await createBusiness(stage.db, 'retailer');
  await connect(stage.db, second, wholesaler);
  const buyers = [trade.buyer, await stage.signIn(await createMember(stage.db, second, 'owner'))];
  const shops = [
    { client: seller, business: wholesaler },
    { client: trade.buyer, business: trade.retailer },
    { client: buyers[1] as Client, business: second },
  ];
  for (const { business } of shops) await connectPos(stage.db, business);
  const floor = await createStock(stage.db, wholesaler, product.variantId, 0, { roomType: 'sales_floor' });
  const rooms = [trade.stockId, floor];
  const orders: Array<{ order: OrderBody; buyer: Client }> = [];
  const batches: BatchBody[] = [];
  let numbers = 0;

  const pick = <T>(from: readonly T[]) => from[random.below(from.length)] as T;
  const blocked = async () => {
    const { data } = ok(await seller.get<{ data: BatchBody[] }>('/api/v1/batches?limit=500'));
    const today = new Date().toISOString().slice(0, 10);
    return data.filter(
      (batch) =>
        batch.held || batch.test_status === 'failed' || (batch.expires_on && batch.expires_on < today),
    );
  };
  const expectSellable = async (order: OrderBody) => {
    const numbersNow = (await blocked()).map((batch) => batch.batch_id);
    for (const { batch_id } of order.items.flatMap((item) => item.lots)) {
      expect(numbersNow, `${batch_id} of ${order.order_number}`).not.toContain(batch_id);
    }
  };

  /** An order that is open has nothing of a recalled batch, and is flagged while its lines lack units. */
  const expectFree = async (order: OrderBody, recall: RecallBody) => {
    const units = order.items.flatMap((item) => item.lots);
    expect(
      units.map((lot) => lot.batch_id),
      order.order_number,
    ).not.toContain(recall.batch_id);
    const [row] = await stage.sql<{ short: boolean }[]>`
      select (select sum(quantity) from order_items where order_id = ${order.id}) > coalesce((
        select sum(quantity) from order_allocations where order_id = ${order.id}), 0) as short`;
    expect(order.recall !== null, order.order_number).toBe(row?.short);
  };

  const steps: Array<() => Promise<void>> = [
    async () => {
      const room = pick(rooms);
      const quantity = 5 + random.below(20);
      await seller.patch(`/api/v1/inventory/${room}`, { quantity_change: quantity, reason_code: 'AUDIT' });
      const expires_on = pick([undefined, '2020-01-01', '2099-01-01', '2099-06-01']);
      const lot = await createLot(seller, room, `B-${++numbers}`, quantity, expires_on ? { expires_on } : {});
      batches.push(ok(await seller.get<BatchBody>(`/api/v1/batches/${lot.batch}`)));
    },
    async () => {
      const quantity_change = pick([-9, -4, -1, 3, 8]);
      await seller.patch(`/api/v1/inventory/${pick(rooms)}`, { quantity_change, reason_code: 'DAMAGE' });
    },
    async () => {
      const from = pick(rooms);
      const item = ok(await seller.get<ItemBody>(`/api/v1/inventory/${from}`));
      const to_room_type = item.room_type === 'vault' ? 'sales_floor' : 'vault';
      const lot = random.below(2) === 0 ? item.lots[0] : undefined;
      await seller.post('/api/v1/inventory/transfers', {
        lines: [
          {
            inventory_id: from,
            to_location_id: item.location_id,
            to_room_type,
            quantity: 1 + random.below(8),
            ...(lot && { lot_id: lot.lot_id }),
          },
        ],
      });
    },
    async () => {
      const buyer = pick(buyers);
      const answer = await buyer.post<OrderBody>('/api/v1/orders', {
        wholesaler_id: wholesaler.id,
        items: [{ product_id: product.id, quantity: 1 + random.below(15) }],
      });
      if (answer.status !== 201) return;
      orders.push({ order: answer.body, buyer });
      await expectSellable(answer.body);
    },
    async () => {
      const open = orders.filter(({ order }) => order.status in NEXT);
      if (open.length === 0) return;
      const entry = pick(open);
      const path = `/api/v1/orders/${entry.order.id}/status`;
      const status = random.below(8) === 0 ? 'cancelled' : NEXT[entry.order.status];
      const answer = await seller.patch<OrderBody>(path, { status });
      if (answer.status !== 200) return;
      entry.order = answer.body;
      if (status === 'shipped') await expectSellable(answer.body);
    },
    async () => {
      const open = orders.filter(({ order }) => ['accepted', 'preparing'].includes(order.status));
      const { data } = ok(await seller.get<{ data: LotBody[] }>('/api/v1/lots?limit=500'));
      const inStock = data.filter((lot) => lot.quantity > 0);
      if (open.length === 0 || inStock.length === 0) return;
      const entry = pick(open);
      const [item] = entry.order.items;
      const lots = [{ lot_id: pick(inStock).id, quantity: 1 + random.below(item?.quantity ?? 1) }];
      const path = `/api/v1/orders/${entry.order.id}/items/${item?.id}/lots`;
      const answer = await seller.put<OrderBody>(path, { lots });
      if (answer.status === 200) await expectSellable(answer.body);
    },
    async () => {
      const shipped = orders.filter(({ order }) => order.status === 'shipped');
      if (shipped.length === 0) return;
      const entry = pick(shipped);
      const path = `/api/v1/orders/${entry.order.id}`;
      const lines = entry.order.items.map(({ id, shipped_quantity }) => {
        const accepted = random.below(shipped_quantity + 1);
        const rejected = random.below(shipped_quantity - accepted + 1);
        const damaged = shipped_quantity - accepted - rejected;
        return { item_id: id, accepted, rejected, damaged, reason_code: 'temperature' };
      });
      ok(await entry.buyer.post(`${path}/receipts`, { lines }));
      entry.order = ok(await seller.get<OrderBody>(path));
      expect(entry.order.status).toBe('delivered');
    },
    async () => {
      const { data } = ok(await seller.get<{ data: Array<{ id: string }> }>('/api/v1/returns?status=open'));
      if (data.length === 0) return;
      const location_id = wholesaler.locationIds[0];
      ok(await seller.post(`/api/v1/returns/${pick(data).id}/receive`, { location_id }));
    },
    async () => {
      if (batches.length === 0) return;
      const { id } = pick(batches);
      const path = `/api/v1/batches/${id}`;
      if ((await seller.post(`${path}/hold`, { reason: 'x' })).status !== 200) {
        await seller.post(`${path}/release`);
      }
    },
    async () => {
      if (batches.length === 0 || random.below(2) === 0) return;
      const answer = await seller.post<RecallBody>(`/api/v1/batches/${pick(batches).id}/recalls`, {
        class: 'II',
        reason: 'x',
        instructions: 'y',
      });
      if (answer.status !== 201) return;
      for (const { order, buyer } of orders) {
        const now = ok(await buyer.get<OrderBody>(`/api/v1/orders/${order.id}`));
        if (['pending', 'accepted', 'preparing'].includes(now.status)) await expectFree(now, answer.body);
      }
    },
    async () => {
      const client = pick([seller, ...buyers]);
      const { data } = ok(
        await client.get<{ data: RecallBody[] }>('/api/v1/recalls?status=open&responded=false'),
      );
      if (data.length === 0) return;
      const { id, response } = pick(data);
      const units = response?.on_hand ?? 0;
      const quarantined = random.below(units + 1);
      const destroyed = random.below(units - quarantined + 1);
      const returned = random.below(units - quarantined - destroyed + 1);
      const sold = response?.already_sold ?? 0;
      const already_sold = units - quarantined - destroyed - returned + sold;
      const body = { quarantined, destroyed, returned, already_sold };
      ok(await client.post(`/api/v1/recalls/${id}/responses`, body));
    },
    async () => {
      const { data } = ok(await seller.get<{ data: RecallBody[] }>('/api/v1/recalls?status=open'));
      if (data.length === 0) return;
      const { id, batch } = pick(data);
      ok(await seller.post(`/api/v1/recalls/${id}/close`, { reason: 'x' }));
      ok(await seller.post(`/api/v1/batches/${batch}/release`));
    },
    async () => {
      const { client, business } = pick(shops);
      const run = await sync(client, business.locationIds[0]);
      // A shop that has bought nothing yet has nothing to list.
      if (run.status !== 'completed') expect(run.errors).toMatchObject([{ code: 'nothing_listed' }]);
    },
    async () => {
      if (batches.length === 0) return;
      const test_status = pick(['failed', 'passed', 'passed']);
      await seller.patch(`/api/v1/batches/${pick(batches).id}`, { test_status });
    },
  ];

  for (let done = 0; done < STEPS; done++) {
    await (done < 6 ? steps[0]?.() : pick(steps)());
    await expectStockAddsUp(stage.sql);
  }
  await expectOrdersAddUp(stage.sql);

  for (const client of [seller, ...buyers]) {
    const { data } = ok(await client.get<{ data: BatchBody[] }>('/api/v1/batches?limit=500'));
    for (const batch of data) {
      const trace = ok(
        await client.get<{ data: Step[] }>(`/api/v1/batches/${batch.id}/trace?limit=500`),
      ).data;
      const units = (direction: string, ...kinds: string[]) =>
        trace
          .filter((step) => step.direction === direction && kinds.includes(step.kind))
          .reduce((sum, step) => sum + step.quantity, 0);
      const inState = (...states: string[]) =>
        trace
          .filter((step) => step.direction === 'forward' && states.includes(step.state))
          .reduce((sum, step) => sum + step.quantity, 0);
      expect(units('forward', 'item', 'transfer', 'order', 'removal', 'lot'), batch.batch_id).toBe(
        units('backward', 'receipt', 'adjustment', 'sync'),
      );
      const [stock] = await stage.sql<{ free: number; reserved: number }[]>`
        select coalesce(sum(x.quantity - x.reserved_quantity), 0)::int as free, coalesce(sum(x.reserved_quantity), 0)::int as reserved
        from inventory_lots x join lots l on l.id = x.lot_id
        where l.batch_id = ${batch.id} and x.entity_id = ${shops.find((shop) => shop.client === client)?.business.id ?? ''}`;
      expect([inState('on_hand'), inState('reserved')], batch.batch_id).toEqual([
        stock?.free,
        stock?.reserved,
      ]);
      const shipped = orders
        .filter(({ order }) => ['shipped', 'delivered'].includes(order.status))
        .flatMap(({ order }) => order.items.flatMap((item) => item.lots))
        .filter((lot) => lot.batch_id === batch.batch_id)
        .reduce((sum, lot) => sum + lot.quantity, 0);
      const gone = units('forward', 'order') - inState('reserved') + units('backward', 'return');
      if (client === seller) expect(gone, batch.batch_id).toBe(shipped);
      for (const { kind, reference_id } of trace.filter((step) => step.direction === 'backward')) {
        if (kind !== 'receipt') continue;
        const origin = ok(
          await seller.get<{ data: Step[] }>(`/api/v1/batches/${batch.id}/trace?limit=500`),
        ).data;
        expect(origin.map((step) => step.reference_id)).toContain(reference_id);
      }
    }
  }
}, 300_000);
