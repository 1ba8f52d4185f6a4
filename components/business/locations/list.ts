import { defineList } from '@/components/ui/data-table/list-definition';

/** The locations of the business, whatever locations the member is limited to. */
export const locationsList = defineList({
  noun: 'location',
  limit: 100,
  sorts: ['name', 'created_at'],
  defaultSort: 'created_at',
  searchable: false,
  filters: {},
});
