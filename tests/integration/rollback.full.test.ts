import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { onDatabase, runCli } from '../setup/cli';
import { type ClonedDatabase, cloneDatabase } from '../setup/clone';
import { buildRelease, type Release } from '../setup/release';

/** The release before this version. */
const VERSION = '0.2.0';
const root = await mkdtemp(join(tmpdir(), 'tallyleaf-rollback-'));
const databases: ClonedDatabase[] = [];
let old: Release;

const openEmpty = async () => {
  const database = await cloneDatabase(inject('databaseServer'), 'template0');
  databases.push(database);
  return {
    ...onDatabase(database.url),
    DATA_DIR: join(root, `data-${databases.length}`),
    NODE_NO_WARNINGS: '1',
  };
};
const ordersOf = async ({ DATABASE_URL: url }: { DATABASE_URL: string }) => {
  const sql = postgres(url, { max: 1 });
  const [{ orders, cents }] = await sql<[{ orders: number; cents: number }]>`
    select count(*)::int as orders, sum(total_cents)::float8 as cents from orders`;
  await sql.end();
  return { orders, cents };
};

beforeAll(async () => {
  old = await buildRelease(VERSION);
}, 120_000);
afterAll(async () => {
  for (const { drop } of databases) await drop();
  await old?.remove();
  await rm(root, { recursive: true, force: true });
});

test('after an upgrade the release before changes nothing (3); the backup from before brings it back, and upgrades, too', async () => {
  const installed = await openEmpty();
  expect(await old.cli(installed, 'seed')).toMatchObject({ code: 0 });
  const before = await ordersOf(installed);
  expect(before.orders).toBeGreaterThan(100);
  const backup = join(root, 'before');
  expect(await old.cli(installed, 'backup', backup)).toMatchObject({ code: 0 });

  expect(await runCli(installed, 'migrate')).toMatchObject({ code: 0 });
  expect(await runCli(installed, 'verify')).toMatchObject({ code: 0 });
  expect(await ordersOf(installed)).toEqual(before);

  // What a rollback can't do: the older program doesn't go back on its own.
  const refused = await old.cli(installed, 'verify');
  expect(refused).toMatchObject({ code: 3, out: expect.stringContaining('newer') });
  expect(await runCli(installed, 'verify')).toMatchObject({ code: 0 });

  // What it can: the backup from before, restored by the older program into an empty database.
  const rolledBack = await openEmpty();
  expect(await old.cli(rolledBack, 'restore', backup)).toMatchObject({ code: 0 });
  expect(await ordersOf(rolledBack)).toEqual(before);
  for (const command of ['verify-ledger', 'verify-audit']) {
    expect(await old.cli(rolledBack, command)).toMatchObject({ code: 0 });
  }
  // And the next attempt to upgrade it.
  expect(await runCli(rolledBack, 'migrate')).toMatchObject({ code: 0 });
  expect(await runCli(rolledBack, 'verify')).toMatchObject({ code: 0 });

  // The older one rejects a backup of the newer version.
  const after = join(root, 'after');
  expect(await runCli(installed, 'backup', after)).toMatchObject({ code: 0 });
  const other = await openEmpty();
  expect(await old.cli(other, 'restore', after)).toMatchObject({
    code: 1,
    out: expect.stringContaining("doesn't know"),
  });
}, 300_000);
