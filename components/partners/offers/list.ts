import { parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/ui/data-table/list-definition';

/** The offers of the business: what runs and is to come before what has ended. */
export const offersList = defineList({
  noun: 'offer',
  limit: 100,
  sorts: ['created_at', 'ends_at'],
  defaultSort: '-ends_at',
  filters: { status: parseAsStringLiteral(['scheduled', 'running', 'ended']) },
  tab: 'status',
});
