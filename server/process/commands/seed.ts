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
    if (!(await withDb((db) => seedDemo({ db, storage, publicUrl: env.PUBLIC_URL })))) {
      throw new CommandError('the demo accounts are there already; nothing was changed');
    }
    out.write(
      `sign in as retailer@demo.test, wholesaler@demo.test or cultivator@demo.test with ${DEMO_PASSWORD}\n`,
    );
    return 0;
  },
};
