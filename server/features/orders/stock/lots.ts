import type { Db } from '../../../platform/db/client';
import type { OrderView } from '../queries';
import { blockedLotsOf, type NamedLot } from './lots.sql';

/** The lots of an order that can't be sold on the seller's current day, and why. */
export async function blockedLots(db: Db, order: OrderView): Promise<NamedLot[]> {
  return [...(await blockedLotsOf(db, order.id, order.wholesaler.id))];
}
