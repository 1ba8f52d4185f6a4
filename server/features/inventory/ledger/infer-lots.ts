import { sql } from 'drizzle-orm';
import { AppError } from '../../../kernel/errors';
import type { Db } from '../../../platform/db/client';
import { checkedOn, isAmong } from '../../../platform/db/listing';
import { lockRows, type Stock } from '../allocation';
import type { StockLot } from '../allocation.sql';
import { visibleItems } from '../queries.sql';
import type { Move, MoveCause } from './ledger.sql';

/** Whether a move may take units of lots that it doesn't name. */
export const mayNeedLots = (moves: readonly Move[]) => moves.some((move) => move.delta < 0 && !move.lotId);

/**
 * Says of which lots a decrease is: it takes the remainder first, then lots in the order of allocation, those that can't
 * be sold last. Locks the rows. A sale takes no held unit.
 * @returns the moves themselves when no lot is needed
 * @throws AppError CONFLICT with `details.reason = "held"` when a sale could only take held units
 */
export async function inferLots(
  db: Db,
  moves: readonly Move[],
  { entityId, reason, only }: Pick<MoveCause, 'entityId' | 'reason' | 'only'>,
): Promise<readonly Move[]> {
  const itemIds = [...new Set(moves.map((move) => move.itemId))];
  const stock = await lockRows(
    db,
    // Rows that the member may not change say nothing, not even that their units are held.
    sql`${isAmong(sql`i.id`, itemIds)} and ${checkedOn(only ? visibleItems(only.actor) : sql`i.entity_id = ${entityId}`)}`,
  );
  if (stock.lots.length === 0) return moves;
  for (const { itemId, lotId, delta } of moves) {
    const lot = lotId && stock.lots.find((one) => one.inventory_item_id === itemId && one.lot_id === lotId);
    if (lot && delta < 0) lot.available += delta;
  }
  return moves.flatMap((move) => (move.lotId ? [move] : split(move, stock, move.reason ?? reason)));
}

function split(move: Move, stock: Stock, reason: MoveCause['reason']): Move[] {
  const row = stock.rows.find((one) => one.id === move.itemId);
  if (!row) return [move];
  const fromSpare = Math.min(Math.max(row.spare, 0), -move.delta);
  if (move.delta >= 0 || fromSpare === -move.delta) {
    row.spare += move.delta;
    return [move];
  }
  row.spare -= fromSpare;
  let missing = -move.delta - fromSpare;
  const inItem = stock.lots.filter((lot) => lot.inventory_item_id === move.itemId && lot.available > 0);
  const inOrder = [...inItem.filter((lot) => !lot.blocked), ...inItem.filter((lot) => lot.blocked)];
  const parts: Move[] = [];
  for (const lot of inOrder.filter((one) => reason !== 'SALE' || one.blocked !== 'held')) {
    const units = Math.min(lot.available, missing);
    if (units <= 0) continue;
    lot.available -= units;
    missing -= units;
    parts.push({ ...move, delta: -units, lotId: lot.lot_id, lotBasis: 'inferred' });
  }
  if (missing > 0 && reason === 'SALE') rejectHeld(inOrder);
  // What is still missing stays without a lot: the ledger rejects it.
  const rest = -(fromSpare + missing);
  return rest === 0 ? parts : [{ ...move, delta: rest }, ...parts];
}

function rejectHeld(lots: readonly StockLot[]): void {
  const held = lots.filter((lot) => lot.blocked === 'held');
  if (held.length === 0) return;
  throw new AppError('CONFLICT', 'The remaining units are on hold. Release the batch to sell them.', {
    reason: 'held',
    lots: held.map(({ lot_id, batch_id, package_tag }) => ({ lot_id, batch_id, package_tag })),
  });
}
