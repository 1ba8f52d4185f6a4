import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type ErasureList, listedErasures, writeLists } from '../../../server/features/tenants/erasure/list';
import { newId } from '../../../server/kernel/ids';
import { BackupKeys } from '../../../server/platform/backup/keys';
import { openPlace } from '../../../server/platform/backup/place';
import { signedNote } from '../../../server/platform/backup/signed-note';
import { createBusiness, createMember } from '../../factories/business';
import { openBucket } from '../../setup/bucket';
import { onDatabase, runCli } from '../../setup/cli';
import { cloneDatabase } from '../../setup/clone';
import { openTestDatabase, type TestDatabase } from '../../setup/database';

const KEY = 'a backup key of at least 32 characters';
const NEXT = 'the backup key after it of 32 characters';
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-erasures-'));
const to = join(folder, 'to');
const LIST = join(to, 'erasures.jsonl');
const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
let database: TestDatabase;
/** Members by what becomes of them. */
let members: Record<'erased' | 'failed' | 'begun', { id: string }>;

beforeAll(async () => {
  database = await openTestDatabase();
  closing.unshift(() => database.close());
  const business = await createBusiness(database.db, 'retailer');
  await createMember(database.db, business, 'owner');
  const member = () => createMember(database.db, business, 'manager');
  members = { erased: await member(), failed: await member(), begun: await member() };
});
afterAll(async () => {
  for (const close of closing) await close();
});

const settings = { BACKUP_TO: to, BACKUP_KEY: KEY, NODE_NO_WARNINGS: '1' };
const run = (...args: string[]) =>
  runCli({ ...onDatabase(database.url), ...settings, DATA_DIR: join(folder, 'data') }, ...args);
const listBesideBackups = async (): Promise<ErasureList> =>
  signedNote(await openPlace(to, folder), new BackupKeys(KEY), 'erasures.jsonl');
const namesErased = (sql: postgres.Sql) => sql<{ id: string }[]>`select id from users where name = 'Erased'`;

/** Restores the newest backup into an empty database, as on a new machine: without the stored files of the lost one. */
async function restoreElsewhere(env: Record<string, string> = settings) {
  const { url, drop } = await cloneDatabase(inject('databaseServer'), 'template0');
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  closing.unshift(async () => {
    await sql.end({ timeout: 1 });
    await drop();
  });
  const at = { ...onDatabase(url), ...env, DATA_DIR: await mkdtemp(join(folder, 'restored-')) };
  return { sql, ...(await runCli(at, 'restore', '--backup', 'latest')) };
}

test('an erasure after the last backup is repeated by a restore that has the backups alone', async () => {
  expect(await run('backup', '--scheduled')).toMatchObject({ code: 0, stderr: '' });
  expect(await run('erase-user', members.erased.id)).toMatchObject({ code: 0, stderr: '' });
  const { sql, code, stderr } = await restoreElsewhere();
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'restore: erased again what had been erased since then: 1\n',
  });
  expect(await namesErased(sql)).toEqual([{ id: members.erased.id }]);
});

test('an erasure that failed is not listed, and a restore does not repeat it', async () => {
  await database.sql`
    create function fail_erasure() returns trigger language plpgsql as $$ begin raise 'no erasure today'; end $$`;
  await database.sql`create trigger fail_erasure before insert on erasures execute function fail_erasure()`;
  expect((await run('erase-user', members.failed.id)).code).not.toBe(0);
  await database.sql`drop trigger fail_erasure on erasures`;
  const listed = await listedErasures([await listBesideBackups()]);
  expect(listed).toEqual([expect.objectContaining({ subject_id: members.erased.id, state: 'done' })]);
  const { sql } = await restoreElsewhere();
  expect(await namesErased(sql)).toEqual([{ id: members.erased.id }]);
});

test('one whose process was killed is named by a restore, and settled by the next backup', async () => {
  const list = await listBesideBackups();
  const begun = { id: newId(), kind: 'user', subject_id: members.begun.id, state: 'begun' } as const;
  const entry = { ...begun, erased_at: new Date().toISOString() };
  await writeLists([list], [...(await listedErasures([list])), entry]);
  const { sql, code, stderr } = await restoreElsewhere();
  expect(code).toBe(0);
  expect(stderr).toContain(`is unknown; if it was, run erase-user ${members.begun.id}\n`);
  expect(await namesErased(sql)).toEqual([{ id: members.erased.id }]);

  // The database that was there says that it was not done.
  expect(await run('backup', '--scheduled')).toMatchObject({ code: 0, stderr: '' });
  const listed = await listedErasures([list]);
  expect(listed.map(({ subject_id }) => subject_id)).toEqual([members.erased.id]);
});

test('a list that was changed without the key, or with an unknown one, ends a restore before it begins', async () => {
  const whole = await readFile(LIST, 'utf8');
  await writeFile(LIST, whole.replace(members.erased.id, members.failed.id));
  const { sql, ...changed } = await restoreElsewhere();
  expect(changed).toMatchObject({ code: 1, stderr: expect.stringContaining("doesn't match its signature") });
  expect(await sql`select to_regclass('public.users') as users`).toEqual([{ users: null }]);
  await writeFile(LIST, whole);
  // A backup of the next key rewrites the list, so that the former one can go.
  const rotated = { ...settings, BACKUP_KEY: NEXT };
  const env = { ...onDatabase(database.url), ...rotated, DATA_DIR: join(folder, 'data') };
  const unknown = await runCli(env, 'erase-user', members.failed.id);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('BACKUP_KEY_PREVIOUS') });
  const previous = { BACKUP_KEY_PREVIOUS: KEY };
  expect(await runCli({ ...env, ...previous }, 'backup', '--scheduled')).toMatchObject({ code: 0 });
  expect(await restoreElsewhere(rotated)).toMatchObject({ code: 0, stderr: '' });
});

test('a bucket of backups has the list, too', async () => {
  const bucket = await openBucket();
  try {
    const env = { ...onDatabase(database.url), ...settings, BACKUP_TO: bucket.url };
    const made = await runCli({ ...env, DATA_DIR: join(folder, 'data') }, 'backup', '--scheduled');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const [key] = [...bucket.objects.keys()].filter((one) => one.endsWith('/erasures.jsonl'));
    expect(bucket.objects.get(key ?? '')?.toString()).toContain(members.erased.id);
  } finally {
    await bucket.close();
  }
});
