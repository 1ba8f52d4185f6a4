import { authSecrets } from '../../platform/secrets/auth-secret';
import { SecretCipher } from '../../platform/secrets/cipher';
import { openStorage } from '../../platform/storage/storage';
import { DEMO_PASSWORD } from '../demo/people';
import { seedDemo } from '../demo/seed';
import { type Command, CommandError, readArguments } from './command';

export const seed: Command = {
  usage: 'seed',
  summary: 'add the demo: five businesses with three months of orders and stock',

  async run(args, { env, withDb, out }) {
    readArguments({ args, options: {} });
    const storage = await openStorage(env);
    const { current, previous } = await authSecrets(env);
    const parts = { storage, cipher: new SecretCipher(current, previous), publicUrl: env.PUBLIC_URL };
    if (!(await withDb((db) => seedDemo({ db, ...parts })))) {
      throw new CommandError('the demo accounts are there already; nothing was changed');
    }
    out.write(
      `sign in as retailer@demo.test, wholesaler@demo.test or cultivator@demo.test with ${DEMO_PASSWORD}\n`,
    );
    return 0;
  },
};
