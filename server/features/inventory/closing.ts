import { sql } from 'drizzle-orm';
import { AppError } from '../../kernel/errors';
import type { Db } from '../../platform/db/client';

/**
 * A location with stock stays (decision 47); the empty rows of one that goes are closed, so that nothing comes into them
 * any more. Their ledger stays.
 * @throws AppError CONFLICT with `details.units`, what the location holds
 */
export async function closeStockOfLocation(db: Db, { locationId }: { locationId: string }): Promise<void> {
  const [row] = await db.execute<{ units: number }>(sql`
    with held as (
      select i.quantity from inventory_items i where i.location_id = ${locationId} and not i.closed
      order by i.id for no key update
    )
    select coalesce(sum(quantity), 0)::float8 as units from held`);
  const units = row?.units ?? 0;
  if (units > 0) {
    throw new AppError('CONFLICT', `The location holds ${units} units. Move them elsewhere first.`, {
      reason: 'stock',
      units,
    });
  }
  await db.execute(
    sql`update inventory_items set closed = true where location_id = ${locationId} and not closed`,
  );
}

/**
 * A variant with stock or reservations stays. The empty rows of one that goes are closed; their ledger stays.
 * @throws AppError CONFLICT with `details.reason` `stock` or `reservations`, and `details.units`
 */
export async function closeStockOfVariant(
  db: Db,
  { entityId, variantId }: { entityId: string; variantId: string },
): Promise<void> {
  const [held] = await db.execute<{ units: number; reserved: number }>(sql`
    with held as (
      select i.quantity, i.reserved_quantity from inventory_items i
      where i.variant_id = ${variantId} and i.entity_id = ${entityId} order by i.id for no key update
    )
    select coalesce(sum(quantity), 0)::float8 as units, coalesce(sum(reserved_quantity), 0)::float8 as reserved
    from held`);
  const { units = 0, reserved = 0 } = held ?? {};
  if (reserved > 0) {
    const message = `${reserved} units of this variant are reserved. Wait until their orders ship.`;
    throw new AppError('CONFLICT', message, { reason: 'reservations', units: reserved });
  }
  if (units > 0) {
    const message = `${units} units of this variant are in stock. Adjust them to zero first.`;
    throw new AppError('CONFLICT', message, { reason: 'stock', units });
  }
  await db.execute(sql`
    update inventory_items set closed = true
    where variant_id = ${variantId} and entity_id = ${entityId} and not closed`);
}
