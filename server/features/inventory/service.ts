import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { z } from 'zod';
import { AppError, isAppError, notFound } from '../../kernel/errors';
import { checkPatch } from '../../kernel/patch';
import type { WriteContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { texts, uuids } from '../../platform/db/listing';
import { firstLocationId } from '../entities/locations/queries';
import type { OpenedVariant } from '../products/writer';
import { applyMoves } from './ledger';
import { getItem, visibleItems } from './queries';
import { type AdjustInventory, type InventoryItem, MAX_QUANTITY, READ_ONLY } from './schema';

type Adjustment = z.infer<typeof AdjustInventory>;

/**
 * Changes one balance by a signed number of units and records why.
 * @throws AppError NOT_FOUND, CONFLICT (with `details.quantity`) when the quantity is not the expected one,
 *   INSUFFICIENT_STOCK when it would fall below zero or below what is reserved
 */
export async function adjustItem(
  ctx: WriteContext,
  adjustment: Adjustment,
): Promise<z.infer<typeof InventoryItem>> {
  const { id, quantity_change, reason_code, expected_quantity } = adjustment;
  if (READ_ONLY.some((key) => adjustment[key] !== undefined)) {
    checkPatch(adjustment, await getItem(ctx, id), READ_ONLY);
  }
  const notes = adjustment.notes || null;
  const type = ctx.request.transport === 'api' ? 'api' : 'dashboard';
  // The usual case costs one statement; why a change was refused is asked only when it was.
  const [item] = await applyMoves(ctx, [{ itemId: id, delta: quantity_change, reservedDelta: 0 }], {
    entityId: ctx.actor.entity.id,
    reason: reason_code,
    notes,
    source: { type, id: null },
  }).catch((error) => (isAppError(error) ? [] : Promise.reject(error)));
  if (!item) throw await refusalOf(ctx, adjustment);
  const { locationIds } = ctx.actor;
  if (locationIds !== null && !locationIds.includes(item.location_id)) throw notFound();
  const previous = item.quantity - quantity_change;
  if (expected_quantity !== undefined && expected_quantity !== previous) throw movedOn(previous);
  ctx.audit({
    action: 'inventory.adjusted',
    objectId: id,
    locationIds: [item.location_id],
    before: { quantity: previous },
    after: { quantity: item.quantity, reason_code, notes },
  });
  return item;
}

async function refusalOf(
  ctx: WriteContext,
  { id, quantity_change, expected_quantity }: Adjustment,
): Promise<AppError> {
  const [present] = await ctx.db.execute<{ quantity: number; reserved_quantity: number }>(sql`
    select i.quantity, i.reserved_quantity from inventory_items i where i.id = ${id} and ${visibleItems(ctx.actor)}`);
  if (!present) return notFound();
  const { quantity } = present;
  if (expected_quantity !== undefined && expected_quantity !== quantity) return movedOn(quantity);
  if (quantity + quantity_change > MAX_QUANTITY) {
    return new AppError('CONFLICT', `A row holds at most ${MAX_QUANTITY} units.`, {
      reason: 'quantity_limit',
      quantity,
    });
  }
  return new AppError(
    'INSUFFICIENT_STOCK',
    'The change would leave a negative quantity, or less than orders have reserved. Enter a smaller amount.',
    { ...present },
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

/** A place as a key of the map that `openRows` answers with. */
export const placeKey = ({ locationId, roomType, variantId }: StockPlace) =>
  `${locationId}/${variantId}/${roomType}`;

/**
 * Makes sure that a business has a row, with nothing in it, at each place; answers the rows' ids by `placeKey`. Rows are
 * made in the order of the keys, so that two who open the same ones never wait for each other in a circle.
 */
export async function openRows(
  db: Db,
  entityId: string,
  places: readonly StockPlace[],
): Promise<Map<string, string>> {
  const byKey = new Map(places.map((place) => [placeKey(place), place]));
  const sorted = [...byKey.keys()].sort().flatMap((key) => byKey.get(key) ?? []);
  const locationIds = uuids(sorted.map((place) => place.locationId));
  const rooms = texts(sorted.map((place) => place.roomType));
  const variantIds = uuids(sorted.map((place) => place.variantId));
  await db.execute(sql`
    insert into inventory_items (id, entity_id, location_id, room_type, product_id, product_name, variant_id, sku)
    select n.id, ${entityId}, n.location_id, n.room_type, p.id, p.name, v.id, v.sku
    from unnest(${uuids(sorted.map(() => v7()))}, ${locationIds}, ${rooms}, ${variantIds})
      with ordinality as n (id, location_id, room_type, variant_id, position)
    join product_variants v on v.id = n.variant_id join products p on p.id = v.product_id
    order by n.position
    on conflict (location_id, variant_id, room_type) do nothing`);
  const rows = await db.execute<{
    id: string;
    location_id: string;
    room_type: string;
    variant_id: string;
  }>(sql`
    select i.id, i.location_id, i.room_type, i.variant_id from inventory_items i
    join unnest(${locationIds}, ${rooms}, ${variantIds}) as n (location_id, room_type, variant_id)
      on i.location_id = n.location_id and i.variant_id = n.variant_id and i.room_type = n.room_type
    where i.entity_id = ${entityId}`);
  return new Map(
    rows.map((row) => [
      placeKey({ locationId: row.location_id, roomType: row.room_type, variantId: row.variant_id }),
      row.id,
    ]),
  );
}

/** The same for several variants in one room of a location. @returns the rows' ids by variant */
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
