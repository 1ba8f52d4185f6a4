import { parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/ui/data-table/list-definition';
import { STATUS } from './labels';
import type { Delivery, EventName } from './types';

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
  'order.edited': 1,
  'quote.sent': 1,
  'quote.accepted': 1,
  'quote.declined': 1,
  'quote.expired': 1,
  'order.commented': 1,
  'transfer.completed': 1,
  'batch.held': 1,
  'batch.released': 1,
  'batch.expiring': 1,
  'receipt.completed': 1,
  'return.received': 1,
  'batch.recalled': 1,
  'batch.created': 1,
  'batch.updated': 1,
  'product.created': 1,
  'product.updated': 1,
  'product.deleted': 1,
  'connection.requested': 1,
  'connection.accepted': 1,
  'connection.rejected': 1,
  'connection.ended': 1,
  'location.created': 1,
  'location.updated': 1,
  'location.deleted': 1,
  'customer.created': 1,
  'customer.updated': 1,
  'customer.deleted': 1,
  'backorder.opened': 1,
  'backorder.filled': 1,
  'backorder.cancelled': 1,
  'customer.claimed': 1,
  'invoice.issued': 1,
  'invoice.overdue': 1,
  'payment.recorded': 1,
  'payment.voided': 1,
  'invoice.settled': 1,
  'credit.issued': 1,
} satisfies Record<EventName, 1>) as EventName[];

/** The deliveries of one endpoint; the filters are named as in the API. */
export const deliveriesList = defineList({
  noun: 'delivery',
  plural: 'deliveries',
  limit: 25,
  sorts: ['created_at'],
  defaultSort: '-created_at',
  searchable: false,
  filters: { status: parseAsStringLiteral(STATUSES), event_type: parseAsStringLiteral(EVENTS) },
  toRequest: ({ status, event_type }, id: string) => ({
    id,
    ...(status && { status }),
    ...(event_type && { event_type }),
  }),
});
