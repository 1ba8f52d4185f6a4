import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { mergeClaim } from '../../../server/features/entities/claims/merge';
import type { Claim } from '../../../server/features/entities/claims/schema';
import { type Business, createBusiness, createMember } from '../../factories/business';
import { openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { verifyLedgerOn } from '../../setup/cli';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { ABSENT_ID, expectAbsent, expectError } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectOrdersAddUp } from '../../setup/invariants';
import { openOwnStage } from '../../setup/stage';
import { DECIDED } from './claims-merge/decided';
import { merge, mergesOn } from './claims-merge/scene';

const stage = await openOwnStage();
const { db, sql } = stage;
const { unboard, offerTo, storeTraces, columns, naming } = mergesOn(sql);

let trade: Trade;
let survivor: Business;
let owner: Client;
let ids: string[];
let claim: string;
const other = await openTrade(stage);
const listed = async (client: Client, query = '') =>
  ok(
    await client.get<{ data: Array<{ id: string; retailer: { id: string } }> }>(
      `/api/v1/orders?limit=500${query}`,
    ),
  ).data;

const bookCustomers = () =>
  trade.seller.post('/api/v1/accounting/exports', {
    ...{ kind: 'customers', format: 'quickbooks', start_date: '2020-01-01', end_date: '2099-12-31' },
  });

beforeAll(async () => {
  trade = await openTrade(stage);
  survivor = await createBusiness(db, 'retailer');
  const member = await createMember(db, survivor, 'owner');
  owner = await stage.signIn(member);
  const orders = [
    await placeOrder(trade, 2),
    await placeOrderIn(trade, 'accepted', 3),
    await placeOrderIn(trade, 'shipped', 4),
    await placeOrderIn(trade, 'cancelled', 5),
  ];
  ids = orders.map(({ id }) => id).sort();
  ok(await trade.buyer.post(`/api/v1/orders/${ids[0]}/comments`, { body: 'Back door' }));
  const { id, locationIds } = trade.retailer;
  await unboard(id, trade.wholesaler.id);
  await storeTraces(trade, survivor, ids[0] ?? '');
  ok(
    await trade.seller.patch(`/api/v1/customers/${id}`, {
      nickname: 'Corner',
      external_ids: { leaflink: '1' },
    }),
  );
  ok(await trade.seller.post(`/api/v1/customers/${id}/follow-ups`, { due_on: '2026-12-01', text: 'Call' }));
  const items = [{ variant_id: orders[0]?.items[0]?.variant_id }];
  ok(
    await trade.seller.post('/api/v1/offers', {
      name: 'Drop',
      ends_at: '2099-01-01T00:00:00Z',
      buyers: [id],
      items,
    }),
  );
  const menu = ok(
    await trade.seller.post<{ id: string }>('/api/v1/menus', { name: 'Of the customer', customer_id: id }),
  );
  await sql`
    insert into menu_links (id, menu_id, entity_id, customer_id, token_hash, token_sealed)
    select gen_random_uuid(), id, entity_id, ${id}, 'merged', 'x' from menus where id = ${menu.id} on conflict do nothing`;
  await sql`
    insert into menu_sends (id, menu_id, entity_id, subject, message, total, actor_name)
    select gen_random_uuid(), id, entity_id, 'x', 'x', 1, 'x' from menus where id = ${menu.id}`;
  await sql`
    insert into menu_recipients (send_id, customer_id, entity_id)
    select s.id, ${id}, s.entity_id from menu_sends s where s.menu_id = ${menu.id}`;
  await sql`
    insert into order_requests (id, entity_id, menu_id, link_id, customer_id, accepted_for, contact_known, lines, prices_shown,
      token_hash, token_sealed, network, digest, expires_at)
    select gen_random_uuid(), k.entity_id, k.menu_id, k.id, ${id}, ${id}, true, '[{}]', true, 'merged', 'x', 'x', 'x', now() + interval '1 day'
    from menu_links k where k.menu_id = ${menu.id} limit 1`;
  ok(await bookCustomers());
  expect(locationIds).toHaveLength(1);
  claim = await offerTo(survivor, member.email, id, trade.wholesaler.id);
  const known = await naming(id, [...DECIDED.moves]);
  expect(known).toEqual([...DECIDED.moves]);
  await merge(owner, claim);
});

