import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Customer } from '../../../server/features/entities/customers/resource';
import { type Business, connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type OrderBody, openTrade, placeOrder, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/orders';

let trade: Trade;
let seller: Client;
let buyer: Client;
let customer: z.infer<typeof Customer>;
let connectionId: string;
let count = 0;

async function addCustomer(client: Client, fields: object = {}): Promise<z.infer<typeof Customer>> {
  return ok(
    await client.post<z.infer<typeof Customer>>('/api/v1/customers', {
      type: 'retailer',
      name: 'Corner Dispensary',
      license_number: `C10-9${String(++count).padStart(6, '0')}`,
      address: { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' },
      ...fields,
    }),
  );
}

beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 1000 });
  ({ seller, buyer } = trade);
  customer = await addCustomer(seller);
  const { data } = ok(
    await buyer.get<{ data: { id: string; entity: { id: string } }[] }>('/api/v1/entity/connections'),
  );
  connectionId = data[0]?.id ?? '';
});

const bodyOf = (retailerId: string, fields: object = {}) => ({
  retailer_id: retailerId,
  items: [{ product_id: trade.product.id, quantity: 2 }],
  ...fields,
});
const enter = (retailerId: string, fields?: object, client = seller) =>
  client.post<OrderBody>(PATH, bodyOf(retailerId, fields));
const entered = async (retailerId: string, fields?: object) => ok(await enter(retailerId, fields));
const move = (client: Client, { id }: OrderBody, status: string) =>
  client.patch<OrderBody>(`${PATH}/${id}/status`, { status });
const eventsOf = async (entityId: string, { id }: OrderBody) =>
  (
    await sql<{ type: string; data: OrderBody & { previous_status: string | null } }[]>`
      select type, data from events where entity_id = ${entityId} and data->>'id' = ${id} order by id`
  ).map(({ type, data }) => [type, data.status, data.previous_status, data.entered_by]);

describe('the catalog that a seller reads for a customer', () => {
  type Row = { sku: string; last_price: number | null; available_quantity: number; own_quantity: number };
  const read = (client: Client, id: string, customerId: string, query = '') =>
    client.get<{ data: Row[] }>(`/api/v1/market/suppliers/${id}/catalogue?customer_id=${customerId}${query}`);

  test('has what the customer last paid this seller, and all that can be sold', async () => {
    const shop = await addCustomer(seller);
    const { sku = '' } = trade.product.variants[0] ?? {};
    const before = ok(await read(seller, trade.wholesaler.id, shop.id, `&search=${sku}`)).data[0];
    expect(before).toMatchObject({ sku, last_price: null });
    expect(before?.available_quantity).toBeGreaterThan(2);
    const order = await entered(shop.id);
    const after = ok(await read(seller, trade.wholesaler.id, shop.id)).data;
    expect(after.find((row) => row.sku === sku)).toMatchObject({
      last_price: order.items[0]?.unit_price,
      available_quantity: (before?.available_quantity ?? 0) - 2,
    });
    const other = await addCustomer(seller);
    const elsewhere = ok(await read(seller, trade.wholesaler.id, other.id)).data;
    expect(elsewhere.every((row) => row.last_price === null)).toBe(true);
  });

  test('is for the seller itself and for a customer of its own (403, 404)', async () => {
    const stranger = await createBusiness(db, 'wholesaler');
    const client = await stage.signIn(await createMember(db, stranger, 'owner'));
    expectAbsent(await read(client, stranger.id, customer.id));
    expectAbsent(await read(client, trade.wholesaler.id, customer.id));
    expectAbsent(await read(seller, trade.wholesaler.id, ABSENT_ID));
    expect(expectError(await read(buyer, trade.wholesaler.id, customer.id), 'FORBIDDEN').reason).toBe(
      'not_a_seller',
    );
  });
});

