import type { inventoryItems, inventoryLots, inventoryMovements } from '../../../features/inventory/tables';
import type { Person, Ware } from '../businesses';
import { idAt } from '../identity';
import type { Lot } from './batch-book';

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
  /** What lots claim of both. */
  lots: Array<{ lot: Lot; quantity: number; reserved: number }>;
  costCents: number;
  /** Dollars, four decimals. */
  averageCost: number;
  openedAt: number;
}

/** Units of a lot, or of those without one. */
export interface Part {
  lot: Lot | null;
  units: number;
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
  private readonly byLocation = new Map<string, Stock[]>();

  /** Finds the item of a variant in a room, opened empty when absent. */
  open(entityId: string, locationId: string, room: Room, ware: Ware, at: number): Stock {
    const place = `${locationId}/${room}/${ware.id}`;
    const present = this.byPlace.get(place);
    if (present) return present;
    const empty = { quantity: 0, reserved: 0, lots: [], costCents: 0, averageCost: 0 };
    const stock = { ...empty, id: idAt(at), ware, entityId, locationId, room, openedAt: at };
    this.byPlace.set(place, stock);
    append(this.byWare, ware.id, stock);
    append(this.byRoom, `${locationId}/${room}`, stock);
    append(this.byEntity, entityId, stock);
    append(this.byLocation, locationId, stock);
    return stock;
  }

  /** Prices units that are about to arrive: the item's last cost, and its moving average. */
  price(stock: Stock, units: number, costCents: number, unitWorth = costCents / 100): void {
    const worth = stock.quantity * stock.averageCost + units * unitWorth;
    stock.costCents = costCents;
    stock.averageCost = Math.round((worth / (stock.quantity + units)) * 10_000) / 10_000;
  }

  /**
   * Changes a quantity. A decrease takes units without a lot first, then the lots that expire first.
   * @returns what was taken
   */
  change(stock: Stock, delta: number, cause: Cause, lot: Lot | null = null): Part[] {
    if (delta >= 0) {
      this.move(stock, delta, 0, cause, lot);
      return [];
    }
    const [loose, ...ofLots] = partsOf(stock);
    const parts = take([loose, ...ofLots], -delta);
    for (const part of parts) this.move(stock, -part.units, 0, cause, part.lot, 'inferred');
    return parts;
  }

  /** What an order takes of an item: the lots that expire first, then units without a lot. */
  allocate(stock: Stock, units: number): Part[] {
    const [loose, ...ofLots] = partsOf(stock);
    return take([...ofLots, loose], units);
  }

  /** @throws Error when the balance would leave 0 ≤ reserved ≤ quantity: the history is inconsistent */
  move(
    stock: Stock,
    delta: number,
    reservedDelta: number,
    cause: Cause,
    lot: Lot | null = null,
    basis: 'stated' | 'inferred' = 'stated',
  ): void {
    stock.quantity += delta;
    stock.reserved += reservedDelta;
    if (lot) this.moveLot(stock, lot, delta, reservedDelta);
    if (stock.reserved < 0 || stock.quantity < stock.reserved || looseUnits(stock) < 0) {
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
      lotId: lot?.row.id ?? null,
      lotBasis: lot ? basis : null,
      createdAt: new Date(cause.at),
    });
  }

  private moveLot(stock: Stock, lot: Lot, delta: number, reservedDelta: number): void {
    const present = stock.lots.find((one) => one.lot === lot);
    const held = present ?? { lot, quantity: 0, reserved: 0 };
    if (!present) stock.lots.push(held);
    held.quantity += delta;
    held.reserved += reservedDelta;
    if (held.reserved < 0 || held.quantity < held.reserved) {
      throw new Error(`${lot.row.packageTag}: ${held.quantity}, of which ${held.reserved} reserved`);
    }
  }

  /** Lists every item of an entity in the order of opening. */
  of(entityId: string): readonly Stock[] {
    return this.byEntity.get(entityId) ?? [];
  }

  /** Lists every item of a location in the order of opening. */
  at(locationId: string): readonly Stock[] {
    return this.byLocation.get(locationId) ?? [];
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

  /** What could be ordered of a variant. */
  onHand(entityId: string, wareId: string): number {
    return this.saleable(entityId, wareId).reduce((sum, stock) => sum + available(stock), 0);
  }

  /** @param syncedAt when a register last reported a row */
  rows(syncedAt: (stock: Stock) => Date | null): ItemRow[] {
    return [...this.byPlace.values()].map((stock) => ({
      id: stock.id,
      entityId: stock.entityId,
      locationId: stock.locationId,
      roomType: stock.room,
      productId: stock.ware.productId,
      productName: stock.ware.productName,
      variantId: stock.ware.id,
      sku: stock.ware.sku,
      quantity: stock.quantity,
      reservedQuantity: stock.reserved,
      lotQuantity: sumOf(stock.lots, 'quantity'),
      lotReserved: sumOf(stock.lots, 'reserved'),
      unitCostCents: stock.costCents,
      averageCost: stock.averageCost,
      lastSync: syncedAt(stock) ?? new Date(stock.openedAt),
      syncedAt: syncedAt(stock),
      createdAt: new Date(stock.openedAt),
    }));
  }

  lots(): Array<typeof inventoryLots.$inferInsert> {
    return [...this.byPlace.values()].flatMap(({ id, entityId, lots }) =>
      lots.map(({ lot, quantity, reserved }) => ({
        inventoryItemId: id,
        lotId: lot.row.id,
        entityId,
        quantity,
        reservedQuantity: reserved,
      })),
    );
  }
}

const sumOf = (lots: Stock['lots'], field: 'quantity' | 'reserved') =>
  lots.reduce((sum, lot) => sum + lot[field], 0);

/** Available units that no lot claims. */
function looseUnits({ quantity, reserved, lots }: Stock): number {
  return quantity - sumOf(lots, 'quantity') - (reserved - sumOf(lots, 'reserved'));
}

/** What is available: without a lot, then of the lots that expire first. */
function partsOf(stock: Stock): [Part, ...Part[]] {
  const inOrder = [...stock.lots].sort((a, b) => (a.lot.batch.expiresOn < b.lot.batch.expiresOn ? -1 : 1));
  return [
    { lot: null, units: looseUnits(stock) },
    ...inOrder.map(({ lot, quantity, reserved }) => ({ lot, units: quantity - reserved })),
  ];
}

function take(parts: readonly Part[], wanted: number): Part[] {
  let missing = wanted;
  return parts.flatMap(({ lot, units }) => {
    const taken = Math.min(units, missing);
    missing -= taken;
    return taken > 0 ? [{ lot, units: taken }] : [];
  });
}

function append(index: Map<string, Stock[]>, key: string, stock: Stock): void {
  const present = index.get(key);
  if (present) present.push(stock);
  else index.set(key, [stock]);
}

export function available(stock: Stock): number {
  return stock.quantity - stock.reserved;
}
