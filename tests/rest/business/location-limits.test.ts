import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Business, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type Envelope, envelopeIn } from '../../factories/event';
import { createLot } from '../../factories/lots';
import { correct, file } from '../../factories/receipts';
import { type OrderBody, openTrade, placeOrder } from '../../factories/trade';
import { addEndpoint } from '../../factories/webhook';
import { type Answer, type Client, type ErrorBody, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectError } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openReceiver, type Receiver } from '../../setup/receiver';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
const receivers: Receiver[] = [];
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));

let shop: Business;
let owner: Client;
let limited: Client;
let [here, there]: string[] = [];
let [stockHere, stockThere]: string[] = [];

beforeAll(async () => {
  shop = await createBusiness(db, 'wholesaler', { locationCount: 2 });
  [here = '', there = ''] = shop.locationIds;
  owner = await stage.signIn(await createMember(db, shop, 'owner'));
  limited = await stage.signIn(await createMember(db, shop, 'admin', [here]));
  const { variantId } = await createProduct(db, shop);
  stockHere = await createStock(db, shop, variantId, 100, { locationId: here });
  stockThere = await createStock(db, shop, variantId, 100, { locationId: there });
});

const adjust = (client: Client, id: string | undefined, quantity_change: number) =>
  client.patch(`/api/v1/inventory/${id}`, { quantity_change, reason_code: 'AUDIT' });

interface Events {
  data: Envelope[];
  next_after: number;
}
const eventsAfter = async (client: Client, after: number) =>
  ok(await client.get<Events>(`/api/v1/events?after=${after}`));
/** The position behind everything that has happened so far. */
async function standing(): Promise<number> {
  const [row] = await stage.sql<
    { last: string; open: number }[]
  >`select (select last from event_sequences where entity_id = ${shop.id}) as last,
      (select count(*)::int from events where entity_id = ${shop.id} and sequence is null) as open`;
  return row?.open === 0 ? Number(row.last ?? 0) : standing();
}

test('a sale of what is held in another location says nothing of it (404)', async () => {
  const { variantId } = await createProduct(db, shop);
  const stockId = await createStock(db, shop, variantId, 10, { locationId: there });
  const { batch } = await createLot(owner, stockId, 'HELD-THERE', 10);
  ok(await owner.post(`/api/v1/batches/${batch}/hold`, { reason: 'Odd smell' }));
  const sold = { quantity_change: -1_000, reason_code: 'SALE' };
  const path = `/api/v1/inventory/${stockId}`;
  expect(expectError(await owner.patch(path, sold), 'CONFLICT')).toMatchObject({ reason: 'held' });
  expectError(await limited.patch(path, sold), 'NOT_FOUND');
});

test("items read at the same time are each their own member's: 404 for another business and another location", async () => {
  const other = await createBusiness(db, 'retailer');
  const stranger = await stage.signIn(await createMember(db, other, 'owner'));
  const product = await createProduct(db, other);
  const foreign = await createStock(db, other, product.variantId, 7);
  const asked = [owner, limited, stranger].flatMap((client) =>
    [stockHere, stockThere, foreign].map((id) => ({ client, id })),
  );
  const rounds = Array.from({ length: 8 }, () => asked).flat();
  const answers = await Promise.all(
    rounds.map(({ client, id }) => client.get<{ id: string }>(`/api/v1/inventory/${id}`)),
  );
  const allowed = new Map([
    [owner, [stockHere, stockThere]],
    [limited, [stockHere]],
    [stranger, [foreign]],
  ]);
  for (const [i, { client, id }] of rounds.entries()) {
    const answer = answers[i];
    if (allowed.get(client)?.includes(id)) expect([answer?.status, answer?.body.id]).toEqual([200, id]);
    else expect(answer?.status).toBe(404);
  }
});