describe('an order that a seller enters', () => {
  test('is accepted at once, reserves stock, and both parties get order.created, then order.updated', async () => {
    const order = await entered(trade.retailer.id, { po_number: 'PO-9', notes: 'By phone' });
    expect(order).toMatchObject({
      status: 'accepted',
      entered_by: 'seller',
      retailer: { id: trade.retailer.id },
      wholesaler: { id: trade.wholesaler.id },
      receiving_location_id: trade.retailer.locationIds[0],
      po_number: 'PO-9',
    });
    for (const client of [seller, buyer]) {
      expect(ok(await client.get<OrderBody>(`${PATH}/${order.id}`))).toEqual(order);
    }
    for (const { id } of [trade.wholesaler, trade.retailer]) {
      expect(await eventsOf(id, order)).toEqual([
        ['order.created', 'pending', null, 'seller'],
        ['order.updated', 'accepted', 'pending', 'seller'],
      ]);
    }
    const history = ok(
      await buyer.get<{ data: { action: string; to_status: string; actor: { entity_id: string } }[] }>(
        `${PATH}/${order.id}/history`,
      ),
    ).data;
    expect(history).toMatchObject([
      { action: 'created', to_status: 'pending', actor: { entity_id: trade.wholesaler.id } },
      { action: 'moved', to_status: 'accepted', actor: { entity_id: trade.wholesaler.id } },
    ]);
    await expectStockAddsUp(sql);
    await expectOrdersAddUp(sql);
  });

  test('stays pending with accept false; lists, CSV and documents say who entered it', async () => {
    const order = await entered(trade.retailer.id, { accept: false });
    expect(order).toMatchObject({ status: 'pending', entered_by: 'seller' });
    const bought = await placeOrder(trade);
    expect(bought.entered_by).toBe('buyer');
    for (const path of [PATH, `${PATH}/summaries`]) {
      const rows = ok(await buyer.get<{ data: OrderBody[] }>(path)).data;
      const by = new Map(rows.map((row) => [row.id, row.entered_by]));
      expect([by.get(order.id), by.get(bought.id)]).toEqual(['seller', 'buyer']);
    }
    const csv = await buyer.get(PATH, { headers: { accept: 'text/csv' } });
    const [head, ...lines] = csv.text.trim().split(/\r?\n/);
    expect(head?.split(',')).toContain('entered_by');
    expect(lines.find((line) => line.includes(order.order_number))).toMatch(/seller/);
    const slip = await buyer.get<{ facts: { label: string; value: string }[] }>(
      `${PATH}/${order.id}/document?kind=invoice`,
    );
    expect(ok(slip).facts).toContainEqual({ label: 'Entered by', value: trade.wholesaler.name });
  });

  test('is canceled by its buyer as any other; the buyer edits it while it is pending', async () => {
    const accepted = await entered(trade.retailer.id);
    expect(ok(await buyer.post<OrderBody>(`${PATH}/${accepted.id}/cancel`)).status).toBe('cancelled');
    const pending = await entered(trade.retailer.id, { accept: false });
    const line = `${PATH}/${pending.id}/items/${pending.items[0]?.id}`;
    expect((await buyer.patch(line, { quantity: 3 })).status).toBe(200);
  });

  test('takes more lines and units from its seller until it is prepared (403, 409 otherwise)', async () => {
    const order = await entered(trade.retailer.id);
    const other = await createProduct(db, trade.wholesaler, { prices: [500] });
    await createStock(db, trade.wholesaler, other.variantId, 10);
    const added = ok(
      await seller.post<OrderBody>(`${PATH}/${order.id}/items`, { product_id: other.id, quantity: 4 }),
    );
    expect(added).toMatchObject({ subtotal: 40, status: 'accepted' });
    const line = `${PATH}/${order.id}/items/${order.items[0]?.id}`;
    expect(ok(await seller.patch<OrderBody>(line, { quantity: 5 })).subtotal).toBe(70);
    const cut = await buyer.patch(line, { quantity: 1 });
    expect(expectError(cut, 'CONFLICT')).toMatchObject({ reason: 'not_editable' });
    ok(await move(seller, order, 'preparing'));
    const late = await seller.patch(line, { quantity: 6 });
    expect(expectError(late, 'CONFLICT')).toMatchObject({ reason: 'not_editable' });
    const bought = await placeOrder(trade);
    const raised = await seller.patch(`${PATH}/${bought.id}/items/${bought.items[0]?.id}`, { quantity: 9 });
    expect(expectError(raised, 'FORBIDDEN')).toMatchObject({ reason: 'reduce_only' });
    await expectStockAddsUp(sql);
    await expectOrdersAddUp(sql);
  });

  test('runs once per Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': `entered-${count}` };
    const send = () =>
      seller.post<OrderBody>(PATH, bodyOf(trade.retailer.id, { delivery_window: 'noon' }), { headers });
    const [first, second] = [ok(await send()), ok(await send())];
    expect(second.id).toBe(first.id);
  });

  test('is bound by no limit that its seller sets its buyers, and by its stock (409)', async () => {
    const settings = { max_pending_orders: 1, max_reserved_percent: 1 };
    ok(await seller.patch('/api/v1/entity', { settings }));
    await entered(trade.retailer.id, { accept: false });
    await entered(trade.retailer.id, {
      accept: false,
      items: [{ product_id: trade.product.id, quantity: 50 }],
    });
    ok(
      await seller.patch('/api/v1/entity', {
        settings: { max_pending_orders: null, max_reserved_percent: 100 },
      }),
    );
    const short = await enter(trade.retailer.id, {
      items: [{ product_id: trade.product.id, quantity: 100_000 }],
    });
    expect(expectError(short, 'INSUFFICIENT_STOCK')).toMatchObject({ reason: 'insufficient_stock' });
  });
});

