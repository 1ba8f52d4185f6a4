import { parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/ui/data-table/list-definition';
import { MENU_STATUSES } from '@/server/features/menus/state';

/** The menus of the business, oldest first. */
export const menusList = defineList({
  noun: 'menu',
  limit: 100,
  searchable: false,
  filters: { status: parseAsStringLiteral(MENU_STATUSES) },
  toRequest: ({ status }) => (status ? { status } : {}),
});
