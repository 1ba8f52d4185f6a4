import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EnvError } from '../../server/kernel/env';
import { UnusableDatabaseError } from '../../server/platform/db/unusable';
import { homesOf } from '../../server/platform/embedded-postgres/cluster';
import { inspectDataFolder } from '../../server/platform/embedded-postgres/inspect';
import { startEmbeddedDatabase } from '../../server/platform/embedded-postgres/start';
import { spawnServer } from '../setup/server';

const ROOT = resolve(import.meta.dirname, '../..');
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const isRoot = process.getuid?.() === 0;
const BOTH_WAYS =
  /Nothing was changed\..* Either .* copy .*; or run "npm run cli -- backup" .* "npm run cli -- restore"/;
/** Folders that others may enter, and one that only root may. */
let open: string;
let closed: string;
const outside: string[] = [];

beforeAll(async () => {
  open = await mkdtemp(join(tmpdir(), 'place-open-'));
  await chmod(open, 0o755);
  closed = await mkdtemp(join(tmpdir(), 'place-closed-'));
  await onDatabase(join(open, 'made'), (sql) => sql`create table kept as select 42 as value`);
  if (isRoot) await onDatabase(join(closed, 'made'), (sql) => sql`create table kept as select 42 as value`);
});
afterAll(async () => {
  for (const folder of [open, closed, ...outside]) await rm(folder, { recursive: true, force: true });
});

async function onDatabase<T>(dataDir: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const embedded = await startEmbeddedDatabase({ dataDir, log: quiet });
  outside.push((await homesOf(dataDir)).outside.folder);
  const sql = postgres(embedded.url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
    await embedded.stop();
  }
}

const kept = (dataDir: string) =>
  onDatabase(dataDir, async (sql) => (await sql`select value from kept`)[0]?.value as unknown);
const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);

interface Written {
  folder: string;
  cluster: string;
}
const placeOf = async (dataDir: string) =>
  JSON.parse(await readFile(join(dataDir, 'database.json'), 'utf8')) as Written;

async function failure(dataDir: string): Promise<string> {
  const thrown = await inspectDataFolder(dataDir).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(UnusableDatabaseError);
  return (thrown as Error).message;
}

/** A data folder whose database is elsewhere, with a database of its own. */
async function closedCopy(name: string): Promise<string> {
  const at = join(closed, name);
  copy(join(closed, 'made'), at);
  const { outside: home } = await homesOf(at);
  copy((await placeOf(join(closed, 'made'))).folder, home.folder);
  expect(await kept(at)).toBe(42);
  return at;
}

test('keeps everything under a data folder that PostgreSQL’s user reaches, and starts it where it was moved or copied', async () => {
  const at = join(open, 'whole');
  copy(join(open, 'made'), at);
  expect(await placeOf(at)).toEqual({ folder: 'postgres', cluster: expect.stringMatching(/^\d{15,20}$/) });
  await rename(at, join(open, 'moved'));
  expect(await kept(join(open, 'moved'))).toBe(42);
  expect((await homesOf(join(open, 'moved'))).inside.folder).toBe(join(open, 'moved/postgres'));
});

test('starts a data folder of an earlier version and writes down where its database is', async () => {
  const at = join(open, 'earlier');
  copy(join(open, 'made'), at);
  const place = await placeOf(at);
  await rm(join(at, 'database.json'));
  expect(await kept(at)).toBe(42);
  expect(await placeOf(at)).toEqual(place);
});

test('exits with code 3 for a data folder whose database is gone, and names both ways to get it back', async () => {
  const at = join(open, 'half');
  copy(join(open, 'made'), at);
  await rm(join(at, 'postgres'), { recursive: true });
  const server = await spawnServer({ DATA_DIR: at, AUTH_SECRET: '' });
  expect((await server.exited).code).toBe(3);
  expect(server.stderr.join('\n')).toMatch(
    /half was copied, moved or damaged: its database \d+ is not in .*half\/postgres\./,
  );
  expect(server.stderr.join('\n')).toMatch(BOTH_WAYS);
});

test('makes no new database beside uploaded files of one that is gone', async () => {
  const at = join(open, 'files-only');
  await mkdir(join(at, 'files/coas'), { recursive: true });
  expect(await failure(at)).toMatch(/holds uploaded files but no database/);
  expect(await failure(at)).toMatch(BOTH_WAYS);
});

test.each<[string, (at: string) => Promise<unknown>, RegExp]>([
  ['a damaged', (at) => writeFile(join(at, 'database.json'), '{'), /database\.json is damaged/],
  [
    'another',
    async (at) =>
      writeFile(join(at, 'database.json'), JSON.stringify({ ...(await placeOf(at)), cluster: '1' })),
    /names the database 1 in .*, but what is there is another one/,
  ],
])('rejects %s place of the database', async (name, change, message) => {
  const at = join(open, name.replace(' ', '-'));
  copy(join(open, 'made'), at);
  await change(at);
  expect(await failure(at)).toMatch(message);
});

