import { parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/ui/data-table/list-definition';
import { EVENT_NAMES } from '@/server/kernel/events';
import { STATUS } from './labels';
import type { Delivery } from './types';

const STATUSES = Object.keys(STATUS) as Delivery['status'][];
export const STATUS_OPTIONS = STATUSES.map((value) => ({ value, label: STATUS[value] }));
/** The deliveries of one endpoint; the filters are named as in the API. */
export const deliveriesList = defineList({
  noun: 'delivery',
  plural: 'deliveries',
  limit: 25,
  sorts: ['created_at'],
  defaultSort: '-created_at',
  filters: { status: parseAsStringLiteral(STATUSES), event_type: parseAsStringLiteral(EVENT_NAMES) },
  toRequest: ({ status, event_type }, id: string) => ({
    id,
    ...(status && { status }),
    ...(event_type && { event_type }),
  }),
});
