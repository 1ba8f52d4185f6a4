// Pages import this file.
import { declarationOf, EVENT_NAMES, type EVENTS, type EventName } from './events';

/** Actions that are no events, with the type of the object that their rows are about. */
const OWN_ACTIONS = {
  'accounting_accounts.updated': 'accounting_accounts',
  'accounting_export.created': 'accounting_export',
  'accounting_export.deleted': 'accounting_export',
  'api_key.created': 'api_key',
  'api_key.revoked': 'api_key',
  'api_key.rotated': 'api_key',
  'api_key.updated': 'api_key',
  'audit_row.erased': 'audit_row',
  'backorder.created': 'backorder',
  'backorder.updated': 'backorder',
  'batch.merged': 'batch',
  'business_invitation.accepted': 'business_invitation',
  'business_invitation.created': 'business_invitation',
  'business_invitation.revoked': 'business_invitation',
  'claim.confirmed': 'claim',
  'claim.merged': 'claim',
  'claim.rejected': 'claim',
  'connection.updated': 'connection',
  'credit_note.allocated': 'credit_note',
  'joining.updated': 'entity',
  'draft.created': 'draft',
  'draft.deleted': 'draft',
  'draft.moved': 'draft',
  'draft.updated': 'draft',
  'driver.created': 'driver',
  'driver.deleted': 'driver',
  'driver.updated': 'driver',
  'entity.created': 'entity',
  'entity.deleted': 'entity',
  'entity.erased': 'entity',
  'entity.erasure_requested': 'entity',
  'entity.export_requested': 'entity',
  'entity.exported': 'entity',
  'entity.license_verified': 'entity',
  'recall.mails_released': 'recall',
  'entity.resumed': 'entity',
  'entity.suspended': 'entity',
  'entity.tier_changed': 'entity',
  'entity.updated': 'entity',
  'follow_up.created': 'follow_up',
  'follow_up.deleted': 'follow_up',
  'follow_up.updated': 'follow_up',
  'goods.corrected': 'goods_receipt',
  'import.confirmed': 'import',
  'import.created': 'import',
  'import.discarded': 'import',
  'import.mapped': 'import',
  'import.stopped': 'import',
  'inventory.adjusted': 'inventory_item',
  'inventory.count_applied': 'stock_count',
  'inventory.count_started': 'stock_count',
  'inventory.count_updated': 'stock_count',
  'inventory.counted': 'import',
  'inventory.imported': 'import',
  'inventory.levels_wanted': 'variant',
  'inventory.priced': 'variant',
  'inventory.released_from_quarantine': 'inventory_item',
  'inventory.sync_requested': 'sync_run',
  'inventory.transferred': 'inventory_transfer',
  'invoice.updated': 'invoice',
  'ledger_row.erased': 'ledger_row',
  'license.created': 'license',
  'license.deleted': 'license',
  'license.updated': 'license',
  'listing.created': 'variant',
  'listing.deleted': 'variant',
  'listing.updated': 'variant',
  'lot.created': 'lot',
  'member.created': 'user',
  'member.invitation_revoked': 'user',
  'member.invited': 'user',
  'member.invited_again': 'user',
  'member.joined': 'user',
  'member.removed': 'user',
  'member.sessions_ended': 'user',
  'member.updated': 'user',
  'offer.created': 'offer',
  'offer.deleted': 'offer',
  'offer.updated': 'offer',
  'order.item_added': 'order',
  'order.item_changed': 'order',
  'order.item_removed': 'order',
  'order.lots_chosen': 'order',
  'order.moved': 'order',
  'payment.allocated': 'payment',
  'payment.updated': 'payment',
  'pos.connected': 'location',
  'pos.credentials_replaced': 'location',
  'pos.disconnected': 'location',
  'pos.mapped': 'pos_mapping',
  'pos.unmapped': 'pos_mapping',
  'pos.updated': 'location',
  'price_list.created': 'price_list',
  'price_list.deleted': 'price_list',
  'price_list.updated': 'price_list',
  'product.coa_added': 'product',
  'product.coa_withdrawn': 'product',
  'products.imported': 'import',
  'recall.closed': 'recall',
  'recall.extended': 'recall',
  'recall.opened': 'recall',
  'recall.reminded': 'recall',
  'recall.responded': 'recall',
  'receipt.corrected': 'receipt',
  'receipt.filed': 'receipt',
  'remittance.withdrawn': 'remittance',
  'report_schedule.created': 'report_schedule',
  'report_schedule.deleted': 'report_schedule',
  'report_schedule.updated': 'report_schedule',
  'session.ended': 'user',
  'session.mfa_verified': 'user',
  'session.reauthenticated': 'user',
  'session.started': 'user',
  'statement.sent': 'customer',
  'supplier.updated': 'supplier',
  'tax_rule.created': 'tax_rule',
  'tax_rule.deleted': 'tax_rule',
  'tax_rule.updated': 'tax_rule',
  'user.erased': 'user',
  'user.mfa_disabled': 'user',
  'user.mfa_enabled': 'user',
  'user.mfa_requested': 'user',
  'user.other_sessions_ended': 'user',
  'user.passkey_added': 'user',
  'user.passkey_removed': 'user',
  'user.password_changed': 'user',
  'user.password_reset': 'user',
  'user.password_reset_requested': 'user',
  'user.recovery_codes_renewed': 'user',
  'user.updated': 'user',
  'vehicle.created': 'vehicle',
  'vehicle.deleted': 'vehicle',
  'vehicle.updated': 'vehicle',
  'webhook.created': 'webhook',
  'webhook.deleted': 'webhook',
  'webhook.disabled': 'webhook',
  'webhook.failed_replayed': 'webhook',
  'webhook.replayed': 'webhook',
  'webhook.secret_rotated': 'webhook',
  'webhook.tested': 'webhook',
  'webhook.updated': 'webhook',
} as const;

/** Events that the audit log records under their names. */
type AuditedEvent = {
  [T in EventName]: (typeof EVENTS)[T] extends { audits: string } ? T : never;
}[EventName];
export type AuditAction = keyof typeof OWN_ACTIONS | AuditedEvent;

/** Every action that the audit log records, with the type of the object that its rows are about. */
export const AUDIT_ACTIONS = {
  ...OWN_ACTIONS,
  ...Object.fromEntries(
    EVENT_NAMES.flatMap((name) => {
      const { audits } = declarationOf(name);
      return audits ? [[name, audits]] : [];
    }),
  ),
} as Record<AuditAction, string>;

/**
 * Actions on objects at locations, or limited to some: their rows list the location ids, or null for the whole entity.
 */
export type PlacedAction = Extract<
  AuditAction,
  `${'api_key' | 'goods' | 'import' | 'inventory' | 'location' | 'lot' | 'pos' | 'webhook'}.${string}`
>;

/**
 * The locations that the row of a changed limit lists: those before and after (decision 271). Null when either was the
 * whole entity.
 */
export function limitsOfChange(
  before: readonly string[] | null,
  after: readonly string[] | null,
): readonly string[] | null {
  return before === null || after === null ? null : [...before, ...after];
}
