import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLastRuns } from '../../server/platform/backup/runs';
import { openDatabase } from '../../server/platform/db/client';
import { discardDataFolder } from '../../server/platform/embedded-postgres/discard';
import { findRunningDatabase } from '../../server/platform/embedded-postgres/start';
import { runCli } from '../setup/cli';
import { eventually } from '../setup/eventually';
import { type ServerProcess, SILENT_MAIL, spawnServer, TEST_SECRET } from '../setup/server';

const KEY = 'a backup key of at least 32 characters';
const root = await mkdtemp(join(tmpdir(), 'tallyleaf-point-in-time-'));
await chmod(root, 0o711);
const [dataDir, to] = [join(root, 'data'), join(root, 'backups')];
const AUTH_SECRET = TEST_SECRET;
const env = {
  BACKUP_SCHEDULE: '03:30',
  BACKUP_TO: to,
  BACKUP_KEY: KEY,
  BACKUP_WAL: '1',
  NODE_NO_WARNINGS: '1',
};
const restored: string[] = [];
async function startEmbedded(more: Record<string, string>): Promise<ServerProcess> {
  const started = await spawnServer({ ...SILENT_MAIL, ...more, DEMO: '0' });
  await started.untilReady();
  return started;
}

let server: ServerProcess;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startEmbedded({ ...env, AUTH_SECRET, DATA_DIR: dataDir });
  sql = postgres((await findRunningDatabase(dataDir)) ?? '', { max: 2, onnotice: () => {} });
}, 120_000);
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await server.stop();
  for (const folder of restored) await discardDataFolder(folder);
  await rm(root, { recursive: true, force: true });
});

/** Into a data folder of its own, with the secret of the first. */
async function restoreTo(moment: string, more: Record<string, string> = {}) {
  const folder = join(root, `restored-${restored.length}`);
  restored.push(folder);
  const result = await runCli({ ...env, AUTH_SECRET, DATA_DIR: folder, ...more }, 'restore', '--to', moment);
  return { ...result, folder };
}

const note = (text: string) => sql`insert into secret_notes (note) values (${text})`;
const archived = async () => {
  const [cluster = ''] = await readdir(join(to, 'wal'));
  return readdir(join(to, 'wal', cluster));
};

const untilBase = () =>
  eventually(
    () => readdir(join(to, 'base')).catch((): string[] => []),
    (names) => expect(names).toEqual([expect.stringMatching(/Z$/)]),
    { patienceMs: 60_000 },
  );

test('restores to a second before a deletion, by a base backup and the archived log, and verifies', async () => {
  // The start makes the first base backup.
  await untilBase();
  await sql`create table secret_notes (note text)`;
  for (let count = 0; count < 500; count++) await note(`kept ${count}`);
  await delay(1_500);
  const [{ before }] = await sql<
    [{ before: Date }]
  >`select clock_timestamp() - interval '1 second' as before`;
  await sql`delete from secret_notes`;
  const deleted = Date.now();
  await note('after the deletion');
  // The segment isn't full: archive_timeout ends it.
  const [{ name }] = await sql<[{ name: string }]>`select pg_walfile_name(pg_current_wal_lsn()) as name`;
  await eventually(archived, (names) => expect(names).toContain(name), { patienceMs: 70_000 });
  expect(Date.now() - deleted, 'ms until it is safe').toBeLessThan(60_000);

  const { code, stdout, stderr, folder } = await restoreTo(before.toISOString());
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Restored the database to \S+Z from the base \S+Z in [\d.]+ s\.\n$/);
  const address = { AUTH_SECRET, DATA_DIR: folder };
  expect(await runCli(address, 'verify')).toMatchObject({ code: 0 });
  const again = await startEmbedded(address);
  const copy = postgres((await findRunningDatabase(folder)) ?? '', { max: 1 });
  try {
    expect(await copy`select count(*)::int as notes from secret_notes`).toEqual([{ notes: 500 }]);
  } finally {
    await copy.end();
    await again.stop();
  }
}, 300_000);

test('the archive holds nothing in the clear, and nothing opens without the key', async () => {
  const [id = ''] = await readdir(join(to, 'wal'));
  for (const name of await archived()) {
    expect(await readFile(join(to, 'wal', id, name), 'latin1')).not.toContain('kept 4');
  }
  const other = 'another key of at least 32 characters';
  expect(await restoreTo('latest', { BACKUP_KEY: other })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('encrypted with the backup key'),
  });
});

test('rejects a moment before the first base, after the end of the archive, and a folder with a database', async () => {
  expect(await restoreTo('2020-01-01T00:00:00Z')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The first moment to restore to is'),
  });
  expect(await restoreTo('yesterday')).toMatchObject({ code: 2 });
  const late = await restoreTo('2100-01-01T00:00:00Z');
  expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('The archive ends before') });
  expect(await restoreTo('latest', { DATA_DIR: dataDir })).toMatchObject({
    code: expect.any(Number),
    stdout: '',
  });
  expect(await sql`select 1 as lives`).toEqual([{ lives: 1 }]);
}, 180_000);

test('a damaged segment ends the restore instead of passing for the end of the log', async () => {
  const [id = ''] = await readdir(join(to, 'wal'));
  const segments = (await archived()).filter((name) => /^00000001[0-9A-F]{16}$/.test(name)).sort();
  const path = join(to, 'wal', id, segments.at(-1) ?? '');
  const whole = await readFile(path);
  const damaged = Buffer.from(whole);
  damaged[200] = (damaged[200] ?? 0) ^ 1;
  await writeFile(path, damaged);
  try {
    expect(await restoreTo('latest')).toMatchObject({ code: 1, stdout: '' });
  } finally {
    await writeFile(path, whole);
  }
}, 120_000);

test('the next backup makes a base, too, and removes those and the log that are no longer kept', async () => {
  const [first = ''] = await readdir(join(to, 'base'));
  const rules = { BACKUP_KEEP: '1', BACKUP_KEEP_DAYS: '0' };
  const before = await archived();
  const made = await runCli({ ...env, ...rules, AUTH_SECRET, DATA_DIR: dataDir }, 'backup', '--scheduled');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const left = await readdir(join(to, 'base'));
  expect(left).toEqual([expect.not.stringContaining(first)]);
  const segments = (await archived()).filter((name) => before.includes(name));
  expect(segments.length).toBeLessThan(before.length);
  const { db, close } = openDatabase({ url: (await findRunningDatabase(dataDir)) ?? '', pool: 1 });
  const base = (await readLastRuns(db)).find(({ kind }) => kind === 'base');
  await close();
  expect(base).toMatchObject({ good: { name: left[0] }, isFailing: false });
}, 180_000);

test('a start that finds no base makes one, though archiving was on before; several processes serve beside it', async () => {
  await sql.end({ timeout: 1 });
  await server.stop();
  await rm(join(to, 'base'), { recursive: true, force: true });
  server = await startEmbedded({ ...env, AUTH_SECRET, DATA_DIR: dataDir, WEB_CONCURRENCY: '2' });
  await untilBase();
}, 180_000);
