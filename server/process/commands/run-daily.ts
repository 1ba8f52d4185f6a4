import { z } from 'zod';
import { CalendarDate } from '../../kernel/params';
import { runDay } from '../daily';
import { type Command, checkOptions, print, readArguments } from './command';

const Options = z.strictObject({ date: CalendarDate.optional() });

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const runDaily: Command = {
  usage: 'run-daily [--date YYYY-MM-DD]',
  summary:
    'run the daily jobs now, as if it were that day: notify holders of batches that expire, end orders and quotes that have lapsed, notify parties of invoices that are overdue, and remind customers',

  async run(args, context) {
    const { values } = readArguments({ args, options: { date: { type: 'string' } } });
    const { date } = checkOptions(Options, values);
    const done = await context.withDb((db) => runDay(db, date ?? null));
    print(context, done, [
      `${counted(done.batches, 'notice', 'notices')} of expiring batches`,
      `${counted(done.orders, 'order', 'orders')} and ${counted(done.quotes, 'quote', 'quotes')} lapsed`,
      `${counted(done.overdue, 'invoice', 'invoices')} overdue, ${counted(done.reminders, 'reminder', 'reminders')}`,
    ]);
    return 0;
  },
};