describe('who enters an order for whom', () => {
  test('names a seller or a buyer, not both (ambiguous) and not neither (required)', async () => {
    const both = await seller.post(PATH, bodyOf(trade.retailer.id, { wholesaler_id: trade.wholesaler.id }));
    expectInvalid(both, 'retailer_id', 'ambiguous');
    expectInvalid(await seller.post(PATH, { items: bodyOf('').items }), 'wholesaler_id', 'required');
  });

  test('must sell, to one that buys (403), and a buyer accepts nothing (403)', async () => {
    const farm = await createBusiness(db, 'cultivator');
    await connect(db, trade.wholesaler, farm);
    const reasons = async (answer: Promise<Awaited<ReturnType<typeof enter>>>) =>
      expectError(await answer, 'FORBIDDEN');
    expect(await reasons(enter(trade.wholesaler.id, {}, buyer))).toEqual({ reason: 'not_a_seller' });
    expect(await reasons(enter(farm.id))).toEqual({ reason: 'not_a_buyer' });
    for (const accept of [true, false]) {
      const body = { wholesaler_id: trade.wholesaler.id, items: bodyOf('').items, accept };
      expect(await reasons(buyer.post<OrderBody>(PATH, body))).toEqual({
        reason: 'other_party',
        field: 'accept',
        side: 'retailer',
      });
    }
    const stranger = await createBusiness(db, 'retailer');
    expect(await reasons(enter(stranger.id))).toEqual({ reason: 'connection_required' });
    const before = ok(await seller.get<{ all: number }>(`${PATH}/counts`)).all;
    const viewer = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer'));
    expect(await reasons(enter(trade.retailer.id, {}, viewer))).toMatchObject({
      reason: 'permission_required',
    });
    expect(ok(await seller.get<{ all: number }>(`${PATH}/counts`)).all).toBe(before);
  });

  test("finds neither itself, nothing, another seller's customer nor a location of another business (404)", async () => {
    const rival = await createBusiness(db, 'wholesaler');
    const theirs = await addCustomer(await stage.signIn(await createMember(db, rival, 'owner')));
    const missing = await enter(ABSENT_ID);
    expectAbsent(missing);
    const unknown = await enter(theirs.id);
    expectAbsent(unknown);
    expect(unknown.text.replaceAll(theirs.id, '')).toBe(missing.text.replaceAll(ABSENT_ID, ''));
    expectAbsent(await enter(trade.wholesaler.id));
    const location = { receiving_location_id: rival.locationIds[0] };
    expectAbsent(await enter(trade.retailer.id, location));
    const quoted = await seller.post('/api/v1/orders/quote', bodyOf(theirs.id));
    expectAbsent(quoted);
  });

  test('prices it before (POST /orders/quote)', async () => {
    const quote = ok(await seller.post('/api/v1/orders/quote', bodyOf(customer.id)));
    expect(quote).toMatchObject({ problems: [], subtotal: 20, lines: [{ quantity: 2, unit_price: 10 }] });
  });

  test.skipIf(IS_SHORT)(
    'sells to a wholesaler, and each side of two wholesalers decides for itself',
    async () => {
      const middle = await createBusiness(db, 'wholesaler');
      await connect(db, trade.wholesaler, middle);
      const other = await stage.signIn(await createMember(db, middle, 'owner'));
      const order = await entered(middle.id);
      expect(order.retailer.id).toBe(middle.id);
      const connections = ok(await other.get<{ data: { id: string }[] }>('/api/v1/entity/connections')).data;
      const path = `/api/v1/entity/connections/${connections[0]?.id}`;
      expect(ok(await other.patch(path, { seller_orders: false }))).toMatchObject({ seller_orders: false });
      expect(ok(await seller.get(path))).toMatchObject({ seller_orders: true });
      expect(expectError(await enter(middle.id), 'FORBIDDEN')).toEqual({ reason: 'seller_orders_off' });
    },
  );
});

