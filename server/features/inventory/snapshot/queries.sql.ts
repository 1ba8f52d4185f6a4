import { type SQL, sql } from 'drizzle-orm';
import { byName } from '../../../platform/db/listing';
import { LIMITED, OWNER, TIME } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { blockReason, hasCertificate } from '../../lots/queries.sql';
import { batches, lots } from '../../lots/tables';
import { inUnits } from '../../products/resource';
import { productVariants } from '../../products/tables';
import { itemColumns, itemJoins } from '../item-columns';
import { type ItemRow, visibleItems } from '../queries.sql';
import { inventoryItems, inventoryLots, inventoryMovements } from '../tables';
import { keptItems } from '../totals/totals.sql';

const NAME = byName(sql`i.product_name`);

/** SQL: the lots of an item `i` at that time, by the ledger; null without any. Holds and expirations are those of today. */
const lotsAt = (
  end: string,
) => sql`case when exists (select from ${inventoryLots} x where x.inventory_item_id = i.id) then (
  select json_agg(json_build_object('lot_id', l.id, 'batch', b.id, 'batch_id', b.batch_id, 'package_tag', l.package_tag,
      'expires_on', b.expires_on, 'quantity', x.quantity, 'amount', ${inUnits(sql`x.quantity`)}, 'reserved_quantity', x.reserved,
      'has_coa', ${hasCertificate}, 'blocked', ${blockReason()}) order by b.expires_on nulls last, l.created_at, l.id)
    from (select m.lot_id, sum(m.delta)::int as quantity, sum(m.reserved_delta)::int as reserved
        from ${inventoryMovements} m
        where m.item_id = i.id and m.lot_id is not null and m.created_at < ${end}::timestamptz
        group by m.lot_id having sum(m.delta) > 0) x
      join ${lots} l on l.id = x.lot_id join ${batches} b on b.id = l.batch_id) end as lots`;

/** SQL: rows `m` of the last movement of the item `i` before a moment. */
export const lastMovement = (end: SQL) => sql`
    select m.quantity_after, m.reserved_after from ${inventoryMovements} m
    where m.item_id = i.id and m.created_at < ${end}
    order by m.created_at desc nulls last, m.position desc nulls last limit 1`;

/**
 * SQL: whether the item `i` held nothing at a moment. Each movement writes `updated_at`: without a later one it held what
 * it holds now, and nothing moves once the owner has deleted the variant. The hour is for transactions that began before the
 * moment.
 */
const emptyAt = (end: string) => sql`case when i.updated_at < ${end}::timestamptz - interval '1 hour'
    or i.closed and i.deleted_at < ${end}::timestamptz - interval '1 hour'
  then i.quantity = 0 else coalesce((select m.quantity_after from (${lastMovement(sql`${end}::timestamptz`)}) m), 0) = 0 end`;

export type StockRow = ItemRow & { total: number; quantity_now: number; reserved_now: number };

const SAMPLE = { end: TIME, leftOut: sql`i.quantity = 0`, page: 1, limit: 1 };

export const stockPage = statement(
  [
    [{ ...SAMPLE, kept: keptItems(OWNER, {}), where: visibleItems(OWNER), later: null }],
    [{ ...SAMPLE, kept: keptItems(LIMITED, {}), where: visibleItems(LIMITED), later: visibleItems(LIMITED) }],
  ],
  ({
    end,
    kept,
    where,
    later,
    leftOut,
    page,
    limit,
  }: {
    end: string;
    /** How many rows the business has now, of which none is ever deleted. */
    kept: SQL;
    where: SQL;
    /** Of these, the ones that were opened later. */
    later: SQL | null;
    /** Of the rows that were empty then and belong to a deleted variant (`d`), which are left out. */
    leftOut: SQL;
    page: number;
    limit: number;
  }) => {
    const held = sql`left join lateral (${lastMovement(sql`${end}::timestamptz`)}) m on true`;
    const listed = sql`select i.id from ${inventoryItems} i where ${where} and i.id not in (select id from left_out)`;
    const skipped = sql`${(page - 1) * limit}::bigint`;
    return sql<StockRow>`
    with left_out as materialized (
      select i.id from (
        select i.id, i.quantity, i.updated_at, i.closed, case when d.entity_id = i.entity_id then d.deleted_at end as deleted_at
        from ${productVariants} d join ${inventoryItems} i on i.variant_id = d.id
        where d.deleted_at is not null and ${where} and ${leftOut} offset 0
      ) i where ${emptyAt(end)}
    ), counted as materialized (
      select ${kept} - ${later ? sql`(select count(*) from ${inventoryItems} i where ${later})` : sql`0`}
        - (select count(*) from left_out) as total
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
        i.average_cost, i.lot_quantity, i.last_sync, i.synced_at, i.updated_at, i.entity_id, i.closed, coalesce(m.quantity_after, 0) as quantity, coalesce(m.reserved_after, 0) as reserved_quantity,
        i.quantity as quantity_now, i.reserved_quantity as reserved_now
      from page join ${inventoryItems} i on i.id = page.id ${held}
    )
    select counted.total::int, ${itemColumns()}, ${lotsAt(end)}, i.quantity_now, i.reserved_now
    from counted left join (i ${itemJoins}) on true
    order by ${NAME}, i.id`;
  },
);
