import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsFlag } from '@/components/ui/data-table/list-definition';

/** Recalls of own batches and of batches that the business has held, newest first. */
export const recallsList = defineList({
  noun: 'recall',
  limit: 50,
  searchable: false,
  filters: { status: parseAsStringLiteral(['open', 'closed']), waiting: parseAsFlag },
  queues: { waiting: [true] },
  toRequest({ status, waiting }) {
    return {
      ...(status && { status }),
      ...(waiting && { status: 'open' as const, responded: false }),
    };
  },
});
