import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { z } from 'zod';
import type { Db } from '../db/client';
import { uuids } from '../db/listing';
import { firstLocationId } from '../entities/locations/queries';
import { onLocationClosing } from '../entities/locations/service';
import { AppError, isAppError, notFound } from '../kernel/errors';
import { checkPatch } from '../kernel/patch';
import { type OpenedVariant, onVariantsCreated } from '../products/service';
import type { WriteContext } from '../trpc/context';
import { closeStockOfLocation } from './closing';
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
    objectType: 'inventory_item',
    objectId: id,
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
    'The change would leave less than nothing, or less than is reserved.',
    { ...present },
  );
}

function movedOn(quantity: number): AppError {
  return new AppError('CONFLICT', `The quantity has changed meanwhile: it is ${quantity} now.`, {
    reason: 'quantity_changed',
    quantity,
  });
}

/**
 * Makes sure that a business has a row for each variant in a room of a location, with nothing in it, and returns their
 * ids by variant. Rows are made in variant order, so that two deliveries at once never wait for each other in a circle.
 */
export async function openItems(
  db: Db,
  entityId: string,
  place: { locationId: string; roomType: string },
  variantIds: readonly string[],
): Promise<Map<string, string>> {
  const variants = [...variantIds].sort();
  const ids = variants.map(() => v7());
  await db.execute(sql`
    insert into inventory_items (id, entity_id, location_id, room_type, product_id, product_name, variant_id, sku)
    select n.id, ${entityId}, ${place.locationId}, ${place.roomType}, p.id, p.name, v.id, v.sku
    from unnest(${uuids(ids)}, ${uuids(variants)}) with ordinality as n (id, variant_id, position)
    join product_variants v on v.id = n.variant_id join products p on p.id = v.product_id
    order by n.position
    on conflict (location_id, variant_id, room_type) do nothing`);
  const rows = await db.execute<{ id: string; variant_id: string }>(sql`
    select id, variant_id from inventory_items
    where location_id = ${place.locationId} and room_type = ${place.roomType} and entity_id = ${entityId}
      and variant_id = any(${uuids(variants)})`);
  return new Map(rows.map((row) => [row.variant_id, row.id]));
}

/** A new variant has a zero row in the vault of its owner's first location (decision 13). */
export async function openStockOfVariants(
  db: Db,
  entityId: string,
  variants: readonly OpenedVariant[],
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

onVariantsCreated(openStockOfVariants);
onLocationClosing(closeStockOfLocation);
