import { authSecrets } from '../../platform/secrets/auth-secret';
import { SecretCipher } from '../../platform/secrets/cipher';
import { openStorage } from '../../platform/storage/storage';
import { DEMO_PASSWORD } from '../demo/people';
import { seedDemo } from '../demo/seed';
import { type Command, CommandError, print, readArguments } from './command';

export const seed: Command = {
  usage: 'seed',
  summary: 'add the demo: five businesses with three months of orders and stock',

  async run(args, context) {
    const { env, withDb } = context;
    readArguments({ args, options: {} });
    const storage = await openStorage(env);
    const { current, previous } = await authSecrets(env);
    const parts = { storage, cipher: new SecretCipher(current, previous), publicUrl: env.PUBLIC_URL };
    if (!(await withDb((db) => seedDemo({ db, ...parts })))) {
      throw new CommandError('the demo accounts are there already; nothing was changed');
    }
    const emails = ['retailer@demo.test', 'wholesaler@demo.test', 'cultivator@demo.test'];
    const [first, second, third] = emails;
    print(context, { emails, password: DEMO_PASSWORD }, [
      `sign in as ${first}, ${second} or ${third} with ${DEMO_PASSWORD}`,
    ]);
    return 0;
  },
};
