import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyMoves } from '../../../server/features/inventory/ledger/ledger';
import { sealLedger } from '../../../server/features/inventory/seals/seal';
import { newId } from '../../../server/kernel/ids';
import { type Business, createBusiness } from '../../factories/business';
import { createProduct, createStock, stockKeeper } from '../../factories/catalog';
import { onDatabase, runCli } from '../../setup/cli';
import { openTestDatabase, type TestDatabase } from '../../setup/database';

let database: TestDatabase;
let seller: Business;
let itemId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  seller = await createBusiness(database.db, 'wholesaler');
  const { variantId } = await createProduct(database.db, seller);
  itemId = await createStock(database.db, seller, variantId, 100);
  await adjust(5);
  // Chosen by the first run, sealed by the second.
  await sealLedger(database.db);
  await sealLedger(database.db);
  await adjust(5);
  await sealLedger(database.db);
  await sealLedger(database.db);
  await adjust(2);
});
afterAll(() => database.close());

async function adjust(times: number) {
  for (let n = 0; n < times; n++) {
    await database.db.transaction((tx) =>
      applyMoves(stockKeeper(tx, seller), [{ itemId, delta: -1, reservedDelta: 0 }], {
        entityId: seller.id,
        reason: 'DAMAGE',
        source: { type: 'api', id: newId() },
        notes: `broken ${n}`,
      }),
    );
  }
}

/** What an administrator of the database can do to a table. */
async function byHand(table: string, change: () => Promise<unknown>) {
  const { sql } = database;
  await sql`alter table ${sql(table)} disable trigger user`;
  try {
    await change();
  } finally {
    await sql`alter table ${sql(table)} enable trigger user`;
  }
}

async function verify() {
  const { code, stdout } = await runCli(onDatabase(database.url), 'verify-ledger');
  return { code, lines: stdout.trimEnd().split('\n') };
}

const rows = () => database.sql<{ id: string }[]>`select id from inventory_movements order by position`;
const CLEAN = { code: 0, lines: ['1 balances, 13 ledger rows: no differences'] };

test('an untouched ledger has no differences, also with rows that came after the last seal', async () => {
  const seals = await database.sql`
    select rows::int as rows, length(entries) as entries, length(salts) as salts from ledger_seals
    where sealed_at is not null order by through`;
  expect(seals).toEqual([
    { rows: 6, entries: 6 * 48, salts: 6 * 16 },
    { rows: 5, entries: 5 * 48, salts: 5 * 16 },
  ]);
  expect(await verify()).toEqual(CLEAN);
});

const CHANGES = {
  reason_code: 'THEFT',
  actor_id: '00000000-0000-4000-8000-000000000001',
  actor_name: 'Bo',
  created_at: '2020-01-01T00:00:00Z',
  notes: null,
  source_type: 'count',
  source_id: null,
  request_id: 'other',
  entity_id: '00000000-0000-4000-8000-000000000001',
  delta: -2,
  quantity_after: 7,
};

test('names each row of which one column was changed by hand', async () => {
  const { sql } = database;
  const ids = (await rows()).map(({ id }) => id);
  await byHand('inventory_movements', async () => {
    await sql`create table before as select * from inventory_movements`;
    await sql`alter table inventory_movements drop constraint inventory_movements_item`;
    for (const [n, [column, value]] of Object.entries(CHANGES).entries()) {
      await sql`update inventory_movements set ${sql({ [column]: value } as never)} where id = ${ids[n] ?? ''}`;
    }
  });
  const { code, lines } = await verify();
  expect(code).toBe(1);
  for (const [n, column] of Object.keys(CHANGES).entries()) {
    const named = lines.filter((line) => line.startsWith(`ledger row ${ids[n]}`));
    expect(named, column).toEqual([expect.stringContaining('changed after it was sealed')]);
  }
  await byHand('inventory_movements', async () => {
    await sql`truncate inventory_movements`;
    await sql`insert into inventory_movements overriding system value select * from before`;
  });
  expect(await verify()).toEqual(CLEAN);
});

test('names a row that is missing in the middle of a sealed stretch, and one that was put between', async () => {
  const { sql } = database;
  const id = (await rows())[8]?.id ?? '';
  await byHand('inventory_movements', async () => {
    await sql`create table taken as select * from inventory_movements where id = ${id}`;
    await sql`delete from inventory_movements where id = ${id}`;
  });
  const missing = (await verify()).lines;
  expect(missing.find((line) => line.startsWith(`ledger row ${id}`))).toContain('no longer there');
  const other = newId();
  await byHand('inventory_movements', async () => {
    await sql`update taken set id = ${other}`;
    await sql`insert into inventory_movements overriding system value select * from taken`;
  });
  const added = (await verify()).lines;
  expect(added.find((line) => line.startsWith(`ledger row ${other}`))).toContain('not among the rows sealed');
  await byHand(
    'inventory_movements',
    () => sql`update inventory_movements set id = ${id} where id = ${other}`,
  );
  expect(await verify()).toEqual(CLEAN);
});

test('names a seal that was changed with its row, and one that was removed', async () => {
  const { sql } = database;
  await byHand('ledger_seals', async () => {
    await sql`create table kept as select * from ledger_seals`;
    await sql`update ledger_seals set entries = overlay(entries placing '\\x00'::bytea from 20) where after = 0`;
  });
  expect((await verify()).lines.join('\n')).toContain('ledger positions 1 to 6: the seal was changed');
  await byHand('ledger_seals', () => sql`delete from ledger_seals where after = 0`);
  expect((await verify()).lines.join('\n')).toContain('ledger seal up to position 6: missing');
  await byHand('ledger_seals', async () => {
    await sql`delete from ledger_seals`;
    await sql`insert into ledger_seals select * from kept`;
  });
  expect(await verify()).toEqual(CLEAN);
});

test('rejects changes of a written seal by the application', async () => {
  await expect(database.sql`update ledger_seals set digest = '' where after = 0`).rejects.toThrow(
    'append-only',
  );
  await expect(database.sql`delete from ledger_seals where after = 0`).rejects.toThrow('append-only');
});

test('seals rows from before in stretches marked with the day of the migration', async () => {
  const { db, sql } = database;
  await byHand('ledger_seals', async () => {
    await sql`delete from ledger_seals`;
    await sql`insert into ledger_seals (after, through, backfilled_on) values (0, 5, '2026-11-24'), (5, 10, '2026-11-24')`;
  });
  await sealLedger(db);
  await sealLedger(db);
  const { code, lines } = await verify();
  expect(code).toBe(0);
  expect(lines[0]).toBe(
    "ledger rows up to position 10 were sealed after 2026-11-24: a change before that day doesn't show",
  );
});
