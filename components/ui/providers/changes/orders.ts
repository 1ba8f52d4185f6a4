import { type Changes, ORDERS, type Stale } from './stale';

/** What is out of date after a change of this wing. */
export const ORDERS_STALE = {
  'order.created': ORDERS,
  'order.updated': ORDERS,
  'order.shipped': ORDERS,
  'order.delivered': ORDERS,
  'order.commented': ['orders.comments'],
  'draft.changed': ['drafts'],
  // The page of the draft is being left: fetching it again would fail with 404.
  'draft.deleted': ['drafts.list'],
  'quote.sent': ['drafts'],
  'quote.accepted': ['drafts'],
  'quote.declined': ['drafts'],
  'quote.expired': ['drafts'],
  'order.edited': ORDERS,
  'lines.changed': ORDERS,
  'receipt.completed': ORDERS,
  'return.received': ORDERS,
  'backorder.opened': ['backorders'],
  'backorder.filled': ['backorders'],
  'backorder.cancelled': ['backorders'],
  'fleet.changed': ['drivers', 'vehicles'],
} satisfies Stale;

/** What operations on orders, drafts, backorders, returns and the fleet change. */
export const ORDERS_CHANGES: Changes = {
  'carts.checkout': ['backorder.opened', 'order.created', 'order.updated', 'inventory.low_stock'],
  'backorders.cancel': ['backorder.cancelled'],
  'backorders.expect': ['backorder.opened'],
  'backorders.fill': ['backorder.filled', 'order.created', 'order.updated', 'inventory.low_stock'],
  'drafts.accept': [
    ...(['quote.accepted', 'order.created', 'order.updated'] as const),
    ...(['inventory.low_stock', 'backorder.opened'] as const),
  ],
  'drafts.create': ['draft.changed'],
  'drafts.decline': ['quote.declined'],
  'drafts.delete': ['draft.deleted'],
  'drafts.link': [],
  'drafts.order': [
    ...(['draft.changed', 'order.created', 'order.updated'] as const),
    ...(['inventory.low_stock', 'backorder.opened'] as const),
  ],
  'drafts.send': ['quote.sent'],
  'drafts.unlink': [],
  'drafts.update': ['draft.changed'],
  'drafts.withdraw': ['draft.changed'],
  'drivers.create': ['fleet.changed'],
  'drivers.update': ['fleet.changed'],
  'orders.cancel': ['backorder.cancelled', 'order.updated', 'inventory.low_stock'],
  'orders.changeItem': ['backorder.opened', 'lines.changed', 'inventory.low_stock'],
  'orders.chooseLots': ['lines.changed', 'inventory.low_stock'],
  'orders.comment': ['order.commented'],
  'orders.correctReceipt': ['receipt.completed', 'inventory.updated', 'inventory.low_stock'],
  'orders.create': ['backorder.opened', 'order.created', 'order.updated', 'inventory.low_stock'],
  // The invoice of a disputed order is late no more.
  'orders.dispute': ['order.edited', 'invoice.disputed'],
  'orders.fileReceipt': [
    ...(['receipt.completed', 'order.updated', 'order.delivered', 'transfer.completed'] as const),
    ...(['invoice.issued', 'inventory.updated', 'inventory.low_stock'] as const),
  ],
  'orders.removeItem': ['lines.changed', 'inventory.low_stock'],
  'orders.setAdjustments': ['lines.changed', 'order.edited'],
  'orders.update': ['order.edited'],
  'orders.updateStatus': [
    'backorder.cancelled',
    ...(['order.updated', 'order.shipped', 'order.delivered', 'transfer.completed'] as const),
    ...(['invoice.issued', 'receipt.completed', 'inventory.updated', 'inventory.low_stock'] as const),
  ],
  'returns.receive': ['return.received', 'inventory.updated'],
  'vehicles.create': ['fleet.changed'],
  'vehicles.update': ['fleet.changed'],
};
