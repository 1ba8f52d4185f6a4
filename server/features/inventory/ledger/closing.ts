import { AppError } from '../../../kernel/errors';
import type { Db } from '../../../platform/db/client';
import {
  closeRowsOfLocation,
  closeRowsOfVariant,
  lockAndTouchItemsOfBatches,
  lockStockOfLocation,
  lockStockOfVariant,
} from './closing.sql';

/**
 * Closes the empty rows of a location that is deleted, so that nothing is added to them; their ledger stays. A location
 * with stock can't be deleted (decision 47).
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
 * Closes the empty rows of a variant that is deleted; their ledger stays. One with stock or reservations can't be.
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

/** Marks the items of batches as changed: they show their fields, and `updated_since` must list them. Rows stay locked. */
export async function touchItemsOfBatches(db: Db, batchIds: readonly string[]): Promise<void> {
  await lockAndTouchItemsOfBatches(db, batchIds);
}
