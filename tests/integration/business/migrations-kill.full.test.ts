import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import type { MigrationView } from '../../../server/features/imports/migrations/schema';
import { createBusiness, createMember } from '../../factories/business';
import {
  connectVendor,
  countsOf,
  leaflinkLists,
  MIGRATIONS,
  migrated,
  openLeaflink,
} from '../../factories/migrations';
import { requestsOf } from '../../factories/vendors';
import { Client, ok, signIn } from '../../setup/client';
import { openTestDatabase } from '../../setup/database';
import { startServer } from '../../setup/server';

const database = await openTestDatabase();
const { db, sql } = database;
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-migrations-'));
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const CUSTOMERS = 1_500;
/** Each statement on a line takes a little, so that there is a middle to be killed in. */
const SLOWED = `
  create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.002); return new; end $$;
  create trigger slowed before update on import_lines for each row execute function slowly();`;

test('kill -9 while a migration reads and applies: after a new start it goes on, and each line is applied once', {
  timeout: 240_000,
}, async () => {
  const env = { DATA_DIR: folder, LEAFLINK_URL: inject('vendors') };
  const shop = await createBusiness(db, 'wholesaler');
  const owner = await createMember(db, shop, 'owner');
  const [row] = leaflinkLists().customers ?? [];
  const customers = Array.from({ length: CUSTOMERS }, (_, at) => ({
    ...{
      ...row,
      id: at + 1,
      license_number: `LIC-${at + 1}`,
      price_schedule: null,
      ext_acct_id: null,
      external_id: null,
    },
  }));
  const token = await openLeaflink({ ...leaflinkLists(), customers, 'orders-received': [] });

  const first = await startServer(database.url, env);
  const client = await signIn(first.url, owner);
  const connection_id = await connectVendor(client, token);
  const body = { system: 'leaflink', source: 'api', connection_id, kinds: ['customers'] };
  const { id } = ok(await client.post<MigrationView>(MIGRATIONS, body));
  ok(await client.post(`${MIGRATIONS}/${id}/read`));
  const rows = async () =>
    (await sql`select count(*)::int as n from migration_rows where migration_id = ${id}`)[0]?.n;
  await expect.poll(rows, { timeout: 60_000, interval: 20 }).toBeGreaterThan(300);
  first.child.kill('SIGKILL');
  await first.exited;
  expect(await rows()).toBeLessThan(CUSTOMERS);
  const before = (await requestsOf(token)).length;

  const second = await startServer(database.url, env);
  const again = new Client(second.url, client.tokens);
  const ready = await migrated(again, id, 120_000);
  expect(ready, JSON.stringify(ready.error)).toMatchObject({ status: 'ready', rows_read: CUSTOMERS });
  expect(countsOf(ready, 'customers')).toEqual({ create: CUSTOMERS });
  // It went on where it was, and read no page from the beginning again.
  const pages = (await requestsOf(token)).slice(before).map(({ query }) => Number(query.offset ?? 0));
  expect(Math.min(...pages.filter((offset) => offset > 0))).toBeGreaterThanOrEqual(300);

  await sql.unsafe(SLOWED);
  ok(await again.post(`${MIGRATIONS}/${id}/apply`));
  const accounts = async () =>
    (await sql`select count(*)::int as n from accounts where seller_id = ${shop.id}`)[0]?.n;
  await expect.poll(accounts, { timeout: 90_000, interval: 20 }).toBeGreaterThan(200);
  second.child.kill('SIGKILL');
  await second.exited;
  expect(await accounts()).toBeLessThan(CUSTOMERS);

  const third = await startServer(database.url, env);
  try {
    const done = await migrated(new Client(third.url, client.tokens), id, 150_000);
    expect(done, JSON.stringify(done.error)).toMatchObject({ status: 'completed' });
    expect(countsOf(done, 'customers')).toEqual({ create: CUSTOMERS });
    expect(await accounts()).toBe(CUSTOMERS);
    const [events] =
      await sql`select count(*)::int as n, count(distinct data ->> 'id')::int as ids from events
      where entity_id = ${shop.id} and type = 'customer.created'`;
    expect(events).toEqual({ n: CUSTOMERS, ids: CUSTOMERS });
    expect(third.takeFaults()).toEqual([]);
  } finally {
    await third.stop();
  }
});
