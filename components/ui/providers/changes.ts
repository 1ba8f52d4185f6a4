import type { QueryClient } from '@tanstack/react-query';
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
  | 'integration.changed'
  | 'migration.changed'
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
const PAGE = 'page';

/** What is out of date after a change. */
const STALE: Record<Change, readonly (Resource | typeof PAGE)[]> = {
  'inventory.updated': STOCK,
  'inventory.low_stock': STOCK,
  'inventory.sync.completed': [...STOCK, 'entity', PAGE],
  'integration.failing': ['integrations'],
  'migration.changed': ['migrations'],
  'migration.completed': [...STOCK, 'customers', 'invoices', 'migrations', 'orders', 'priceLists', PAGE],
  'integration.changed': ['integrations'],
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

/** What goods change that came from outside: a correction takes them again. */
const TAKEN = [
  ...(['goods.received', 'batch.created', 'batch.updated', 'product.updated'] as const),
  ...(['inventory.updated', 'inventory.low_stock'] as const),
];

/** What each operation that the dashboard calls changes. A test compares it with the declared events. */
export const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  'apiKeys.create': ['key.changed'],
  'apiKeys.delete': ['key.changed'],
  'apiKeys.rotate': ['key.changed'],
  'auth.changePassword': ['session.ended'],
  'auth.endOtherSessions': ['session.ended'],
  'auth.endSession': ['session.ended'],
  'auth.mfaDisable': ['mfa.changed'],
  'auth.mfaEnable': [],
  'auth.mfaVerify': ['mfa.changed'],
  'auth.passkeys.add': ['passkey.changed'],
  'auth.passkeys.options': [],
  'auth.passkeys.remove': ['passkey.changed'],
  'auth.reauthenticate': [],
  'auth.renewRecoveryCodes': [],
  'auth.updateMe': ['profile.saved'],
  'books.create': ['books.changed'],
  'books.delete': ['books.changed'],
  'books.setAccounts': ['books.changed'],
  'creditNotes.allocate': ['invoice.settled'],
  'batches.addCoa': ['batch.updated', 'product.updated'],
  'batches.hold': ['batch.held'],
  'batches.update': ['batch.updated'],
  'batches.release': ['batch.released'],
  'customers.addLocation': ['customer.updated'],
  'customers.create': ['customer.created'],
  'customers.delete': ['customer.deleted'],
  'customers.followUps.create': ['follow-up.changed'],
  'customers.followUps.delete': ['follow-up.changed'],
  'customers.followUps.update': ['follow-up.changed'],
  'customers.drawStatement': [],
  'customers.sendStatement': [],
  'customers.update': ['customer.updated'],
  'customers.updateLocation': ['customer.updated'],
  'businessInvitations.invite': ['invitation.changed'],
  'businessInvitations.revoke': ['invitation.changed'],
  'businessInvitations.accept': ['connection.accepted', 'claim.changed'],
  'claims.confirm': ['claim.changed'],
  'claims.merge': ['claim.changed'],
  'claims.reject': ['claim.changed'],
  'claims.rejectOffers': ['claim.changed'],
  'claims.updateJoining': ['joining.saved'],
  'goodsReceipts.correct': TAKEN,
  'goodsReceipts.create': TAKEN,
  'drafts.accept': [
    ...(['quote.accepted', 'order.created', 'order.updated'] as const),
    ...(['inventory.low_stock', 'backorder.opened'] as const),
  ],
  'drafts.create': ['draft.changed'],
  'drafts.decline': ['quote.declined'],
  'drafts.delete': ['draft.deleted'],
  'drafts.order': [
    ...(['draft.changed', 'order.created', 'order.updated'] as const),
    ...(['inventory.low_stock', 'backorder.opened'] as const),
  ],
  'drafts.send': ['quote.sent'],
  'drafts.update': ['draft.changed'],
  'drafts.withdraw': ['draft.changed'],
  'drivers.create': ['fleet.changed'],
  'drivers.update': ['fleet.changed'],
  'backorders.cancel': ['backorder.cancelled'],
  'backorders.fill': ['backorder.filled', 'order.created', 'order.updated', 'inventory.low_stock'],
  'entity.connections.accept': ['connection.accepted'],
  'entity.connections.end': ['connection.ended'],
  'entity.connections.reject': ['connection.rejected'],
  'entity.connections.request': ['connection.requested', 'connection.accepted'],
  'entity.connections.update': ['connection.limited'],
  'entity.delete': ['connection.ended'],
  'entity.licenses.create': ['license.changed', 'location.updated'],
  'entity.licenses.delete': ['license.changed', 'location.updated'],
  'entity.licenses.update': ['license.changed', 'location.updated'],
  'entity.locations.create': ['location.created'],
  'entity.locations.delete': ['location.deleted'],
  'entity.locations.update': ['location.updated'],
  'entity.logo.remove': ['settings.saved'],
  'entity.team.endSessions': [],
  'entity.team.invite': ['team.changed'],
  'entity.team.remove': ['team.changed'],
  'entity.team.resend': ['team.changed'],
  'entity.team.update': ['team.changed'],
  'entity.update': ['settings.saved'],
  'imports.confirm': [
    ...(['import.changed', 'product.created', 'product.updated', 'batch.created', 'batch.updated'] as const),
    ...(['inventory.updated', 'inventory.low_stock', 'customer.created', 'customer.updated'] as const),
    ...(['invoice.issued', 'goods.received', 'order.created', 'order.updated', 'order.edited'] as const),
  ],
  'imports.discard': ['import.changed'],
  'imports.update': ['import.changed'],
  'integrations.connect': ['integration.changed'],
  'integrations.remove': ['integration.changed'],
  'integrations.test': ['integration.changed', 'integration.failing'],
  'integrations.update': ['integration.changed'],
  'migrations.confirm': ['migration.changed'],
  'migrations.create': ['migration.changed'],
  'migrations.read': ['migration.changed'],
  'migrations.remove': ['migration.changed'],
  'migrations.update': ['migration.changed'],
  'inventory.adjust': ['inventory.updated', 'inventory.low_stock'],
  'inventory.bulkUpdate': ['inventory.updated', 'inventory.low_stock'],
  'inventory.counts.applyDifferences': ['count.changed', 'inventory.updated', 'inventory.low_stock'],
  'inventory.counts.create': ['count.changed'],
  // The sheet shows the response itself: a scanner records several a second.
  'inventory.counts.update': ['count.changed'],
  'inventory.pos.connect': ['connection.changed'],
  'inventory.pos.disconnect': ['connection.changed'],
  'inventory.pos.map': ['connection.changed'],
  'inventory.pos.test': [],
  'inventory.pos.unmap': ['connection.changed'],
  'inventory.pos.update': ['connection.changed'],
  'inventory.setPrice': ['price.set'],
  'inventory.sync.start': [
    ...(['inventory.sync.completed', 'batch.created', 'batch.updated'] as const),
    ...(['inventory.updated', 'inventory.low_stock'] as const),
  ],
  'inventory.transfer': ['transfer.completed', 'inventory.updated', 'inventory.low_stock'],
  'invoices.dispute': ['invoice.disputed'],
  'invoices.update': ['invoice.named'],
  'invoices.issueCredit': ['credit.issued', 'invoice.settled'],
  'invoices.issuePendingCredit': ['credit.issued', 'invoice.settled'],
  'listings.delete': ['listing.changed'],
  'listings.put': ['listing.changed'],
  'lots.create': ['batch.created', 'batch.updated', 'inventory.updated', 'inventory.low_stock'],
  'notifications.read': ['notification.read'],
  'notifications.updatePreferences': ['preference.saved'],
  'offers.create': ['offer.changed'],
  'offers.delete': ['offer.changed'],
  'offers.update': ['offer.changed'],
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
  'payments.allocate': ['invoice.settled'],
  'payments.record': ['payment.recorded', 'invoice.settled'],
  'payments.void': ['payment.voided'],
  'remittances.decline': ['remittance.declined'],
  'remittances.record': ['remittance.recorded', 'payment.recorded', 'invoice.settled'],
  'remittances.send': ['remittance.sent'],
  'remittances.withdraw': ['remittance.sent'],
  'priceLists.create': ['price-list.changed'],
  'priceLists.delete': ['price-list.deleted'],
  'priceLists.items': [],
  'priceLists.setRules': ['price-list.changed'],
  'priceLists.update': ['price-list.changed'],
  'products.addVariant': ['product.updated'],
  'products.create': ['product.created'],
  'products.update': ['product.updated'],
  'products.coa.add': ['batch.created', 'batch.updated', 'product.updated'],
  'products.coa.withdraw': ['batch.updated', 'product.updated'],
  'products.updateVariant': ['product.updated'],
  'reportSchedules.create': ['schedule.saved'],
  'reportSchedules.delete': ['schedule.saved'],
  'reportSchedules.update': ['schedule.saved'],
  'views.create': ['view.saved'],
  'views.delete': ['view.saved'],
  'views.update': ['view.saved'],
  'recalls.close': ['recall.answered'],
  'recalls.confirmDerived': ['batch.recalled', 'order.updated', 'inventory.low_stock'],
  'recalls.open': ['batch.recalled', 'order.updated', 'inventory.low_stock'],
  'recalls.remind': [],
  'recalls.respond': ['recall.answered', 'inventory.updated', 'inventory.low_stock'],
  'returns.receive': ['return.received', 'inventory.updated'],
  'suppliers.drawStatement': [],
  'suppliers.followUps.create': ['follow-up.changed'],
  'suppliers.followUps.delete': ['follow-up.changed'],
  'suppliers.followUps.update': ['follow-up.changed'],
  'suppliers.update': ['supplier.changed'],
  'taxRules.create': ['tax-rule.changed'],
  'taxRules.delete': ['tax-rule.changed'],
  'taxRules.update': ['tax-rule.changed'],
  'vehicles.create': ['fleet.changed'],
  'vehicles.update': ['fleet.changed'],
  'webhooks.create': ['endpoint.saved'],
  'webhooks.delete': ['endpoint.deleted'],
  'webhooks.replay': ['delivery.sent'],
  'webhooks.replayFailed': ['delivery.sent'],
  'webhooks.rotateSecret': ['endpoint.saved'],
  'webhooks.test': ['delivery.sent'],
  'webhooks.update': ['endpoint.saved'],
};

/** Fetches again what is out of date after changes. Resolves when what is on the screen is fresh. */
export async function refresh(
  client: QueryClient,
  changes: readonly Change[],
  refreshPage: () => void,
): Promise<void> {
  const stale = new Set(changes.flatMap((change) => STALE[change]));
  if (stale.delete(PAGE)) refreshPage();
  await Promise.all([...stale].map((name) => client.invalidateQueries({ queryKey: [name.split('.')] })));
}

/** The same after an operation; one that is missing in CHANGES makes everything out of date. */
export async function refreshAfter(
  client: QueryClient,
  operation: string,
  refreshPage: () => void,
): Promise<void> {
  const changes = CHANGES[operation];
  if (changes) return refresh(client, changes, refreshPage);
  refreshPage();
  await client.invalidateQueries();
}
