import { defineList } from '@/components/ui/data-table/list-definition';

/** Members and open invitations: a page holds all of any but the largest teams. */
export const teamList = defineList({
  noun: 'member',
  limit: 500,
  sorts: ['name', 'email', 'role', 'joined_at'],
  searchable: false,
  filters: {},
});
