import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allOf, slice } from '../db/listing';
import { locationExists } from '../entities/locations/queries';
import { addDays, dateIn, startOfDay } from '../kernel/clock';
import { notFound } from '../kernel/errors';
import type { ReadContext } from '../trpc/context';
import { type ItemRow, itemColumns, toItem, visibleItems } from './queries';
import type { Snapshot, SnapshotQuery } from './schema';

/**
 * The stock as it stood at the end of a day in the business's timezone, from the ledger (decision 44). What the ledger
 * does not keep (name, SKU, prices, cost, `last_sync`) is that of today; a row that was opened later is absent.
 * @throws AppError NOT_FOUND for a location that is not the business's, or out of the member's
 */
export async function takeSnapshot(
  { db, actor }: ReadContext,
  { date = dateIn(actor.entity.timezone), location_id, page, limit }: z.infer<typeof SnapshotQuery>,
): Promise<z.infer<typeof Snapshot>> {
  if (location_id) await requireLocation({ db, actor }, location_id);
  const end = startOfDay(actor.entity.timezone, addDays(date, 1)).toISOString();
  const where = allOf([
    visibleItems(actor),
    location_id ? sql`i.location_id = ${location_id}` : undefined,
    sql`i.created_at < ${end}::timestamptz`,
  ]);
  const [rows, [counted]] = await Promise.all([
    db.execute<ItemRow>(stockAt(where, end, slice({ page, limit }))),
    db.execute<{ total: number }>(sql`select count(*)::int as total from inventory_items i where ${where}`),
  ]);
  return {
    date,
    location_id: location_id ?? null,
    data: rows.map(toItem),
    pagination: { page, limit, total: counted?.total ?? 0 },
  };
}

/** The page of rows first, then for each its last movement of the time: one look into an index. */
function stockAt(where: SQL, end: string, part: SQL): SQL {
  return sql`
    with page as (
      select * from inventory_items i where ${where} order by i.product_name, i.id ${part}
    ), i as (
      select p.id, p.product_id, p.product_name, p.variant_id, p.sku, p.location_id, p.room_type, p.unit_cost_cents,
        p.last_sync, coalesce(m.quantity_after, 0) as quantity, coalesce(m.reserved_after, 0) as reserved_quantity
      from page p left join lateral (
        select m.quantity_after, m.reserved_after from inventory_movements m
        where m.item_id = p.id and m.created_at < ${end}::timestamptz
        order by m.created_at desc nulls last, m.position desc nulls last limit 1
      ) m on true
    )
    select ${itemColumns} from i join product_variants v on v.id = i.variant_id order by i.product_name, i.id`;
}

async function requireLocation({ db, actor }: ReadContext, id: string): Promise<void> {
  const inReach = actor.locationIds === null || actor.locationIds.includes(id);
  if (!inReach || !(await locationExists(db, actor.entity.id, id))) throw notFound();
}
