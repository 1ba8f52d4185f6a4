import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { settleErasures } from '../../features/tenants/erasure/erase';
import type { Env } from '../../kernel/env';
import { type BaseManifest, takeBase } from '../../platform/backup/base';
import type { BackupKey } from '../../platform/backup/keys';
import { BackupError, fingerprintOf } from '../../platform/backup/manifest';
import { folderPlace } from '../../platform/backup/place';
import { basesFolder } from '../../platform/backup/retention';
import { type Made, makeScheduled } from '../../platform/backup/scheduled';
import { takeBackup } from '../../platform/backup/take';
import { walFolder } from '../../platform/backup/wal/setup';
import { type Db, openDatabase } from '../../platform/db/client';
import { checkDatabase } from '../../platform/db/migrate';
import { findHome } from '../../platform/embedded-postgres/cluster';
import { authSecrets } from '../../platform/secrets/auth-secret';
import { openStorage } from '../../platform/storage/storage';
import { backupKeys, backupPlace } from './backup-place';
import { type Command, CommandError, print, readArguments, UsageError } from './command';
import { assertDataFolder } from './differences';
import { erasureLists } from './erasure-lists';
import { type Address, withAddress } from './open-database';
import { STORED_FILES } from './stored-files';

const number = new Intl.NumberFormat('en-US');

const options = { scheduled: { type: 'boolean' } } as const;

export const backup: Command = {
  usage: 'backup FOLDER | backup --scheduled',
  summary:
    'write everything that the database holds at this moment, and its stored files, to a new folder; may run beside the server; ' +
    '--scheduled makes the next backup of BACKUP_TO and removes those that are no longer kept',

  async run(args, context) {
    const { env, err } = context;
    const { positionals, values } = readArguments({ args, options, allowPositionals: true });
    const [folder, ...more] = positionals;
    if (more.length > 0 || (folder === undefined) !== (values.scheduled === true)) {
      throw new UsageError('name one new folder, or use --scheduled');
    }
    // Starting the embedded database would make one.
    assertDataFolder(env);
    try {
      const made = await withAddress<Awaited<ReturnType<typeof takeTo>> | null>(env, (address) =>
        folder === undefined ? takeNext(env, address) : takeTo(env, address, resolve(folder)),
      );
      if (made === null) {
        print(context, { name: null }, ['Another process is making a backup.']);
        return 0;
      }
      const { tables, files, missing, taken_at } = made.manifest;
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const { removed } = made;
      const name = folder ?? made.name;
      const line = `${name}: ${number.format(rows)} rows of ${tables.length} tables and ${number.format(files)} files, as of ${taken_at}`;
      const document = { name, taken_at, tables: tables.length, rows, files, removed, missing };
      print(context, document, [line, ...removed.map((one) => `removed ${one}`)]);
      for (const key of missing) err.write(`backup: the storage no longer has ${key}\n`);
      return missing.length === 0 ? 0 : 1;
    } catch (error) {
      throw asCommandError(error as Error);
    }
  },
};

async function takeTo(
  env: Env,
  { direct }: Address,
  folder: string,
): Promise<Pick<Made, 'name' | 'manifest' | 'removed'>> {
  await checkDatabase(direct);
  const { current } = await authSecrets(env);
  const manifest = await takeBackup(folder, {
    url: direct,
    storage: await openStorage(env),
    files: STORED_FILES,
    secret: fingerprintOf(current),
    key: backupKeys(env)?.current,
  });
  return { name: folder, manifest, removed: [] };
}

async function takeNext(env: Env, address: Address): Promise<Made | null> {
  const { place, keys } = await backupPlace(env);
  return onDatabase(address, async (db) => {
    const made = await makeScheduled({
      db,
      url: address.direct,
      place,
      keep: env.BACKUP_KEEP,
      keepDays: env.BACKUP_KEEP_DAYS,
      take: async (folder) => (await takeTo(env, address, folder)).manifest,
      bases: await openBases(env, address, keys.current),
    });
    // Last: a list that can't be read is an error, but keeps no backup from being made.
    if (made) await settleErasures({ db, lists: await erasureLists(env) });
    return made;
  });
}

/** With BACKUP_WAL, what base backups are made of and where they go. */
async function openBases(env: Env, { direct }: Address, key: BackupKey) {
  const { BACKUP_TO: to, BACKUP_WAL, DATA_DIR } = env;
  if (!to || !BACKUP_WAL) return undefined;
  const home = await findHome(await realpath(DATA_DIR));
  if (!home) throw new CommandError(`there is no database in ${DATA_DIR}`);
  const { current } = await authSecrets(env);
  const { clusterDir } = home;
  return {
    place: folderPlace(basesFolder(to)),
    take: (folder: string) =>
      takeBase(folder, { url: direct, clusterDir, secret: fingerprintOf(current), key }),
    archive: ({ cluster }: BaseManifest) => walFolder(to, cluster),
  };
}

/** Works as the owner of the tables. */
export async function onDatabase<T>({ url, prepare }: Address, work: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase({ url, pool: 2, prepare });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** A full disk or a folder without permission is the operator's to fix. */
export function asCommandError(error: Error): Error {
  if (error instanceof BackupError) return new CommandError(error.message);
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall && /^E[A-Z]+$/.test(code ?? '') ? new CommandError(error.message) : error;
}
