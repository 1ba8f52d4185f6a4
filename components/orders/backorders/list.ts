import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsFlag } from '@/components/ui/data-table/list-definition';
import type { BackordersQuery } from './types';

const STATUSES = ['open', 'filled', 'cancelled'] as const;

/** The backorders of one side, those that are open unless the address says otherwise, oldest first. */
export const backordersList = defineList({
  noun: 'backorder',
  limit: 50,
  searchable: false,
  filters: {
    status: parseAsStringLiteral([...STATUSES, 'all']),
    ready: parseAsFlag,
    side: parseAsStringLiteral(['buying', 'selling']),
  },
  tab: 'status',
  queues: { ready: [true] },
  toRequest({ status, ready, side }, own: 'buying' | 'selling'): Omit<BackordersQuery, 'limit'> {
    return {
      side: side ?? own,
      ...(status !== 'all' && { status: status ?? 'open' }),
      ...(ready && { ready: true }),
    };
  },
});
