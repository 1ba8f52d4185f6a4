import { chmod, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../../kernel/env';
import { fingerprintOf } from '../../platform/backup/manifest';
import { checkBackup, restoreBackup } from '../../platform/backup/restore';
import { recorded } from '../../platform/backup/runs';
import { alone } from '../../platform/backup/scheduled';
import { openDatabase } from '../../platform/db/client';
import { discardDataFolder } from '../../platform/embedded-postgres/discard';
import { startEmbeddedDatabase } from '../../platform/embedded-postgres/start';
import { knownSecrets } from '../../platform/secrets/auth-secret';
import { openStorage } from '../../platform/storage/storage';
import { asCommandError, onDatabase } from './backup';
import { backupPlace, findBackup } from './backup-place';
import { type Command, type CommandContext, CommandError, print, readArguments, UsageError } from './command';
import { finishRestore } from './finish-restore';
import { withAddress } from './open-database';
import { STORED_FILES } from './stored-files';
import { verify } from './verify';

/** Trial restores are in folders of DATA_DIR, which has room for a database. */
const TRIAL = 'trial-restore-';

export const verifyBackup: Command = {
  usage: 'verify-backup [NAME]',
  summary:
    'restore a backup of BACKUP_TO, the last one by default, into a PostgreSQL of its own, run verify there and remove it again; no job runs and nothing is sent; may run beside the server',

  async run(args, context) {
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    const [wanted = 'latest', ...more] = positionals;
    if (more.length > 0) throw new UsageError('name one backup');
    const { env } = context;
    try {
      const { place } = await backupPlace(env);
      const name = await findBackup(place, wanted);
      const began = Date.now();
      const done = await withAddress(env, (address) =>
        onDatabase(address, (db) =>
          alone(address.direct, 'verify', () =>
            recorded(db, 'verify', name, () => place.withFolder(name, (folder) => tryOut(folder, context))),
          ),
        ),
      );
      const seconds = Math.round((Date.now() - began) / 1000);
      const outcome = `${name}: restored and verified in ${seconds} s`;
      print(context, done ? { name, seconds } : { name: null }, [
        done ? outcome : 'Another process is verifying a backup.',
      ]);
      return 0;
    } catch (error) {
      throw asCommandError(error as Error);
    }
  },
};

/** @throws BackupError, CommandError when the backup can't be restored or doesn't verify */
async function tryOut(folder: string, context: CommandContext): Promise<{ bytes: null }> {
  const { env } = context;
  const backup = await checkBackup(folder, (await backupPlace(env)).keys);
  if (!(await knownSecrets(env)).map(fingerprintOf).includes(backup.manifest.secret)) {
    throw new CommandError(
      'The backup was made with another AUTH_SECRET: what it sealed could not be opened.',
    );
  }
  return withTrial(env, async (dataDir) => {
    // A trial that a power cut ends is made again.
    const settings = { fsync: 'off', full_page_writes: 'off' };
    const embedded = await startEmbeddedDatabase({ dataDir, log: SILENT, settings });
    const trial = { ...env, DATA_DIR: dataDir, DATABASE_URL: undefined, S3_URL: undefined };
    try {
      const { url } = embedded;
      await restoreBackup(backup, { url, storage: await openStorage(trial), files: STORED_FILES });
      const address = { url, direct: url, noteSchema: () => embedded.noteSchema() };
      await finishRestore(trial, address, {
        newSecret: false,
        say: (line) => context.err.write(`${line}\n`),
      });
      const code = await verify.run([], {
        ...context,
        // With --json, what it prints is progress.
        ...(context.json && { json: false, out: context.err }),
        env: trial,
        withDb: async (work) => {
          const database = openDatabase({ url, pool: 4 });
          return work(database.db).finally(() => database.close());
        },
      });
      if (code !== 0) throw new CommandError('The restored backup has differences: see above.');
    } finally {
      await embedded.stop();
    }
    return { bytes: null };
  });
}

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** Makes a data folder for a trial and removes it, also after SIGTERM, and those that killed trials left. */
async function withTrial<T>(env: Env, work: (dataDir: string) => Promise<T>): Promise<T> {
  await mkdir(env.DATA_DIR, { recursive: true });
  for (const name of await readdir(env.DATA_DIR)) {
    if (name.startsWith(TRIAL)) await discardDataFolder(join(env.DATA_DIR, name));
  }
  const dataDir = await mkdtemp(join(env.DATA_DIR, TRIAL));
  // PostgreSQL's own user enters it; what is inside is readable by its owners alone.
  await chmod(dataDir, 0o711);
  const end = (signal: NodeJS.Signals) =>
    void discardDataFolder(dataDir).finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  process.once('SIGTERM', end).once('SIGINT', end);
  try {
    return await work(dataDir);
  } finally {
    process.off('SIGTERM', end).off('SIGINT', end);
    await discardDataFolder(dataDir);
  }
}