describe('a member limited to one location', () => {
  test('reads only events of its location and of the whole business; next_after skips gaps', async () => {
    const before = await standing();
    ok(await adjust(owner, stockThere, -1));
    ok(await adjust(owner, stockHere, -1));
    ok(await adjust(owner, stockThere, -1));
    await eventually(
      () => eventsAfter(owner, before),
      ({ data }) => expect(data).toHaveLength(3),
    );
    const mine = await eventsAfter(limited, before);
    expect(mine.data.map(({ data }) => data.location_id)).toEqual([here]);
    expect(mine.next_after).toBe(before + 3);
    const rest = await eventsAfter(limited, mine.data[0]?.sequence ?? 0);
    expect(rest).toMatchObject({ data: [], next_after: before + 3 });
    expect((await eventsAfter(owner, before)).next_after).toBe(before + 3);
  });

  test('gets no event of a transfer that touches another location', async () => {
    const before = await standing();
    const line = (inventory_id: string | undefined, to_location_id: string | undefined) => ({
      lines: [{ inventory_id, to_location_id, to_room_type: 'sales_floor', quantity: 2 }],
    });
    ok(await owner.post('/api/v1/inventory/transfers', line(stockHere, there)));
    ok(await owner.post('/api/v1/inventory/transfers', line(stockHere, here)));
    const types = async (client: Client) =>
      (await eventsAfter(client, before)).data
        .map(({ type }) => type)
        .filter((type) => /transfer/.test(type));
    await eventually(
      () => types(owner),
      (seen) => expect(seen).toHaveLength(2),
    );
    expect(await types(limited)).toHaveLength(1);
  });

  test('reads only audit rows of its location and of the whole business', async () => {
    ok(await adjust(owner, stockThere, -1));
    ok(await adjust(owner, stockHere, -1));
    ok(await owner.patch('/api/v1/entity', { legal_name: 'Changed Inc.' }));
    type Row = { action: string; location_ids: string[] | null; object: { id: string } };
    const read = async (client: Client) =>
      ok(await client.get<{ data: Row[]; pagination: { total: number } }>('/api/v1/audit?limit=500'));
    const [all, mine] = [await read(owner), await read(limited)];
    expect(all.data.some((row) => row.object.id === stockThere)).toBe(true);
    expect(mine.data.some((row) => row.object.id === stockThere)).toBe(false);
    expect(mine.data.some((row) => row.object.id === stockHere)).toBe(true);
    expect(mine.data.some((row) => row.action === 'entity.updated')).toBe(true);
    expect(mine.data.every((row) => row.location_ids?.every((id) => id === here) ?? true)).toBe(true);
    expect(mine.pagination.total).toBe(mine.data.length);
    const exported = await limited.get('/api/v1/audit?format=csv');
    expect(exported.text).not.toContain(stockThere);
  });

  test('reads no audit row of a webhook or an API key that it may not see', async () => {
    const ids = async (location_ids: (string | undefined)[] | undefined) => {
      const endpoint = await addEndpoint(owner, { location_ids });
      ok(await owner.post(`/api/v1/webhooks/${endpoint.id}/rotate-secret`));
      const fields = { name: 'till', permissions: ['read:orders'], location_ids };
      const key = ok(await owner.post<{ id: string }>('/api/v1/api-keys', fields));
      ok(await owner.patch(`/api/v1/api-keys/${key.id}`, { name: 'POS' }));
      return [endpoint.id, key.id];
    };
    const [seen, hidden, everywhere] = [await ids([here]), await ids([there]), await ids(undefined)];
    const read = async (client: Client) => {
      type Row = { object: { id: string } };
      const { data } = ok(await client.get<{ data: Row[] }>('/api/v1/audit?limit=500'));
      return [...seen, ...hidden, ...everywhere].map(
        (id) => data.filter(({ object }) => object.id === id).length,
      );
    };
    expect(await read(owner)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(await read(limited)).toEqual([2, 2, 0, 0, 0, 0]);
    // A row of a change is hidden unless both limits are its own.
    ok(await owner.patch(`/api/v1/api-keys/${hidden[1]}`, { location_ids: [here] }));
    expect(await read(limited)).toEqual([2, 2, 0, 0, 0, 0]);
  });

  test("can't change, delete or add another location (403), and can change its own", async () => {
    expect((await limited.patch(`/api/v1/entity/locations/${there}`, { name: 'Taken' })).status).toBe(403);
    expect((await limited.delete(`/api/v1/entity/locations/${there}`)).status).toBe(403);
    const added = await limited.post('/api/v1/entity/locations', {
      name: 'More',
      address: { street: '1 New St', city: 'Oakland', state: 'CA', zip: '94601' },
    });
    expect(added.status).toBe(403);
    expect((await limited.patch(`/api/v1/entity/locations/${here}`, { name: 'Mine' })).status).toBe(200);
  });
});

describe('batches, which are in every location', () => {
  test('are not made unsellable by a limited member (403): by a hold, dates or a test result', async () => {
    const trade = await openTrade(stage, { wholesaler: { locationCount: 2 } });
    const [place = ''] = trade.wholesaler.locationIds;
    const member = await stage.signIn(await createMember(db, trade.wholesaler, 'admin', [place]));
    const lot = await createLot(trade.seller, trade.stockId, 'LIMITED-1', 10);
    const path = `/api/v1/batches/${lot.batch}`;
    const rejected = (answer: Answer) =>
      expect(expectError(answer, 'FORBIDDEN')).toEqual({ reason: 'outside_your_locations' });
    rejected(await member.post(`${path}/hold`, { reason: 'x' }));
    rejected(await member.patch(path, { test_status: 'failed' }));
    rejected(await member.patch(path, { expires_on: '2020-01-01' }));
    // What holders have recorded becomes the owner's batch, with what the owner writes of it.
    const stockId = await createStock(db, trade.retailer, trade.product.variantId, 5);
    await createLot(trade.buyer, stockId, 'LIMITED-2', 5);
    const recorded = { product_id: trade.product.id, batch_id: 'limited 2' };
    const failed = { ...recorded, test_status: 'failed' };
    rejected(await member.post('/api/v1/batches', failed));
    const expired = { ...recorded, expires_on: '2020-01-01' };
    rejected(await member.post('/api/v1/lots', expired));
    expect(ok(await trade.buyer.get(`/api/v1/inventory/${stockId}`))).toMatchObject({ sellable_quantity: 5 });
    expect((await member.post('/api/v1/batches', recorded)).status).toBe(201);
    expect(ok(await trade.seller.get(path))).toMatchObject({
      held: null,
      test_status: 'untested',
      expires_on: null,
    });
    ok(await trade.seller.patch(path, { expires_on: '2099-01-01' }));
  });

  test('are not made by a limited member as failed or expired (403), for units that colleagues record later', async () => {
    const trade = await openTrade(stage, { wholesaler: { locationCount: 2 } });
    const [place = ''] = trade.wholesaler.locationIds;
    const member = await stage.signIn(await createMember(db, trade.wholesaler, 'admin', [place]));
    const named = { product_id: trade.product.id, batch_id: 'NEW-1' };
    for (const stopped of [{ test_status: 'failed' }, { expires_on: '2020-01-01' }]) {
      const answer = await member.post('/api/v1/batches', { ...named, ...stopped });
      expect(expectError(answer, 'FORBIDDEN')).toEqual({ reason: 'outside_your_locations' });
    }
    expectError(await member.post('/api/v1/lots', { ...named, expires_on: '2020-01-01' }), 'FORBIDDEN');
    const printed = { ...named, expires_on: '2099-01-01', test_status: 'passed' };
    expect((await member.post('/api/v1/batches', printed)).status).toBe(201);
    expect(
      (await trade.seller.post('/api/v1/batches', { ...named, batch_id: 'NEW-2', test_status: 'failed' }))
        .status,
    ).toBe(201);
  });

  test('tell a limited reader of events and webhooks its own units alone, others all by location', async () => {
    const trade = await openTrade(stage, { wholesaler: { locationCount: 2 } });
    const [first = '', second = ''] = trade.wholesaler.locationIds;
    const member = await stage.signIn(await createMember(db, trade.wholesaler, 'admin', [second]));
    const elsewhere = await createStock(db, trade.wholesaler, trade.product.variantId, 9, {
      locationId: second,
    });
    const lot = await createLot(trade.seller, trade.stockId, 'UNITS-1', 10);
    ok(
      await trade.seller.post('/api/v1/inventory/transfers', {
        lines: [
          {
            inventory_id: trade.stockId,
            lot_id: lot.id,
            to_location_id: second,
            to_room_type: 'vault',
            quantity: 3,
          },
        ],
      }),
    );
    expect(elsewhere).toBeDefined();
    const receiver = await openReceiver();
    receivers.push(receiver);
    const { id } = await addEndpoint(member, { url: receiver.url, events: ['batch.held'] });
    ok(await trade.seller.post(`/api/v1/batches/${lot.batch}/hold`, { reason: 'Mold' }));
    const heldFor = async (client: Client) => {
      const listed = ok(await client.get<Events>('/api/v1/events?after=0&limit=500'));
      return listed.data.find(({ type }) => type === 'batch.held')?.data;
    };
    const locations = [
      { location_id: first, quantity: 7 },
      { location_id: second, quantity: 3 },
    ].sort((a, b) => (a.location_id < b.location_id ? -1 : 1));
    const mine = { quantity: 3, locations: [{ location_id: second, quantity: 3 }] };
    await eventually(
      async () => receiver.requests.map(envelopeIn).map(({ data }) => data),
      (seen) => expect(seen).toMatchObject([mine]),
    );
    expect(await heldFor(member)).toMatchObject(mine);
    expect(await heldFor(trade.seller)).toMatchObject({ quantity: 10, locations });
    const [sent] = ok(await member.get<{ data: { id: string }[] }>(`/api/v1/webhooks/${id}/deliveries`)).data;
    const shown = ok(
      await member.get<{ request: { body: string } }>(`/api/v1/webhooks/${id}/deliveries/${sent?.id}`),
    );
    expect(JSON.parse(shown.request.body)).toMatchObject({ data: mine });
  });
});

describe('orders that go to another location', () => {
  test("aren't placed by a limited retailer (404), whose orders go to its own when it names none", async () => {
    const trade = await openTrade(stage, { retailer: { locationCount: 2 } });
    const [first = '', second = ''] = trade.retailer.locationIds;
    const member = await stage.signIn(await createMember(db, trade.retailer, 'manager', [second]));
    const items = [{ product_id: trade.product.id, quantity: 1 }];
    const order = (fields: object) =>
      member.post<OrderBody>('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items, ...fields });
    expectError(await order({ receiving_location_id: first }), 'NOT_FOUND');
    expect(ok(await order({})).receiving_location_id).toBe(second);
    expect(ok(await order({ receiving_location_id: second })).receiving_location_id).toBe(second);
  });

  test("can't be received, corrected or marked delivered by a limited retailer (403), those to its own can", async () => {
    const trade = await openTrade(stage, { retailer: { locationCount: 2 } });
    const [mine = '', other = ''] = trade.retailer.locationIds;
    const clerk = await stage.signIn(await createMember(db, trade.retailer, 'manager', [mine]));
    const ship = async (receiving_location_id: string) => {
      const order = await placeOrder(trade, 2, { receiving_location_id });
      for (const status of ['accepted', 'preparing', 'shipped']) {
        ok(await trade.seller.patch(`/api/v1/orders/${order.id}/status`, { status }));
      }
      return order;
    };
    const deliver = (client: Client, { id }: OrderBody) =>
      client.patch(`/api/v1/orders/${id}/status`, { status: 'delivered' });
    const away = await ship(other);
    for (const answer of [await file({ buyer: clerk }, away, { accepted: 2 }), await deliver(clerk, away)]) {
      expectError(answer, 'FORBIDDEN');
      expect((answer.body as ErrorBody).error.details).toEqual({ reason: 'location' });
    }
    const receipt = ok(await file(trade, away, { accepted: 2 }));
    expectError(await correct({ buyer: clerk }, receipt, { accepted: 1, damaged: 1 }), 'FORBIDDEN');
    expect((await deliver(clerk, await ship(mine))).status).toBe(200);
  });
});

describe('webhook endpoints', () => {
  async function listen(client: Client, fields: object = {}): Promise<{ id: string; receiver: Receiver }> {
    const receiver = await openReceiver();
    receivers.push(receiver);
    const { id } = await addEndpoint(client, { url: receiver.url, events: ['*'], ...fields });
    return { id, receiver };
  }

  test('of a limited member deliver only events about their locations', async () => {
    const all = await listen(owner);
    const mine = await listen(limited);
    const { body } = await limited.get<{ location_ids: string[] }>(`/api/v1/webhooks/${mine.id}`);
    expect(body.location_ids).toEqual([here]);
    ok(await adjust(owner, stockThere, -1));
    ok(await adjust(owner, stockHere, -1));
    const places = ({ requests }: Receiver) => requests.map(envelopeIn).map(({ data }) => data.location_id);
    await eventually(
      () => places(all.receiver),
      (seen) => expect([...seen].sort()).toEqual([here, there].sort()),
    );
    await eventually(
      () => places(mine.receiver),
      (seen) => expect(seen).toEqual([here]),
    );
  });

  test('of others, with their deliveries and actions, are absent for a limited member (404)', async () => {
    const { id } = await listen(owner);
    const path = `/api/v1/webhooks/${id}`;
    const delivery = ok(await owner.post<{ id: string }>(`${path}/test`));
    const calls = [
      limited.get(path),
      limited.patch(path, { active: false }),
      limited.delete(path),
      limited.post(`${path}/rotate-secret`),
      limited.post(`${path}/test`),
      limited.get(`${path}/deliveries`),
      limited.get(`${path}/deliveries/${delivery.id}`),
      limited.post(`${path}/replay-failed`, { since: '2026-01-02T09:00:00Z' }),
      limited.post(`/api/v1/webhooks/deliveries/${delivery.id}/replay`),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404));
    const listed = ok(await limited.get<{ data: { id: string }[] }>('/api/v1/webhooks?limit=500'));
    expect(listed.data.map((endpoint) => endpoint.id)).not.toContain(id);
  });

  test('are never widened by a limited member: 403 for other locations and for no limit', async () => {
    const { id, receiver } = await listen(limited);
    const wanted = { url: receiver.url, events: ['*'] };
    for (const location_ids of [[there], [here, there]]) {
      expect((await limited.post('/api/v1/webhooks', { ...wanted, location_ids })).status).toBe(403);
      expect((await limited.patch(`/api/v1/webhooks/${id}`, { location_ids })).status).toBe(403);
    }
    expect((await limited.patch(`/api/v1/webhooks/${id}`, { location_ids: null })).status).toBe(403);
    expect((await owner.patch(`/api/v1/webhooks/${id}`, { location_ids: null })).status).toBe(200);
    expect((await limited.get(`/api/v1/webhooks/${id}`)).status).toBe(404);
  });

  test('name locations of the business only (404), at least one (400)', async () => {
    const foreign = await createBusiness(db, 'retailer');
    const { receiver } = await listen(owner, { location_ids: [here] });
    const add = (location_ids: string[]) =>
      owner.post('/api/v1/webhooks', { url: receiver.url, events: ['*'], location_ids });
    expect((await add([foreign.locationIds[0]])).status).toBe(404);
    expect((await add([])).status).toBe(400);
  });

  test.skipIf(IS_SHORT)('lose a location that is deleted and are not widened by it', async () => {
    const own = await createBusiness(db, 'wholesaler', { locationCount: 2 });
    const client = await stage.signIn(await createMember(db, own, 'owner'));
    const { id } = await listen(client, { location_ids: [own.locationIds[1] as string] });
    expect((await client.delete(`/api/v1/entity/locations/${own.locationIds[1]}`)).status).toBe(204);
    const { body } = await client.get<{ location_ids: string[] }>(`/api/v1/webhooks/${id}`);
    expect(body.location_ids).toEqual([]);
    const unlimited = await listen(client);
    const read = await client.get<{ location_ids: null }>(`/api/v1/webhooks/${unlimited.id}`);
    expect(read.body.location_ids).toBeNull();
  });
});
