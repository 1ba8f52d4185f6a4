import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../../server/features/tenants/data/scope.sql';
import { TABLES } from '../../../server/features/tenants/data/tables';
import { connect, createBusiness, createMember } from '../../factories/business';
import { createLot } from '../../factories/lots';
import { payFor } from '../../factories/money';
import { openRecall } from '../../factories/recalls';
import { openTrade, placeOrder, type Trade } from '../../factories/trade';
import { onDatabase, runCli } from '../../setup/cli';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage();
const { db } = stage;
const erase = async (kind: 'entity' | 'user', id: string) =>
  expect(
    (await runCli({ ...onDatabase(stage.url), DATA_DIR: stage.folder }, `erase-${kind}`, id)).stderr,
  ).toBe('');

const NAME = 'Juniper Ridge Gardens';
const PERSON = 'Wilhelmina Pfeffer';

/** Names the owner who is signed in and the first location, as they do themselves. */
async function call(client: Client, locationId: string, name: string, street: string) {
  ok(await client.patch('/auth/me', { name }));
  ok(await client.patch(`/api/v1/entity/locations/${locationId}`, { address: { street } }));
}

/** An order that a driver takes to its buyer, who pays for it. */
async function sendDriven(trade: Trade, name: string) {
  const driver = ok(
    await trade.seller.post<{ id: string }>('/api/v1/drivers', { name, license_number: `D ${name}` }),
  );
  const order = await placeOrder(trade, 2);
  const path = `/api/v1/orders/${order.id}`;
  for (const notes of [name, 'By the back door']) ok(await trade.buyer.patch(path, { notes }));
  ok(await trade.seller.post(`${path}/comments`, { body: 'On its way' }));
  for (const [status, fields] of [
    ['accepted', {}],
    ['preparing', {}],
    ['shipped', { driver_id: driver.id }],
    ['delivered', {}],
  ] as const)
    ok(await trade.seller.patch(`${path}/status`, { status, ...fields }));
  await payFor(trade, order);
}

/** A wholesaler with these names, as others may have them, and a customer with names of its own. */
async function openGardens(customer: string, customersStreet: string) {
  const trade = await openTrade(stage, { quantity: 90, wholesaler: { name: NAME } });
  const { wholesaler, retailer, seller } = trade;
  await call(seller, wholesaler.locationIds[0], PERSON, '7 Foxglove Lane');
  await call(trade.buyer, retailer.locationIds[0], customer, customersStreet);
  const clerk = await createMember(db, wholesaler, 'manager');
  const worker = await stage.signIn(clerk);
  ok(await worker.patch('/auth/me', { name: PERSON }));
  const lot = await createLot(worker, trade.stockId, 'BD-1', 30);
  ok(await worker.post('/api/v1/views', { list: 'orders', name: PERSON, query: '' }));
  const change = { quantity_change: -1, reason_code: 'DAMAGE', notes: `${PERSON} dropped it` };
  ok(await worker.patch(`/api/v1/inventory/${trade.stockId}`, change));
  await sendDriven(trade, PERSON);
  return { ...trade, clerk, worker, lot };
}

type Rows = Record<string, string[]>;

/** What the tables of the declaration have of each of some businesses, once jobs add nothing more. */
async function rowsOfAll(ids: readonly string[]): Promise<Rows[]> {
  const read = (id: string) => {
    const each = Object.entries(TABLES).flatMap(([table, { rows, erased }]) => {
      const scope = rows ?? erased;
      if (!scope) return [];
      return sql`select ${table}::text as table, to_jsonb(t)::text as row from ${sql.identifier(table)} t where ${rowsOf(scope, id)}`;
    });
    return db.execute<{ table: string; row: string }>(sql`${sql.join(each, sql` union all `)} order by 1, 2`);
  };
  let [last, now]: [unknown, Rows[]] = [null, []];
  const next = async () => {
    last = now;
    now = [];
    const [waiting] = await stage.sql<{ any: boolean }[]>`
      select exists (select from events where sequence is null) or exists (select from shared_events)
        or exists (select from notices) or exists (select from graphile_worker.jobs where run_at <= now()) as any`;
    if (waiting?.any) last = null;
    for (const id of ids) {
      const found: Rows = {};
      for (const { table, row } of await read(id)) {
        found[table] ??= [];
        found[table].push(row);
      }
      now.push(found);
    }
  };
  await eventually(next, () => expect(now).toEqual(last), { everyMs: 500 });
  return now;
}