describe('a buyer that forbids it', () => {
  const path = () => `/api/v1/entity/connections/${connectionId}`;
  const allow = async (seller_orders: boolean) => ok(await buyer.patch(path(), { seller_orders }));

  test('gets no further order or line from its seller (403 seller_orders_off), until it allows it again', async () => {
    const open = await entered(trade.retailer.id);
    expect(await allow(false)).toMatchObject({ id: connectionId, seller_orders: false });
    expect(expectError(await enter(trade.retailer.id), 'FORBIDDEN')).toEqual({ reason: 'seller_orders_off' });
    const quote = ok(
      await seller.post<{ problems: object[] }>('/api/v1/orders/quote', bodyOf(trade.retailer.id)),
    );
    expect(quote.problems).toMatchObject([{ index: null, code: 'FORBIDDEN', reason: 'seller_orders_off' }]);
    const line = `${PATH}/${open.id}/items/${open.items[0]?.id}`;
    const raised = await seller.patch(line, { quantity: 9 });
    expect(expectError(raised, 'FORBIDDEN')).toEqual({ reason: 'seller_orders_off' });
    expect((await seller.patch(line, { quantity: 1 })).status).toBe(200);
    expect(
      (await buyer.post(PATH, { wholesaler_id: trade.wholesaler.id, items: bodyOf('').items })).status,
    ).toBe(201);
    await entered(customer.id);
    const changes = await sql`select before, after from audit_log where action = 'connection.updated'
      and entity_id = ${trade.retailer.id}`;
    expect(changes).toEqual([{ before: { seller_orders: true }, after: { seller_orders: false } }]);
    await allow(true);
    await entered(trade.retailer.id);
  });

  test.skipIf(IS_SHORT)(
    'is the buyer alone, of an accepted connection (403, 404, 409), and changes nothing else (400)',
    async () => {
      const mine = await seller.patch(path(), { seller_orders: false });
      expect(expectError(mine, 'FORBIDDEN')).toEqual({ reason: 'not_a_buyer' });
      expect(ok(await seller.get(path()))).toMatchObject({ seller_orders: null });
      const viewer = await stage.signIn(await createMember(db, trade.retailer, 'viewer'));
      expect((await viewer.patch(path(), { seller_orders: false })).status).toBe(403);
      expectAbsent(await buyer.patch(`/api/v1/entity/connections/${ABSENT_ID}`, { seller_orders: false }));
      expectInvalid(await buyer.patch(path(), {}), '');
      expectInvalid(await buyer.patch(path(), { status: 'pending' }), 'status');
      ok(await buyer.patch(path(), ok(await buyer.get<object>(path()))));
      const shop = await createBusiness(db, 'wholesaler');
      const asked = ok(
        await buyer.post<{ id: string }>('/api/v1/entity/connections/request', { entity_id: shop.id }),
      );
      const waiting = await buyer.patch(`/api/v1/entity/connections/${asked.id}`, { seller_orders: false });
      expect(expectError(waiting, 'CONFLICT')).toEqual({ reason: 'not_accepted', status: 'pending' });
    },
  );

  test.skipIf(IS_SHORT)('rejects each order that begins after its word, among parallel ones', async () => {
    const results = await Promise.all([
      ...Array.from({ length: 4 }, () => enter(trade.retailer.id)),
      allow(false).then(() => null),
      ...Array.from({ length: 4 }, () => enter(trade.retailer.id)),
    ]);
    for (const one of results) if (one) expect([201, 403]).toContain(one.status);
    expect((await enter(trade.retailer.id)).status).toBe(403);
    await allow(true);
  });
});

