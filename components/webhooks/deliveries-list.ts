import { parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/data-table/url-state';
import type { DeliveriesQuery, Delivery, EventName } from './types';
import { STATUS } from './words';

export const DELIVERIES_PER_PAGE = 25;
const MOST_PAGES = 1_000_000;

const STATUSES = Object.keys(STATUS) as Delivery['status'][];
export const STATUS_OPTIONS = STATUSES.map((value) => ({ value, label: STATUS[value] }));
// Typed out by the compiler: another event in the contract is an error here.
const EVENTS = Object.keys({
  'inventory.updated': 1,
  'inventory.low_stock': 1,
  'inventory.sync.completed': 1,
  'inventory.changed': 1,
  'order.created': 1,
  'order.updated': 1,
  'order.shipped': 1,
  'order.delivered': 1,
  'transfer.completed': 1,
} satisfies Record<EventName, 1>) as EventName[];

/** What of an endpoint's deliveries lives in the address; the filters bear the API's names. */
export const deliveriesList = defineList({
  sorts: ['created_at'],
  defaultSort: '-created_at',
  filters: { status: parseAsStringLiteral(STATUSES), event_type: parseAsStringLiteral(EVENTS) },
});

type State = Awaited<ReturnType<typeof deliveriesList.load>>;

/** The question to the server that an address stands for; the same on the server and in the browser. */
export function deliveriesQuery(id: string, { page, sort, status, event_type }: State): DeliveriesQuery {
  return {
    id,
    page: Math.min(page, MOST_PAGES),
    limit: DELIVERIES_PER_PAGE,
    sort,
    ...(status && { status }),
    ...(event_type && { event_type }),
  };
}
