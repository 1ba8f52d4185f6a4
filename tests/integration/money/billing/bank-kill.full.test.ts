import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { csvOf, MAPPING, openAccount, settledStatement, uploadStatement } from '../../../factories/bank';
import { createBusiness, createMember } from '../../../factories/business';
import { Client, ok, signIn } from '../../../setup/client';
import { openTestDatabase } from '../../../setup/database';
import { startServer } from '../../../setup/server';

const database = await openTestDatabase();
const { db, sql } = database;
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-bank-'));
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const LINES = 3_000;
/** Each line takes a little, so that there is a middle to be killed in. */
const SLOWED = `
  create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.002); return new; end $$;
  create trigger slowed before insert on bank_lines for each row execute function slowly();`;

test('kill -9 while a statement is read: after a new start each line is there once', {
  timeout: 300_000,
}, async () => {
  const owner = await createMember(db, await createBusiness(db, 'wholesaler'), 'owner');
  const first = await startServer(database.url, { DATA_DIR: folder });
  const client = await signIn(first.url, owner);
  const { id } = await openAccount(client);
  await sql.unsafe(SLOWED);
  const rows = Array.from({ length: LINES }, (_, i): [string, string, number] => [
    '2026-11-03',
    `LINE ${i}`,
    i + 1,
  ]);
  const uploaded = ok(
    await uploadStatement(client, id, csvOf(...rows), { mapping: JSON.stringify(MAPPING) }),
  );
  const begun = async () =>
    (await sql<{ attempts: number }[]>`select attempts from bank_statements where id = ${uploaded.id}`)[0]
      ?.attempts;
  await expect.poll(begun, { timeout: 30_000, interval: 10 }).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  first.child.kill('SIGKILL');
  await first.exited;
  expect(await sql`select from bank_lines`).toHaveLength(0);
  await sql.unsafe('drop trigger slowed on bank_lines');

  const second = await startServer(database.url, { DATA_DIR: folder });
  try {
    const again = new Client(second.url, client.tokens);
    expect(await settledStatement(again, uploaded.id, 240_000)).toMatchObject({
      ...{ status: 'ready', counts: { lines: LINES, new: LINES, duplicate: 0 } },
    });
    expect(await sql`select from bank_lines`).toHaveLength(LINES);
    const [kept] = await sql<{ key: string | null }[]>`select storage_key as key from bank_statements`;
    expect(kept?.key).toBeNull();
  } finally {
    await second.stop();
  }
});
