import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsFlag } from '@/components/ui/data-table/list-definition';

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

/** The business's requests over REST, newest first. */
export const requestsList = defineList({
  noun: 'request',
  limit: 25,
  searchable: false,
  filters: { failed: parseAsFlag, method: parseAsStringLiteral(METHODS) },
});
