import { parseAsStringLiteral } from 'nuqs/server';
import {
  defineList,
  endOf,
  parseAsDate,
  parseAsFlag,
  parseAsId,
} from '@/components/ui/data-table/list-definition';
import { OPEN_STATUSES, ORDER_STATUSES } from '@/server/kernel/order-statuses';
import type { OrdersQuery } from './types';

/** The orders of one side, whose `party` is the other business. */
export const ordersList = defineList({
  noun: 'order',
  limit: 50,
  sorts: ['created_at', 'order_number', 'status', 'delivery_date', 'total'],
  defaultSort: '-created_at',
  filters: {
    status: parseAsStringLiteral(['open', ...ORDER_STATUSES]),
    from: parseAsDate,
    to: parseAsDate,
    party: parseAsId,
    late: parseAsFlag,
    delivery: parseAsDate,
  },
  tab: 'status',
  queues: { status: ['open', ...OPEN_STATUSES], late: [true] },
  toRequest(
    { status, from, to, party, late, delivery },
    side: 'retailer' | 'wholesaler',
  ): Omit<OrdersQuery, 'sort' | 'limit'> {
    const end = endOf(from, to);
    return {
      side: side === 'retailer' ? 'buying' : 'selling',
      ...(status && (status === 'open' ? { open: true } : { status })),
      ...(from && { start_date: from }),
      ...(end && { end_date: end }),
      ...(late && { late }),
      ...(delivery && { delivery_date: delivery }),
      ...(party && (side === 'retailer' ? { wholesaler_id: party } : { retailer_id: party })),
    };
  },
});
