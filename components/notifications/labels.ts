import type { NoticeKind, NoticeObject } from '@/server/kernel/notices';
import type { EntityType } from '@/server/kernel/permissions';

/** What a kind is called here and in mails; a test compares both. */
export const KIND_LABELS: Record<NoticeKind, string> = {
  new_order: 'New orders',
  order_moved: 'Order updates',
  comment: 'Comments',
  low_stock: 'Low stock',
  expiration: 'Expirations',
  recall: 'Recalls',
  sync_failed: 'Failed syncs',
  webhook_disabled: 'Disabled webhooks',
  connection_requested: 'Connection requests',
  new_device: 'New sign-ins',
  security_change: 'Security changes',
};

const PAGES: Record<NoticeObject, string> = {
  order: '/orders/',
  inventory_item: '/inventory/',
  batch: '/batches/',
  recall: '/recalls/',
  license: '/settings/business',
  sync: '/inventory/syncs',
  webhook: '/settings/api/webhooks/',
  connection: '/customers/',
  account: '/settings/security',
};

/** The page that shows the object of a notification; mails link to the same. */
export function hrefOf({ type, id }: { type: NoticeObject; id: string }, business: EntityType): string {
  const page = type === 'connection' && business === 'retailer' ? '/suppliers/' : PAGES[type];
  return page.endsWith('/') ? `${page}${id}` : page;
}
