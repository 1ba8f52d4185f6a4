import type { Category } from '@/server/features/products/categories';
import type { ReasonCode, RoomType, SourceType } from './types';

/** Room types as people call them, in the order of the specification. */
export const ROOM: Record<RoomType, string> = {
  sales_floor: 'Sales floor',
  vault: 'Vault',
  quarantine: 'Quarantine',
  secret_menu: 'Secret menu',
};

/** Why stock changed, in the order of the specification. */
export const REASON: Record<ReasonCode, string> = {
  SALE: 'Sale',
  RETURN: 'Return',
  ADJUSTMENT: 'Adjustment',
  DAMAGE: 'Damage',
  THEFT: 'Theft',
  TRANSFER: 'Transfer',
  AUDIT: 'Audit',
};

/** Reasons whose note an inspector will ask for. */
export const REASONS_WITH_NOTE: readonly ReasonCode[] = ['THEFT', 'DAMAGE', 'ADJUSTMENT', 'AUDIT'];

/** What a movement came from. */
export const SOURCE: Record<SourceType, string> = {
  api: 'API',
  dashboard: 'Dashboard',
  order: 'Order',
  sync: 'Sync',
  import: 'Import',
  transfer: 'Transfer',
  count: 'Count',
  receipt: 'Receipt',
  return: 'Return',
  recall: 'Recall',
};

export const CATEGORY: Record<Category, string> = {
  flower: 'Flower',
  concentrates: 'Concentrates',
  edibles: 'Edibles',
  vapes: 'Vapes',
  topicals: 'Topicals',
  accessories: 'Accessories',
};

/** A table of words as the options of a select. */
export function optionsOf<Value extends string>(words: Record<Value, string>) {
  return (Object.keys(words) as Value[]).map((value) => ({ value, label: words[value] }));
}