test('each column that names a business has a decision, and after a merge none that moves names the customer', async () => {
  const all = await columns();
  const decided = Object.values(DECIDED).flat();
  expect([...new Set([...all, 'external_ids.object_id'])].filter((name) => !decided.includes(name))).toEqual(
    [],
  );
  const left = await naming(trade.retailer.id, [...DECIDED.moves, ...DECIDED.never]);
  expect(left).toEqual([]);
});

test('a customer that is in the books is not new to them under the survivor’s id', async () => {
  expect(expectError(await bookCustomers(), 'CONFLICT')).toMatchObject({ reason: 'nothing_to_export' });
});

test('the orders keep ids and numbers, are the survivor’s, and every kept total follows', async () => {
  const orders = await listed(owner);
  expect(orders.map(({ id }) => id).sort()).toEqual(ids);
  expect(new Set(orders.map(({ retailer }) => retailer.id))).toEqual(new Set([survivor.id]));
  expect(ok(await owner.get('/api/v1/orders/counts'))).toMatchObject({ all: 4, shipped: 1, cancelled: 1 });
  await expectOrdersAddUp(sql);
  // Stored by this test alone, so that no order explains it.
  await sql`delete from lot_reach where entity_id = ${survivor.id}`;
  const { code, stdout } = await verifyLedgerOn(db);
  expect(code, stdout).toBe(0);
  expect(await sql`select held from recall_responses where entity_id = ${survivor.id}`).toEqual([
    { held: 11 },
  ]);
});

test('the old id works for its seller alone, and responses show the survivor’s', async () => {
  const old = trade.retailer.id;
  const customer = ok(await trade.seller.get(`/api/v1/customers/${old}`));
  expect(customer).toMatchObject({
    id: survivor.id,
    status: 'claimed',
    nickname: 'Corner',
    external_ids: { leaflink: '1' },
  });
  expect(ok(await trade.seller.patch(`/api/v1/customers/${old}`, { nickname: 'Pier' }))).toMatchObject({
    id: survivor.id,
  });
  expect((await listed(trade.seller, `&retailer_id=${old}`)).map(({ id }) => id).sort()).toEqual(ids);
  expect(ok(await trade.seller.get(`/api/v1/partners/${old}/totals`))).toMatchObject({ orders: 3 });
  const ofEach = '/api/v1/partners/totals?side=selling&ids';
  expect(ok(await trade.seller.get(`${ofEach}=${old}`))).toMatchObject({ data: [{ id: old, orders: 3 }] });
  const placed = { retailer_id: old, items: [{ product_id: trade.product.id, quantity: 1 }] };
  const seen = (path: string, client = trade.seller) =>
    client.get<{ data: object[]; pagination: { total: number } }>(`/api/v1/${path}=${old}`);
  expect(ok(await seen('backorders?buyer_id')).data).toMatchObject([{ buyer: { id: survivor.id } }]);
  expect(ok(await seen('entity/connections?entity_id')).data).toMatchObject([
    { entity: { id: survivor.id }, status: 'accepted' },
  ]);
  const catalog = `market/suppliers/${trade.wholesaler.id}/catalog?customer_id`;
  expect(ok(await seen(catalog)).data).toHaveLength(1);
  for (const [path, body, shown] of [
    ['drafts', placed, survivor.id],
    ['orders/quote', placed, '"problems":[]'],
    ['backorders', { ...placed, items: [{ variant_id: trade.product.variantId, quantity: 1 }] }, survivor.id],
  ] as const) {
    expect((await trade.seller.post(`/api/v1/${path}`, body)).text).toContain(shown);
    expectAbsent(await other.seller.post(`/api/v1/${path}`, body));
  }
  const asked = { entity_id: old };
  const connect = '/api/v1/entity/connections/request';
  expect(expectError(await trade.seller.post(connect, asked), 'CONFLICT')).toMatchObject({
    reason: 'already_connected',
  });
  expectAbsent(await other.seller.post(connect, asked));
  for (const path of ['backorders?buyer_id', 'entity/connections?entity_id'])
    expect(ok(await seen(path, owner)).data).toEqual([]);
  expectAbsent(await seen(catalog, other.seller));
  expect(ok(await trade.seller.post('/api/v1/orders', placed))).toMatchObject({
    retailer: { id: survivor.id },
  });
  expectAbsent(await other.seller.post('/api/v1/orders', placed));
  expectAbsent(await other.seller.get(`/api/v1/customers/${old}`));
  expectAbsent(await owner.get(`/api/v1/partners/${old}/totals`));
  const [random, foreign] = [ABSENT_ID, old].map((id) =>
    other.seller.get(`/api/v1/orders?retailer_id=${id}`),
  );
  expect((await foreign)?.text.replace(/"as_of":"[^"]+"/, '')).toBe(
    (await random)?.text.replace(/"as_of":"[^"]+"/, ''),
  );
});

