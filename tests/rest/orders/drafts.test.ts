import { describe, expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { act, DRAFTS, type DraftBody, draftsOf, inDays, place, read } from '../../factories/drafts';
import { openTrade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const trade = await openTrade(stage, { quantity: 1000, prices: [1000] });
const { seller, buyer } = trade;
const { bodyOf, write, reserved } = draftsOf(stage, trade);

test('are found by a party, a PO number or what their lines are about', async () => {
  const { id } = await write({ po_number: 'SEARCH-77' });
  const found = async (search: string, client = seller) =>
    ok(
      await client.get<{ data: { id: string }[] }>(
        `${DRAFTS}?search=${encodeURIComponent(search)}&limit=500`,
      ),
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
    const created = await seller.post<DraftBody>(DRAFTS, bodyOf({ notes: 'Soon', po_number: 'PO-1' }));
    expect(created.status, created.text).toBe(201);
    const draft = created.body;
    expect(created.headers.location).toBe(`${DRAFTS}/${draft.id}`);
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
      await buyer.get(`${DRAFTS}/${draft.id}`),
      await buyer.patch(`${DRAFTS}/${draft.id}`, { notes: 'x' }),
      await buyer.delete(`${DRAFTS}/${draft.id}`),
      await act(buyer, draft, 'accept'),
      await act(buyer, draft, 'decline'),
      await act(buyer, draft, 'order'),
    ]) {
      expectAbsent(answer);
    }
    const items = [{ sku: trade.product.variants[0]?.sku, quantity: 5 }];
    const changed = ok(await seller.patch<DraftBody>(`${DRAFTS}/${draft.id}`, { items, notes: null }));
    expect(changed).toMatchObject({ subtotal: 50, notes: null, po_number: 'PO-1', items: [{ quantity: 5 }] });
    expectInvalid(await seller.patch(`${DRAFTS}/${draft.id}`, {}), '', 'empty_patch');
    expect(await reserved()).toBe(before);
    expect((await seller.delete(`${DRAFTS}/${draft.id}`)).status).toBe(204);
    expectAbsent(await seller.get(`${DRAFTS}/${draft.id}`));
    const actions = await sql`select action from audit_log where object_id = ${draft.id} order by id`;
    expect(actions.map(({ action }) => action)).toEqual(['draft.created', 'draft.updated', 'draft.deleted']);
  });

  test('names its parties and goods as an order does (400, 403, 404)', async () => {
    const send = (fields: object, client = seller) => client.post(DRAFTS, bodyOf(fields));
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
    const late = await seller.patch(`${DRAFTS}/${draft.id}`, { notes: 'x' });
    expect(expectError(late, 'CONFLICT')).toEqual({ reason: 'not_editable', status: 'ordered' });
    expect((await seller.delete(`${DRAFTS}/${draft.id}`)).status).toBe(409);
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

describe('the list', () => {
  test('has own drafts and quotes of either side, newest first, by side and status', async () => {
    const scene = await openTrade(stage);
    const body = { items: [{ product_id: scene.product.id, quantity: 1 }], valid_until: inDays(3) };
    const made = async (client: Client, fields: object) =>
      ok(await client.post<DraftBody>(DRAFTS, { ...body, ...fields }));
    const bought = await made(scene.buyer, { wholesaler_id: scene.wholesaler.id });
    const kept = await made(scene.seller, { retailer_id: scene.retailer.id });
    const sent = await made(scene.seller, { retailer_id: scene.retailer.id });
    ok(await act(scene.seller, sent, 'send'));
    const ids = async (client: Client, query = '') =>
      ok(await client.get<{ data: DraftBody[] }>(`${DRAFTS}?${query}`)).data.map(({ id }) => id);
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
      const answers = await Promise.all(Array.from({ length: 5 }, () => scene.seller.post(DRAFTS, body)));
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
  const patch = (body: object) => manager.patch<DraftBody>(`${DRAFTS}/${id}`, body);
  ok(await patch({ notes: 'Ring first' }));
  expect(ok(await patch(at(6))).subtotal).toBe(17.82);
  for (const lower of [at(5.9), { items: [{ ...at(6).items[0], discount_bps: 200 }] }]) {
    expect(expectError(await patch(lower), 'FORBIDDEN')).toMatchObject({ reason: 'price_floor' });
  }
  expect(expectError(await manager.post(DRAFTS, bodyOf(at(6))), 'FORBIDDEN')).toMatchObject({
    reason: 'price_floor',
  });
  expect(ok(await manager.post<DraftBody>(`${DRAFTS}/${id}/send`)).status).toBe('sent');
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
  ok(await scene.seller.post(`${DRAFTS}/${ownOfSeller.id}/order`, override));
});
