import { type SQL, sql } from 'drizzle-orm';
import { AppError } from '../../../kernel/errors';
import type { Db } from '../../../platform/db/client';
import { countOpen } from '../queries.sql';

/** Rejects deleting a location that an open order is delivered to (decision 47). @throws AppError CONFLICT */
export async function rejectWhileReceiving(
  db: Db,
  { entityId, locationId }: { entityId: string; locationId: string },
): Promise<void> {
  await rejectOpen(db, sql`o.retailer_id = ${entityId} and o.receiving_location_id = ${locationId}`);
}

/** Rejects deleting a business with open orders on either side (decision 79). @throws AppError CONFLICT */
export async function rejectWhileTrading(db: Db, { entityId }: { entityId: string }): Promise<void> {
  await rejectOpen(
    db,
    sql`((o.retailer_id = ${entityId} and o.disputed_at is null) or o.wholesaler_id = ${entityId})`,
  );
}

async function rejectOpen(db: Db, which: SQL): Promise<void> {
  const [row] = await countOpen(db, which);
  const orders = row?.orders ?? 0;
  if (orders === 0) return;
  const message =
    orders === 1
      ? 'An order is still open. Complete or cancel it first.'
      : `${orders} orders are still open. Complete or cancel them first.`;
  throw new AppError('CONFLICT', message, { reason: 'open_orders', open_orders: orders });
}
