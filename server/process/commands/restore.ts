import { resolve } from 'node:path';
import type { Env } from '../../kernel/env';
import { fingerprintOf } from '../../platform/backup/manifest';
import { type CheckedBackup, checkBackup, restoreBackup } from '../../platform/backup/restore';
import { knownSecrets } from '../../platform/secrets/auth-secret';
import { openStorage } from '../../platform/storage/storage';
import { asCommandError } from './backup';
import { backupKeys, backupPlace, findBackup } from './backup-place';
import { type Command, CommandError, print, readArguments, UsageError } from './command';
import { checkErasures } from './erasure-lists';
import { finishRestore } from './finish-restore';
import { withAddress } from './open-database';
import { restoreTo } from './restore-to';
import { STORED_FILES } from './stored-files';

const options = {
  'new-secret': { type: 'boolean' },
  backup: { type: 'string' },
  to: { type: 'string' },
} as const;

export const restore: Command = {
  usage: 'restore FOLDER | restore --backup NAME|latest | restore --to MOMENT|latest [--new-secret]',
  summary:
    'check a backup, in a folder or in BACKUP_TO, and fill an empty database and file storage with it; --to brings an empty DATA_DIR to a moment, by BACKUP_WAL; --new-secret goes on without the AUTH_SECRET of the backup',

  async run(args, context) {
    const { positionals, values } = readArguments({ args, options, allowPositionals: true });
    const [folder, ...more] = positionals;
    const named = [folder, values.backup, values.to].filter((source) => source !== undefined);
    if (more.length > 0 || named.length !== 1) {
      throw new UsageError(
        'name the folder of one backup, one of BACKUP_TO by --backup, or a moment by --to',
      );
    }
    const newSecret = values['new-secret'] === true;
    const { env, err } = context;
    const fill = async (from: string) => {
      const backup = await checkBackup(resolve(from), backupKeys(env));
      await checkErasures(env);
      await assertSecret(env, backup, newSecret);
      const missing = await fillDatabase(env, backup, {
        newSecret,
        say: (line) => err.write(`restore: ${line}\n`),
      });
      const { taken_at } = backup.manifest;
      const from_ = folder ?? values.backup;
      print(context, { backup: from_, taken_at, missing }, [
        `Restored what ${from_} held as of ${taken_at}.`,
        ...(missing > 0 ? [`${missing} files are missing: the backup doesn't have them.`] : []),
        'Run verify-ledger and verify-audit, then start the server.',
      ]);
      return 0;
    };
    try {
      if (values.to !== undefined) {
        await restoreTo(values.to, newSecret, context);
        return 0;
      }
      if (folder !== undefined) return await fill(folder);
      const { place } = await backupPlace(env);
      return await place.withFolder(await findBackup(place, values.backup ?? ''), fill);
    } catch (error) {
      throw asCommandError(error as Error);
    }
  },
};

/** @throws CommandError unless the secret that sealed what is in the backup is known, or isn't wanted */
async function assertSecret(env: Env, { manifest }: CheckedBackup, newSecret: boolean): Promise<void> {
  if (newSecret || (await knownSecrets(env)).map(fingerprintOf).includes(manifest.secret)) return;
  throw new CommandError(
    'The backup was made with another AUTH_SECRET. Nothing was changed. Set AUTH_SECRET to that one (the embedded ' +
      'database kept it in the file auth-secret of its DATA_DIR), or add --new-secret: members sign in again, and ' +
      'second factors, webhook secrets and POS credentials have to be set up again.',
  );
}

/** @returns the number of files that the backup doesn't have */
function fillDatabase(
  env: Env,
  backup: CheckedBackup,
  { newSecret, say }: { newSecret: boolean; say(line: string): void },
): Promise<number> {
  return withAddress(env, async (address) => {
    if (address.isRunning) throw new CommandError('The server is running. Stop it first.');
    const storage = await openStorage(env);
    const { missing } = await restoreBackup(backup, { url: address.direct, storage, files: STORED_FILES });
    await finishRestore(env, address, { newSecret, say });
    return missing;
  });
}
