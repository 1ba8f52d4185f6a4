import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, forbidden, isAppError, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { checkPatch, withoutEmpty } from '../../../kernel/patch';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { withoutExternalIds } from '../../entities/external-ids/resource';
import { forgetExternalIds, renameObject } from '../../entities/external-ids/service';
import { lockLocations } from '../../entities/locations/queries';
import { type ArrivalCost, applyMoves, type Move } from '../../inventory/ledger/ledger';
import { openRows, placeKey } from '../../inventory/service';
import { recipientsOf } from '../flow/announce';
import { unitsKey } from '../flow/booking';
import { recordHistory } from '../flow/history';
import { lockOrder } from '../flow/lock';
import type { Outcome } from '../flow/outcomes';
import type { OrderView } from '../queries';
import { blockedLotsOf, lockBatchesOfOrder } from '../stock/lots.sql';
import { countReturn, type Found, type ReturnedUnits } from './counting';
import { getReturn } from './queries';
import { setCounted, unitsOnReturn, unitsReturned, worthOfLines } from './queries.sql';
import { RETURN_READ_ONLY, type ReturnView, type UpdateReturn } from './returns.resource';
import type { ReceiveReturn } from './schema';
import { sentBack } from './split';
import { returnLines, returns } from './tables';
import { partsText } from './units';

/**
 * Keeps the open return of a receipt equal to the units that arrived, weren't accepted and that the seller hasn't booked yet;
 * without such units there is none.
 * @throws AppError CONFLICT with `details.reason = "return_received"` when the seller has booked units that now count as
 *   accepted or short
 */
export async function openReturn(
  db: Db,
  order: OrderView,
  receiptId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const returned = await unitsReturned(db, receiptId);
  const bookedOf = new Map(
    returned.map((row) => [unitsKey({ orderItemId: row.order_item_id, lotId: row.lot_id }), row.quantity]),
  );
  const lines = outcomes.flatMap((outcome) => {
    const { orderItemId, lotId } = outcome;
    const quantity = sentBack(outcome) - (bookedOf.get(unitsKey(outcome)) ?? 0);
    if (quantity < 0) {
      throw new AppError('CONFLICT', 'The seller has received the return of some of these units.', {
        reason: 'return_received',
        item_id: orderItemId,
        lot_id: lotId,
      });
    }
    return quantity > 0 ? [{ orderItemId, lotId, quantity }] : [];
  });
  // The reasons that returns show are the receipt's.
  await db.update(returns).set({ updatedAt: sql`change_time()` }).where(eq(returns.receiptId, receiptId));
  const [open] = await db
    .select({ id: returns.id })
    .from(returns)
    .where(and(eq(returns.receiptId, receiptId), isNull(returns.receivedAt)));
  if (open) await db.delete(returnLines).where(eq(returnLines.returnId, open.id));
  if (lines.length === 0) {
    if (open) {
      await forgetExternalIds(db, 'return', [open.id]);
      await db.delete(returns).where(eq(returns.id, open.id));
    }
    return;
  }
  const id = open?.id ?? newId();
  if (!open)
    await db.insert(returns).values({ id, orderId: order.id, receiptId, entityId: order.wholesaler.id });
  await db.insert(returnLines).values(lines.map((line) => ({ ...line, returnId: id })));
}

/**
 * Books a return with the seller's own count: into `quarantine` of a location of its own, sellable units into the room that it
 * names; destroyed ones are counted and become no stock (decision 912).
 * @throws AppError NOT_FOUND, FORBIDDEN for the retailer, INVALID_REQUEST naming the line, CONFLICT with
 *   `details.reason` `already_received`, `blocked_lots` or `cannot_receive`
 */
export async function receiveReturn(
  ctx: WriteContext,
  { id, location_id, notes, ...said }: z.infer<typeof ReceiveReturn>,
): Promise<ReturnView> {
  // Receipts, corrections and returns of an order take turns by its lock.
  const locked = await lockOrder(ctx, (await getReturn(ctx, id)).order_id);
  const { order, side } = locked;
  const before = await getReturn(ctx, id);
  if (side !== 'wholesaler')
    throw forbidden('The seller receives a return.', { reason: 'other_party', side });
  if (before.status === 'received') {
    throw new AppError('CONFLICT', 'The return has been received.', { reason: 'already_received' });
  }
  const { actor, db } = ctx;
  if (actor.locationIds !== null && !actor.locationIds.includes(location_id)) throw notFound();
  await lockLocations(ctx, [location_id]);
  const units = await unitsOf(db, id);
  const counts = countReturn(units, said);
  if (units.some(({ lotId }) => lotId !== null)) {
    await lockBatchesOfOrder(db, order.id);
    await checkSellable(db, order, units, counts);
  }
  await bookCounted(ctx, { order, returnId: id, locationId: location_id, units, counts });
  await setCounted(db, [...counts.keys()], [...counts.values()]);
  await db
    .update(returns)
    .set({
      locationId: location_id,
      notes: notes || null,
      actorId: actor.userId,
      actorName: actor.name,
      receivedAt: sql`now()`,
    })
    .where(eq(returns.id, id));
  const received = await getReturn(ctx, id);
  await noteOnOrder(ctx, order, received);
  ctx.audit({ action: 'return.received', objectId: id, before, after: received });
  for (const party of recipientsOf(locked))
    ctx.emit('return.received', party.id, withoutExternalIds(received));
  return received;
}

