import { z } from 'zod';
import { announceOverdue, remindOverdue } from '../../features/billing/overdue/announce';
import { recountExpired } from '../../features/inventory/levels/recount';
import { announceExpiring } from '../../features/lots/expiring';
import { CalendarDate } from '../../kernel/params';
import { type Command, checkOptions, readArguments } from './command';

const Options = z.strictObject({ date: CalendarDate.optional() });

export const runDaily: Command = {
  usage: 'run-daily [--date YYYY-MM-DD]',
  summary:
    'run the daily jobs now, as if it were that day: notify holders of batches that expire and parties of invoices that are overdue, and remind customers',

  async run(args, { withDb, out }) {
    const { values } = readArguments({ args, options: { date: { type: 'string' } } });
    const { date } = checkOptions(Options, values);
    const { batches, overdue, reminders } = await withDb(async (db) => {
      await recountExpired(db);
      return {
        batches: await announceExpiring(db, date ?? null),
        overdue: await announceOverdue(db, date ?? null),
        reminders: await remindOverdue(db, date ?? null),
      };
    });
    out.write(`${batches} ${batches === 1 ? 'notice' : 'notices'} of expiring batches\n`);
    out.write(
      `${overdue} ${overdue === 1 ? 'invoice' : 'invoices'} overdue, ${reminders} ${reminders === 1 ? 'reminder' : 'reminders'}\n`,
    );
    return 0;
  },
};
