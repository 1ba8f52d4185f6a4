import { authSecrets } from '../../platform/secrets/auth-secret';
import { acceptSecret, checkSecret } from '../../platform/secrets/check';
import { SecretCipher } from '../../platform/secrets/cipher';
import { reencrypt } from '../../platform/secrets/reencrypt';
import { SEALED } from '../../transport/worker/tasks';
import { type Command, print, readArguments, UsageError } from './command';

const options = { 'new-secret': { type: 'boolean' } } as const;

export const reencryptCommand: Command = {
  usage: 'reencrypt [--new-secret]',
  summary:
    'encrypt what AUTH_SECRET_PREVIOUS encrypted with AUTH_SECRET; a worker does the same at its start and every hour; --new-secret accepts an AUTH_SECRET although the one before is lost',

  async run(args, context) {
    const { env, withDb } = context;
    const { values } = readArguments({ args, options });
    const { current, previous } = await authSecrets(env);
    const cipher = new SecretCipher(current, previous);
    if (values['new-secret']) {
      await withDb((db) => acceptSecret(db, cipher));
      const line = 'Accepted AUTH_SECRET. What another secret encrypted stays unreadable.';
      print(context, { accepted: true }, [line]);
      return 0;
    }
    if (previous === null) throw new UsageError('set AUTH_SECRET_PREVIOUS to the secret before AUTH_SECRET');
    const done = await withDb(async (db) => {
      await checkSecret(db, cipher, SEALED);
      return reencrypt(db, cipher, SEALED);
    });
    print(
      context,
      { data: done },
      done.map(({ column, renewed }) => `${column}: ${renewed} encrypted`),
    );
    return 0;
  },
};
