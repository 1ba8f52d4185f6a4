import { parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/ui/data-table/list-definition';
import type { DraftsQuery } from './types';

/** In the order of their life. */
export const STATUSES = ['draft', 'sent', 'accepted', 'ordered', 'declined', 'withdrawn', 'expired'] as const;

/** The drafts and quotes of one side, newest first. */
export const draftsList = defineList({
  noun: 'draft',
  limit: 50,
  filters: {
    status: parseAsStringLiteral(STATUSES),
    side: parseAsStringLiteral(['buying', 'selling']),
  },
  tab: 'status',
  queues: { status: ['draft', 'sent'] },
  toRequest({ status, side }, own: 'buying' | 'selling'): Omit<DraftsQuery, 'limit'> {
    return { side: side ?? own, ...(status && { status }) };
  },
});
