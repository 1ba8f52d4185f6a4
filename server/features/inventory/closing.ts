import { AppError } from '../../kernel/errors';
import type { Db } from '../../platform/db/client';
import {
  closeRowsOfLocation,
  closeRowsOfVariant,
  lockStockOfLocation,
  lockStockOfVariant,
} from './closing.sql';

/**
 * A location with stock stays (decision 47); the empty rows of one that goes are closed, so that nothing comes into them
 * any more. Their ledger stays.
 * @throws AppError CONFLICT with `details.units`, what the location holds
 */
export async function closeStockOfLocation(db: Db, { locationId }: { locationId: string }): Promise<void> {
  const [row] = await lockStockOfLocation(db, locationId);
  const units = row?.units ?? 0;
  if (units > 0) {
    throw new AppError('CONFLICT', `The location holds ${units} units. Move them elsewhere first.`, {
      reason: 'stock',
      units,
    });
  }
  await closeRowsOfLocation(db, locationId);
}

/**
 * A variant with stock or reservations stays. The empty rows of one that goes are closed; their ledger stays.
 * @throws AppError CONFLICT with `details.reason` `stock` or `reservations`, and `details.units`
 */
export async function closeStockOfVariant(
  db: Db,
  { entityId, variantId }: { entityId: string; variantId: string },
): Promise<void> {
  const [held] = await lockStockOfVariant(db, variantId, entityId);
  const { units = 0, reserved = 0 } = held ?? {};
  if (reserved > 0) {
    const message = `${reserved} units of this variant are reserved. Wait until their orders ship.`;
    throw new AppError('CONFLICT', message, { reason: 'reservations', units: reserved });
  }
  if (units > 0) {
    const message = `${units} units of this variant are in stock. Adjust them to zero first.`;
    throw new AppError('CONFLICT', message, { reason: 'stock', units });
  }
  await closeRowsOfVariant(db, variantId, entityId);
}
