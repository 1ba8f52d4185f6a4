import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsId } from '@/components/ui/data-table/list-definition';
import { SEEN_REQUESTS, type SeenStatus } from '@/server/features/menus/state';

/** What shops asked for from menus, newest first. */
export const requestsList = defineList({
  noun: 'order request',
  limit: 50,
  filters: {
    status: parseAsStringLiteral(SEEN_REQUESTS as SeenStatus[]),
    menu_id: parseAsId,
  },
  tab: 'status',
  queues: { status: ['waiting'] },
});
