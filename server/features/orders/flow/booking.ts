import { AppError, isAppError } from '../../../kernel/errors';
import { toCents } from '../../../kernel/money';
import type { Db } from '../../../platform/db/client';
import { holdLocation } from '../../entities/locations/queries';
import {
  type ArrivalCost,
  applyMoves,
  type LedgerContext,
  type Move,
  receiptCost,
} from '../../inventory/ledger/ledger';
import { openRows, placeKey } from '../../inventory/service';
import type { OrderView } from '../queries';
import type { OrderStatus } from '../shapes/flow.schema';
import { lockBatchesOfOrder } from '../stock/lots.sql';
import { receivingRoom, setReceived, shippedLots } from './booking.sql';
import type { LockedOrder } from './lock';
import { acceptAll, type Outcome, type ShippedUnits } from './outcomes';

/** Units of a line that the retailer has in a row of stock. */
export interface BookedUnits {
  orderItemId: string;
  lotId: string | null;
  inventoryItemId: string | null;
  quantity: number;
}

interface Booking {
  shipped: readonly ShippedUnits[];
  outcomes: readonly Outcome[];
  /** What is booked already. */
  booked: readonly BookedUnits[];
  source: { type: 'order' | 'receipt'; id: string };
}

/** An order that is received, and whether its buyer isn't on board. */
type Receiving = Pick<LockedOrder, 'order' | 'unclaimed'>;

export const unitsKey = ({ orderItemId, lotId }: Pick<BookedUnits, 'orderItemId' | 'lotId'>) =>
  `${orderItemId}/${lotId}`;

/**
 * What was shipped of each line and lot; units without a lot come last. The batches stay locked, so that none is
 * recalled until the transaction ends.
 */
export async function lockShipped(db: Db, order: OrderView): Promise<ShippedUnits[]> {
  const withLots = order.items.some((item) => item.lots.length > 0);
  if (withLots) await lockBatchesOfOrder(db, order.id);
  const lots = withLots ? await shippedLots(db, order.id) : [];
  return order.items.flatMap((item) => {
    const ofLine = lots.filter((row) => row.order_item_id === item.id);
    const rest = ofLine.reduce((left, row) => left - row.quantity, item.shipped_quantity);
    const inLots = ofLine.map(({ lot_id, quantity, recalled }) => ({
      orderItemId: item.id,
      lotId: lot_id,
      quantity,
      recalled,
    }));
    if (rest === 0 && inLots.length > 0) return inLots;
    return [...inLots, { orderItemId: item.id, lotId: null, quantity: rest, recalled: false }];
  });
}

/** What an order notes of its booking at a status. */
export const bookingAt = (status: OrderStatus, unclaimed: boolean) =>
  unclaimed && status === 'delivered' ? { buyerStock: false } : {};

/** Whether units of an order are booked into its buyer's stock: never once it was delivered to one that wasn't on board. */
const isBooked = ({ order, unclaimed }: Receiving) => !unclaimed && order.buyer_stock;

/** Adds everything that was shipped to the retailer's stock. */
export async function deliverAll(ctx: LedgerContext, receiving: Receiving): Promise<void> {
  const { order } = receiving;
  const shipped = await lockShipped(ctx.db, order);
  const source = { type: 'order', id: order.id } as const;
  await bookAccepted(ctx, receiving, { shipped, outcomes: acceptAll(shipped), booked: [], source });
}

/**
 * Brings the retailer's stock from what is booked to what it accepted (decision 166): units arrive with their lots and
 * their cost in the receiving room of the receiving location, those of a recalled batch in its quarantine; others leave
 * the rows they came into. Nothing moves for a buyer that wasn't on board at delivery (decision 517).
 * @returns the row of each line and lot that has been in stock, by `unitsKey`
 * @throws AppError CONFLICT with `details.reason` `units_gone`, `cannot_receive` or `location_deleted`
 */
