import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsId } from '@/components/ui/data-table/list-definition';
import { KIND, STATUS } from './labels';
import type { Job } from './types';

/** Reports to the state; the filters are named as in the API. */
export const jobsList = defineList({
  noun: 'report',
  limit: 20,
  sorts: ['created_at'],
  defaultSort: '-created_at',
  searchable: false,
  filters: {
    location_id: parseAsId,
    status: parseAsStringLiteral(Object.keys(STATUS) as Array<Job['status']>),
    kind: parseAsStringLiteral(Object.keys(KIND) as Array<Job['kind']>),
  },
});
