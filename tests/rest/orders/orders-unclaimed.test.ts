import { afterEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Customer } from '../../../server/features/entities/customers/resource';
import type { Receipt } from '../../../server/features/orders/receipts/resource';
import { createMember } from '../../factories/business';
import { createLot } from '../../factories/lots';
import { openRecall, recallOf, respond } from '../../factories/recalls';
import { type OrderBody, openTrade, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';
import { mailsOf } from '../../setup/mail';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const mail = mailsOf(stage);
const { sql } = stage;
afterEach(async () => {
  await expectStockAddsUp(sql);
  await expectOrdersAddUp(sql);
});

type CustomerBody = z.infer<typeof Customer>;
let count = 0;

/** A seller, and a customer of its that isn't on board. */
async function openScene(quantity = 100): Promise<Trade & { customer: CustomerBody; email: string }> {
  const trade = await openTrade(stage, { quantity });
  const email = `shop${++count}@corner.example`;
  const customer = ok(
    await trade.seller.post<CustomerBody>('/api/v1/customers', {
      type: 'retailer',
      name: 'Corner Dispensary',
      license_number: `C10-8${count}`,
      address: { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' },
      contact: { email },
    }),
  );
  return { ...trade, customer, email };
}
type Scene = Awaited<ReturnType<typeof openScene>>;

async function ship({ seller, product, customer }: Scene, quantity = 10): Promise<OrderBody> {
  const items = [{ product_id: product.id, quantity }];
  let order = ok(await seller.post<OrderBody>('/api/v1/orders', { retailer_id: customer.id, items }));
  for (const status of ['preparing', 'shipped']) {
    order = ok(await seller.patch<OrderBody>(`/api/v1/orders/${order.id}/status`, { status }));
  }
  return order;
}
const deliver = async ({ seller }: Scene, { id }: OrderBody) =>
  ok(await seller.patch<OrderBody>(`/api/v1/orders/${id}/status`, { status: 'delivered' }));
const traces = async ({ customer }: Scene) => [
  ...(await sql`select 'item' as kind from inventory_items where entity_id = ${customer.id}`),
  ...(await sql`select 'movement' as kind from inventory_movements where entity_id = ${customer.id}`),
  ...(await sql`select type as kind from events where entity_id = ${customer.id}`),
];

describe('delivery to a customer that is not on board', () => {
  test("moves no stock of the buyer and emits nothing to it; the seller's ledger is as ever", async () => {
    const scene = await openScene();
    const shipped = await ship(scene);
    expect(shipped).toMatchObject({
      buyer_stock: true,
      items: [{ shipped_quantity: 10, received_quantity: 0 }],
    });
    const delivered = await deliver(scene, shipped);
    expect(delivered).toMatchObject({
      status: 'delivered',
      buyer_stock: false,
      items: [{ shipped_quantity: 10, received_quantity: 10 }],
    });
    expect(await traces(scene)).toEqual([]);
    const stock = ok(await scene.seller.get<{ quantity: number }>(`/api/v1/inventory/${scene.stockId}`));
    expect(stock.quantity).toBe(90);
    const own = await sql`select type from events where entity_id = ${scene.wholesaler.id} and
      (data->>'id' = ${shipped.id} or data->>'order_id' = ${shipped.id}) order by id`;
    expect(own.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['order.created', 'order.shipped', 'order.delivered', 'transfer.completed']),
    );
  });

  test('is received by its seller, with what was rejected, corrected and returned', async () => {
    const scene = await openScene();
    const order = await ship(scene);
    const line = order.items[0]?.id;
    const path = `/api/v1/orders/${order.id}/receipts`;
    const limits = [scene.wholesaler.locationIds[0] ?? ''];
    const limited = await stage.signIn(await createMember(stage.db, scene.wholesaler, 'manager', limits));
    const filed = await limited.post<z.infer<typeof Receipt>>(path, {
      lines: [{ item_id: line, accepted: 7, damaged: 3 }],
    });
    expect(filed.status, filed.text).toBe(201);
    const read = async () => ok(await scene.seller.get<OrderBody>(`/api/v1/orders/${order.id}`));
    expect(await read()).toMatchObject({
      status: 'delivered',
      buyer_stock: false,
      credit_total: 30,
      items: [{ received_quantity: 7 }],
    });
    const corrected = await scene.seller.patch(`${path}/${filed.body.id}`, {
      lines: [{ item_id: line, accepted: 8, damaged: 2 }],
    });
    expect(corrected.status, corrected.text).toBe(200);
    expect(await read()).toMatchObject({ credit_total: 20, items: [{ received_quantity: 8 }] });
    const [back] = ok(
      await scene.seller.get<{ data: { id: string; lines: object[] }[] }>('/api/v1/returns'),
    ).data;
    const received = await scene.seller.post(`/api/v1/returns/${back?.id}/receive`, {
      location_id: scene.wholesaler.locationIds[0],
      lines: [{ item_id: line, received: 2 }],
    });
    expect(received.status, received.text).toBe(200);
    expect(await traces(scene)).toEqual([]);
  });

  test.skipIf(IS_SHORT)('books nothing later either, once the customer is on board', async () => {
    const scene = await openScene();
    const before = await deliver(scene, await ship(scene, 4));
    const under = await ship(scene, 5);
    // What a claim does to the row.
    await sql`update entities set managed_by = null, contact_email = ${scene.email} where id = ${scene.customer.id}`;
    const business = { id: scene.customer.id, name: scene.customer.name } as Trade['retailer'];
    const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
    const filed = await owner.post(`/api/v1/orders/${before.id}/receipts`, {
      lines: [{ item_id: before.items[0]?.id, accepted: 3, damaged: 1 }],
    });
    expect(filed.status, filed.text).toBe(201);
    expect(ok(await owner.get<{ data: object[] }>('/api/v1/inventory')).data).toEqual([]);
    const delivered = ok(
      await owner.patch<OrderBody>(`/api/v1/orders/${under.id}/status`, { status: 'delivered' }),
    );
    expect(delivered.buyer_stock).toBe(true);
    expect(ok(await owner.get<{ data: object[] }>('/api/v1/inventory')).data).toMatchObject([
      { quantity: 5 },
    ]);
    const lines = [{ item_id: under.items[0]?.id, accepted: 5 }];
    const denied = await scene.seller.post(`/api/v1/orders/${under.id}/receipts`, { lines });
    expect(expectError(denied, 'CONFLICT')).toMatchObject({ reason: 'already_received' });
  });
});

describe('a recall of what a customer that is not on board was delivered', () => {
  async function recalled() {
    const scene = await openScene();
    const lot = await createLot(scene.seller, scene.stockId, `BD-${count}`, 60, { expires_on: '2099-01-01' });
    await deliver(scene, await ship(scene, 10));
    const recall = await openRecall(scene.seller, lot.batch);
    const rowOf = (body: typeof recall) => body.holders.find(({ entity }) => entity.id === scene.customer.id);
    return { ...scene, lot, recall, rowOf };
  }

  test('has it as a holder of what it was shipped, and its contact gets a mail whose only link reports the sender', async () => {
    const { recall, rowOf, email, customer, wholesaler } = await recalled();
    expect(rowOf(recall)).toMatchObject({
      shipped: 10,
      held: 10,
      on_hand: 10,
      accounting: { on_hand: 10, unknown: 0 },
      responded_at: null,
    });
    expect(recall.progress).toEqual({ holders: 2, responded: 0 });
    const sent = await mail.waitFor(email);
    expect(sent.text).toContain(`- ${customer.name}: 10 units`);
    expect(sent.text).toContain(wholesaler.name);
    // No address that others wrote is a link: the only one reports who sent it.
    expect(sent.links).toEqual([expect.stringMatching(/\/unsubscribe\//)]);
    expect(await sql`select from events where entity_id = ${customer.id}`).toHaveLength(0);
  });

  test('is responded to by its seller with holder_id, moves nothing, and closes the recall (201)', async () => {
    const { recall, rowOf, seller, customer, buyer } = await recalled();
    const few = await respond(seller, recall, { holder_id: customer.id, quarantined: 4 });
    expectInvalid(few, 'already_sold');
    const many = await respond(seller, recall, { holder_id: customer.id, quarantined: 11 });
    expectInvalid(many, 'quarantined');
    const numbers = { quarantined: 4, destroyed: 2, returned: 1, already_sold: 3 };
    const [before] = await sql`select count(*)::int as n from inventory_movements`;
    const answer = await respond(seller, recall, { holder_id: customer.id, ...numbers });
    expect(answer.status, answer.text).toBe(201);
    expect(rowOf(answer.body)).toMatchObject({
      ...numbers,
      on_hand: 4,
      accounting: { on_hand: 4, destroyed: 2, returned: 1, sold: 3, unknown: 0 },
    });
    expect(await sql`select count(*)::int as n from inventory_movements`).toEqual([before]);
    const again = await respond(seller, recall, { holder_id: customer.id, ...numbers });
    expect(expectError(again, 'CONFLICT')).toMatchObject({ reason: 'already_responded' });
    ok(await respond(seller, recall, { quarantined: 50 }));
    expect(await recallOf(seller, recall)).toMatchObject({ status: 'closed', close_reason: null });
    expectAbsent(await respond(buyer, recall, { holder_id: customer.id, quarantined: 10 }));
  });

  test.skipIf(IS_SHORT)(
    'takes a response for no business on board, none that holds nothing and none of another seller (404)',
    async () => {
      const { recall, seller, retailer } = await recalled();
      const other = await openScene();
      for (const holder_id of [retailer.id, other.customer.id, ABSENT_ID]) {
        expectAbsent(await respond(seller, recall, { holder_id, quarantined: 1 }));
      }
      expectAbsent(await respond(other.seller, recall, { holder_id: other.customer.id, quarantined: 1 }));
    },
  );
});
