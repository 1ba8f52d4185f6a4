import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type BaseManifest, clusterPath, readBaseManifest } from '../../platform/backup/base';
import { verifyChecksums } from '../../platform/backup/checksums';
import { restoreFiles } from '../../platform/backup/files';
import type { BackupKeys } from '../../platform/backup/keys';
import { fingerprintOf } from '../../platform/backup/manifest';
import { folderPlace } from '../../platform/backup/place';
import { openReader } from '../../platform/backup/reader';
import { basesFolder, momentOf } from '../../platform/backup/retention';
import { configOf } from '../../platform/backup/wal/archive';
import { walFolder } from '../../platform/backup/wal/setup';
import { bundledMajor } from '../../platform/embedded-postgres/binaries';
import { RecoveryFailed, recoverCluster } from '../../platform/embedded-postgres/recover';
import { DataFolderHeldError } from '../../platform/embedded-postgres/start';
import { knownSecrets } from '../../platform/secrets/auth-secret';
import { openStorage } from '../../platform/storage/storage';
import { backupKeys } from './backup-place';
import { type CommandContext, CommandError, print, UsageError } from './command';
import { checkErasures } from './erasure-lists';
import { finishRestore } from './finish-restore';
import { withAddress } from './open-database';
import { STORED_FILES } from './stored-files';

const CLUSTER = clusterPath('');
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * Brings an empty data folder to a moment: the last base backup before it, and the write-ahead log from there on.
 * @param to a moment, or `latest` for the end of the archive
 * @throws CommandError, UsageError, BackupError, UnusableDatabaseError
 */
export async function restoreTo(to: string, newSecret: boolean, context: CommandContext): Promise<void> {
  const { env, err } = context;
  const keys = backupKeys(env);
  if (env.DATABASE_URL) throw new CommandError('--to is for the embedded database: unset DATABASE_URL.');
  if (!env.BACKUP_TO || !keys || env.BACKUP_TO.startsWith('s3:')) {
    throw new CommandError('Set BACKUP_TO to the folder that the server archives to, and BACKUP_KEY.');
  }
  const moment = readMoment(to);
  await checkErasures(env);
  const began = Date.now();
  const bases = folderPlace(basesFolder(env.BACKUP_TO));
  const { name, manifest } = await findBase(bases, moment);
  if (!newSecret && !(await knownSecrets(env)).map(fingerprintOf).includes(manifest.secret)) {
    throw new CommandError(
      'The database was backed up with another AUTH_SECRET. Nothing was changed. Set it to that one (the file auth-secret of its ' +
        'DATA_DIR), or add --new-secret.',
    );
  }
  const folder = walFolder(env.BACKUP_TO, manifest.cluster);
  await bases.withFolder(name, (base) =>
    recoverCluster({
      dataDir: env.DATA_DIR,
      log: SILENT,
      fill: (clusterDir) => fillCluster(base, manifest, keys, clusterDir),
      wal: {
        config: configOf({ folder, cluster: manifest.cluster, recipient: keys.current }),
        env: { BACKUP_KEY: env.BACKUP_KEY ?? '', BACKUP_KEY_PREVIOUS: env.BACKUP_KEY_PREVIOUS.join(',') },
      },
      target: moment ? { recovery_target_time: timestampOf(moment) } : {},
    }).catch((error: Error) => {
      if (error instanceof DataFolderHeldError) throw new CommandError(error.message);
      if (!(error instanceof RecoveryFailed)) throw error;
      const isEarly = error.message.includes('before configured recovery target');
      const why = isEarly
        ? `The archive ends before ${to}: use an earlier moment, or --to latest.`
        : `${error.message}.`;
      throw new CommandError(`${why} ${env.DATA_DIR} has no database.`);
    }),
  );
  // Without archiving, so that the first start of the server begins it with a base backup on the new timeline.
  const missing = await withAddress({ ...env, BACKUP_WAL: false }, async (address) => {
    await finishRestore(env, address, { newSecret, say: (line) => err.write(`restore: ${line}\n`) });
    const storage = await openStorage(env);
    const copy = join(env.BACKUP_TO ?? '', name);
    return restoreFiles({ url: address.direct, storage, files: STORED_FILES, copy, keys });
  });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const end = moment?.toISOString() ?? null;
  print(context, { base: name, moment: end, seconds: Number(seconds), missing }, [
    `Restored the database to ${end ?? 'the end of the archive'} from the base ${name} in ${seconds} s.`,
    ...(missing > 0 ? [`${missing} files are missing: copy them from the former DATA_DIR/files.`] : []),
  ]);
}

/** PostgreSQL reads this setting before it knows names of timezones, `Z` included. */
const timestampOf = (moment: Date) => moment.toISOString().replace('T', ' ').replace('Z', '+00');

/** @throws UsageError */
function readMoment(to: string): Date | undefined {
  if (to === 'latest') return undefined;
  const moment = new Date(to);
  if (!/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(to) || Number.isNaN(moment.getTime())) {
    throw new UsageError('--to is a moment with its timezone, such as 2026-11-26T17:03:04Z, or latest');
  }
  return moment;
}

async function findBase(bases: ReturnType<typeof folderPlace>, moment: Date | undefined) {
  const names = await bases.names();
  for (const name of names.toReversed()) {
    if (moment && momentOf(name) > moment) continue;
    const manifest = await bases.withFolder(name, readBaseManifest);
    if (moment && new Date(manifest.taken_at) > moment) continue;
    if (manifest.major !== Number(bundledMajor())) {
      throw new CommandError(
        `The base ${name} is of PostgreSQL ${manifest.major}. Restore it with the version that made it.`,
      );
    }
    return { name, manifest };
  }
  const first = names[0] ? (await bases.withFolder(names[0], readBaseManifest)).taken_at : undefined;
  throw new CommandError(
    first ? `The first moment to restore to is ${first}.` : 'BACKUP_TO has no base backup.',
  );
}

/** @throws BackupError when the base is damaged */
async function fillCluster(
  base: string,
  manifest: BaseManifest,
  keys: BackupKeys,
  clusterDir: string,
): Promise<void> {
  const listed = await verifyChecksums(base);
  const read = await openReader(base, manifest.encryption, keys);
  for (const path of manifest.folders) await mkdir(join(clusterDir, path), { recursive: true, mode: 0o700 });
  for (const path of listed) {
    if (!path.startsWith(CLUSTER)) continue;
    const target = join(clusterDir, path.slice(CLUSTER.length));
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(await read(path), createGunzip(), createWriteStream(target, { mode: 0o600 }));
  }
}
