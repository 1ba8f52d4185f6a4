import type { inventoryItems, inventoryMovements } from '../../../features/inventory/tables';
import type { Person, Ware } from '../businesses';
import { idAt } from '../identity';

type ItemRow = typeof inventoryItems.$inferInsert;
type MovementRow = typeof inventoryMovements.$inferInsert;
export type Room = ItemRow['roomType'];

/** An inventory item at the current point of the history. */
export interface Stock {
  id: string;
  ware: Ware;
  entityId: string;
  locationId: string;
  room: Room;
  quantity: number;
  reserved: number;
  costCents: number;
  /** Dollars, four decimals. */
  averageCost: number;
  openedAt: number;
}

export interface Cause {
  at: number;
  reason: MovementRow['reasonCode'];
  source: { type: MovementRow['sourceType']; id: string | null };
  actor: Person;
  requestId: string;
  notes?: string;
}

/** Balances and their ledger, kept consistent: only `move` changes a balance. */
export class StockBook {
  readonly movements: MovementRow[] = [];
  private readonly byPlace = new Map<string, Stock>();
  private readonly byWare = new Map<string, Stock[]>();
  private readonly byRoom = new Map<string, Stock[]>();
  private readonly byEntity = new Map<string, Stock[]>();

  /** Finds the item of a variant in a room, opened empty when absent. */
  open(entityId: string, locationId: string, room: Room, ware: Ware, at: number): Stock {
    const place = `${locationId}/${room}/${ware.id}`;
    const present = this.byPlace.get(place);
    if (present) return present;
    const empty = { quantity: 0, reserved: 0, costCents: 0, averageCost: 0 };
    const stock = { ...empty, id: idAt(at), ware, entityId, locationId, room, openedAt: at };
    this.byPlace.set(place, stock);
    append(this.byWare, ware.id, stock);
    append(this.byRoom, `${locationId}/${room}`, stock);
    append(this.byEntity, entityId, stock);
    return stock;
  }

  /** Prices units that are about to arrive: the item's last cost, and its moving average. */
  price(stock: Stock, units: number, costCents: number, unitWorth = costCents / 100): void {
    const worth = stock.quantity * stock.averageCost + units * unitWorth;
    stock.costCents = costCents;
    stock.averageCost = Math.round((worth / (stock.quantity + units)) * 10_000) / 10_000;
  }

  /** @throws Error when the balance would leave 0 ≤ reserved ≤ quantity: the history is inconsistent */
  move(stock: Stock, delta: number, reservedDelta: number, cause: Cause): void {
    stock.quantity += delta;
    stock.reserved += reservedDelta;
    if (stock.reserved < 0 || stock.quantity < stock.reserved) {
      throw new Error(
        `${stock.ware.sku} in ${stock.room}: ${stock.quantity}, of which ${stock.reserved} reserved`,
      );
    }
    this.movements.push({
      id: idAt(cause.at),
      entityId: stock.entityId,
      itemId: stock.id,
      reasonCode: cause.reason,
      delta,
      reservedDelta,
      quantityAfter: stock.quantity,
      reservedAfter: stock.reserved,
      notes: cause.notes ?? null,
      actorId: cause.actor.id,
      actorName: cause.actor.name,
      sourceType: cause.source.type,
      sourceId: cause.source.id,
      requestId: cause.requestId,
      createdAt: new Date(cause.at),
    });
  }

  /** Lists every item of an entity in the order of opening. */
  of(entityId: string): readonly Stock[] {
    return this.byEntity.get(entityId) ?? [];
  }

  /** Lists every item of a room in the order of opening. */
  inRoom(locationId: string, room: Room): readonly Stock[] {
    return this.byRoom.get(`${locationId}/${room}`) ?? [];
  }

  /** Lists the items that an order may draw on: the seller's vaults, then sales floors, oldest first (decision 12). */
  saleable(entityId: string, wareId: string): Stock[] {
    const rows = (this.byWare.get(wareId) ?? []).filter((stock) => stock.entityId === entityId);
    return [
      ...rows.filter(({ room }) => room === 'vault'),
      ...rows.filter(({ room }) => room === 'sales_floor'),
    ];
  }

  rows(): ItemRow[] {
    return [...this.byPlace.values()].map(({ ware, ...stock }) => ({
      id: stock.id,
      entityId: stock.entityId,
      locationId: stock.locationId,
      roomType: stock.room,
      productId: ware.productId,
      productName: ware.productName,
      variantId: ware.id,
      sku: ware.sku,
      quantity: stock.quantity,
      reservedQuantity: stock.reserved,
      unitCostCents: stock.costCents,
      averageCost: stock.averageCost,
      lastSync: new Date(stock.openedAt),
      createdAt: new Date(stock.openedAt),
    }));
  }
}

function append(index: Map<string, Stock[]>, key: string, stock: Stock): void {
  const present = index.get(key);
  if (present) present.push(stock);
  else index.set(key, [stock]);
}

export function available(stock: Stock): number {
  return stock.quantity - stock.reserved;
}
