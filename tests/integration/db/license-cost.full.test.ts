import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postalState } from '../../../server/kernel/states';
import { type Business, createBusiness } from '../../factories/business';
import { openTestDatabase, type TestDatabase } from '../../setup/database';

const PREMISES = 500;
const LICENSES = 1000;

let database: TestDatabase;
let large: Business;
let small: Business;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db, sql } = database;
  large = await createBusiness(db, 'wholesaler', { locationCount: PREMISES, licenseExpiry: '2030-01-31' });
  small = await createBusiness(db, 'wholesaler', { licenseExpiry: '2030-01-31' });
  // Half are for all premises, in three states; the others for one each, with the number of the business.
  await sql`
    insert into licenses (id, entity_id, location_id, number, state, activity, expires_on, status)
    select gen_random_uuid(), e.id, case when n > ${LICENSES / 2} then l.ids[n - ${LICENSES / 2}] end, e.license_number,
      (array['CA', 'NV', 'OR'])[n % 3 + 1], 'distribution', case when n % 5 > 0 then e.license_expiry end,
      case when n % 7 > 0 then 'active' else 'suspended' end
    from entities e, (select array_agg(id order by id) as ids from locations where entity_id = ${large.id}) l,
      generate_series(1, ${LICENSES - 1}) n
    where e.id = ${large.id}`;
});
afterAll(() => database.close());

const WRITES: Record<string, (business: Business) => string> = {
  'another expiration of the business, which its licenses with the number share': ({ id }) =>
    `update entities set license_expiry = '2031-01-31' where id = '${id}'`,
  'another status of a license for all premises': ({ id }) =>
    `update licenses set status = 'surrendered' where id = (select m.id from main_license('${id}') m)`,
  'a new license': ({ id }) =>
    `insert into licenses (id, entity_id, number, state, activity, expires_on)
      values (gen_random_uuid(), '${id}', 'NEW-1', 'CA', 'distribution', '2040-01-31')`,
  'the end of a license': ({ id }) =>
    `delete from licenses where id = (select m.id from main_license('${id}') m)`,
  'a new location': ({ id }) =>
    `insert into locations (id, entity_id, name, street, city, state, zip)
      values (gen_random_uuid(), '${id}', 'New', '1 Pier', 'Reno', 'Nevada', '89501')`,
  'a location that moves to another state': ({ locationIds }) =>
    `update locations set state = 'OR' where id = '${locationIds[0]}'`,
  'all locations that move to another business': ({ id }) =>
    `update locations set entity_id = '${small.id}' where entity_id = '${id}'`,
};

/** Runs a write between two looks and rolls it back. */
async function inVain(write: string, look: (sql: TransactionSql) => Promise<void>): Promise<void> {
  const rolledBack = new Error('rolled back');
  const run = database.sql.begin(async (sql) => {
    await look(sql);
    await sql.unsafe(write);
    await look(sql);
    throw rolledBack;
  });
  await run.catch((error) => {
    if (error !== rolledBack) throw error;
  });
}

/** Rows of licenses and locations that a write reads, and those that it changes. */
async function workOf(write: string): Promise<{ read: number; changed: number }> {
  const looks: Array<{ read: number; changed: number }> = [];
  // What the session did before may count, too.
  await inVain(write, async (sql) => {
    const [row] = await sql<[{ read: number; changed: number }]>`
      select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read, sum(n_tup_upd)::int as changed
      from pg_stat_xact_user_tables where relname in ('licenses', 'locations')`;
    looks.push(row);
  });
  const [before, after] = looks;
  return {
    read: (after?.read ?? 0) - (before?.read ?? 0),
    changed: (after?.changed ?? 0) - (before?.changed ?? 0),
  };
}

/** The last day of premises, by the rule of decision 525. */
function untilOf(place: Place, licenses: readonly License[], main: License | undefined): string {
  const common = licenses.filter((one) => one.location_id === null);
  const nearest = [
    licenses.filter((one) => one.location_id === place.id),
    common.filter((one) => one.state === postalState(place.state)),
    common,
  ].find((some) => some.length > 0);
  const days = (nearest ?? []).filter((one) => one.status === 'active');
  return (
    days
      .map((one) => one.expires_on ?? main?.expires_on ?? 'infinity')
      .sort()
      .at(-1) ?? '-infinity'
  );
}
interface Place {
  id: string;
  state: string;
  until: string;
}
interface License {
  location_id: string | null;
  state: string;
  status: string;
  expires_on: string | null;
}

describe.each(Object.entries(WRITES))('%s', (_name, write) => {
  test(`reads and changes each of ${LICENSES} licenses and ${PREMISES} premises a few times at most`, async () => {
    const { read, changed } = await workOf(write(large));
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(20 * (LICENSES + PREMISES));
    expect(changed).toBeLessThanOrEqual(2 * (LICENSES + PREMISES));
  });

  test('shows the licenses of the nearest kind', async () => {
    await inVain(write(large), async (sql) => {
      for (const { id } of [large, small]) {
        const places = await sql<Place[]>`
          select id, state, licensed_until::text as until from locations where entity_id = ${id}`;
        const licenses = await sql<License[]>`
          select location_id, state, status, expires_on::text as expires_on from licenses where entity_id = ${id}
          order by location_id is not null, created_at, id`;
        expect(places.map(({ until }) => until)).toEqual(
          places.map((place) => untilOf(place, licenses, licenses[0])),
        );
      }
    });
  });
});
