import type { EventType } from '@/server/kernel/events';
import type { AppRouter } from '@/server/transport/router';

type Records = AppRouter['_def']['record'];
/** A router or a query whose results the browser caches. */
type Resource =
  | {
      [Name in keyof Records & string]: Name | `${Name}.${keyof Records[Name] & string}`;
    }[keyof Records & string]
  | 'entity.connections.list'
  | 'inventory.counts.get';

/** What an operation changes: the events that it emits, and changes that no event reports. */
export type Change =
  | EventType
  | 'books.changed'
  | 'claim.changed'
  | 'connection.changed'
  | 'connection.limited'
  | 'count.changed'
  | 'delivery.sent'
  | 'draft.changed'
  | 'draft.deleted'
  | 'endpoint.deleted'
  | 'endpoint.saved'
  | 'fleet.changed'
  | 'follow-up.changed'
  | 'import.changed'
  | 'invitation.changed'
  | 'invoice.disputed'
  | 'invoice.named'
  | 'joining.saved'
  | 'key.changed'
  | 'license.changed'
  | 'mfa.changed'
  | 'lines.changed'
  | 'listing.changed'
  | 'offer.changed'
  | 'passkey.changed'
  | 'price-list.changed'
  | 'price-list.deleted'
  | 'price.set'
  | 'profile.saved'
  | 'recall.answered'
  | 'schedule.saved'
  | 'session.ended'
  | 'supplier.changed'
  | 'settings.saved'
  | 'tax-rule.changed'
  | 'team.changed'
  | 'notification.read'
  | 'preference.saved'
  | 'view.saved';

const STOCK = [
  'batches',
  'inventory',
  'lots',
  'market.onSale',
  'market.reorder',
  'overview',
  'products',
  'reports.products',
] as const;
const ORDERS = [
  'inventory',
  'market.catalogue',
  'market.onSale',
  'market.reorder',
  'orders',
  'overview',
  'reports',
  'returns',
] as const;
/** What is owed changes what both parties see of orders and of one another. */
const MONEY = [
  'creditNotes',
  'customers',
  'invoices',
  'orders',
  'overview',
  'payments',
  'receivables',
  'remittances',
  'suppliers',
] as const;
const PARTNERS = ['customers', 'entity.connections', 'market', 'products', 'suppliers'] as const;
/** What the server rendered: titles, and what pages are seeded from. */
export const PAGE = 'page';

/** What each operation changes, by its name. */
export type Changes = Readonly<Record<string, readonly Change[]>>;

/** What is out of date after a change. */
export const STALE: Record<Change, readonly (Resource | typeof PAGE)[]> = {
  'inventory.updated': STOCK,
  'inventory.low_stock': STOCK,
  'inventory.sync.completed': [...STOCK, 'entity', PAGE],
  'transfer.completed': STOCK,
  'batch.created': [...STOCK, PAGE],
  'batch.updated': [...STOCK, PAGE],
  'batch.held': STOCK,
  'batch.released': STOCK,
  'batch.expiring': STOCK,
  'batch.recalled': [...STOCK, 'orders', 'recalls'],
  'recall.answered': [...STOCK, 'recalls'],
  'books.changed': ['books'],
  'count.changed': ['inventory.counts'],
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
  'goods.received': [...STOCK, 'goodsReceipts', 'goodsSuppliers'],
  'return.received': ORDERS,
  'product.created': [...STOCK, PAGE],
  'product.updated': [...STOCK, PAGE],
  'product.deleted': [...STOCK, PAGE],
  'offer.changed': ['market', 'offers'],
  'price-list.changed': ['priceLists', PAGE],
  // The page of the list is being left: fetching it again would fail with 404.
  'price-list.deleted': ['priceLists.list'],
  'price.set': STOCK,
  'mfa.changed': ['auth.me', 'entity.team'],
  'passkey.changed': ['auth.me', 'auth.passkeys'],
  'session.ended': ['auth.sessions'],
  'profile.saved': ['auth', 'entity.team', PAGE],
  'connection.changed': [...STOCK, 'entity', PAGE],
  'settings.saved': [...STOCK, 'entity', PAGE],
  'tax-rule.changed': ['customers', 'taxRules'],
  'team.changed': ['entity.team'],
  'license.changed': ['entity', 'market', 'overview', PAGE],
  'listing.changed': ['listings', 'market', 'products'],
  'location.created': [...STOCK, 'entity', PAGE],
  'location.updated': [...STOCK, 'entity', PAGE],
  'location.deleted': [...STOCK, 'entity', PAGE],
  'customer.created': ['customers', 'entity.connections'],
  'customer.updated': ['customers', 'priceLists', 'entity.connections', PAGE],
  // The page of the customer is being left: fetching it again would fail with 404.
  'customer.deleted': ['customers.list', 'entity.connections.list'],
  'connection.limited': ['entity.connections'],
  'invoice.overdue': MONEY,
  'payment.recorded': MONEY,
  'payment.voided': MONEY,
  'remittance.sent': MONEY,
  'remittance.recorded': MONEY,
  'remittance.declined': MONEY,
  'backorder.opened': ['backorders'],
  'backorder.filled': ['backorders'],
  'backorder.cancelled': ['backorders'],
  'claim.changed': ['businessInvitations.received', 'claims', PAGE],
  'customer.claimed': ['claims', 'customers', 'entity.connections', PAGE],
  'invoice.issued': MONEY,
  'invoice.settled': MONEY,
  'credit.issued': MONEY,
  'connection.requested': PARTNERS,
  'connection.accepted': PARTNERS,
  'connection.rejected': PARTNERS,
  // The page of the connection is being left: fetching it again would fail with 404.
  'connection.ended': ['customers.list', 'entity.connections.list', 'market', 'products', 'suppliers.list'],
  'endpoint.saved': ['webhooks', PAGE],
  // The page of the endpoint is being left: fetching it again would fail with 404.
  'endpoint.deleted': ['webhooks.list'],
  'delivery.sent': ['webhooks', PAGE],
  'invitation.changed': ['businessInvitations.list'],
  'invoice.disputed': ['invoices', 'overview', 'receivables'],
  'invoice.named': ['invoices'],
  'joining.saved': ['claims.joining'],
  'key.changed': ['apiKeys'],
  'fleet.changed': ['drivers', 'vehicles'],
  'follow-up.changed': ['customers.followUps', 'suppliers.followUps'],
  'supplier.changed': ['suppliers'],
  'import.changed': ['imports.lines', 'imports.list'],
  'notification.read': ['notifications.list', 'notifications.unread'],
  'preference.saved': ['notifications.preferences'],
  'schedule.saved': ['reportSchedules'],
  'view.saved': ['views'],
};