test.skipIf(IS_SHORT)(
  'the connection and the account that both had stay, with their terms; a taken system stays the survivor’s, and no contact is lost',
  async () => {
    const { seller, wholesaler, retailer, buyer } = await openTrade(stage);
    const added = ok(
      await seller.post<{ id: string }>('/api/v1/customers', {
        ...{
          type: 'retailer',
          name: 'Old',
          license_number: 'OLD-1',
          nickname: 'old',
          external_ids: { erp: '1', leaflink: '2' },
        },
        address: { street: 'x', city: 'x', state: 'CA', zip: '9' },
      }),
    );
    const [own, its] = [retailer.id, added.id].map((id) => `/api/v1/customers/${id}`);
    const ROBIN = { name: 'Robin', role: null, email: null, phone: null };
    const SAM = { ...ROBIN, name: 'Sam', email: 'sam@pier.example', phone: '(510) 555-0142' };
    const KIM = { ...ROBIN, name: 'Kim', role: 'Receiving' };
    const other = (number: number) => ({ ...SAM, name: `Person ${number}`, role: 'Buyer' });
    const others = Array.from({ length: 18 }, (_, index) => other(index));
    const kept = {
      nickname: 'kept',
      external_ids: { erp: '9' },
      contacts: [SAM, KIM, { ...SAM, name: 'Lee' }],
    };
    ok(await seller.patch(`${own}`, { ...kept, internal_notes: 'ours' }));
    const again = { ...SAM, name: 'sam', email: null, phone: '510 5550142' };
    ok(await seller.patch(`${its}`, { contacts: [ROBIN, again, ...others], internal_notes: 'theirs' }));
    for (const [path, text] of [
      [own, 'one'],
      [its, 'two'],
    ]) {
      ok(await seller.post(`${path}/follow-ups`, { due_on: '2026-12-01', text }));
    }
    await merge(buyer, await offerTo(retailer, buyer.tokens?.user.email ?? '', added.id, wholesaler.id));
    expect(ok(await seller.get(`/api/v1/customers/${added.id}`))).toMatchObject({
      ...{ id: retailer.id, nickname: 'kept', external_ids: { erp: '9', leaflink: '2' } },
      contacts: [...kept.contacts, ROBIN, ...others.slice(0, 16)],
      internal_notes:
        'ours\n\ntheirs\n\nPerson 16, Buyer, sam@pier.example, (510) 555-0142\nPerson 17, Buyer, sam@pier.example, (510) 555-0142',
    });
    const followUps = ok(await seller.get<{ data: { text: string }[] }>(`${its}/follow-ups`)).data;
    expect(followUps.map(({ text }) => text).sort()).toEqual(['one', 'two']);
    expect(ok(await seller.get<{ data: object[] }>('/api/v1/customers')).data).toHaveLength(1);
    expect(ok(await buyer.get<{ data: object[] }>('/api/v1/entity/connections')).data).toHaveLength(1);
  },
);

