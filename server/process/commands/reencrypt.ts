import { authSecrets } from '../../platform/secrets/auth-secret';
import { SecretCipher } from '../../platform/secrets/cipher';
import { reencrypt } from '../../platform/secrets/reencrypt';
import { SEALED } from '../../transport/worker/tasks';
import { type Command, readArguments, UsageError } from './command';

export const reencryptCommand: Command = {
  usage: 'reencrypt',
  summary:
    'encrypt what AUTH_SECRET_PREVIOUS encrypted with AUTH_SECRET; a worker does the same at its start and every hour',

  async run(args, { env, withDb, out }) {
    readArguments({ args, options: {} });
    const { current, previous } = await authSecrets(env);
    if (previous === null) throw new UsageError('set AUTH_SECRET_PREVIOUS to the secret before AUTH_SECRET');
    const done = await withDb((db) => reencrypt(db, new SecretCipher(current, previous), SEALED));
    for (const { column, renewed } of done) out.write(`${column}: ${renewed} encrypted\n`);
    return 0;
  },
};
