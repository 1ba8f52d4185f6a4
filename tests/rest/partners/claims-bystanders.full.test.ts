import { beforeAll, describe, expect, test } from 'vitest';
import { mergeClaim } from '../../../server/features/entities/claims/merge';
import { versionOf } from '../../../server/features/entities/claims/offer.sql';
import { connectReactions } from '../../../server/transport/reactions';
import { type Business, connect, createBusiness, createMember } from '../../factories/business';
import { claimOf, createBusinessInvitation } from '../../factories/business-invitation';
import { openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';
import { DECIDED } from './claims-merge/decided';
import { mergesOn } from './claims-merge/scene';

const stage = await openStage();
connectReactions();
const { db, sql } = stage;
const { settle, unboard, offerTo } = mergesOn(sql);

const PLACE = { address: { street: 'x', city: 'x', state: 'CA', zip: '9' } };
async function enter(seller: Client, fields: object = {}): Promise<string> {
  const body = { type: 'retailer', name: 'Entered', license_number: `E-${crypto.randomUUID()}`, ...PLACE };
  return ok(await seller.post<{ id: string }>('/api/v1/customers', { ...body, ...fields })).id;
}
const name = async (seller: Client, { id }: Business, leaflink: string) =>
  ok(await seller.patch(`/api/v1/customers/${id}`, { external_ids: { leaflink } }));
const book = (seller: Client) =>
  seller.post('/api/v1/accounting/exports', {
    ...{ kind: 'customers', format: 'quickbooks', start_date: '2020-01-01', end_date: '2099-12-31' },
  });

const agreedOf = (version?: string) => JSON.stringify({ version, locationIds: [], disputed: [] });

/** A recall of a batch of a trade, with units that some hold. */
async function recallOf({ wholesaler }: Trade, batch: string, held: Record<string, number>): Promise<string> {
  const [recall] = await sql<{ id: string }[]>`
    insert into recalls (id, batch_id, entity_id, class, reason, instructions, actor_id, actor_name, closed_at)
    values (gen_random_uuid(), ${batch}, ${wholesaler.id}, 'II', 'x', 'x', gen_random_uuid(), 'x', now()) returning id`;
  for (const [entity, units] of Object.entries(held))
    await sql`insert into recall_responses (recall_id, entity_id, held) values (${recall?.id ?? ''}, ${entity}, ${units})`;
  return recall?.id ?? '';
}
async function heldIn(recall: string): Promise<Record<string, number>> {
  const rows = await sql<{ entity_id: string; held: number }[]>`
    select entity_id, held from recall_responses where recall_id = ${recall}`;
  return Object.fromEntries(rows.map(({ entity_id, held }) => [entity_id, Number(held)]));
}

/** A seller and a buyer whom no claim of this file is about, with rows of each kind that claims change. */
let bystander: Trade;
/** Claims of the bystander to customers of the other one: offered, and about to be merged. */
let offered: string;
let merging: string;
/** A batch of its buyer, which reads it and its lot. */
let batch: string;
beforeAll(async () => {
  bystander = await openTrade(stage);
  const { seller, buyer, wholesaler, retailer } = bystander;
  await placeOrder(bystander);
  await name(seller, retailer, '7');
  ok(await seller.post(`/api/v1/customers/${retailer.id}/follow-ups`, { due_on: '2099-12-01', text: 'x' }));
  ok(await book(seller));
  const { product } = bystander;
  const lot = { product_id: product.id, batch_id: 'BYSTANDER' };
  batch = ok(await buyer.post<{ batch: string }>('/api/v1/lots', lot)).batch;
  const email = buyer.tokens?.user.email ?? '';
  offered = await offerTo(retailer, email, await enter(seller), wholesaler.id);
  merging = await offerTo(retailer, email, await enter(seller), wholesaler.id);
  await sql`update claims set status = 'merging', agreed = ${agreedOf('x')}::text::jsonb where id = ${merging}`;
});

/** What jobs write later: kept totals, and the log of requests. */
const LATER = ['api_requests', ...DECIDED.goes.map((column) => column.split('.')[0] ?? '')];

/** Every row that names one of them and not `but`, as JSON behind its table. */
async function rowsOf(businesses: Business[], but?: Business): Promise<string[]> {
  await settle();
  const pattern = businesses.map(({ id }) => id).join('|');
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> all (${LATER}) and relname !~ '^(stock|variants?|location_sale)_'`;
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await sql<{ row: string }[]>`
      select j.row from ${sql(name)} t cross join lateral (select to_jsonb(t)::text as row) j
      where j.row ~ ${pattern} and j.row !~ ${but?.id ?? '^$'}`;
    rows.push(...found.map(({ row }) => `${name} ${row}`));
  }
  return rows;
}

/** What comes to their rows meanwhile is of jobs. */
async function expectKept(before: string[], read: () => Promise<string[]>): Promise<void> {
  const after = new Set(await read());
  expect(before.filter((row) => !after.has(row))).toEqual([]);
}

describe('a merge', () => {
  test.each([
    ['does not know', false],
    ['has, too,', true],
  ])('of a customer of a seller that the survivor %s changes nothing of others', async (_, known) => {
    const trade = await openTrade(stage);
    const { seller, wholesaler, retailer } = trade;
    const [{ number } = {}] = await sql<
      { number: string }[]
    >`select number from licenses where entity_id = ${retailer.id}`;
    const survivor = await createBusiness(db, 'retailer');
    const { email } = await createMember(db, survivor, 'owner');
    if (known) await connect(db, survivor, wholesaler);
    // Of the license, the partners and the systems of both.
    const twin = await createBusiness(db, 'retailer', { licenseNumber: number });
    await connect(db, wholesaler, twin);
    await connect(db, bystander.wholesaler, survivor);
    const order = await placeOrderIn(trade, 'accepted');
    ok(await seller.post(`/api/v1/orders/${order.id}/comments`, { body: 'Soon' }));
    await unboard(retailer.id, wholesaler.id);
    await name(bystander.seller, survivor, survivor.id);
    await name(seller, retailer, '1');
    await name(seller, twin, '2');
    ok(await book(bystander.seller));
    ok(await book(seller));
    const claim = await offerTo(survivor, email, retailer.id, wholesaler.id);
    const [found] = await versionOf(db, claim);
    await sql`update claims set status = 'merging', agreed = ${agreedOf(found?.version)}::text::jsonb where id = ${claim}`;
    const [bought, own, other] = [retailer.id, survivor.id, bystander.retailer.id];
    const recalls = [
      await recallOf(bystander, batch, { [bought]: 4, [own]: 7, [other]: 5 }),
      await recallOf(bystander, batch, { [own]: 7, [other]: 5 }),
      await recallOf(bystander, batch, { [bought]: 4, [other]: 5 }),
      await recallOf(bystander, batch, { [other]: 5 }),
    ];
    const others = () => rowsOf([bystander.wholesaler, bystander.retailer, twin], survivor);
    const before = await others();
    await mergeClaim({ db }, { claim_id: claim });
    expect(await sql`select status from claims where id = ${claim}`).toEqual([{ status: 'confirmed' }]);
    await expectKept(before, others);
    expect(await Promise.all(recalls.map(heldIn))).toEqual([
      { [own]: 11, [other]: 5 },
      { [own]: 7, [other]: 5 },
      { [own]: 4, [other]: 5 },
      { [other]: 5 },
    ]);
    const acts = await sql`
      select actor_entity_id as by from order_history where order_id = ${order.id} and to_status = 'accepted'
      union all select actor_entity_id from order_comments where order_id = ${order.id}`;
    expect(acts.map(({ by }) => by)).toEqual([wholesaler.id, wholesaler.id]);
    expect(ok(await seller.get(`/api/v1/customers/${survivor.id}`))).toMatchObject({
      external_ids: { leaflink: '1' },
    });
    const numbers = await sql`select number from licenses where entity_id = ${survivor.id}`;
    // What its seller typed as a license is no license of the survivor.
    expect(numbers.map((license) => license.number)).not.toContain(number);
    expect(expectError(await book(seller), 'CONFLICT')).toMatchObject({ reason: 'nothing_to_export' });
  });
});

test('a customer that is deleted ends no claim to another one, and none holds it', async () => {
  const { seller } = await openTrade(stage);
  const id = await enter(seller);
  expect((await seller.delete(`/api/v1/customers/${id}`)).status).toBe(204);
  const claims = await sql`select id, status from claims where id in ${sql([offered, merging])}`;
  expect(claims.map(({ status }) => status).sort()).toEqual(['merging', 'offered']);
});

test('a claim that founds a business changes nothing of others', async () => {
  const { seller, wholesaler } = await openTrade(stage);
  const [license_number, email] = [`F-${crypto.randomUUID()}`, `founder-${crypto.randomUUID()}@claim.test`];
  const id = await enter(seller, { license_number, contact: { email } });
  const token = await createBusinessInvitation(db, { entityId: wholesaler.id, email, customerId: id });
  const others = () => rowsOf([bystander.wholesaler, bystander.retailer]);
  const before = await others();
  const { status } = await stage.anybody.post('/auth/claims/accept', claimOf(token, { license_number }));
  expect(status).toBe(200);
  await expectKept(before, others);
});
