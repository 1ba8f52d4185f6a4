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
  | 'bank.changed'
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
  | 'grant.changed'
  | 'import.changed'
  | 'integration.changed'
  | 'metrc.changed'
  | 'invitation.changed'
  | 'invoice.disputed'
  | 'invoice.named'
  | 'invoice.told'
  | 'joining.saved'
  | 'key.changed'
  | 'levels.wanted'
  | 'license.changed'
  | 'menu.changed'
  | 'menu.deleted'
  | 'mfa.changed'
  | 'migration.changed'
  | 'lines.changed'
  | 'listing.changed'
  | 'offer.changed'
  | 'passkey.changed'
  | 'pay-run.changed'
  | 'payee.changed'
  | 'price-list.changed'
  | 'price-list.deleted'
  | 'price.set'
  | 'plan.decided'
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

export const STOCK = [
  'batches',
  'inventory',
  'lots',
  'market.onSale',
  'market.reorder',
  'overview',
  'products',
  'reports.products',
] as const;
export const ORDERS = [
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
export const MONEY = [
  'creditNotes',
  'customers',
  'disputes',
  'invoices',
  'orders',
  'overview',
  'payments',
  'receivables',
  'remittances',
  'suppliers',
] as const;
export const PARTNERS = ['customers', 'entity.connections', 'market', 'products', 'suppliers'] as const;
/** What the server rendered: titles, and what pages are seeded from. */
export const PAGE = 'page';

/** What is out of date after each of some changes. */
export type Stale = Partial<Record<Change, readonly (Resource | typeof PAGE)[]>>;

/** What each operation changes, by its name. */
export type Changes = Readonly<Record<string, readonly Change[]>>;
