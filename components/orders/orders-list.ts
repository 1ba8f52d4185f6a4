import { createParser, parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/data-table/url-state';
import type { OrdersQuery } from './types';

export const STATUSES = ['pending', 'accepted', 'preparing', 'shipped', 'delivered', 'cancelled'] as const;
const SORTS = ['created_at', 'order_number', 'status', 'delivery_date', 'total'] as const;
export const ORDERS_PER_PAGE = 50;

/** A hand-written address that the server would refuse counts as no filter. */
const matching = (pattern: RegExp) =>
  createParser({ parse: (text) => (pattern.test(text) ? text : null), serialize: String });
const parseAsDate = createParser({
  parse: (text) => {
    const date = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text ? text : null;
  },
  serialize: String,
});

/** What of the order list lives in the address. */
export const ordersList = defineList({
  sorts: SORTS,
  defaultSort: '-created_at',
  filters: {
    status: parseAsStringLiteral(STATUSES),
    from: parseAsDate,
    to: parseAsDate,
    /** The other business. */
    party: matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  },
});

type OrdersState = Awaited<ReturnType<typeof ordersList.load>>;

/** The query that an address of the list stands for; the same on the server and in the browser. */
export function ordersQuery(state: OrdersState, side: 'retailer' | 'wholesaler'): OrdersQuery {
  const { page, q, sort, status, from, to, party } = state;
  // A range upside down would be refused; its end then counts as absent.
  const end = from && to && to < from ? null : to;
  return {
    page: Math.min(page, 1_000_000),
    limit: ORDERS_PER_PAGE,
    sort,
    ...(q && { search: q.slice(0, 100) }),
    ...(status && { status }),
    ...(from && { start_date: from }),
    ...(end && { end_date: end }),
    ...(party && (side === 'retailer' ? { wholesaler_id: party } : { retailer_id: party })),
  };
}
