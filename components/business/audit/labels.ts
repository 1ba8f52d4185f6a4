import type { AuditEntry, Members } from './types';

const ACTION: Record<string, string> = {
  'accounting_accounts.updated': 'Accounts of the books changed',
  'accounting_export.created': 'Books exported',
  'accounting_export.deleted': 'Export of the books discarded',
  'draft.linked': 'Link to the quote made',
  'draft.moved': 'Draft status changed',
  'draft.unlinked': 'Link to the quote ended',
  'entity.created': 'Business created',
  'entity.deleted': 'Business deleted',
  'entity.license_verified': 'License verified',
  'recall.mails_released': 'Emails of a recall released',
  'entity.tier_changed': 'API tier changed',
  'entity.updated': 'Business updated',
  'import.mapped': 'Import columns mapped',
  'inventory.released_from_quarantine': 'Stock released from quarantine',
  'inventory.sync_requested': 'Sync started',
  'member.invitation_revoked': 'Invitation revoked',
  'member.invited_again': 'Invitation resent',
  'order.lots_chosen': 'Lots chosen for order',
  'order.moved': 'Order status changed',
  'pos.connected': 'POS connected',
  'pos.credentials_replaced': 'POS credentials replaced',
  'pos.disconnected': 'POS disconnected',
  'pos.mapped': 'POS product mapped',
  'pos.unmapped': 'POS product unmapped',
  'pos.updated': 'POS connection updated',
  'product.coa_added': 'Certificate added',
  'product.coa_withdrawn': 'Certificate withdrawn',
  'session.ended': 'Signed out',
  'session.mfa_verified': 'Two-factor code confirmed',
  'session.reauthenticated': 'Sign-in confirmed',
  'session.started': 'Signed in',
  'user.mfa_disabled': 'Two-factor authentication turned off',
  'user.mfa_enabled': 'Two-factor authentication turned on',
  'user.mfa_requested': 'Two-factor setup started',
  'user.other_sessions_ended': 'Signed out everywhere else',
  'user.passkey_added': 'Passkey added',
  'user.passkey_removed': 'Passkey removed',
  'user.password_changed': 'Password changed',
  'user.password_reset': 'Password reset',
  'user.password_reset_requested': 'Password reset requested',
  'user.recovery_codes_renewed': 'Recovery codes replaced',
  'user.updated': 'Profile updated',
  'webhook.events_replayed': 'Missed events sent',
  'webhook.failed_replayed': 'Failed deliveries replayed',
};

const AREA: Record<string, string> = {
  accounting_accounts: 'Accounts of the books',
  accounting_export: 'Exports of the books',
  batch: 'Batches',
  entity: 'Business',
  inventory: 'Inventory',
  member: 'Team',
  pos: 'POS',
  products: 'Product imports',
  user: 'Sign-in security',
};

const ACRONYMS = /\b(?:api|cbd|coa|id|mfa|pos|sku|thc|url)\b/gi;

/** `lot_created` or `lot.created` as "Lot created". */
export function wordsOf(name: string): string {
  const words = name.replace(/[._]/g, ' ').trim();
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(ACRONYMS, (word) => word.toUpperCase());
}

/** The part of an action before its point, as a group of changes: `order` as "Orders". */
export function areaLabel(area: string): string {
  return AREA[area] ?? `${wordsOf(area)}s`;
}

export function actionLabel(action: string): string {
  return ACTION[action] ?? wordsOf(action);
}

const NAMES = [
  'name',
  'order_number',
  'number',
  'sku',
  'email',
  'batch_number',
  'file_name',
  'url',
  'title',
  'reference',
] as const;

/** What the changed object is called: today, else as the change recorded it; otherwise the end of its id. */
export function objectName({ object, before, after }: AuditEntry, members: Members): string {
  if (object.name) return object.name;
  for (const fields of [after, before]) {
    for (const name of NAMES) {
      const value = fields?.[name];
      if (typeof value === 'string' && value !== '') return value;
    }
  }
  return members.get(object.id) ?? `…${object.id.slice(-8)}`;
}

/** The page of the changed object; null where it has none, or no longer. */
export function objectHref({ action, object }: AuditEntry): string | null {
  if (action.endsWith('.deleted')) return null;
  const pages: Record<string, string> = {
    batch: '/batches',
    customer: '/customers',
    draft: '/drafts',
    inventory_item: '/inventory',
    invoice: '/invoices',
    inventory_transfer: '/inventory/transfers',
    order: '/orders',
    price_list: '/price-lists',
    product: '/products',
    recall: '/recalls',
    webhook: '/settings/api/webhooks',
  };
  const page = pages[object.type];
  return page ? `${page}/${object.id}` : null;
}
