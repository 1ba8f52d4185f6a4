import { parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/ui/data-table/list-definition';
import type { PayRunsQuery } from './types';

export const payRunsList = defineList({
  noun: 'pay run',
  limit: 50,
  sorts: ['created_at', 'pay_on'],
  defaultSort: '-created_at',
  filters: { status: parseAsStringLiteral(['draft', 'made', 'sent', 'cancelled']) },
  toRequest: ({ status }): Omit<PayRunsQuery, 'sort' | 'limit'> => (status ? { status } : {}),
});
