import { z } from 'zod';
import { recountExpired } from '../../features/inventory/levels/recount';
import { announceExpiring } from '../../features/lots/expiring';
import { CalendarDate } from '../../kernel/params';
import { type Command, checkOptions, readArguments } from './command';

const Options = z.strictObject({ date: CalendarDate.optional() });

export const runDaily: Command = {
  usage: 'run-daily [--date YYYY-MM-DD]',
  summary: 'run the daily jobs now, as if it were that day: notify holders of batches that expire',

  async run(args, { withDb, out }) {
    const { values } = readArguments({ args, options: { date: { type: 'string' } } });
    const { date } = checkOptions(Options, values);
    const count = await withDb(async (db) => {
      await recountExpired(db);
      return announceExpiring(db, date ?? null);
    });
    out.write(`${count} ${count === 1 ? 'notice' : 'notices'} of expiring batches\n`);
    return 0;
  },
};
