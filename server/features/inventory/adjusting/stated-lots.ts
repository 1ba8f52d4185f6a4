import { AppError } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import type { REASON_CODES } from '../schema';
import { lockBatchesOfLots, lotsOfStatedItems } from './stated-lots.sql';

/** An item and the lot that a caller named for it. */
interface StatedLot {
  id: string;
  lot_id: string;
  reason_code: (typeof REASON_CODES)[number];
}

/**
 * Checks lots that a caller named: each visible, and of its item's product and variant. Their batches stay locked, so that
 * none is held meanwhile.
 * @throws AppError NOT_FOUND with `details.index`, CONFLICT with `details.reason = "held"` for a sale of held units
 */
export async function lockStatedLots(
  { db, actor }: Pick<WriteContext, 'db' | 'actor'>,
  stated: readonly StatedLot[],
): Promise<void> {
  const lotIds = stated.map((one) => one.lot_id);
  await lockBatchesOfLots(db, lotIds);
  const itemIds = stated.map((one) => one.id);
  const rows = await lotsOfStatedItems(db, actor, itemIds, lotIds);
  for (const [index, { id, lot_id, reason_code }] of stated.entries()) {
    const lot = rows.find((row) => row.id === id && row.lot_id === lot_id);
    if (!lot) throw new AppError('NOT_FOUND', 'Resource not found.');
    if (lot.blocked !== 'held' || reason_code !== 'SALE') continue;
    throw new AppError('CONFLICT', `Batch ${lot.batch_id} is on hold. Release it to sell its units.`, {
      reason: 'held',
      index,
      lot_id,
    });
  }
}
