import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Inputs = inferRouterInputs<AppRouter>['inventory'];
type Outputs = inferRouterOutputs<AppRouter>['inventory'];

export type InventoryList = Outputs['list'];
export type InventoryItem = Outputs['get'];
export type LevelList = Outputs['levels'];
/** One variant at one location, with the balance of each room. */
export type StockLevel = LevelList['data'][number];
type Goods = Pick<
  InventoryItem,
  'product_id' | 'product_name' | 'variant_name' | 'sku' | 'category' | 'image' | 'unit' | 'step'
>;
type Place = Pick<InventoryItem, 'id' | 'location_id' | 'room_type'>;
type Balance = Pick<InventoryItem, 'quantity' | 'reserved_quantity' | 'available_quantity'>;
/** What changing a balance needs to know of it. */
export type StockItem = Goods & Place & Balance & { lots?: InventoryItem['lots'] };
export type MovementPage = Outputs['movements'];
export type ComparisonPage = Outputs['comparison'];
export type Movement = MovementPage['data'][number];
export type AdjustInput = Inputs['adjust'];
export type TransferInput = Inputs['transfer'];
export type RoomType = InventoryItem['room_type'];
export type ReasonCode = AdjustInput['reason_code'];
export type SourceType = Movement['source']['type'];

/** A place of stock, as lists name it. */
export type LocationName = { id: string; name: string };

/** How an item is called wherever a control acts on it: the product and its SKU. */
export function itemName(item: Pick<InventoryItem, 'product_name' | 'sku'>): string {
  return `${item.product_name} ${item.sku}`;
}