test('merges for an owner alone, and only a customer of the same type (409)', async () => {
  const wrong = await createBusiness(db, 'wholesaler');
  const member = await createMember(db, wrong, 'owner');
  const customer = ok(
    await other.seller.post<{ id: string }>('/api/v1/customers', {
      ...{ type: 'retailer', name: 'x', license_number: 'WRONG-1' },
      address: { street: 'x', city: 'x', state: 'CA', zip: '9' },
    }),
  );
  const offered = await offerTo(wrong, member.email, customer.id, other.wholesaler.id);
  const path = `/api/v1/claims/${offered}/merge`;
  const admin = await stage.signIn(await createMember(db, wrong, 'admin'));
  expect(expectError(await admin.post(path, { version: 'x' }), 'FORBIDDEN')).toMatchObject({
    reason: 'owner_required',
  });
  const signedIn = await stage.signIn(member);
  expect(expectError(await signedIn.post(path, { version: 'x' }), 'CONFLICT')).toEqual({
    reason: 'not_mergeable',
  });
  // Its seller doesn't know of the offer; one that was asked knows who merges.
  expectAbsent(await other.seller.post(path, { version: 'x' }));
  await sql`update claims set seller_status = 'waiting' where id = ${offered}`;
  expect(expectError(await other.seller.post(path, { version: 'x' }), 'FORBIDDEN')).toEqual({
    reason: 'claimants_only',
  });
  const done = await owner.post(`/api/v1/claims/${claim}/merge`, { version: 'x' });
  expect(expectError(done, 'INVALID_TRANSITION')).toMatchObject({
    ...{ from: 'confirmed', to: 'merging', allowed: [] },
  });
});

test('steps and edits beside a merge wait for it before they hold anything of an order, and nothing is lost', async () => {
  const { seller, wholesaler, product } = await openTrade(stage);
  const customer = ok(
    await seller.post<{ id: string }>('/api/v1/customers', {
      ...{ type: 'retailer', name: 'Busy', license_number: 'BUSY-1' },
      address: { street: 'x', city: 'x', state: 'CA', zip: '9' },
    }),
  );
  const enter = async (quantity: number, statuses: readonly string[] = []) => {
    const items = [{ product_id: product.id, quantity }];
    const body = { retailer_id: customer.id, items, shortage: 'backorder' };
    const order = ok(await seller.post<{ id: string; items: [{ id: string }] }>('/api/v1/orders', body));
    for (const status of statuses) ok(await seller.patch(`/api/v1/orders/${order.id}/status`, { status }));
    return { ...order, path: `/api/v1/orders/${order.id}` };
  };
  const first = await enter(1);
  const stepped = await enter(2);
  const received = await enter(3, ['preparing', 'shipped']);
  const edited = await enter(4);
  const cancelled = await enter(1_000);
  const business = await createBusiness(db, 'retailer');
  const member = await createMember(db, business, 'owner');
  const offered = await offerTo(business, member.email, customer.id, wholesaler.id);
  const claimant = await stage.signIn(member);
  /** Statements with a text that wait for a transaction, or for one that does. */
  const waiting = async (pid: number, text: string, count: number) =>
    eventually(
      () => sql`
        with recursive blocked as (
          select pid from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))
          union select a.pid from pg_stat_activity a join blocked b on b.pid = any(pg_blocking_pids(a.pid)))
        select from blocked join pg_stat_activity using (pid) where query like ${`%${text}%`}`,
      (rows) => expect(rows).toHaveLength(count),
    );
  const work = await sql.begin(async (tx) => {
    // The merge holds both businesses and waits for its first order.
    const [me] = await tx<[{ pid: number }]>`
      select pg_backend_pid() as pid from orders where id = ${first.id} for update`;
    const { version } = ok(await claimant.get<z.infer<typeof Claim>>(`/api/v1/claims/${offered}`));
    expect((await claimant.post(`/api/v1/claims/${offered}/merge`, { version })).status).toBe(202);
    await waiting(me.pid, 'bought as materialized', 1);
    const line = { item_id: received.items[0].id, accepted: 3 };
    const all = [
      seller.patch(`${stepped.path}/status`, { status: 'preparing' }),
      seller.post(`${received.path}/receipts`, { lines: [line] }),
      seller.patch(`${edited.path}/items/${edited.items[0].id}`, { quantity: 3 }),
      seller.post(`${cancelled.path}/cancel`),
    ] as const;
    await waiting(me.pid, 'held_parties', all.length);
    const path = `/api/v1/customers/${customer.id}`;
    const changes = [seller.patch(path, { nickname: 'Ours' }), seller.patch(path, { name: 'Ours' })] as const;
    await waiting(me.pid, 'e.managed_by =', changes.length);
    const ids = [stepped.id, received.id, edited.id, cancelled.id];
    expect(await tx`select from orders where id in ${tx(ids)} for update nowait`).toHaveLength(ids.length);
    return { all, changes };
  });
  const answers = await Promise.all(work.all);
  expect(answers.map(({ status, text }) => (status < 300 ? 'done' : text))).toEqual(
    answers.map(() => 'done'),
  );
  const [changed, late] = await Promise.all(work.changes);
  expect(ok(changed)).toMatchObject({ id: business.id, name: business.name, nickname: 'Ours' });
  expect(expectError(late, 'CONFLICT')).toEqual({ reason: 'claimed' });
  const after = await sql`
    select status, retailer_id = ${business.id} as moved from orders where wholesaler_id = ${wholesaler.id} order by id`;
  expect(after).toEqual(
    ['accepted', 'preparing', 'delivered', 'accepted', 'cancelled'].map((status) => ({
      status,
      moved: true,
    })),
  );
  expect(await sql`select status from backorders where order_id = ${cancelled.id}`).toEqual([
    { status: 'cancelled' },
  ]);
  expect(ok(await seller.get(edited.path))).toMatchObject({
    ...{ items: [{ quantity: 3 }], retailer: { id: business.id } },
  });
  await expectOrdersAddUp(sql);
});