export async function bookAccepted(
  ctx: LedgerContext,
  receiving: Receiving,
  { shipped, outcomes, booked, source }: Booking,
): Promise<Map<string, string>> {
  const { order } = receiving;
  const rowOf = new Map(
    booked.flatMap((units) => (units.inventoryItemId ? [[unitsKey(units), units.inventoryItemId]] : [])),
  );
  const bookedOf = new Map(booked.map((units) => [unitsKey(units), units.quantity]));
  const changes = (isBooked(receiving) ? outcomes : []).flatMap((outcome) => {
    const delta = outcome.accepted - (bookedOf.get(unitsKey(outcome)) ?? 0);
    return delta === 0 ? [] : [{ ...outcome, delta }];
  });
  const arriving = changes.filter((change) => change.delta > 0);
  if (arriving.length > 0) await openArrivals(ctx.db, order, shipped, arriving, rowOf);
  const costs = new Map<string, ArrivalCost>();
  const moves = changes.map((change): Move => {
    const { delta, lotId, stated } = change;
    const itemId = rowOf.get(unitsKey(change)) ?? '';
    if (delta > 0) {
      const price = order.items.find((item) => item.id === change.orderItemId)?.unit_price ?? 0;
      costs.set(itemId, withUnits(costs.get(itemId), delta, toCents(price)));
    }
    const lotBasis = stated ? 'stated' : 'inferred';
    return { itemId, delta, reservedDelta: 0, lotId, lotBasis, reason: delta > 0 ? 'TRANSFER' : 'RETURN' };
  });
  if (moves.length > 0) await moveUnits(ctx, order, moves, costs, source);
  const received = order.items.map((item) =>
    outcomes.reduce((sum, one) => (one.orderItemId === item.id ? sum + one.accepted : sum), 0),
  );
  await setReceived(
    ctx.db,
    order.items.map((item) => item.id),
    received,
  );
  return rowOf;
}

/** The cost of units that arrive in one row: of a variant and its sample the price that was paid, and what they are worth on average. */
function withUnits(present: ArrivalCost | undefined, units: number, unitCostCents: number): ArrivalCost {
  const arrived = receiptCost(units, unitCostCents);
  if (!present) return arrived;
  const sum = present.units + units;
  return {
    units: sum,
    unitCostCents: Math.max(present.unitCostCents ?? 0, unitCostCents),
    worth: (present.units * present.worth + units * arrived.worth) / sum,
  };
}

/** Opens the rows that units arrive in, where they have none yet. */
async function openArrivals(
  db: Db,
  order: OrderView,
  shipped: readonly ShippedUnits[],
  arriving: readonly Outcome[],
  rowOf: Map<string, string>,
): Promise<void> {
  const locationId = order.receiving_location_id;
  if (!(await holdLocation(db, order.retailer.id, locationId))) {
    throw new AppError('CONFLICT', 'The receiving location no longer exists.', {
      reason: 'location_deleted',
    });
  }
  const [location] = await receivingRoom(db, locationId);
  const recalled = new Set(shipped.filter((units) => units.recalled).map(unitsKey));
  const variantOf = new Map(order.items.map((item) => [item.id, item.variant_id]));
  // Units of a batch that was recalled since don't join those that came into a room of sale before.
  const places = arriving
    .filter((units) => !rowOf.has(unitsKey(units)) || recalled.has(unitsKey(units)))
    .map((units) => ({
      key: unitsKey(units),
      locationId,
      roomType: recalled.has(unitsKey(units)) ? 'quarantine' : (location?.room ?? 'vault'),
      variantId: variantOf.get(units.orderItemId) ?? '',
    }));
  const opened = await openRows(db, order.retailer.id, places);
  for (const place of places) rowOf.set(place.key, opened.get(placeKey(place)) ?? '');
}

async function moveUnits(
  ctx: LedgerContext,
  order: OrderView,
  moves: readonly Move[],
  costs: ReadonlyMap<string, ArrivalCost>,
  source: Booking['source'],
): Promise<void> {
  try {
    await applyMoves(ctx, moves, {
      entityId: order.retailer.id,
      reason: 'TRANSFER',
      source,
      notes: order.order_number,
      costs,
      chosen: true,
    });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'INSUFFICIENT_STOCK') throw error;
    const gone = moves.some((move) => move.delta < 0);
    throw new AppError(
      'CONFLICT',
      gone
        ? 'Some of these units are no longer where they arrived, or are reserved. Move them back first.'
        : 'The receiving location cannot take these units.',
      { ...error.details, reason: gone ? 'units_gone' : 'cannot_receive' },
    );
  }
}
