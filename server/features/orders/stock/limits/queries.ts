import type { Db } from '../../../../platform/db/client';
import { countPending, heldUnits, type OrderLimits } from './queries.sql';

export type { OrderLimits } from './queries.sql';

/** Who orders, and what part of the seller's stock its pending orders may hold. */
export interface Share {
  retailerId: string;
  percent: number;
}

/** The share of a buyer; null where the seller sets none, so that orders read nothing for it. */
export function shareOf(retailerId: string, { maxReservedPercent }: OrderLimits): Share | null {
  return maxReservedPercent < 100 ? { retailerId, percent: maxReservedPercent } : null;
}

/** A buyer and the seller whose goods it asks for. */
interface Pair {
  buyerId: string;
  sellerId: string;
}

/**
 * Units of each variant of a seller that a buyer's pending orders with it may hold beyond what they do: the percentage of what is
 * sellable plus what the buyer's open orders have reserved, rounded down (decision 434). Exact where the caller holds the stock's locks.
 * @param sellable units by variant
 */
export async function leftOfShare(
  db: Db,
  { buyerId, sellerId }: Pair,
  sellable: ReadonlyMap<string, number>,
  percent: number,
): Promise<Map<string, number>> {
  const rows = await heldUnits(db, buyerId, sellerId, [...sellable.keys()]);
  const held = new Map(rows.map((row) => [row.variant_id, row]));
  return new Map(
    [...sellable].map(([variantId, units]) => {
      const { reserved = 0, pending = 0 } = held.get(variantId) ?? {};
      const most = Math.floor((percent * (units + reserved)) / 100);
      return [variantId, Math.max(0, most - pending)];
    }),
  );
}

/** What a buyer can order of each variant of a seller: what is available, within its share. @param percent 100 costs nothing */
export async function orderableUnits(
  db: Db,
  pair: Pair,
  available: ReadonlyMap<string, number>,
  percent: number,
): Promise<Map<string, number>> {
  if (percent >= 100 || available.size === 0) return new Map(available);
  const left = await leftOfShare(db, pair, available, percent);
  return new Map([...available].map(([id, units]) => [id, Math.min(units, left.get(id) ?? units)]));
}

/** Whether a buyer has as many pending orders as its seller takes. */
export async function hasMostPending(
  db: Db,
  retailerId: string,
  { id, maxPendingOrders }: { id: string } & OrderLimits,
): Promise<boolean> {
  if (maxPendingOrders === null) return false;
  const [row] = await countPending(db, retailerId, id, maxPendingOrders);
  return (row?.total ?? 0) >= maxPendingOrders;
}
