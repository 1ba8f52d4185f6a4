import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { BackupError, fingerprintOf } from '../../platform/backup/manifest';
import { takeBackup } from '../../platform/backup/take';
import { checkDatabase } from '../../platform/db/migrate';
import { authSecrets } from '../../platform/secrets/auth-secret';
import { openStorage } from '../../platform/storage/storage';
import { type Command, CommandError, readArguments, UsageError } from './command';
import { withAddress } from './open-database';
import { STORED_FILES } from './stored-files';

const number = new Intl.NumberFormat('en-US');

export const backup: Command = {
  usage: 'backup FOLDER',
  summary:
    'write everything that the database holds at this moment, and its stored files, to a new folder; may run beside the server',

  async run(args, { env, out, err }) {
    const [folder, ...more] = readArguments({ args, options: {}, allowPositionals: true }).positionals;
    if (!folder || more.length > 0) throw new UsageError('name one new folder');
    // Starting the embedded database would make one.
    if (!env.DATABASE_URL && !existsSync(env.DATA_DIR)) {
      throw new CommandError(`there is no data folder ${env.DATA_DIR}`);
    }
    const manifest = await withAddress(env, async ({ direct }) => {
      await checkDatabase(direct);
      const { current } = await authSecrets(env);
      const storage = await openStorage(env);
      return takeBackup(resolve(folder), {
        url: direct,
        storage,
        files: STORED_FILES,
        secret: fingerprintOf(current),
      });
    }).catch((error: Error) => {
      throw asCommandError(error);
    });
    const { tables, files, missing, taken_at } = manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    out.write(
      `${folder}: ${number.format(rows)} rows of ${tables.length} tables and ${number.format(files)} files, as of ${taken_at}\n`,
    );
    for (const key of missing) err.write(`backup: the storage no longer has ${key}\n`);
    return missing.length === 0 ? 0 : 1;
  },
};

/** A full disk or a folder without permission is the operator's to fix. */
export function asCommandError(error: Error): Error {
  if (error instanceof BackupError) return new CommandError(error.message);
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall && /^E[A-Z]+$/.test(code ?? '') ? new CommandError(error.message) : error;
}