test('never follows the place to a folder that is not a database of Tallyleaf', async () => {
  const at = join(open, 'hostile');
  const victim = join(open, 'victim');
  copy(join(open, 'made/postgres'), victim);
  const { uid, mtimeMs } = await stat(victim);
  await mkdir(at);
  await writeFile(
    join(at, 'database.json'),
    JSON.stringify({ ...(await placeOf(join(open, 'made'))), folder: victim }),
  );
  await expect(startEmbeddedDatabase({ dataDir: at, log: quiet })).rejects.toThrow(UnusableDatabaseError);
  expect(await stat(victim)).toMatchObject({ uid, mtimeMs });
});

test.runIf(isRoot)('follows a moved data folder to its database outside, once and for all', async () => {
  const at = await closedCopy('before');
  const place = await placeOf(at);
  expect(place.folder).toMatch(/^\/var\/lib\/tallyleaf\//);
  const moved = join(closed, 'after');
  await rename(at, moved);
  expect(await kept(moved)).toBe(42);
  expect(await placeOf(moved)).toEqual(place);
  expect((await readFile(join(place.folder, 'data-folder'), 'utf8')).trim()).toBe(moved);
});

test.runIf(isRoot)(
  'rejects a copy while its original has the database, until the database is copied too',
  async () => {
    const at = await closedCopy('original');
    const twin = join(closed, 'twin');
    copy(at, twin);
    const { folder } = await placeOf(at);
    const message = await failure(twin);
    expect(message).toMatch(
      new RegExp(`twin is a copy of ${at}, and the database in ${folder} belongs to that one`),
    );
    expect(message).toMatch(BOTH_WAYS);
    const { outside: home } = await homesOf(twin);
    expect(message).toContain(`this folder and ${folder}, the latter to ${home.folder}`);
    copy(folder, home.folder);
    await onDatabase(twin, (sql) => sql`update kept set value = 43`);
    expect(await placeOf(twin)).toEqual({ ...(await placeOf(at)), folder: home.folder });
    expect([await kept(at), await kept(twin)]).toEqual([42, 43]);
  },
);

test.runIf(isRoot)('exits with code 3 for a copy on a machine without its database', async () => {
  const at = await closedCopy('elsewhere');
  const { folder, cluster } = await placeOf(at);
  await rm(folder, { recursive: true });
  const server = await spawnServer({ DATA_DIR: at, AUTH_SECRET: '' });
  expect((await server.exited).code).toBe(3);
  expect(server.stderr.join('\n')).toContain(
    `its database ${cluster} is not in ${folder}. Nothing was changed.`,
  );
  expect(server.stderr.join('\n')).toMatch(BOTH_WAYS);
});

test('exits with code 2 for a data folder that can’t be made, without trying forever', async () => {
  for (const dataDir of ['/proc/tallyleaf', '/proc/tallyleaf/data']) {
    await expect(startEmbeddedDatabase({ dataDir, log: quiet })).rejects.toThrow(EnvError);
  }
  const server = await spawnServer({ DATA_DIR: '/proc/tallyleaf' });
  expect((await server.exited).code).toBe(2);
  expect(server.stderr).toEqual([
    "tallyleaf: DATA_DIR /proc/tallyleaf can't be used: no folder can be made there. Set DATA_DIR to another folder.",
  ]);
});

test('tells an ordinary user whose data folder it is', async (context) => {
  context.skip(!isRoot, 'needs root, to become another user');
  const nobody = { uid: 65534, gid: 65534 };
  const reachable = spawnSync(process.execPath, ['-e', ''], { cwd: ROOT, ...nobody }).status === 0;
  context.skip(!reachable, `an ordinary user cannot reach ${basename(process.execPath)} or the clone`);
  const started = (dataDir: string) =>
    spawnSync(process.execPath, [join(ROOT, 'dist/main.js')], {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir },
      encoding: 'utf8',
      ...nobody,
    });
  const made = join(open, 'of-root');
  await cp(join(open, 'made'), made, { recursive: true });
  const ofRoot = started(made);
  expect(ofRoot.stderr).toMatch(
    /postgres can't be read: user 65534 may not read it; start Tallyleaf as the user that owns it, or as root if root made it\./,
  );
  expect(ofRoot.status).toBe(3);
  await mkdir(join(open, 'empty-of-root'));
  const empty = started(join(open, 'empty-of-root'));
  expect(empty.stderr).toMatch(
    /empty-of-root can't be used: user 65534 may not write there; start Tallyleaf as the user that owns/,
  );
  expect(empty.status).toBe(2);
});