describe('two businesses that were offered one customer', () => {
  /** A customer of the other seller with an order, and both that it was offered to. */
  async function contest(license: string) {
    const customer = ok(
      await other.seller.post<{ id: string }>('/api/v1/customers', {
        ...{ type: 'retailer', name: 'Contested', license_number: license },
        address: { street: 'x', city: 'x', state: 'CA', zip: '9' },
      }),
    );
    const sides = await Promise.all(
      [1, 2].map(async () => {
        const business = await createBusiness(db, 'retailer');
        const member = await createMember(db, business, 'owner');
        const offered = await offerTo(business, member.email, customer.id, other.wholesaler.id);
        return { business, owner: await stage.signIn(member), claim: offered };
      }),
    );
    return { customer, sides: sides as [(typeof sides)[0], (typeof sides)[0]] };
  }
  const readClaim = async (client: Client, id: string) =>
    ok(await client.get<z.infer<typeof Claim>>(`/api/v1/claims/${id}`));

  test.skipIf(IS_SHORT)('the one that loses learns nothing of the one that wins', async () => {
    const { customer, sides } = await contest('CONTEST-1');
    const [winner, loser] = sides;
    await merge(winner.owner, winner.claim);
    const placed = { retailer_id: customer.id, items: [{ product_id: other.product.id, quantity: 1 }] };
    ok(await other.seller.post('/api/v1/orders', placed));
    const lost = await readClaim(loser.owner, loser.claim);
    expect(lost).toMatchObject({ status: 'rejected', entity_id: customer.id });
    const text = JSON.stringify([lost, ok(await loser.owner.get('/api/v1/claims'))]);
    expect(text).not.toContain(winner.business.id);
    expect(text).not.toContain(winner.business.name);
    expect(text).not.toContain('Contested');
    expect(text).not.toContain('"orders":1');
  });

  test.skipIf(IS_SHORT)('merge it one at a time (409), and a deleted business gets nothing', async () => {
    const { customer, sides } = await contest('CONTEST-2');
    const [winner, loser] = sides;
    const { version } = await readClaim(winner.owner, winner.claim);
    await sql`update claims set status = 'merging', agreed = ${JSON.stringify({ version, locationIds: [], disputed: [] })}::text::jsonb where id = ${winner.claim}`;
    expect(
      expectError(await loser.owner.post(`/api/v1/claims/${loser.claim}/merge`, { version }), 'CONFLICT'),
    ).toMatchObject({
      reason: 'not_mergeable',
    });
    await sql`update entities set deleted_at = now() where id = ${winner.business.id}`;
    await mergeClaim({ db }, { claim_id: winner.claim });
    expect(await sql`select status from claims where id = ${winner.claim}`).toEqual([{ status: 'rejected' }]);
    expect(ok(await other.seller.get(`/api/v1/customers/${customer.id}`))).toMatchObject({
      status: 'unclaimed',
    });
    await merge(loser.owner, loser.claim);
  });
});
