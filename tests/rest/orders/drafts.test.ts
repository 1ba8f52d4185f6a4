import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { expireQuotes } from '../../../server/features/orders/drafts/expire';
import { readQuoteLink } from '../../../server/features/orders/drafts/link';
import type { Draft } from '../../../server/features/orders/drafts/resource';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type OrderBody, openTrade, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/drafts';
type DraftBody = z.infer<typeof Draft>;

let trade: Trade;
let seller: Client;
let buyer: Client;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 1000, prices: [1000] });
  ({ seller, buyer } = trade);
});

const bodyOf = (fields: object = {}) => ({
  retailer_id: trade.retailer.id,
  items: [{ product_id: trade.product.id, quantity: 3 }],
  valid_until: inDays(10),
  ...fields,
});
const write = async (fields?: object, client = seller) =>
  ok(await client.post<DraftBody>(PATH, bodyOf(fields)));
const act = (client: Client, { id }: DraftBody, verb: string) =>
  client.post<DraftBody>(`${PATH}/${id}/${verb}`);
const place = (client: Client, { id }: DraftBody, verb: 'order' | 'accept') =>
  client.post<OrderBody>(`${PATH}/${id}/${verb}`);
const read = async (client: Client, { id }: DraftBody) => ok(await client.get<DraftBody>(`${PATH}/${id}`));
async function quote(fields?: object): Promise<DraftBody> {
  return ok(await act(seller, await write(fields), 'send'));
}
const eventsOf = ({ id }: DraftBody) => sql<{ entity_id: string; type: string }[]>`
  select entity_id, type from events where data->>'id' = ${id} and type like 'quote.%' order by id`;
const reserved = async () => {
  const [row] = await sql`select reserved_quantity as n from inventory_items where id = ${trade.stockId}`;
  return row?.n as number;
};

