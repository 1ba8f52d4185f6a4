import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import { type BookedUnits, unitsKey } from '../flow/booking';
import type { ShippedUnits } from '../flow/outcomes';
import { bookedByDelivery } from './queries.sql';
import { receiptLines } from './tables';

/** What the seller booked into the buyer's stock when it marked the order delivered: all that was shipped. */
export async function unitsDelivered(
  db: Db,
  orderId: string,
  shipped: readonly ShippedUnits[],
): Promise<BookedUnits[]> {
  const rowOf = new Map(
    (await bookedByDelivery(db, orderId)).map((row) => [
      unitsKey({ orderItemId: row.order_item_id, lotId: row.lot_id }),
      row.inventory_item_id,
    ]),
  );
  return shipped.flatMap(({ orderItemId, lotId, quantity }) => {
    const inventoryItemId = rowOf.get(unitsKey({ orderItemId, lotId }));
    return inventoryItemId ? [{ orderItemId, lotId, inventoryItemId, quantity }] : [];
  });
}

/** What the buyer accepted of each lot, and where it is booked. */
export async function unitsAccepted(db: Db, receiptId: string): Promise<BookedUnits[]> {
  return db
    .select({
      orderItemId: receiptLines.orderItemId,
      lotId: receiptLines.lotId,
      inventoryItemId: receiptLines.inventoryItemId,
      quantity: receiptLines.accepted,
    })
    .from(receiptLines)
    .where(eq(receiptLines.receiptId, receiptId));
}
