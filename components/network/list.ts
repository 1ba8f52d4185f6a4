import { parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/data-table/list-definition';

const STATUSES = ['accepted', 'pending', 'rejected'] as const;

/** The connections of the business, in both directions. */
export const connectionsList = defineList({
  noun: 'connection',
  limit: 50,
  sorts: ['created_at', 'responded_at', 'status'],
  defaultSort: '-created_at',
  searchable: false,
  filters: { status: parseAsStringLiteral(STATUSES) },
  tab: 'status',
  queues: { status: ['pending'] },
});

/** The request for how many requests are pending. */
export const PENDING_COUNT = { status: 'pending', limit: 1 } as const;