test('a link shows a sent quote alone, until a new one, withdrawing or its last day ends it', async () => {
  const link = (one: DraftBody, client = seller) =>
    client.post<{ url: string; valid_until: string }>(`${PATH}/${one.id}/link`);
  const tokenOf = async (one: DraftBody) => {
    const { url, valid_until } = ok(await link(one));
    expect(valid_until).toBe(one.valid_until);
    const [, token = ''] = /\/quote\/([\w-]{43})$/.exec(url) ?? [];
    return token;
  };
  const shown = (token: string, address = '192.0.2.7') => readQuoteLink(db, token, address);
  const draft = await write();
  expect((await link(draft)).status).toBe(409);
  const one = await quote();
  expect((await link(one, buyer)).status).toBe(403);
  const first = await tokenOf(one);
  expect(await shown(first)).toMatchObject({ id: one.id, status: 'sent' });
  const second = await tokenOf(one);
  expect(await shown(first)).toBeNull();
  expect(await shown(second)).toMatchObject({ id: one.id });
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from drafts where link_hash = ${second}`;
  expect(row?.n).toBe(0);
  expect((await seller.delete(`${PATH}/${one.id}/link`)).status).toBe(204);
  expect(await shown(second)).toBeNull();
  const third = await tokenOf(one);
  ok(await act(seller, one, 'withdraw'));
  expect(await shown(third)).toBeNull();
  const old = await quote();
  const last = await tokenOf(old);
  await sql`update drafts set expires_at = now() where id = ${old.id}`;
  expect(await shown(last)).toBeNull();
  await sql`delete from drafts where id = ${old.id}`;
  const actions = await sql<
    { action: string }[]
  >`select action from audit_log where object_id = ${one.id} order by id`;
  expect(actions.map(({ action }) => action).slice(-5)).toEqual([
    ...['draft.linked', 'draft.linked', 'draft.unlinked', 'draft.linked', 'draft.moved'],
  ]);
});

test('a network that guesses links is limited, a link that exists is not', async () => {
  const one = await quote();
  const { url } = ok(await seller.post<{ url: string }>(`${PATH}/${one.id}/link`));
  const token = url.slice(-43);
  const address = '198.51.100.9';
  for (let guess = 0; guess < 100; guess++)
    expect(await readQuoteLink(db, 'x'.repeat(43), address)).toBeNull();
  expect(await readQuoteLink(db, 'x'.repeat(43), address)).toBe('limited');
  expect(await readQuoteLink(db, token, address)).toMatchObject({ id: one.id });
  expect(await readQuoteLink(db, 'x'.repeat(43), '203.0.113.1')).toBeNull();
});

test('are found by a party, a PO number or what their lines are about', async () => {
  const { id } = await write({ po_number: 'SEARCH-77' });
  const found = async (search: string, client = seller) =>
    ok(
      await client.get<{ data: { id: string }[] }>(`${PATH}?search=${encodeURIComponent(search)}&limit=500`),
    ).data.map((one) => one.id);
  expect(await found('search-77')).toEqual([id]);
  expect(await found(`SEARCH-77 ${trade.retailer.name}`)).toEqual([id]);
  expect(await found(trade.product.name)).toContain(id);
  expect(await found('nothing like it')).toEqual([]);
  expect(await found('search-77', buyer)).toEqual([]);
});

describe('a draft', () => {
  test('is written, read, changed and deleted by its author alone, and reserves nothing', async () => {
    const before = await reserved();
    const created = await seller.post<DraftBody>(PATH, bodyOf({ notes: 'Soon', po_number: 'PO-1' }));
    expect(created.status, created.text).toBe(201);
    const draft = created.body;
    expect(created.headers.location).toBe(`${PATH}/${draft.id}`);
    expect(draft).toMatchObject({
      status: 'draft',
      wholesaler: { id: trade.wholesaler.id },
      retailer: { id: trade.retailer.id },
      author: { entity_id: trade.wholesaler.id },
      items: [
        {
          variant_id: trade.product.variantId,
          variant_name: 'Pack 1',
          quantity: 3,
          unit_price: 10,
          total: 30,
        },
      ],
      subtotal: 30,
      notes: 'Soon',
      valid_until: inDays(10),
      order_id: null,
      accept: true,
    });
    expect(await read(seller, draft)).toEqual(draft);
    for (const answer of [
      await buyer.get(`${PATH}/${draft.id}`),
      await buyer.patch(`${PATH}/${draft.id}`, { notes: 'x' }),
      await buyer.delete(`${PATH}/${draft.id}`),
      await act(buyer, draft, 'accept'),
      await act(buyer, draft, 'decline'),
      await act(buyer, draft, 'order'),
    ]) {
      expectAbsent(answer);
    }
    const items = [{ sku: trade.product.variants[0]?.sku, quantity: 5 }];
    const changed = ok(await seller.patch<DraftBody>(`${PATH}/${draft.id}`, { items, notes: null }));
    expect(changed).toMatchObject({ subtotal: 50, notes: null, po_number: 'PO-1', items: [{ quantity: 5 }] });
    expectInvalid(await seller.patch(`${PATH}/${draft.id}`, {}), '', 'empty_patch');
    expect(await reserved()).toBe(before);
    expect((await seller.delete(`${PATH}/${draft.id}`)).status).toBe(204);
    expectAbsent(await seller.get(`${PATH}/${draft.id}`));
    const actions = await sql`select action from audit_log where object_id = ${draft.id} order by id`;
    expect(actions.map(({ action }) => action)).toEqual(['draft.created', 'draft.updated', 'draft.deleted']);
  });

  test('names its parties and goods as an order does (400, 403, 404)', async () => {
    const send = (fields: object, client = seller) => client.post(PATH, bodyOf(fields));
    expectInvalid(await send({ retailer_id: undefined }), 'wholesaler_id', 'required');
    expectInvalid(await send({ wholesaler_id: trade.wholesaler.id }), 'retailer_id', 'ambiguous');
    expectInvalid(await send({ items: [] }), 'items');
    expectInvalid(await send({ tax: 1 }), 'tax');
    expect(expectError(await send({}, buyer), 'FORBIDDEN')).toEqual({ reason: 'not_a_seller' });
    const bought = { retailer_id: undefined, wholesaler_id: trade.wholesaler.id };
    const accepting = await send({ ...bought, accept: true }, buyer);
    expect(expectError(accepting, 'FORBIDDEN')).toMatchObject({ reason: 'other_party' });
    const stranger = await createBusiness(db, 'retailer');
    const denied = await send({ retailer_id: stranger.id });
    expect(expectError(denied, 'FORBIDDEN')).toEqual({ reason: 'connection_required' });
    expectAbsent(await send({ retailer_id: ABSENT_ID }));
    expectAbsent(await send({ items: [{ product_id: ABSENT_ID, quantity: 1 }] }));
    expectAbsent(await send({ receiving_location_id: trade.wholesaler.locationIds[0] }));
    const viewer = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer'));
    expect((await send({}, viewer)).status).toBe(403);
  });

  test('becomes its author’s order, once: of a buyer pending, of a seller as it says (201, 409 already_ordered)', async () => {
    const own = await write({ retailer_id: undefined, wholesaler_id: trade.wholesaler.id }, buyer);
    expectAbsent(await act(seller, own, 'order'));
    const sent = await act(buyer, own, 'send');
    expect(expectError(sent, 'FORBIDDEN')).toMatchObject({ reason: 'not_a_seller' });
    const bought = await place(buyer, own, 'order');
    expect(bought.status, bought.text).toBe(201);
    expect(bought.headers.location).toBe(`/api/v1/orders/${bought.body.id}`);
    expect(bought.body).toMatchObject({ status: 'pending', entered_by: 'buyer', subtotal: 30 });
    const draft = await write({ accept: false, po_number: 'PO-2' });
    const entered = ok(await place(seller, draft, 'order'));
    expect(entered).toMatchObject({ status: 'pending', entered_by: 'seller', po_number: 'PO-2' });
    expect(await read(seller, draft)).toMatchObject({ status: 'ordered', order_id: entered.id });
    const again = await place(seller, draft, 'order');
    expect(expectError(again, 'CONFLICT')).toEqual({ reason: 'already_ordered', order_id: entered.id });
    const late = await seller.patch(`${PATH}/${draft.id}`, { notes: 'x' });
    expect(expectError(late, 'CONFLICT')).toEqual({ reason: 'not_editable', status: 'ordered' });
    expect((await seller.delete(`${PATH}/${draft.id}`)).status).toBe(409);
    await expectStockAddsUp(sql);
    await expectOrdersAddUp(sql);
  });

  test('is ordered at the price of that day; a failure changes nothing (409)', async () => {
    const product = await createProduct(db, trade.wholesaler, { prices: [1000] });
    await createStock(db, trade.wholesaler, product.variantId, 4);
    const items = [{ product_id: product.id, quantity: 4 }];
    const [first, second] = [await write({ items }), await write({ items })];
    ok(
      await seller.patch(`/api/v1/products/${product.id}/variants/${product.variantId}`, {
        wholesale_price: 12,
      }),
    );
    expect(ok(await place(seller, first, 'order')).subtotal).toBe(48);
    const short = await place(seller, second, 'order');
    expectError(short, 'INSUFFICIENT_STOCK');
    expect(await read(seller, second)).toEqual(second);
  });
});

describe('a quote', () => {
  test('shows to both, is immutable, and fixes its prices until it is accepted', async () => {
    const product = await createProduct(db, trade.wholesaler, { prices: [1000] });
    await createStock(db, trade.wholesaler, product.variantId, 50);
    const before = await reserved();
    const sent = await quote({ items: [{ product_id: product.id, quantity: 4 }], delivery_window: 'noon' });
    expect(sent).toMatchObject({ status: 'sent', subtotal: 40, sent_at: expect.any(String) });
    expect(await read(buyer, sent)).toEqual(sent);
    expect((await eventsOf(sent)).map(({ entity_id }) => entity_id).sort()).toEqual(
      [trade.retailer.id, trade.wholesaler.id].sort(),
    );
    for (const client of [seller, buyer]) {
      const late = await client.patch(`${PATH}/${sent.id}`, { notes: 'x' });
      expect(expectError(late, 'CONFLICT')).toMatchObject({ reason: 'not_editable', status: 'sent' });
    }
    ok(
      await seller.patch(`/api/v1/products/${product.id}/variants/${product.variantId}`, {
        wholesale_price: 99,
        sku: `NEW-${product.variantId}`,
      }),
    );
    const denied = await place(seller, sent, 'accept');
    expect(expectError(denied, 'FORBIDDEN')).toMatchObject({ reason: 'other_party' });
    const ordering = await place(seller, sent, 'order');
    expect(expectError(ordering, 'INVALID_TRANSITION')).toEqual({
      ...{ reason: 'invalid_transition', from: 'sent', to: 'ordered' },
      allowed: ['accepted', 'declined', 'withdrawn', 'expired'],
    });
    const order = await place(buyer, sent, 'accept');
    expect(order.status, order.text).toBe(201);
    expect(order.body).toMatchObject({
      ...{ status: 'accepted', entered_by: 'seller', subtotal: 40, delivery_window: 'noon' },
      items: [{ unit_price: 10, quantity: 4 }],
    });
    for (const client of [seller, buyer]) {
      expect(await read(client, sent)).toMatchObject({ status: 'accepted', order_id: order.body.id });
    }
    expect((await eventsOf(sent)).map(({ type }) => type).sort()).toEqual([
      ...Array(2).fill('quote.accepted'),
      ...Array(2).fill('quote.sent'),
    ]);
    const types = await sql`select type from events where entity_id = ${trade.retailer.id} and
      data->>'id' = ${order.body.id} order by id`;
    expect(types.map(({ type }) => type)).toEqual(['order.created', 'order.updated']);
    expect(await reserved()).toBe(before);
    await expectStockAddsUp(sql);
    await expectOrdersAddUp(sql);
  });

  test('of goods that its buyer is not shown otherwise becomes its order (201)', async () => {
    const hidden = await createProduct(db, trade.wholesaler, { prices: [1000] });
    await createStock(db, trade.wholesaler, hidden.variantId, 10);
    ok(await seller.patch(`/api/v1/products/${hidden.id}`, { visibility: 'offered' }));
    const items = [{ product_id: hidden.id, quantity: 2 }];
    expectAbsent(await buyer.post('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items }));
    const order = ok(await place(buyer, await quote({ items }), 'accept'));
    expect(order).toMatchObject({ status: 'accepted', items: [{ product_id: hidden.id, quantity: 2 }] });
  });

  test('becomes one order under eight parallel accepts (409 already_ordered with order_id)', async () => {
    const sent = await quote();
    const answers = await Promise.all(Array.from({ length: 8 }, () => place(buyer, sent, 'accept')));
    const [placed] = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 201) continue;
      expect(expectError(answer, 'CONFLICT')).toEqual({
        reason: 'already_ordered',
        order_id: placed?.body.id,
      });
    }
    await expectStockAddsUp(sql);
  });

  test.skipIf(IS_SHORT)(
    'checks stock, licenses and limits of locations when it is accepted, and stays sent when it fails',
    async () => {
      const product = await createProduct(db, trade.wholesaler, { prices: [1000] });
      const sent = await quote({ items: [{ product_id: product.id, quantity: 4 }] });
      expectError(await place(buyer, sent, 'accept'), 'INSUFFICIENT_STOCK');
      await createStock(db, trade.wholesaler, product.variantId, 4);
      await sql`update entities set license_expiry = '2020-01-01' where id = ${trade.retailer.id}`;
      expectError(await place(buyer, sent, 'accept'), 'LICENSE_EXPIRED');
      await sql`update entities set license_expiry = null where id = ${trade.retailer.id}`;
      expect(await read(buyer, sent)).toEqual(sent);
      // The buyer itself accepts, whatever it lets its seller enter.
      const { data } = ok(await buyer.get<{ data: { id: string }[] }>('/api/v1/entity/connections?limit=1'));
      const connection = `/api/v1/entity/connections/${data[0]?.id}`;
      ok(await buyer.patch(connection, { seller_orders: false }));
      const viewer = await stage.signIn(await createMember(db, trade.retailer, 'viewer'));
      expect((await place(viewer, sent, 'accept')).status).toBe(403);
      expect((await place(buyer, sent, 'accept')).status).toBe(201);
      ok(await buyer.patch(connection, { seller_orders: true }));
    },
  );

  test('is declined by its buyer or withdrawn by its seller, and then final', async () => {
    for (const [verb, client, other] of [
      ['decline', buyer, seller],
      ['withdraw', seller, buyer],
    ] as const) {
      const sent = await quote();
      expect(expectError(await act(other, sent, verb), 'FORBIDDEN')).toMatchObject({ reason: 'other_party' });
      const status = verb === 'decline' ? 'declined' : 'withdrawn';
      expect(ok(await act(client, sent, verb)).status).toBe(status);
      const late = await place(buyer, sent, 'accept');
      expect(expectError(late, 'INVALID_TRANSITION')).toMatchObject({
        from: status,
        to: 'accepted',
        allowed: [],
      });
      expectError(await act(seller, sent, 'send'), 'INVALID_TRANSITION');
      const types = (await eventsOf(sent)).map(({ type }) => type);
      expect(types).toHaveLength(verb === 'decline' ? 4 : 2);
    }
    expectError(await act(seller, await write(), 'withdraw'), 'INVALID_TRANSITION');
  });

  test.skipIf(IS_SHORT)(
    'is valid through its last day at the seller, at most 90 days ahead (400), then expired',
    async () => {
      const invalid = async (valid_until: string | null, code: string) =>
        expectInvalid(await act(seller, await write({ valid_until }), 'send'), 'valid_until', code);
      await invalid(null, 'required');
      await invalid(inDays(-2), 'date_in_past');
      await invalid(inDays(92), 'date_too_far');
      await sql`update entities set timezone = 'Pacific/Honolulu' where id = ${trade.wholesaler.id}`;
      const sent = await quote({ valid_until: inDays(20) });
      const [row] = await sql`select expires_at from drafts where id = ${sent.id}`;
      expect(new Date(row?.expires_at).toISOString()).toBe(`${inDays(21)}T10:00:00.000Z`);
      await sql`update entities set timezone = 'UTC' where id = ${trade.wholesaler.id}`;
      await sql`update drafts set expires_at = now() where id = ${sent.id}`;
      expect(await read(buyer, sent)).toMatchObject({ status: 'expired' });
      const late = await place(buyer, sent, 'accept');
      expect(expectError(late, 'INVALID_TRANSITION')).toMatchObject({ from: 'expired', to: 'accepted' });
      const listed = ok(await buyer.get<{ data: DraftBody[] }>(`${PATH}?status=expired`)).data;
      expect(listed.map(({ id }) => id)).toEqual([sent.id]);
      await Promise.all([expireQuotes({ db }), expireQuotes({ db })]);
      const types = (await eventsOf(sent)).map(({ type }) => type);
      expect(types.filter((type) => type === 'quote.expired')).toHaveLength(2);
      expect(await read(seller, sent)).toMatchObject({ status: 'expired', order_id: null });
    },
  );

  test('of a customer that is not on board is accepted by its seller, who alone gets the events', async () => {
    const customer = ok(
      await seller.post<{ id: string }>('/api/v1/customers', {
        ...{ type: 'retailer', name: 'Corner', license_number: 'C10-7' },
        address: { street: 'x', city: 'x', state: 'CA', zip: '9' },
      }),
    );
    const sent = await quote({ retailer_id: customer.id });
    const order = ok(await place(seller, sent, 'accept'));
    expect(order).toMatchObject({ status: 'accepted', entered_by: 'seller', retailer: { id: customer.id } });
    expect(await sql`select from events where entity_id = ${customer.id}`).toHaveLength(0);
    const other = await openTrade(stage);
    expectAbsent(await other.seller.post(PATH, { ...bodyOf(), retailer_id: customer.id }));
  });
});

describe('the list', () => {
  test('has own drafts and quotes of either side, newest first, by side and status', async () => {
    const scene = await openTrade(stage);
    const body = { items: [{ product_id: scene.product.id, quantity: 1 }], valid_until: inDays(3) };
    const made = async (client: Client, fields: object) =>
      ok(await client.post<DraftBody>(PATH, { ...body, ...fields }));
    const bought = await made(scene.buyer, { wholesaler_id: scene.wholesaler.id });
    const kept = await made(scene.seller, { retailer_id: scene.retailer.id });
    const sent = await made(scene.seller, { retailer_id: scene.retailer.id });
    ok(await act(scene.seller, sent, 'send'));
    const ids = async (client: Client, query = '') =>
      ok(await client.get<{ data: DraftBody[] }>(`${PATH}?${query}`)).data.map(({ id }) => id);
    expect(await ids(scene.buyer)).toEqual([sent.id, bought.id]);
    expect(await ids(scene.seller)).toEqual([sent.id, kept.id]);
    expect(await ids(scene.seller, 'status=draft')).toEqual([kept.id]);
    expect(await ids(scene.buyer, 'side=selling')).toEqual([]);
    expect(await ids(scene.buyer, 'side=buying&status=sent')).toEqual([sent.id]);
    const middle = await createBusiness(db, 'wholesaler');
    await connect(db, middle, scene.wholesaler);
    expect(await ids(await stage.signIn(await createMember(db, middle, 'owner')))).toEqual([]);
  });

  test.skipIf(IS_SHORT)(
    'holds at most 500 open ones of a business, also in parallel (409 too_many)',
    async () => {
      const scene = await openTrade(stage);
      await sql`insert into drafts (id, seller_id, buyer_id, by_seller, lines, subtotal_cents, actor_id, actor_name)
      select gen_random_uuid(), ${scene.wholesaler.id}, ${scene.retailer.id}, true, '[{}]', 0, gen_random_uuid(), 'x'
      from generate_series(1, 498)`;
      const body = { retailer_id: scene.retailer.id, items: [{ product_id: scene.product.id, quantity: 1 }] };
      const answers = await Promise.all(Array.from({ length: 5 }, () => scene.seller.post(PATH, body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
      const [full] = answers.filter(({ status }) => status === 409);
      if (full) expect(expectError(full, 'CONFLICT')).toEqual({ reason: 'too_many', limit: 500 });
    },
  );
});

test("a manager changes and sends an owner's draft that is below the floor, and takes it no further down (403)", async () => {
  const set = (max_manual_discount_bps: number) =>
    seller.patch('/api/v1/entity', { settings: { max_manual_discount_bps } });
  const manager = await stage.signIn(await createMember(db, trade.wholesaler, 'manager'));
  const at = (unit_price: number) => ({
    items: [{ product_id: trade.product.id, quantity: 3, unit_price, discount_bps: 100 }],
  });
  ok(await set(1000));
  const { id } = await write(at(5));
  const patch = (body: object) => manager.patch<DraftBody>(`${PATH}/${id}`, body);
  ok(await patch({ notes: 'Ring first' }));
  expect(ok(await patch(at(6))).subtotal).toBe(17.82);
  for (const lower of [at(5.9), { items: [{ ...at(6).items[0], discount_bps: 200 }] }]) {
    expect(expectError(await patch(lower), 'FORBIDDEN')).toMatchObject({ reason: 'price_floor' });
  }
  expect(expectError(await manager.post(PATH, bodyOf(at(6))), 'FORBIDDEN')).toMatchObject({
    reason: 'price_floor',
  });
  expect(ok(await manager.post<DraftBody>(`${PATH}/${id}/send`)).status).toBe('sent');
  ok(await set(10_000));
});

test('an own draft is judged as its order would be; a quote is accepted without cases, the minimum and the floor', async () => {
  const scene = await openTrade(stage, { prices: [1000], quantity: 100 });
  const parties = { seller: scene.wholesaler.id, buyer: scene.retailer.id };
  await sql`update product_variants set case_size = 12 where id = ${scene.product.variantId}`;
  const terms = { minimum_order_cents: 50_000, max_manual_discount_bps: 0 };
  const items = [{ product_id: scene.product.id, quantity: 5 }];
  const fields = { items, retailer_id: scene.retailer.id };
  const own = await write(
    { ...fields, retailer_id: undefined, wholesaler_id: scene.wholesaler.id },
    scene.buyer,
  );
  const ownOfSeller = await write(fields, scene.seller);
  const given = await write({ ...fields, items: [{ ...items[0], unit_price: 5 }] }, scene.seller);
  ok(await act(scene.seller, given, 'send'));
  await sql`update entities set ${sql(terms)} where id = ${parties.seller}`;
  const reasonOf = async (call: ReturnType<typeof place>) => expectError(await call, 'CONFLICT').reason;
  expect(await reasonOf(place(scene.buyer, own, 'order'))).toBe('case_multiple');
  expect(await reasonOf(place(scene.seller, ownOfSeller, 'order'))).toBe('case_multiple');
  await sql`update accounts set on_hold = true where buyer_id = ${parties.buyer} and seller_id = ${parties.seller}`;
  for (const [client, draft, verb] of [
    [scene.buyer, own, 'order'],
    [scene.seller, ownOfSeller, 'order'],
    [scene.buyer, given, 'accept'],
  ] as const) {
    expect(await reasonOf(place(client, draft, verb))).toBe('on_hold');
  }
  await sql`update accounts set on_hold = false where buyer_id = ${parties.buyer} and seller_id = ${parties.seller}`;
  await sql`update product_variants set case_size = 1 where id = ${scene.product.variantId}`;
  expect(await reasonOf(place(scene.buyer, own, 'order'))).toBe('minimum_order');
  expect(ok(await place(scene.buyer, given, 'accept'))).toMatchObject({ status: 'accepted', subtotal: 25 });
  const override = { override: ['minimum'] };
  ok(await scene.seller.post(`${PATH}/${ownOfSeller.id}/order`, override));
});
