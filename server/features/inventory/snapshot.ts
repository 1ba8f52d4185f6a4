import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { addDays, dateIn, startOfDay } from '../../kernel/clock';
import { notFound } from '../../kernel/errors';
import type { Page } from '../../kernel/params';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { allOf, byName, pageOf } from '../../platform/db/listing';
import { locationExists } from '../entities/locations/queries';
import { itemColumns, itemJoins } from './item-columns';
import { type ItemRow, toItem, visibleItems } from './queries';
import type { Comparison, Snapshot, SnapshotQuery } from './schema';

const NAME = byName(sql`i.product_name`);

type Query = z.infer<typeof SnapshotQuery>;

/**
 * The stock as it stood at the end of a day in the business's timezone, from the ledger (decision 44). What the ledger
 * does not keep (name, SKU, prices, costs, `low_stock`, the syncs' times) is that of today; a row that was opened later
 * is absent, and so is an empty one whose product or variant had been deleted (decision 45).
 * @throws AppError NOT_FOUND for a location that is not the business's, or out of the member's
 */
export async function takeSnapshot(ctx: ReadContext, query: Query): Promise<z.infer<typeof Snapshot>> {
  const { date, end, where } = await readQuery(ctx, query);
  const { rows, total } = await stockAt(ctx.db, end, query, {
    where: sql`${where} and i.created_at < ${end}::timestamptz`,
    unlisted: sql`d.deleted_at < ${end}::timestamptz and coalesce(m.quantity_after, 0) = 0`,
  });
  return { ...answer(date, query, total), data: rows.map(toItem) };
}

/**
 * The same beside the stock of now. A row that was opened since held nothing then; what is empty then and now and
 * belongs to a deleted product or variant is absent.
 * @throws AppError NOT_FOUND as above
 */
export async function compareSnapshot(ctx: ReadContext, query: Query): Promise<z.infer<typeof Comparison>> {
  const { date, end, where } = await readQuery(ctx, query);
  const { rows, total } = await stockAt(ctx.db, end, query, {
    where,
    unlisted: sql`d.deleted_at is not null and i.quantity = 0 and coalesce(m.quantity_after, 0) = 0`,
  });
  const data = rows.map((row) => ({
    ...toItem(row),
    current: {
      quantity: row.quantity_now,
      reserved_quantity: row.reserved_now,
      available_quantity: row.quantity_now - row.reserved_now,
    },
    difference: row.quantity_now - row.quantity,
  }));
  return { ...answer(date, query, total), data };
}

async function readQuery(ctx: ReadContext, { date: wanted, location_id }: Query) {
  const { actor } = ctx;
  if (location_id) await requireLocation(ctx, location_id);
  const { timezone } = actor.entity;
  const date = wanted ?? dateIn(timezone);
  const end = startOfDay(timezone, addDays(date, 1)).toISOString();
  const where = allOf([visibleItems(actor), location_id ? sql`i.location_id = ${location_id}` : undefined]);
  return { date, end, where };
}

function answer(date: string, { location_id, page, limit }: Query, total: number) {
  return { date, location_id: location_id ?? null, pagination: pageOf({ page, limit }, total) };
}

type StockRow = ItemRow & { total: number; quantity_now: number; reserved_now: number };

/**
 * The page's ids are read from an index alone, from whichever end is nearer; then for each row its last movement of the
 * time: one look into an index, however long its past. One statement, so that page and total are of one moment; its
 * outer limit says to the planner how few rows come, which the inner ones, being computed, do not.
 * @param scope `where`: of which rows (`i`); `unlisted`: which of those of a deleted variant (`d`), by what they held
 * then (`m`), are left out
 */
async function stockAt(
  db: Db,
  end: string,
  { page, limit }: Page,
  { where, unlisted }: { where: SQL; unlisted: SQL },
): Promise<{ rows: StockRow[]; total: number }> {
  const skipped = sql`${(page - 1) * limit}::bigint`;
  const held = sql`left join lateral (
    select m.quantity_after, m.reserved_after from inventory_movements m
    where m.item_id = i.id and m.created_at < ${end}::timestamptz
    order by m.created_at desc nulls last, m.position desc nulls last limit 1
  ) m on true`;
  const listed = sql`select i.id from inventory_items i where ${where} and i.id not in (select id from left_out)`;
  const rows = await db.execute<StockRow>(sql`
    with left_out as materialized (
      select i.id from product_variants d join inventory_items i on i.variant_id = d.id ${held}
      where d.deleted_at is not null and ${where} and ${unlisted}
    ), counted as materialized (
      select (select count(*) from inventory_items i where ${where}) - (select count(*) from left_out) as total
    ), page as materialized (
      select id from ((${listed} order by ${NAME}, i.id
        limit (select case when ${skipped} <= total / 2 then ${limit}::bigint else 0 end from counted) offset ${skipped})
      union all
      (${listed} order by ${NAME} desc, i.id desc
        limit (select case when ${skipped} <= total / 2 then 0
          else greatest(0, least(${limit}::bigint, total - ${skipped})) end from counted)
        offset (select greatest(0, total - ${skipped} - ${limit}::bigint) from counted))) nearer
      limit ${limit}
    ), i as (
      select i.id, i.product_id, i.product_name, i.variant_id, i.sku, i.location_id, i.room_type, i.unit_cost_cents,
        i.average_cost, i.last_sync, i.synced_at, i.updated_at, i.entity_id, i.closed, coalesce(m.quantity_after, 0) as quantity, coalesce(m.reserved_after, 0) as reserved_quantity,
        i.quantity as quantity_now, i.reserved_quantity as reserved_now
      from page join inventory_items i on i.id = page.id ${held}
    )
    select counted.total::int, ${itemColumns()}, i.quantity_now, i.reserved_now
    from counted left join (i ${itemJoins}) on true
    order by ${NAME}, i.id`);
  // Beyond the last page there is the total alone.
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

async function requireLocation({ db, actor }: ReadContext, id: string): Promise<void> {
  const inReach = actor.locationIds === null || actor.locationIds.includes(id);
  if (!inReach || !(await locationExists(db, actor.entity.id, id))) throw notFound();
}
