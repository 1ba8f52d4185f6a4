import type { StockLot } from '../../inventory/allocation';
import type { Move } from '../../inventory/ledger/ledger';
import type { Count } from './apply-page.sql';

/** What a row of stock has under its lock. */
export interface CountedStock {
  quantity: number;
  reserved: number;
  /** Available units that no lot claims. */
  spare: number;
  /** Units of each lot, by its id. */
  lots: ReadonlyMap<string, { quantity: number; reserved: number }>;
  /** What is available of its lots, in the order of allocation. */
  available: readonly StockLot[];
}

/** The moves that a count makes, and whether a part of it is below what orders have reserved. */
interface CountPlan {
  moves: Move[];
  shortLots: boolean;
  shortRest: boolean;
}

/**
 * Sets the lots that the POS has named in the row to their counts, and all other units to the rest. Where those become
 * fewer, the units without a lot go first, then lots that the POS has never named, in the order of allocation: what it
 * can't tell apart keeps its lot. A part below what orders have reserved doesn't change.
 */
export function planCount({ itemId, quantity, lots }: Count, stock: CountedStock): CountPlan {
  const plan: CountPlan = { moves: [], shortLots: false, shortRest: false };
  const move = (lotId: string | null, delta: number, lotBasis?: Move['lotBasis']) => {
    if (delta === 0) return;
    plan.moves.push({ itemId, lotId, delta, reservedDelta: 0, ...(lotBasis && { lotBasis }) });
  };
  const rest = { target: quantity, quantity: stock.quantity, reserved: stock.reserved };
  for (const { lotId, quantity: target } of lots) {
    const present = stock.lots.get(lotId) ?? { quantity: 0, reserved: 0 };
    rest.target -= target;
    rest.quantity -= present.quantity;
    rest.reserved -= present.reserved;
    if (target < present.reserved) plan.shortLots = true;
    else move(lotId, target - present.quantity);
  }
  const delta = rest.target - rest.quantity;
  if (rest.target < rest.reserved) plan.shortRest = true;
  else if (delta >= 0) move(null, delta);
  else {
    const fromSpare = Math.min(stock.spare, -delta);
    move(null, -fromSpare);
    let missing = -delta - fromSpare;
    const others = stock.available.filter((lot) => !lots.some(({ lotId }) => lotId === lot.lot_id));
    for (const lot of [...others.filter((one) => !one.blocked), ...others.filter((one) => one.blocked)]) {
      const units = Math.min(lot.available, missing);
      missing -= units;
      move(lot.lot_id, -units, 'inferred');
    }
  }
  return plan;
}