function expectSame(rows: Rows | undefined, before: Rows | undefined) {
  for (const table of Object.keys({ ...rows, ...before }))
    expect(rows?.[table] ?? [], table).toEqual(before?.[table] ?? []);
}

/** How often the rows have each of some texts, by table. */
const mentions = (rows: Rows | undefined, words: readonly string[]) =>
  Object.entries(rows ?? {}).map(([table, all]) => [
    table,
    ...words.map((word) => all.join('\n').split(word).length - 1),
  ]);

test('a business is erased: another with the same names keeps every row, and a partner its own names', async () => {
  const gone = await openGardens('Paula Partner', '1 Partner Row');
  const twin = await openGardens('Quentin Other', '2 Other Row');
  // The partner has another supplier.
  const third = await openTrade(stage);
  await connect(db, gone.retailer, third.wholesaler);
  await sendDriven({ ...third, retailer: gone.retailer, buyer: gone.buyer }, 'Dora Driver');
  const rejected = await createBusiness(db, 'retailer');
  const asker = await stage.signIn(await createMember(db, rejected, 'owner'));
  const CONNECTIONS = '/api/v1/entity/connections';
  const asked = { entity_id: gone.wholesaler.id };
  const { id } = ok(await asker.post<{ id: string }>(`${CONNECTIONS}/request`, asked));
  ok(await gone.seller.post(`${CONNECTIONS}/${id}/reject`));
  // What keeps a business from being erased, of the twin alone.
  await openRecall(twin.seller, twin.lot.batch);
  await stage.sql`insert into licenses (id, entity_id, number, state, activity, expires_on)
    values (gen_random_uuid(), ${twin.wholesaler.id}, 'L-1', 'CA', 'distribution', '2099-01-01')`;

  const bystanders = [twin.wholesaler.id, twin.retailer.id, third.wholesaler.id];
  const concerned = [gone.retailer.id, rejected.id];
  const before = await rowsOfAll([...concerned, ...bystanders]);
  for (const rows of before.slice(0, 2)) expect(JSON.stringify(rows)).toContain(NAME);
  await erase('entity', gone.wholesaler.id);
  const after = await rowsOfAll([...concerned, ...bystanders]);
  for (const [n, rows] of after.slice(2).entries()) expectSame(rows, before[n + 2]);
  for (const rows of after.slice(0, 2)) expect(JSON.stringify(rows)).not.toContain(NAME);
  const own = ['Paula Partner', '1 Partner Row', 'Dora Driver'];
  expect(mentions(after[0], own)).toEqual(mentions(before[0], own));
});

test('a member is erased, and another of the same business keeps what is its own', async () => {
  const { wholesaler, seller, clerk, retailer } = await openGardens('Rita Third', '4 Third Row');
  const view = { list: 'orders', name: 'Mine', query: '' };
  ok(await seller.post('/api/v1/views', view));
  const place = { location_id: wholesaler.locationIds[0], room_type: 'vault' };
  const count = ok(
    await seller.post<{ id: string }>('/api/v1/inventory/counts', { ...place, assignee_id: clerk.id }),
  );
  await stage.sql`update users set name = 'Ulrike Erstling' where id = ${clerk.id}`;
  const [owner] =
    await stage.sql`select id from users where entity_id = ${wholesaler.id} and team_role = 'owner'`;
  const isOwn = (row: string) => row.includes(`"user_id": "${owner?.id}"`);
  const read = async () => {
    const [business = {}, customer] = await rowsOfAll([wholesaler.id, retailer.id]);
    const own = Object.entries(business).map(([table, rows]) => [table, rows.filter(isOwn)]);
    return { own: Object.fromEntries(own) as Rows, customer };
  };
  const before = await read();
  await erase('user', clerk.email);
  const after = await read();
  expectSame(after.own, before.own);
  expectSame(after.customer, before.customer);
  ok(await seller.get('/auth/me'));
  const [kept] = await stage.sql`select actor_name, assignee_name from stock_counts where id = ${count.id}`;
  expect(kept).toEqual({ actor_name: PERSON, assignee_name: 'Erased' });
});
