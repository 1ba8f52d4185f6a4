import { defineList } from '@/components/ui/data-table/list-definition';

/** A business has at most this many keys, so one page holds them all. */
export const MOST_KEYS = 100;

export const keysList = defineList({
  noun: 'key',
  limit: MOST_KEYS,
  sorts: ['created_at', 'name'],
  defaultSort: 'created_at',
  searchable: false,
  filters: {},
});
