import { parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/ui/data-table/list-definition';

const STATUSES = ['accepted', 'pending', 'rejected'] as const;

/** The connections with those that the business can buy from, and the requests in both directions. */
export const suppliersList = defineList({
  noun: 'connection',
  limit: 50,
  sorts: ['created_at', 'responded_at', 'status'],
  defaultSort: '-created_at',
  searchable: false,
  filters: { status: parseAsStringLiteral(STATUSES) },
  tab: 'status',
  queues: { status: ['pending'] },
  toRequest: ({ status }) => ({ side: 'buying' as const, ...(status && { status }) }),
});

/** The requests between the business and those that could buy from it: those without a response unless it says otherwise. */
export const customerRequests = defineList({
  noun: 'request',
  limit: 50,
  sorts: ['created_at'],
  defaultSort: '-created_at',
  searchable: false,
  filters: { status: parseAsStringLiteral(['rejected']) },
  toRequest: ({ status }) => ({ side: 'selling' as const, status: status ?? ('pending' as const) }),
});

/** Requests that a page of customers shows by itself. */
const FIRST_REQUESTS = 3;

/** The request for the pending requests on one side, and how many there are. */
export const PENDING = {
  buying: { side: 'buying', status: 'pending', limit: 1 },
  selling: { side: 'selling', status: 'pending', limit: FIRST_REQUESTS },
} as const;
