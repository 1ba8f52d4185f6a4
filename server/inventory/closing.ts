import { sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { AppError } from '../kernel/errors';

/**
 * A location with stock stays (decision 47); the empty rows of one that goes are closed, so that nothing comes into them
 * any more. Their ledger stays.
 * @throws AppError CONFLICT with `details.units`, what the location holds
 */
export async function closeStockOfLocation(db: Db, { locationId }: { locationId: string }): Promise<void> {
  const [row] = await db.execute<{ units: number }>(sql`
    with held as (
      select i.quantity from inventory_items i where i.location_id = ${locationId} and not i.closed
      order by i.id for no key update
    )
    select coalesce(sum(quantity), 0)::float8 as units from held`);
  const units = row?.units ?? 0;
  if (units > 0) {
    throw new AppError('CONFLICT', `The location holds ${units} units. Move them elsewhere first.`, {
      reason: 'stock',
      units,
    });
  }
  await db.execute(
    sql`update inventory_items set closed = true where location_id = ${locationId} and not closed`,
  );
}
