import { defineList } from '@/components/ui/data-table/list-definition';

/** The licenses of the business, those that expire first on top. */
export const licensesList = defineList({
  noun: 'license',
  limit: 100,
  sorts: ['number', 'expires_on', 'created_at'],
  defaultSort: 'expires_on',
  searchable: false,
  filters: {},
});
