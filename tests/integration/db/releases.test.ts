import { readdirSync } from 'node:fs';
import type postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import {
  FLOOR,
  forgottenMigrations,
  knownMigrations,
  supersededMigrations,
} from '../../../server/platform/db/lineage';
import { migrateDatabase } from '../../../server/platform/db/migrate';
import { outlookOf } from '../../../server/platform/db/migration-outlook';
import { onDatabase, runCli } from '../../setup/cli';
import { openTestDatabase } from '../../setup/database';
import { expectStockAddsUp } from '../../setup/invariants';
import { DUMPS, openRelease } from '../../setup/release-dump';

/** What the demos of dumps were sealed with. */
const SECRET = 'release-fixture-0123456789abcdef0123456789abcdef';
/** Below the floor. */
const OLD = '0.1.0';
const releases = readdirSync(DUMPS)
  .filter((file) => file.endsWith('.sql.gz'))
  .map((file) => file.replace('.sql.gz', ''))
  .filter((version) => version !== OLD);
const quiet = { warn: () => {} };

/** What an upgrade must not change: each order's money, and the units of each row of stock. */
const totalsOf = async (sql: postgres.Sql) => ({
  orders: [
    ...(await sql`select id, order_number, subtotal_cents, tax_cents, total_cents from orders order by id`),
  ],
  stock: [
    ...(await sql`select item_id, sum(delta)::int as quantity from inventory_movements group by 1 order by 1`),
  ],
});

/** Everything of the schema that a name leads to. */
const schemaOf = async (sql: postgres.Sql) =>
  Object.fromEntries(
    (
      await sql<{ name: string; text: string }[]>`
        select 'column ' || c.relname || '.' || a.attname as name,
          format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || ' ' || a.attgenerated::text || ' ' || a.attidentity::text || ' '
            || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as text
        from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on (d.adrelid, d.adnum) = (c.oid, a.attnum)
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        union all
        select 'table ' || relname, coalesce(array_to_string(reloptions, ','), '')
        from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        union all
        select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'
        union all
        select 'constraint ' || conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
        union all
        select 'trigger ' || tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid)
        from pg_trigger t where not tgisinternal
          and (select relnamespace from pg_class where oid = t.tgrelid) = 'public'::regnamespace
        union all
        select 'function ' || p.oid::regprocedure, case p.prokind
          when 'a' then (select (a.aggtransfn, a.aggcombinefn, a.aggtranstype, a.agginitval)::text from pg_aggregate a where a.aggfnoid = p.oid)
          else pg_get_functiondef(p.oid) end
        from pg_proc p where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
        union all
        select 'statistics ' || stxname, pg_get_statisticsobjdef(oid) from pg_statistic_ext`
    ).map(({ name, text }) => [name, text]),
  );

describe.each(releases)('release %s', (version) => {
  test('upgrades: its demo keeps every total to the cent, verify is clean, and the schema is that of a new database', async () => {
    const release = await openRelease(version);
    const fresh = await openTestDatabase();
    try {
      const before = await totalsOf(release.sql);
      expect(before.orders.length).toBeGreaterThan(100);
      await migrateDatabase(release.url, { log: quiet });
      expect(await totalsOf(release.sql)).toEqual(before);
      expect(await outlookOf(release.sql, knownMigrations())).toEqual([]);
      expect(await schemaOf(release.sql)).toEqual(await schemaOf(fresh.sql));
      const generation = 'select generation from schema_generation';
      expect([...(await release.sql.unsafe(generation))]).toEqual([...(await fresh.sql.unsafe(generation))]);
      const env = { ...onDatabase(release.url), AUTH_SECRET: SECRET };
      expect(await runCli(env, 'verify')).toMatchObject({ code: 0 });
      await expectStockAddsUp(release.sql);
    } finally {
      await Promise.all([release.close(), fresh.close()]);
    }
  }, 120_000);
});

const TOO_OLD = new RegExp(
  `is older than Tallyleaf ${FLOOR}\\. Nothing was changed\\. Start version ${FLOOR} with it`,
);

test('a schema on the way to the floor changes nothing and names the release to start first', async () => {
  const release = await openRelease(FLOOR);
  try {
    const newest = supersededMigrations().at(-1);
    await release.sql`delete from drizzle.__drizzle_migrations where hash = ${newest?.hash ?? ''}`;
    await expect(migrateDatabase(release.url, { log: quiet })).rejects.toThrow(TOO_OLD);
    expect(await release.sql`select from drizzle.__drizzle_migrations`).toHaveLength(
      supersededMigrations().length - 1,
    );
  } finally {
    await release.close();
  }
});

test('a database that began with the release before the floor upgrades from the floor: its older records do not matter', async () => {
  const release = await openRelease(FLOOR);
  try {
    for (const { hash, when } of forgottenMigrations()) {
      await release.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`;
    }
    await migrateDatabase(release.url, { log: quiet });
    expect(await outlookOf(release.sql, knownMigrations())).toEqual([]);
  } finally {
    await release.close();
  }
});
