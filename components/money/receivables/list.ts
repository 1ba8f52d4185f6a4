import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsDate, parseAsFlag } from '@/components/ui/data-table/list-definition';
import type { ReceivablesQuery } from './types';

/** What one side owes by age, the most first: the column of the oldest may be empty, and then isn't shown. */
export const receivablesList = defineList({
  noun: 'business',
  plural: 'businesses',
  limit: 50,
  sorts: ['balance', 'oldest', 'name'],
  defaultSort: '-balance',
  filters: {
    side: parseAsStringLiteral(['buying', 'selling']),
    overdue: parseAsFlag,
    as_of: parseAsDate,
  },
  queues: { overdue: [true] },
  toRequest(
    { side, overdue, as_of },
    { own, today }: { own: 'buying' | 'selling'; today: string },
  ): Omit<ReceivablesQuery, 'sort' | 'limit'> {
    return {
      side: side ?? own,
      ...(overdue && { overdue }),
      // The server rejects a day to come.
      ...(as_of && as_of < today && { as_of }),
    };
  },
});
