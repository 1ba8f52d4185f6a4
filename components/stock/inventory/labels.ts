import type { Category } from '@/server/features/products/categories';
import type { ReasonCode, RoomType, SourceType, StockItem } from './types';

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
  goods_receipt: 'Goods receipt',
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

/** Where an item is: "Harbor · Vault". */
export function placeOf(
  item: { location_id: string; room_type: RoomType },
  locationName: (id: string) => string,
): string {
  return `${locationName(item.location_id)} · ${ROOM[item.room_type]}`;
}

/** How one balance is called: the product, its variant and the room. */
export function balanceName(item: Pick<StockItem, 'product_name' | 'variant_name' | 'room_type'>): string {
  return `${item.product_name} ${item.variant_name}, ${ROOM[item.room_type]}`;
}
