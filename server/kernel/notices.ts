// Pages import this file.
import { BUYERS, type EntityType, type Permission, SELLERS } from './permissions';

/** What members are notified of (decision 177). */
export const NOTICE_KINDS = [
  'new_order',
  'order_placed',
  'order_request_received',
  'order_moved',
  'comment',
  'low_stock',
  'backorder_ready',
  'quote_received',
  'remittance',
  'dispute',
  'expiration',
  'recall',
  'sync_failed',
  'integration_failing',
  'webhook_disabled',
  'connection_requested',
  'connection_accepted',
  'partner_renamed',
  'partner_license_changed',
  'claim_waiting',
  'follow_up',
  'menu',
  'new_device',
  'security_change',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const MAIL_CHOICES = ['off', 'at_once', 'daily'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** What a notification links to. */
export const NOTICE_OBJECTS = [
  'order',
  'order_request',
  'invoice',
  'menu',
  'backorder',
  'draft',
  'inventory_item',
  'batch',
  'recall',
  'license',
  'sync',
  'integration',
  'webhook',
  'connection',
  'claim',
  'customer',
  'supplier',
  'catalog',
  'account',
] as const;
export type NoticeObject = (typeof NOTICE_OBJECTS)[number];

interface KindRules {
  /** Who may be notified: members with one of these permissions; only the member concerned when empty. */
  permissions: readonly Permission[];
  /** The types of business that have it; all when absent. */
  types?: readonly EntityType[];
  /** Whether it is mailed until the member chooses. */
  mail: MailChoice;
  /** Its mail can't be turned off. */
  required?: true;
  /** It is about the money of the whole business: no member who is limited to locations gets it. */
  whole?: true;
}

export const KIND_RULES: Record<NoticeKind, KindRules> = {
  new_order: { permissions: ['read:orders'], types: SELLERS, mail: 'at_once' },
  order_placed: { permissions: ['read:orders'], types: BUYERS, mail: 'at_once' },
  order_request_received: { permissions: ['read:orders'], types: SELLERS, mail: 'at_once' },
  order_moved: { permissions: ['read:orders'], mail: 'daily' },
  comment: { permissions: ['read:orders'], mail: 'at_once' },
  low_stock: { permissions: ['read:inventory'], mail: 'daily' },
  backorder_ready: { permissions: ['read:orders'], types: SELLERS, mail: 'daily' },
  quote_received: { permissions: ['read:orders'], types: BUYERS, mail: 'at_once' },
  remittance: { permissions: ['read:invoices'], mail: 'at_once', whole: true },
  dispute: { permissions: ['read:invoices'], mail: 'at_once', whole: true },
  expiration: { permissions: ['read:inventory', 'update:entity'], mail: 'daily' },
  recall: { permissions: ['read:inventory'], mail: 'at_once', required: true },
  sync_failed: { permissions: ['sync:inventory'], mail: 'daily' },
  integration_failing: { permissions: ['read:integrations', 'update:entity'], mail: 'daily' },
  webhook_disabled: { permissions: ['read:webhooks'], mail: 'at_once' },
  connection_requested: { permissions: ['update:connections'], mail: 'at_once' },
  connection_accepted: { permissions: ['read:connections'], mail: 'at_once' },
  partner_renamed: { permissions: ['read:connections'], mail: 'daily' },
  partner_license_changed: { permissions: ['read:customers'], types: SELLERS, mail: 'daily' },
  claim_waiting: { permissions: ['update:customers', 'delete:entity'], mail: 'at_once' },
  follow_up: { permissions: ['read:customers', 'read:connections'], mail: 'daily' },
  menu: { permissions: ['update:menus'], types: SELLERS, mail: 'daily' },
  new_device: { permissions: [], mail: 'at_once', required: true },
  security_change: { permissions: [], mail: 'at_once', required: true },
};

/** What a kind is called in mails and settings. */
export const KIND_NAMES: Record<NoticeKind, string> = {
  new_order: 'New orders',
  order_placed: 'Order confirmations',
  order_request_received: 'Order requests',
  order_moved: 'Order updates',
  comment: 'Comments',
  low_stock: 'Low stock',
  backorder_ready: 'Stock for backorders',
  quote_received: 'New quotes',
  remittance: 'Money sent',
  dispute: 'Disputes',
  expiration: 'Expirations',
  recall: 'Recalls',
  sync_failed: 'Failed syncs',
  integration_failing: 'Failing connections',
  webhook_disabled: 'Disabled webhooks',
  connection_requested: 'Connection requests',
  connection_accepted: 'Accepted connections',
  partner_renamed: 'Renamed partners',
  partner_license_changed: 'Changed licenses of customers',
  claim_waiting: 'Claims',
  follow_up: 'Follow-ups',
  menu: 'Menus',
  new_device: 'New sign-ins',
  security_change: 'Security changes',
};

/** The page of the dashboard that shows an object. */
export function pathOf(object: { type: NoticeObject; id: string }, business: EntityType): string {
  if (object.type === 'order') return `/orders/${object.id}`;
  if (object.type === 'order_request') return `/order-requests/${object.id}`;
  if (object.type === 'invoice') return `/invoices/${object.id}`;
  if (object.type === 'menu') return `/menus/${object.id}`;
  if (object.type === 'backorder') return '/backorders';
  if (object.type === 'draft') return `/drafts/${object.id}`;
  if (object.type === 'inventory_item') return `/inventory/${object.id}`;
  if (object.type === 'batch') return `/batches/${object.id}`;
  if (object.type === 'recall') return `/recalls/${object.id}`;
  if (object.type === 'license') return '/settings/licenses';
  if (object.type === 'sync') return '/inventory/syncs';
  if (object.type === 'integration') return '/settings/integrations';
  if (object.type === 'webhook') return `/settings/api/webhooks/${object.id}`;
  if (object.type === 'claim') return '/claims';
  if (object.type === 'customer') return `/customers/${object.id}`;
  if (object.type === 'supplier') return `/suppliers/${object.id}`;
  if (object.type === 'catalog') return `/market/${object.id}`;
  if (object.type === 'connection') {
    return `/${business === 'retailer' ? 'suppliers' : 'customers'}/${object.id}`;
  }
  return '/settings/security';
}

/** Something to notify members of, before it is known whom. */
export interface Notice {
  kind: NoticeKind;
  object: { type: NoticeObject; id: string; name: string };
  /** One sentence or phrase, such as `Corner Dispensary placed ORD-20260102-7K3M9Q`. */
  summary: string;
  /** Members with this permission are notified; null with `userId`. */
  permission: Permission | null;
  /** The only member who is notified. */
  userId?: string;
  /** The member who caused it and isn't notified. */
  actorId?: string | null;
  /** The locations that it is about; null for the whole business. */
  locationIds?: readonly string[] | null;
  /** Another business that caused it. */
  cause?: { id: string; name: string };
  /** True where another mail tells of it. */
  mailed?: true;
  /** True for what the member did itself: it is mailed, and the bell doesn't list it. */
  mailOnly?: true;
}

/** Notifications of one kind that one business causes within an hour; further ones become one that counts (decision 428). */
export const CAUSED_APART = 10;

/** What counts the further ones: `{}` is how many. */
const FURTHER: Partial<Record<NoticeKind, string>> = {
  new_order: '{} more orders from',
  order_request_received: '{} more order requests from',
  order_moved: '{} more order updates by',
  comment: '{} more comments by',
  partner_renamed: '{} more name changes by',
  partner_license_changed: '{} more license changes by',
};
export const furtherOf = ({ kind, cause }: Pick<Notice, 'kind' | 'cause'>): string | null =>
  cause
    ? `${FURTHER[kind] ?? `{} more notifications about ${KIND_NAMES[kind].toLowerCase()}, caused by`} ${cause.name}`
    : null;
