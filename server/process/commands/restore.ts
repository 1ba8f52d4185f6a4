import { resolve } from 'node:path';
import type { Env } from '../../kernel/env';
import { fingerprintOf } from '../../platform/backup/manifest';
import { checkBackup, restoreBackup } from '../../platform/backup/restore';
import { openDatabase } from '../../platform/db/client';
import { migrateDatabase } from '../../platform/db/migrate';
import { authSecrets, knownSecrets } from '../../platform/secrets/auth-secret';
import { acceptSecret } from '../../platform/secrets/check';
import { SecretCipher } from '../../platform/secrets/cipher';
import { openStorage } from '../../platform/storage/storage';
import { asCommandError } from './backup';
import { type Command, CommandError, readArguments, UsageError } from './command';
import { withAddress } from './open-database';
import { STORED_FILES } from './stored-files';

const options = { 'new-secret': { type: 'boolean' } } as const;

export const restore: Command = {
  usage: 'restore FOLDER [--new-secret]',
  summary:
    'check a backup and fill an empty database and file storage with it; --new-secret goes on without the AUTH_SECRET of the backup',

  async run(args, { env, out, err }) {
    const { positionals, values } = readArguments({ args, options, allowPositionals: true });
    const [folder, ...more] = positionals;
    if (!folder || more.length > 0) throw new UsageError('name the folder of one backup');
    try {
      const backup = await checkBackup(resolve(folder));
      const { manifest } = backup;
      if (!values['new-secret'] && !(await knownSecrets(env)).map(fingerprintOf).includes(manifest.secret)) {
        throw new CommandError(
          'The backup was made with another AUTH_SECRET. Nothing was changed. Set AUTH_SECRET to that one (the embedded ' +
            'database kept it in the file auth-secret of its DATA_DIR), or add --new-secret: members sign in again, and ' +
            'second factors, webhook secrets and POS credentials have to be set up again.',
        );
      }
      const { missing } = await withAddress(env, async ({ url, direct, isRunning, noteSchema }) => {
        if (isRunning) throw new CommandError('The server is running. Stop it first.');
        const storage = await openStorage(env);
        const done = await restoreBackup(backup, {
          url: direct,
          storage,
          files: STORED_FILES,
        });
        const log = { warn: (_: object, message: string) => err.write(`restore: ${message}\n`) };
        await migrateDatabase(direct, { log, ...(direct !== url && { pooledUrl: url }) });
        await noteSchema();
        if (values['new-secret']) await acceptNewSecret(env, url);
        return done;
      });
      out.write(`Restored what ${folder} held as of ${manifest.taken_at}.\n`);
      if (missing > 0) out.write(`${missing} files are missing: the backup doesn't have them.\n`);
      out.write('Run verify-ledger and verify-audit, then start the server.\n');
      return 0;
    } catch (error) {
      throw asCommandError(error as Error);
    }
  },
};

async function acceptNewSecret(env: Env, url: string): Promise<void> {
  const { current } = await authSecrets(env);
  const { db, close } = openDatabase({ url, pool: 1 });
  try {
    await acceptSecret(db, new SecretCipher(current));
  } finally {
    await close();
  }
}