describe('an order for a customer that is not on board', () => {
  let mover: Business;

  test('goes to its location, and its seller alone gets the events', async () => {
    const order = await entered(customer.id);
    expect(order).toMatchObject({
      status: 'accepted',
      retailer: { id: customer.id, name: customer.name },
      receiving_location_id: customer.locations[0]?.id,
    });
    const [canceled] = [await entered(customer.id)];
    ok(await seller.post(`${PATH}/${canceled.id}/cancel`));
    await seller.post(`${PATH}/${order.id}/comments`, { body: 'Hello' });
    const stray = await sql`select type from events where entity_id = ${customer.id}`;
    expect(stray).toEqual([]);
    const types = (await eventsOf(trade.wholesaler.id, order)).map(([type]) => type);
    expect(types).toEqual(['order.created', 'order.updated', 'order.commented']);
  });

  test('goes to a location that its seller chooses, and to none of the seller itself (404)', async () => {
    const harbor = ok(
      await seller.post<{ id: string }>(`/api/v1/customers/${customer.id}/locations`, {
        name: 'Harbor',
        address: customer.address,
      }),
    );
    expect((await entered(customer.id, { receiving_location_id: harbor.id })).receiving_location_id).toBe(
      harbor.id,
    );
    expectAbsent(await enter(customer.id, { receiving_location_id: trade.wholesaler.locationIds[0] }));
    const limited = await createMember(db, trade.wholesaler, 'manager', [
      trade.wholesaler.locationIds[0] ?? '',
    ]);
    expect((await enter(customer.id, {}, await stage.signIn(limited))).status).toBe(201);
  });

  test('is rejected once its license has expired (LICENSE_EXPIRED), and keeps it from being deleted', async () => {
    const expired = await addCustomer(seller, { license_expiry: '2020-01-01' });
    expect(expectError(await enter(expired.id), 'LICENSE_EXPIRED')).toMatchObject({ party: 'retailer' });
    expect((await seller.delete(`/api/v1/customers/${expired.id}`)).status).toBe(204);
    const removed = await enter(expired.id);
    expectAbsent(removed);
    const gone = await seller.delete(`/api/v1/customers/${customer.id}`);
    expect(expectError(gone, 'CONFLICT')).toEqual({ reason: 'has_orders' });
  });

  test('lets a seller whose own license is reviewed enter nothing (409 license_unverified)', async () => {
    mover = await createBusiness(db, 'wholesaler');
    const client = await stage.signIn(await createMember(db, mover, 'owner'));
    const theirs = await addCustomer(client);
    const product = await createProduct(db, mover, { prices: [100] });
    await createStock(db, mover, product.variantId, 5);
    await sql`update entities set under_review = true where id = ${mover.id}`;
    const items = [{ product_id: product.id, quantity: 1 }];
    const answer = await client.post(PATH, { retailer_id: theirs.id, items });
    expect(expectError(answer, 'CONFLICT')).toEqual({ reason: 'license_unverified' });
  });
});
