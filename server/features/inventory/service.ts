import type { z } from 'zod';
import { AppError, isAppError, notFound } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { checkPatch } from '../../kernel/patch';
import type { WriteContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { firstLocationId } from '../entities/locations/queries';
import type { OpenedVariant } from '../products/writer';
import { type Counted, inSteps } from './adjusting/counted';
import { lockStatedLots } from './adjusting/stated-lots';
import { applyMoves, type MoveCause } from './ledger/ledger';
import { getItem } from './queries';
import { type AdjustInventory, type InventoryItem, MAX_QUANTITY, READ_ONLY } from './schema';
import { balanceOf, insertMissingRows, rowsAtPlaces } from './service.sql';

export type SentAdjustment = z.infer<typeof AdjustInventory>;
/** An adjustment in steps. */
export type Adjustment = Counted<SentAdjustment>;

/**
 * Changes one balance by a signed number of units and records why.
 * @throws AppError NOT_FOUND, INVALID_REQUEST (`off_step`), CONFLICT (with `details.quantity`) when the quantity is not the expected one,
 *   INSUFFICIENT_STOCK when it would fall below zero or below what is reserved
 */
export async function adjustItem(
  ctx: WriteContext,
  sent: SentAdjustment,
): Promise<z.infer<typeof InventoryItem>> {
  const [adjustment] = (await inSteps(ctx, [sent])) as [Adjustment];
  const { id, quantity_change, reason_code, expected_quantity, lot_id } = adjustment;
  if (READ_ONLY.some((key) => adjustment[key] !== undefined)) {
    checkPatch(adjustment, await getItem(ctx, id), READ_ONLY);
  }
  if (lot_id) await lockStatedLots(ctx, [{ id, lot_id, reason_code }]);
  // The usual case takes one statement; the reason of a rejection is read only after one.
  const [item] = await applyMoves(
    ctx,
    [{ itemId: id, delta: quantity_change, reservedDelta: 0, lotId: lot_id ?? null }],
    { ...causeOf(ctx, adjustment), only: { actor: ctx.actor, quantity: expected_quantity } },
  ).catch((error) => (isAppError(error) && error.code === 'INSUFFICIENT_STOCK' ? [] : Promise.reject(error)));
  if (!item) throw await rejectionOf(ctx, adjustment);
  auditAdjustment(ctx, adjustment, item);
  return item;
}

/** The cause of a move that a member makes by hand. */
export function causeOf(
  { actor, request }: Pick<WriteContext, 'actor' | 'request'>,
  { reason_code, notes }: Pick<Adjustment, 'reason_code' | 'notes'>,
): MoveCause {
  const type = request.transport === 'api' ? 'api' : 'dashboard';
  return {
    entityId: actor.entity.id,
    reason: reason_code,
    notes: notes || null,
    source: { type, id: null },
  };
}

/** @param item after the adjustment */
export function auditAdjustment(
  ctx: WriteContext,
  { id, quantity_change, reason_code, notes, lot_id }: Adjustment,
  item: z.infer<typeof InventoryItem>,
): void {
  ctx.audit({
    action: 'inventory.adjusted',
    objectId: id,
    locationIds: [item.location_id],
    before: { quantity: item.quantity - quantity_change },
    after: { quantity: item.quantity, reason_code, notes: notes || null, ...(lot_id && { lot_id }) },
  });
}

async function rejectionOf(
  ctx: WriteContext,
  { id, quantity_change, expected_quantity }: Adjustment,
): Promise<AppError> {
  const [present] = await balanceOf(ctx.db, id, ctx.actor);
  if (!present) return notFound();
  const { quantity } = present;
  if (expected_quantity !== undefined && expected_quantity !== quantity) return movedOn(quantity);
  return cannotTake(present, quantity_change);
}

/** Says why a balance can't take a change (decision 41). */
function cannotTake(
  present: { quantity: number; reserved_quantity: number },
  quantityChange: number,
): AppError {
  const { quantity } = present;
  if (quantity + quantityChange > MAX_QUANTITY) {
    return new AppError('CONFLICT', `A row holds at most ${MAX_QUANTITY} units.`, {
      reason: 'quantity_limit',
      quantity,
    });
  }
  return new AppError(
    'INSUFFICIENT_STOCK',
    'The change would leave a negative quantity, or less than orders have reserved. Enter a smaller amount.',
    { reason: 'insufficient_stock', ...present },
  );
}

function movedOn(quantity: number): AppError {
  return new AppError('CONFLICT', `The quantity has changed. It is now ${quantity}.`, {
    reason: 'quantity_changed',
    quantity,
  });
}

/** Where a row of stock is: a variant in a room of a location. */
export interface StockPlace {
  locationId: string;
  roomType: string;
  variantId: string;
}

/** A place as a key of the map that `openRows` returns. */
export const placeKey = ({ locationId, roomType, variantId }: StockPlace) =>
  `${locationId}/${variantId}/${roomType}`;

/**
 * Creates the missing rows of a business, empty, at each place; returns the rows' ids by `placeKey`. Rows are inserted
 * in key order, so that two transactions that open the same ones never deadlock.
 */
export async function openRows(
  db: Db,
  entityId: string,
  places: readonly StockPlace[],
): Promise<Map<string, string>> {
  const byKey = new Map(places.map((place) => [placeKey(place), place]));
  const sorted = [...byKey.keys()].sort().flatMap((key) => byKey.get(key) ?? []);
  await insertMissingRows(db, {
    entityId,
    ids: sorted.map(() => newId()),
    locationIds: sorted.map((place) => place.locationId),
    roomTypes: sorted.map((place) => place.roomType),
    variantIds: sorted.map((place) => place.variantId),
  });
  const rows = await rowsAtPlaces(
    db,
    sorted.map((place) => place.locationId),
    sorted.map((place) => place.roomType),
    sorted.map((place) => place.variantId),
    entityId,
  );
  return new Map(
    rows.map((row) => [
      placeKey({ locationId: row.location_id, roomType: row.room_type, variantId: row.variant_id }),
      row.id,
    ]),
  );
}

/** As `openRows`, for several variants in one room of a location. @returns the rows' ids by variant */
export async function openItems(
  db: Db,
  entityId: string,
  room: { locationId: string; roomType: string },
  variantIds: readonly string[],
): Promise<Map<string, string>> {
  const places = variantIds.map((variantId) => ({ ...room, variantId }));
  const rowOf = await openRows(db, entityId, places);
  return new Map(
    places.flatMap((place) => {
      const id = rowOf.get(placeKey(place));
      return id === undefined ? [] : [[place.variantId, id]];
    }),
  );
}

/** A new variant has a zero row in the vault of its owner's first location (decision 13). */
export async function openStockOfVariants(
  db: Db,
  { entityId, variants }: { entityId: string; variants: readonly OpenedVariant[] },
): Promise<void> {
  const locationId = await firstLocationId(db, entityId);
  if (!locationId) return;
  await openItems(
    db,
    entityId,
    { locationId, roomType: 'vault' },
    variants.map((variant) => variant.id),
  );
}
