import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import pino from 'pino';
import { expect, test } from 'vitest';
import { sealLedger } from '../../../server/features/inventory/seals/seal';
import { TABLES } from '../../../server/features/tenants/data/tables';
import { replayErasures } from '../../../server/features/tenants/erasure/erase';
import { listInStorage } from '../../../server/features/tenants/erasure/list';
import { RequestLog } from '../../../server/features/usage/request-log';
import { sealAudit } from '../../../server/platform/audit-log/seal';
import { OWNER } from '../../../server/platform/db/samples';
import { isMissing, openStorage } from '../../../server/platform/storage/storage';
import { eraseEntity, eraseUser } from '../../../server/process/commands/erase';
import { verifyAuditCommand } from '../../../server/process/commands/verify-audit';
import { createMember } from '../../factories/business';
import { payFor } from '../../factories/money';
import { bought } from '../../factories/receipts';
import { openTrade, placeOrder, placeOrderIn } from '../../factories/trade';
import { commandsOn, verifyLedgerOn } from '../../setup/cli';
import { type Client, ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage();
const run = commandsOn(stage, { DATA_DIR: stage.folder });
const ERASURE = '/api/v1/entity/erasure';

const sealAll = async () => {
  for (let i = 0; i < 2; i++) {
    await sealAudit(stage.db);
    await sealLedger(stage.db);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** The server writes requests, with the names of their members, half a second after their responses. */
const written = (path: string, count: number, userId?: string) =>
  expect
    .poll(
      async () =>
        await stage.sql`select 1 from api_requests where path = ${path} and user_id = ${userId ?? null}`,
    )
    .toHaveLength(count);

/** Everything that the database has of some texts, as table and column; counted attempts and mails lapse within two days. */
async function placesOf(words: readonly string[]): Promise<string[]> {
  const columns = await stage.sql<{ table: string; column: string }[]>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb')`;
  const found: string[] = [];
  for (const { table, column } of columns) {
    if (TABLES[table]?.kept === 'throttles') continue;
    for (const word of words) {
      const [row] =
        await stage.sql`select 1 from ${stage.sql(table)} where strpos(${stage.sql(column)}::text, ${word}) > 0 limit 1`;
      if (row) found.push(`${table}.${column} has ${word}`);
    }
  }
  return found;
}

/** Damages a unit with a note. @returns what the ledger has of it */
async function damage(client: Client, stockId: string | undefined): Promise<() => Promise<object[]>> {
  const change = { quantity_change: -1, reason_code: 'DAMAGE', notes: 'Dropped by a partner' };
  ok(await client.patch(`/api/v1/inventory/${stockId}`, change));
  return async () =>
    stage.sql`select actor_name, notes from inventory_movements where item_id = ${stockId ?? ''} and notes = ${change.notes}`;
}

test('a business is erased everywhere, its partners keep their orders, and every seal still verifies', async () => {
  const name = 'Juniper Ridge Gardens';
  const trade = await openTrade(stage, {
    quantity: 100,
    wholesaler: { name, contactEmail: 'desk@juniper-ridge.test' },
  });
  const clerk = await createMember(stage.db, trade.wholesaler, 'manager');
  await stage.sql`update users set name = 'Wilhelmina Pfeffer' where id = ${clerk.id}`;
  const worker = await stage.signIn(clerk);
  const open = await placeOrder(trade, 2);
  ok(await worker.post(`/api/v1/orders/${open.id}/comments`, { body: 'On its way' }));
  const kept = await placeOrderIn(trade, 'delivered', 3);
  await payFor(trade, kept);
  ok(
    await worker.patch(`/api/v1/inventory/${trade.stockId}`, {
      quantity_change: -1,
      reason_code: 'DAMAGE',
      notes: 'Wilhelmina Pfeffer dropped it',
    }),
  );
  const email = trade.seller.tokens?.user.email ?? '';
  const storage = await openStorage({ DATA_DIR: stage.folder });
  await storage.write('imports/of-wilhelmina', Readable.from([Buffer.from('name\nWilhelmina Pfeffer')]), {
    contentType: 'text/csv',
  });
  const [column, fixes] = [{ name: 'name', samples: ['Wilhelmina Pfeffer'] }, { 2: { name: 'Wilhelmina' } }];
  await stage.sql`insert into imports (id, entity_id, kind, status, file_name, file_size, sha256, storage_key, delimiter, columns,
      header_hash, mapping, fixes, counts, actor_id, actor_name, request_id)
    values (gen_random_uuid(), ${trade.wholesaler.id}, 'customers', 'ready', 'Wilhelmina.csv', 1, '', 'imports/of-wilhelmina', 44,
      ${JSON.stringify([column])}, '', '{}', ${JSON.stringify(fixes)}, '{}', ${clerk.id}, 'Wilhelmina Pfeffer', '')`;
  const partners = await damage(trade.buyer, (await bought(trade))[0]?.id);
  const recorded = await partners();
  expect(recorded).toHaveLength(1);

  const refused = expectError(await trade.seller.post(ERASURE), 'CONFLICT');
  expect(refused).toMatchObject({
    reason: 'retention_required',
    until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  const early = await run(eraseEntity, trade.wholesaler.id);
  expect([early.code, early.stderr]).toEqual([
    1,
    expect.stringMatching(/^erase-entity: The data is retained at least until \d{4}-\d\d-\d\d: orders\.\n$/),
  ]);
  ok(await trade.buyer.post(`/api/v1/orders/${open.id}/cancel`));
  const asked = await trade.seller.post<{ id: string }>(ERASURE);
  expect(asked.status).toBe(202);
  expect((await trade.seller.post(ERASURE)).body).toEqual(asked.body);
  await sealAll();
  await written(ERASURE, 3, trade.seller.tokens?.user.id);
  expect((await run(eraseEntity, trade.wholesaler.id)).stderr).toBe('');

  expect(await placesOf([name, 'desk@juniper-ridge.test', 'Wilhelmina', clerk.email, email])).toEqual([]);
  await expect.poll(() => storage.read('imports/of-wilhelmina').catch(isMissing)).toBe(true);
  expect(await partners()).toEqual(recorded);
  expect(ok(await trade.buyer.get(`/api/v1/orders/${kept.id}`))).toMatchObject({
    id: kept.id,
    wholesaler: { name: 'Erased' },
  });
  expectError(await trade.seller.get('/auth/me'), 'UNAUTHORIZED');
  const verified = await run(verifyAuditCommand);
  expect([verified.code, verified.stdout]).toEqual([
    0,
    expect.stringMatching(/\d+ rows have lost personal fields by erasing\n.*: no differences\n$/s),
  ]);
  const ledger = await verifyLedgerOn(stage.db);
  expect([ledger.code, ledger.stdout]).toEqual([0, expect.not.stringContaining('changed after')]);
  const [row] = await stage.sql`
    select after from audit_log where entity_id = ${trade.wholesaler.id} and action = 'audit_row.erased' limit 1`;
  expect(row?.after).toEqual({
    position: expect.any(Number),
    fields: expect.any(Array),
    digest_after: expect.stringMatching(/^[0-9a-f]{64}$/),
  });

  // What is changed besides is still found.
  await stage.sql.begin(async (tx) => {
    await tx`set local tallyleaf.erasing = 'on'`;
    await tx`update audit_log set actor_name = 'Another name' where entity_id = ${trade.wholesaler.id} and action = 'order.moved'`;
  });
  expect((await run(verifyAuditCommand)).code).toBe(1);
});

test('a request that is written after its member or business was erased is left out', async () => {
  const trade = await openTrade(stage);
  const [clerk, other] = [
    await createMember(stage.db, trade.wholesaler, 'manager'),
    await createMember(stage.db, trade.wholesaler, 'manager'),
  ];
  const log = new RequestLog(stage.db, pino({ enabled: false }));
  for (const { id: userId } of [clerk, other])
    log.add({
      actor: { ...OWNER, userId, name: 'Late Name', entity: { ...OWNER.entity, id: trade.wholesaler.id } },
      request: { id: randomUUID(), address: '203.0.113.9', userAgent: null, transport: 'api' },
      ...{ method: 'GET', path: '/late', status: 200, durationMs: 1 },
    });
  expect((await run(eraseUser, clerk.id)).stderr).toBe('');
  await log.flush();
  const kept = await stage.sql`select user_id from api_requests where path = '/late'`;
  expect(kept.map((row) => row.user_id)).toEqual([other.id]);
});

test.skipIf(IS_SHORT)(
  'names that are common texts take nothing but themselves from the records of partners',
  async () => {
    const trade = await openTrade(stage, { wholesaler: { name: 'delivered' } });
    const [clerk, namesake] = [
      await createMember(stage.db, trade.wholesaler, 'manager'),
      await createMember(stage.db, trade.retailer, 'manager'),
    ];
    await stage.sql`update users set name = 'retailer' where id in (${clerk.id}, ${namesake.id})`;
    await stage.sql`update users set name = 'er' where entity_id = ${trade.wholesaler.id} and id <> ${clerk.id}`;
    const buyer = await stage.signIn(namesake);
    const { id, total } = await placeOrderIn({ ...trade, buyer }, 'delivered', 3);
    await payFor(trade, { total });
    const ofBuyer = trade.retailer.id;
    const recorded = async () => ({
      statuses: await stage.sql`
      select id, type, data->'order'->>'status' as status, data->>'status' as own from events where entity_id = ${ofBuyer} order by id`,
      audit: await stage.sql`
      select id, actor_name, before->>'status' as before, after->>'status' as after from audit_log
      where entity_id = ${ofBuyer} and actor_id = ${namesake.id} order by id`,
      ledger: await stage.sql`
      select id, actor_name from inventory_movements where entity_id = ${ofBuyer} and actor_id = ${namesake.id} order by id`,
    });
    const before = await recorded();
    expect(JSON.stringify(before)).toContain('"delivered"');
    const [note] = await stage.sql`
    insert into notifications (id, user_id, entity_id, kind, object_type, object_id, object_name, summary, bell, mail, event_id)
    select gen_random_uuid(), ${namesake.id}, ${ofBuyer}, 'new_order', 'order', ${id}, 'Order 7', 'er ordered: deliver (er) later', true,
      'none', gen_random_uuid() returning id`;
    expect((await run(eraseEntity, trade.wholesaler.id)).stderr).toBe('');
    expect(await recorded()).toEqual(before);
    expect(await stage.sql`select summary from notifications where id = ${note?.id}`).toEqual([
      { summary: 'Erased ordered: deliver (Erased) later' },
    ]);
    expect(ok(await buyer.get(`/api/v1/orders/${id}`))).toMatchObject({
      status: 'delivered',
      wholesaler: { name: 'Erased' },
    });
  },
);

test.skipIf(IS_SHORT)(
  'a business that was renamed leaves no name in the invoices and payments of its sellers',
  async () => {
    const trade = await openTrade(stage, { retailer: { name: 'Foxglove Corner' } });
    const { total } = await placeOrderIn(trade, 'delivered', 2);
    const payment = await payFor(trade, { total });
    const read = async () => {
      const [invoice] = await stage.sql`select parties from invoices where buyer_id = ${trade.retailer.id}`;
      const [paid] = await stage.sql`select buyer_name from payments where id = ${payment.id}`;
      return { ...invoice?.parties, buyer_name: paid?.buyer_name };
    };
    const before = await read();
    expect(before).toMatchObject({ bill_to: { name: 'Foxglove Corner' }, buyer_name: 'Foxglove Corner' });
    await stage.sql`update entities set name = ${trade.wholesaler.name}, legal_name = 'Another Inc.', street = '9 Another St'
      where id = ${trade.retailer.id}`;
    expect((await run(eraseEntity, trade.retailer.id)).stderr).toBe('');
    const { seller, bill_to, buyer_name } = await read();
    expect(seller).toEqual(before.seller);
    expect(bill_to).toMatchObject({ ...ERASED_PARTY, license_number: before.bill_to.license_number });
    expect(bill_to.premises[0]).toMatchObject({ name: 'Erased', address: ERASED_PARTY.address });
    expect(buyer_name).toBe('Erased');
  },
);

const ERASED_PARTY = {
  ...{ name: 'Erased', legal_name: 'Erased' },
  address: { street: 'Erased', city: 'Erased', state: 'CA', zip: 'Erased' },
};

test.skipIf(IS_SHORT)('a member is erased, and the business goes on; the last owner is not', async () => {
  const trade = await openTrade(stage);
  const member = await createMember(stage.db, trade.retailer, 'manager');
  await stage.sql`update users set name = 'Ottilie Quasthoff' where id = ${member.id}`;
  const client = await stage.signIn(member);
  ok(await client.patch('/auth/me', { name: 'Ottilie Quasthoff-Ames' }));
  await placeOrder({ ...trade, buyer: client }, 1);
  const partners = await damage(trade.seller, trade.stockId);
  const recorded = await partners();
  // It was invited under another address, which it has changed since, and others invite it, too.
  await stage.sql`insert into invitations (id, entity_id, email, team_role, all_locations, expires_at, accepted_at)
    select id, entity_id, 'ottilie.before@example.test', 'manager', true, now(), now() from users where id = ${member.id}`;
  await stage.sql`insert into invitations (id, entity_id, email, team_role, all_locations, expires_at)
    values (gen_random_uuid(), ${trade.wholesaler.id}, ${member.email}, 'manager', true, now())`;
  await stage.sql`insert into business_invitations (id, entity_id, email, invited_as, mailed, expires_at)
    select gen_random_uuid(), ${trade.wholesaler.id}, e, 'customer', true, now() from unnest(array[${member.email}, 'a.third@example.test']) e`;
  await stage.sql`insert into invited_addresses (address, mails) values (${member.email}, 2)`;
  await sealAll();
  await written('/api/v1/orders', 1, member.id);
  expect(await run(eraseUser, member.email)).toMatchObject({
    code: 0,
    stdout: `The member ${member.id} is erased\n`,
  });
  expect(await placesOf(['Ottilie', 'ottilie.before', member.email])).toEqual([]);
  expect(await stage.sql`select 1 from invited_addresses where address = ${member.email}`).toEqual([]);
  const left =
    await stage.sql`select email from business_invitations where entity_id = ${trade.wholesaler.id}`;
  expect(left).toEqual([{ email: 'a.third@example.test' }]);
  expect(await partners()).toEqual(recorded);
  expectError(await client.get('/auth/me'), 'UNAUTHORIZED');
  ok(await trade.buyer.get('/api/v1/orders'));

  // A restored backup has it again, and the list outside of the database erases it again.
  await stage.sql`update users set name = 'Ottilie Quasthoff' where id = ${member.id}`;
  await stage.sql`delete from erasures where subject_id = ${member.id}`;
  const lists = [listInStorage(await openStorage({ DATA_DIR: stage.folder }))];
  expect(await replayErasures({ db: stage.db, lists })).toEqual({ erased: 1, doubtful: [] });
  expect(await replayErasures({ db: stage.db, lists })).toEqual({ erased: 0, doubtful: [] });
  expect(await placesOf(['Ottilie', member.email])).toEqual([]);

  const last = await run(eraseUser, trade.buyer.tokens?.user.email ?? '');
  expect([last.code, last.stderr]).toEqual([1, expect.stringContaining('It is the last owner')]);
  expect((await run(eraseUser, member.email)).code).toBe(1);
});