/** Changes what the caller's other systems call a return. @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT `external_id_taken` */
export async function updateReturn(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdateReturn>,
): Promise<ReturnView> {
  const before = await getReturn(ctx, id);
  checkPatch(withoutEmpty(patch, ['external_ids']), before, RETURN_READ_ONLY);
  const what = { type: 'return', action: 'return.updated' } as const;
  return renameObject(ctx, what, patch.external_ids, before, () => getReturn(ctx, id));
}

async function unitsOf(db: Db, returnId: string): Promise<ReturnedUnits[]> {
  const rows = await unitsOnReturn(db, returnId);
  return rows.map(({ id, order_item_id, variant_id, sku, step, lot_id, quantity }) => ({
    id,
    orderItemId: order_item_id,
    variantId: variant_id,
    sku,
    step,
    lotId: lot_id,
    quantity,
  }));
}

/** What is on hold, expired or failed is sold to no one, whatever it looks like. */
async function checkSellable(
  db: Db,
  order: OrderView,
  units: readonly ReturnedUnits[],
  counts: ReadonlyMap<string, Found>,
): Promise<void> {
  const forSale = new Set(
    units.flatMap(({ id, lotId }) =>
      lotId !== null && counts.get(id)?.roomType !== 'quarantine' ? [lotId] : [],
    ),
  );
  if (forSale.size === 0) return;
  const blocked = (await blockedLotsOf(db, order.id, order.wholesaler.id)).filter(({ lot_id }) =>
    forSale.has(lot_id),
  );
  if (blocked.length === 0) return;
  throw new AppError('CONFLICT', 'Lots on hold, expired or failed go to quarantine.', {
    reason: 'blocked_lots',
    lots: blocked,
  });
}

interface Counted {
  order: OrderView;
  returnId: string;
  locationId: string;
  units: readonly ReturnedUnits[];
  counts: ReadonlyMap<string, Found>;
}

/** Units come back at what they were worth where they were shipped from, so that a return changes no value. */
async function bookCounted(
  ctx: WriteContext,
  { order, returnId, locationId, units, counts }: Counted,
): Promise<void> {
  const arriving = units.flatMap((unit) => {
    const { received, condition, roomType } = counts.get(unit.id) ?? { received: 0, condition: null };
    if (!roomType || received === 0 || condition === 'destroyed') return [];
    const { id: key, variantId } = unit;
    return [{ ...unit, delta: received, place: { key, locationId, roomType, variantId } }];
  });
  if (arriving.length === 0) return;
  const worthOf = new Map(
    (await worthOfLines(ctx.db, order.id)).map((row) => [row.order_item_id, row.worth]),
  );
  const entityId = order.wholesaler.id;
  const rowOf = await openRows(
    ctx.db,
    entityId,
    arriving.map(({ place }) => place),
  );
  const costs = new Map<string, ArrivalCost>();
  const moves = arriving.map(({ orderItemId, lotId, delta, place }): Move => {
    const itemId = rowOf.get(placeKey(place)) ?? '';
    const worth = worthOf.get(orderItemId) ?? 0;
    costs.set(itemId, { units: (costs.get(itemId)?.units ?? 0) + delta, unitCostCents: null, worth });
    return { itemId, delta, reservedDelta: 0, lotId };
  });
  try {
    const source = { type: 'return', id: returnId } as const;
    await applyMoves(ctx, moves, { entityId, reason: 'RETURN', source, notes: order.order_number, costs });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'INSUFFICIENT_STOCK') throw error;
    throw new AppError(
      'CONFLICT',
      'The location cannot take these units: the product was deleted, or it is full.',
      {
        ...error.details,
        reason: 'cannot_receive',
      },
    );
  }
}

async function noteOnOrder(ctx: WriteContext, order: OrderView, received: ReturnView): Promise<void> {
  const parts = received.lines.map(({ unit, step, quantity: whole, received_quantity }) => {
    return { unit, step, whole, part: received_quantity ?? 0 };
  });
  await recordHistory(ctx, {
    orderId: order.id,
    action: 'return_received',
    fromStatus: order.status,
    toStatus: order.status,
    summary: `${partsText(parts)} came back`,
    notes: received.notes,
  });
}
