import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeAudit } from '../../../server/platform/audit-log/record';
import { sealAudit } from '../../../server/platform/audit-log/seal';
import { type Business, createBusiness } from '../../factories/business';
import { onDatabase, runCli } from '../../setup/cli';
import { openTestDatabase, type TestDatabase } from '../../setup/database';

let database: TestDatabase;
let shop: Business;
beforeAll(async () => {
  database = await openTestDatabase();
  shop = await createBusiness(database.db, 'retailer');
  await write(5);
  // Chosen by the first run, sealed by the second.
  await sealAudit(database.db);
  await sealAudit(database.db);
  await write(2);
});
afterAll(() => database.close());

const write = (rows: number) =>
  storeAudit(
    database.db,
    Array.from({ length: rows }, (_, index) => ({
      entityId: shop.id,
      actorName: 'Ana',
      action: 'order.moved' as const,
      objectId: shop.id,
      after: { status: 'shipped', index },
      requestId: 'test',
      address: '192.0.2.1',
    })),
  );

/** What an administrator of the database can do to the table. */
async function byHand(change: (rows: { id: string }[]) => Promise<unknown>) {
  const { sql } = database;
  const rows = await sql<{ id: string }[]>`select id from audit_log order by position`;
  await sql`alter table audit_log disable trigger user`;
  try {
    await change(rows);
  } finally {
    await sql`alter table audit_log enable trigger user`;
  }
}

async function verify() {
  const { code, stdout } = await runCli(onDatabase(database.url), 'verify-audit');
  return { code, lines: stdout.trimEnd().split('\n') };
}

test('an untouched log: exit code 0, also with rows that came after the last seal', async () => {
  const [seal] = await database.sql`select rows::int as rows from audit_seals where sealed_at is not null`;
  expect(seal).toEqual({ rows: 5 });
  expect(await verify()).toEqual({ code: 0, lines: ['7 audit rows: no differences'] });
});

test('names a row that was changed by hand, sealed or not', async () => {
  const { sql } = database;
  let ids: string[] = [];
  await byHand(async (rows) => {
    ids = [rows[1]?.id ?? '', rows[6]?.id ?? ''];
    await sql`update audit_log set actor_name = 'Bo' where id = ${ids[0] ?? ''}`;
    await sql`update audit_log set after = '{"status": "accepted"}' where id = ${ids[1] ?? ''}`;
  });
  const { code, lines } = await verify();
  expect(code).toBe(1);
  for (const id of ids) expect(lines.filter((line) => line.startsWith(`${id} order.moved`))).toHaveLength(1);
  await byHand(async () => {
    await sql`update audit_log set actor_name = 'Ana' where id = ${ids[0] ?? ''}`;
    await sql`update audit_log set after = '{"status": "shipped", "index": 1}' where id = ${ids[1] ?? ''}`;
  });
  expect(await verify()).toMatchObject({ code: 0 });
});

test('names the seal of a row that was replaced with a matching digest, and of one that was removed', async () => {
  const { sql } = database;
  await byHand(async (rows) => {
    await sql`update audit_log a set address = '192.0.2.9' where id = ${rows[2]?.id ?? ''}`;
    await sql`update audit_log a set digest = audit_digest(a) where id = ${rows[2]?.id ?? ''}`;
  });
  expect(await verify()).toMatchObject({
    code: 1,
    lines: [
      expect.stringMatching(/^positions 1 to 5: 5 rows sealed .*not the rows/),
      '7 audit rows: 1 difference',
    ],
  });
  await byHand((rows) => sql`delete from audit_log where id = ${rows[2]?.id ?? ''}`);
  expect((await verify()).lines[0]).toMatch(/^positions 1 to 5: 5 rows sealed .*, 4 are there$/);
});

test('seals nothing that a transaction may still add to', async () => {
  const { sql, db } = database;
  await sealAudit(db);
  const before = await sql`select through from audit_seals where sealed_at is not null`;
  const other = await sql.reserve();
  try {
    await other`begin`;
    await other`select nextval('audit_log_position_seq')`;
    await write(1);
    await sealAudit(db);
    await sealAudit(db);
    const open = await sql`select through from audit_seals where sealed_at is not null`;
    // The stretch that was chosen before the transaction began is sealed; the one chosen after it isn't.
    expect(open.length).toBeLessThanOrEqual(before.length + 1);
    expect(await sql`select 1 from audit_seals where sealed_at is null`).toHaveLength(1);
    await other`commit`;
  } finally {
    other.release();
  }
  await sealAudit(db);
  expect(await sql`select 1 from audit_seals where sealed_at is null`).toHaveLength(0);
});
