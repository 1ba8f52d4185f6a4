import { entryOf, stepsTyped, typedAmount } from '@/components/catalog/goods/amounts';
import { formatAmount } from '@/components/ui/format';
import { LEVEL_ROOMS } from './level';
import type { RoomType, StockItem, TransferInput } from './types';

/** The most lines that one transfer takes. */
export const MAX_LINES = 500;

/** Where a transfer leads: a location, or each row's own, and a room. */
export type Destination = { locationId: string | null; room: RoomType };

/** What has been typed, by item id; an item that is not in it moves all that is available. */
export type Quantities = Readonly<Record<string, string>>;

/** Where stock of a room usually goes next. */
const NEXT_ROOM: Record<RoomType, RoomType> = {
  sales_floor: 'vault',
  vault: 'sales_floor',
  quarantine: 'vault',
  secret_menu: 'sales_floor',
};

/** Where a transfer takes from: one room, or each row's own. */
export type Source = RoomType | 'all';

/** The room that a transfer takes from at first: the wanted one, else the first that has units to move. */
export function firstRoom(items: readonly StockItem[], wanted: RoomType | null): RoomType {
  const has = (room: RoomType) => items.some((item) => item.room_type === room);
  if (wanted && has(wanted)) return wanted;
  const movable = (room: RoomType) =>
    items.some((item) => item.room_type === room && item.available_quantity > 0);
  return LEVEL_ROOMS.find(movable) ?? LEVEL_ROOMS.find(has) ?? 'vault';
}

export function rowsFrom(items: readonly StockItem[], source: Source): StockItem[] {
  return items.filter((item) => source === 'all' || item.room_type === source);
}

/** Where the selected rows most likely go: the room after theirs, each in its own location. */
export function likelyDestination(items: readonly StockItem[]): Destination {
  const rooms = new Set(items.map((item) => item.room_type));
  const [room] = rooms;
  return { locationId: null, room: rooms.size === 1 && room ? NEXT_ROOM[room] : 'sales_floor' };
}

/** Why a row stays where it is, whatever is typed; null when it can move. */
export function stayReason(item: StockItem, { locationId, room }: Destination): string | null {
  if ((locationId ?? item.location_id) === item.location_id && room === item.room_type) {
    return 'Already there';
  }
  if (item.available_quantity > 0) return null;
  return item.reserved_quantity > 0 ? 'All reserved for orders' : 'Nothing to move';
}

export function typedQuantity(item: StockItem, quantities: Quantities): string {
  return quantities[item.id] ?? typedAmount(item.available_quantity, item);
}

/** The units that a row moves; null when what was typed is no quantity of it. */
export function unitsOf(item: StockItem, quantities: Quantities): number | null {
  const units = stepsTyped(typedQuantity(item, quantities), item);
  return units !== null && units <= item.available_quantity ? units : null;
}

/** What is wrong with a row's quantity, in words for its field. */
export function quantityProblem(item: StockItem, quantities: Quantities): string | undefined {
  if (unitsOf(item, quantities) !== null) return undefined;
  if (stepsTyped(typedQuantity(item, quantities), item) === null)
    return `${entryOf(item)}. 0 doesn't move it.`;
  const reserved =
    item.reserved_quantity > 0 ? `; ${formatAmount(item.reserved_quantity, item)} reserved` : '';
  return `At most ${formatAmount(item.available_quantity, item)} can move${reserved}.`;
}

/** True when a row leaves quarantine: such a transfer says why. */
export function isReleased(item: StockItem, { room }: Destination): boolean {
  return item.room_type === 'quarantine' && room !== 'quarantine';
}

/** The rows that move, with their units; those that stay or move 0 are left out. */
export function movingRows(
  items: readonly StockItem[],
  destination: Destination,
  quantities: Quantities,
): { item: StockItem; units: number }[] {
  return items.flatMap((item) => {
    const units = stayReason(item, destination) ? 0 : (unitsOf(item, quantities) ?? 0);
    return units > 0 ? [{ item, units }] : [];
  });
}

export function transferInput(
  rows: readonly { item: StockItem; units: number }[],
  { locationId, room }: Destination,
  note: string,
): TransferInput {
  return {
    lines: rows.map(({ item, units }) => ({
      inventory_id: item.id,
      to_location_id: locationId ?? item.location_id,
      to_room_type: room,
      quantity: units,
    })),
    notes: note.trim() || undefined,
  };
}
