import type { RoomType, StockItem, StockLevel } from './types';

/** The rooms that orders are filled from. */
const SELLABLE: readonly RoomType[] = ['vault', 'sales_floor'];
/** The columns of a level, in the order in which stock moves. */
export const LEVEL_ROOMS: readonly RoomType[] = ['vault', 'sales_floor', 'quarantine', 'secret_menu'];

/** How a level is called wherever a control acts on it: the product and its variant. */
export function levelName({ product, variant }: Pick<StockLevel, 'product' | 'variant'>): string {
  return `${product.name} ${variant.name}`;
}

/** The balance of one room; null in a room that the variant has never been in. */
export function balanceAt(level: StockLevel, room: RoomType): StockItem | null {
  const { inventory_id, quantity, reserved, available } = level.rooms[room];
  if (inventory_id === null) return null;
  return {
    id: inventory_id,
    product_id: level.product.id,
    product_name: level.product.name,
    variant_name: level.variant.name,
    sku: level.variant.sku,
    category: level.product.category,
    image: level.product.image,
    unit: level.unit,
    step: level.step,
    location_id: level.location.id,
    room_type: room,
    quantity,
    reserved_quantity: reserved,
    available_quantity: available,
  };
}

/** The room that a level's page and `E` open: the filtered one, else the first with a balance. */
export function mainRoom(level: StockLevel, filtered: RoomType | null): RoomType {
  const present = (room: RoomType) => level.rooms[room].inventory_id !== null;
  if (filtered && present(filtered)) return filtered;
  return LEVEL_ROOMS.find(present) ?? 'vault';
}

/** Units in the rooms that orders are filled from which can't be sold: on hold, expired or failed. */
export function unsellableUnits(level: StockLevel): number {
  const available = SELLABLE.reduce((sum, room) => sum + level.rooms[room].available, 0);
  return Math.max(0, available - level.sellable_quantity);
}

/** The level with another balance of one of its items; the same level when the item isn't its. */
export function withBalance(
  level: StockLevel,
  id: string,
  { quantity, reserved_quantity }: Pick<StockItem, 'quantity' | 'reserved_quantity'>,
): StockLevel {
  const room = LEVEL_ROOMS.find((one) => level.rooms[one].inventory_id === id);
  if (!room) return level;
  const before = level.rooms[room];
  const more = quantity - before.quantity;
  const reserved = reserved_quantity - before.reserved;
  const sells = SELLABLE.includes(room);
  const sellable = Math.max(0, level.sellable_quantity + (sells ? more - reserved : 0));
  return {
    ...level,
    rooms: {
      ...level.rooms,
      [room]: { ...before, quantity, reserved: reserved_quantity, available: quantity - reserved_quantity },
    },
    quantity: level.quantity + more,
    amount: level.amount + more * (level.step ?? 1),
    reserved_quantity: level.reserved_quantity + reserved,
    available_quantity: level.available_quantity + more - reserved,
    sellable_quantity: sellable,
    low: sells ? sellable < level.low_stock_threshold : level.low,
    value: Math.round((level.value + more * (level.step ?? 1) * level.average_cost) * 100) / 100,
  };
}
