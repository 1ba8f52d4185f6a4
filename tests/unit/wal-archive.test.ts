import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readEnv } from '../../server/kernel/env';
import { BackupKeys } from '../../server/platform/backup/keys';
import {
  archive,
  configOf,
  fetch,
  readConfig,
  type WalPlace,
} from '../../server/platform/backup/wal/archive';
import { pruneWal } from '../../server/platform/backup/wal/prune';

const KEY = 'a backup key of at least 32 characters';
const keys = new BackupKeys(KEY);
const SEGMENT = '0000000100000000000000A3';
const root = await mkdtemp(join(tmpdir(), 'tallyleaf-wal-'));
afterAll(() => rm(root, { recursive: true, force: true }));
const contents = Buffer.concat([randomBytes(100_000), Buffer.alloc(1_000_000)]);
let place: WalPlace;
beforeEach(async () => {
  const folder = await mkdtemp(join(root, "it's 100%-"));
  place = { folder, cluster: '7712539946166156724', recipient: keys.current };
});
const fetched = async (from: WalPlace, name = SEGMENT) => {
  const to = join(root, 'fetched');
  return (await fetch(from, name, to, keys)) ? readFile(to) : null;
};

test('a segment is stored encrypted, by a program that has only the public half of the key, and read back', async () => {
  const config = join(place.folder, 'config.json');
  await writeFile(config, configOf(place));
  expect(await readFile(config, 'utf8')).not.toContain(KEY);
  await archive(readConfig(config), SEGMENT, contents);
  expect((await readFile(join(place.folder, SEGMENT))).includes(contents.subarray(0, 100))).toBe(false);
  expect((await fetched(place))?.equals(contents)).toBe(true);
  expect(await fetched(place, '0000000100000000000000A4')).toBeNull();
});

test('a segment that is there is fine with the same contents, and never overwritten with others', async () => {
  await archive(place, SEGMENT, contents);
  const stored = await readFile(join(place.folder, SEGMENT));
  await archive(place, SEGMENT, contents);
  await expect(archive(place, SEGMENT, randomBytes(100))).rejects.toThrow('with other contents');
  expect((await readFile(join(place.folder, SEGMENT))).equals(stored)).toBe(true);
  expect(await readdir(place.folder)).toEqual([SEGMENT]);
});

test('what an interrupted run left is replaced; another name than of the log is rejected', async () => {
  await writeFile(join(place.folder, `.${SEGMENT}.new`), 'half');
  await archive(place, SEGMENT, contents);
  expect(await readdir(place.folder)).toEqual([SEGMENT]);
  for (const name of ['../x', 'x', `${SEGMENT}/x`, '']) {
    await expect(archive(place, name, contents), name).rejects.toThrow('no file of the write-ahead log');
  }
});

test('a changed byte, another cluster and another name do not open', async () => {
  await archive(place, SEGMENT, contents);
  await expect(fetched({ ...place, cluster: '1' })).rejects.toThrow('changed, cut or moved');
  const path = join(place.folder, SEGMENT);
  const bytes = await readFile(path);
  await writeFile(join(place.folder, '0000000100000000000000A4'), bytes);
  await expect(fetched(place, '0000000100000000000000A4')).rejects.toThrow('changed, cut or moved');
  for (const at of [3, 20, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(path, changed);
    await expect(fetched(place), `byte ${at}`).rejects.toThrow();
  }
});

test('the log from before the oldest base goes, on every timeline; histories stay', async () => {
  const folder = join(place.folder, 'wal');
  await mkdir(folder);
  const kept = ['00000002.history', '0000000100000001000000FF', '000000020000000200000000'];
  const old = [
    '0000000100000001000000FE',
    '000000020000000000000001',
    '000000010000000100000003.00000028.backup',
  ];
  for (const name of [...kept, ...old]) await writeFile(join(folder, name), '');
  expect(await pruneWal(folder, '0000000100000001000000FF')).toBe(3);
  expect((await readdir(folder)).sort()).toEqual(kept.sort());
});

test('BACKUP_WAL needs a schedule, a folder and the embedded database', () => {
  const env = { BACKUP_WAL: '1', BACKUP_SCHEDULE: '03:30', BACKUP_TO: '/backups', BACKUP_KEY: KEY };
  expect(readEnv(env).BACKUP_WAL).toBe(true);
  expect(() => readEnv({ ...env, BACKUP_SCHEDULE: '' })).toThrow(
    'BACKUP_SCHEDULE is required with BACKUP_WAL',
  );
  expect(() => readEnv({ ...env, BACKUP_TO: 's3://host/bucket' })).toThrow(
    'BACKUP_TO must be a folder with BACKUP_WAL',
  );
  const own = { DATABASE_URL: 'postgres://h/d', PUBLIC_URL: 'http://h', AUTH_SECRET: KEY };
  expect(() => readEnv({ ...env, ...own })).toThrow('BACKUP_WAL is for the embedded database');
});
