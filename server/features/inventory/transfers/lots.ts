import { AppError } from '../../../kernel/errors';
import type { StockLot } from '../allocation.sql';
import { insufficient, isSellable, type Route } from './plan';

/**
 * Says which lots move: those that lines name; else units without a lot, then lots in the order of allocation, those that
 * can't be sold last. Held units don't move into a room from which they could be sold.
 * @throws AppError INSUFFICIENT_STOCK with `details.lines`; CONFLICT with `details.reason = "held"` and the lots
 */
export function planLots(routes: readonly Route[], lots: readonly StockLot[]): Route[] {
  if (lots.length === 0 && routes.every((route) => route.lotId === null)) return [...routes];
  const left = new Map(lots.map((lot) => [lot, lot.available]));
  const spare = new Map(routes.map(({ from }) => [from.id, from.spare]));
  const planned: Route[] = [];
  const short: Array<{ index: number; available: number; route: Route }> = [];
  // Named lots first: what a line names is not given to another that leaves the choice.
  for (const stated of [true, false]) {
    for (const [index, route] of routes.entries()) {
      if ((route.lotId !== null) !== stated) continue;
      let missing = route.quantity;
      const take = (units: number, lotId: string | null) => {
        const quantity = Math.min(units, missing);
        if (quantity <= 0) return 0;
        planned.push({ ...route, quantity, lotId, lotBasis: stated ? 'stated' : 'inferred' });
        missing -= quantity;
        return quantity;
      };
      const fromSpare = stated ? 0 : take(spare.get(route.from.id) ?? 0, null);
      spare.set(route.from.id, (spare.get(route.from.id) ?? 0) - fromSpare);
      const held: StockLot[] = [];
      for (const lot of candidates(route, lots)) {
        if (lot.blocked === 'held' && isSellable(route.to.room_type)) held.push(lot);
        else left.set(lot, (left.get(lot) ?? 0) - take(left.get(lot) ?? 0, lot.lot_id));
      }
      if (missing > 0 && held.length > 0) throw lotsOnHold(held);
      if (missing > 0) short.push({ index, available: route.quantity - missing, route });
    }
  }
  if (short.length > 0) throw insufficient(short);
  return planned;
}

function candidates({ from, lotId }: Route, lots: readonly StockLot[]): StockLot[] {
  const inRow = lots.filter((lot) => lot.inventory_item_id === from.id);
  if (lotId !== null) return inRow.filter((lot) => lot.lot_id === lotId);
  return [...inRow.filter((lot) => !lot.blocked), ...inRow.filter((lot) => lot.blocked)];
}

function lotsOnHold(held: readonly StockLot[]): AppError {
  return new AppError('CONFLICT', 'Units on hold move to quarantine only. Release their batch first.', {
    reason: 'held',
    lots: held.map(({ lot_id, batch_id, package_tag }) => ({ lot_id, batch_id, package_tag })),
  });
}
