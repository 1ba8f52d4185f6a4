import { PgDialect } from 'drizzle-orm/pg-core';
import type postgres from 'postgres';
import { NIL } from 'uuid';
import { expect } from 'vitest';
import { z } from 'zod';
import { wrongReach } from '../../server/features/orders/figures/reach.sql';
import { PRODUCT_WINDOWS, PURCHASES } from '../../server/features/orders/figures/rollups.sql';
import {
  BUYER_SALES,
  PURCHASE_YEARS,
  SALES_YEARS,
  VARIANT_SALES,
} from '../../server/features/orders/figures/sales/rollups.sql';
import { CATALOG } from '../../server/features/webhooks/catalog';
import type { EventType } from '../../server/kernel/events';

/** What must hold of stock whatever happened: balances are the sum of the ledger, reservations are those of orders. */
export async function expectStockAddsUp(sql: postgres.Sql): Promise<void> {
  const wrong = {
    'balances that are not the sum of their ledger': sql`
      select i.id, i.quantity, i.reserved_quantity, m.delta, m.reserved from inventory_items i
      left join (select item_id, sum(delta)::int as delta, sum(reserved_delta)::int as reserved
        from inventory_movements group by item_id) m on m.item_id = i.id
      where i.quantity <> coalesce(m.delta, 0) or i.reserved_quantity <> coalesce(m.reserved, 0)
        or i.reserved_quantity < 0 or i.reserved_quantity > i.quantity`,
    'ledger rows that do not follow from the ones before': sql`
      select * from (
        select item_id, position, quantity_after, reserved_after,
          sum(delta) over (partition by item_id order by position) as delta_sum,
          sum(reserved_delta) over (partition by item_id order by position) as reserved_sum
        from inventory_movements) m
      where quantity_after <> delta_sum or reserved_after <> reserved_sum`,
    'stock reserved for no order': sql`
      select i.id, i.reserved_quantity, r.held from inventory_items i
      left join (select inventory_item_id, sum(quantity)::int as held from order_allocations
        where shipped_at is null group by inventory_item_id) r on r.inventory_item_id = i.id
      where i.reserved_quantity <> coalesce(r.held, 0)`,
    'orders that do not hold what their lines want': sql`
      select o.id, o.status, x.wanted, r.held from orders o
      join (select order_id, sum(quantity)::int as wanted from order_items group by order_id) x on x.order_id = o.id
      left join (select order_id, sum(quantity)::int as held from order_allocations group by order_id) r
        on r.order_id = o.id
      where case when o.status = 'cancelled' then coalesce(r.held, 0) <> 0
        when o.recall_id is null then coalesce(r.held, 0) <> x.wanted else coalesce(r.held, 0) >= x.wanted end`,
    'levels that are not the sum of their rooms': sql`
      select * from stock_levels l full join (
        select location_id, variant_id, sum(quantity) as units, sum(reserved_quantity) as reserved,
          coalesce(sum(quantity - reserved_quantity) filter (where room_type in ('vault', 'sales_floor')), 0) as to_sell,
          sum(quantity * average_cost) as value
        from inventory_items group by location_id, variant_id) i using (location_id, variant_id)
      where (l.available, l.quantity, l.reserved_quantity, l.worth) is distinct from (i.to_sell, i.units, i.reserved, i.value)`,
    'levels whose package has another weight than their variant': sql`
      select l.* from stock_levels l join product_variants v on v.id = l.variant_id
      where l.package_mg <> package_weight(v.weight, v.weight_unit)`,
    'levels that expire on another day than the first of their batches': sql`
      select l.*, f.first from stock_levels l left join (
        select i.location_id, i.variant_id, min(b.expires_on) as first from inventory_items i
        join inventory_lots x on x.inventory_item_id = i.id and x.quantity > 0 join lots y on y.id = x.lot_id
        join batches b on b.id = y.batch_id group by 1, 2) f using (location_id, variant_id)
      where l.expires_on is distinct from f.first`,
    'levels that count other units as blocked than their lots': sql`
      select l.*, k.units from stock_levels l left join (
        select i.location_id, i.variant_id, sum(x.quantity - x.reserved_quantity) as units from inventory_items i
        join inventory_lots x on x.inventory_item_id = i.id join lots y on y.id = x.lot_id
        join batches b on b.id = y.batch_id join entities e on e.id = i.entity_id
        left join batch_holds h on h.batch_id = b.id and h.entity_id = e.id
        left join batch_notes n on n.batch_id = b.id and n.entity_id = e.id
        where i.room_type in ('vault', 'sales_floor') and (b.held_at is not null or h.entity_id is not null
          or least(b.expires_on, n.expires_on) < (now() at time zone e.timezone)::date
          or 'failed' in (b.test_status, n.test_status))
        group by 1, 2) k using (location_id, variant_id)
      where l.blocked <> coalesce(k.units, 0)`,
    'items whose lots do not add up': sql`
      select i.id, i.lot_quantity, i.lot_reserved, x.* from inventory_items i
      left join (select inventory_item_id, sum(quantity)::int as quantity, sum(reserved_quantity)::int as reserved
        from inventory_lots group by inventory_item_id) x on x.inventory_item_id = i.id
      where i.lot_quantity <> coalesce(x.quantity, 0) or i.lot_reserved <> coalesce(x.reserved, 0)`,
    'lots that are not the sum of their ledger, or reserved for no order': sql`
      select * from inventory_lots x full join (
        select item_id as inventory_item_id, lot_id, sum(delta) as delta, sum(reserved_delta) as reserved
        from inventory_movements where lot_id is not null group by 1, 2) m using (inventory_item_id, lot_id)
      full join (
        select inventory_item_id, lot_id, sum(quantity) as held from order_allocations
        where shipped_at is null and lot_id is not null group by 1, 2) r using (inventory_item_id, lot_id)
      where x.quantity is distinct from m.delta or x.reserved_quantity is distinct from m.reserved
        or x.reserved_quantity <> coalesce(r.held, 0)`,
    'kept totals that are not those of the stock': sql`
      select * from (
        select location_id, room_type, sum(items) as items, sum(units) as units, sum(worth) as worth
        from (select location_id, room_type, items, units, worth from stock_totals
          union all select location_id, room_type, items, units, worth from stock_changes) t
        group by 1, 2 having sum(items) <> 0 or sum(units) <> 0 or sum(worth) <> 0) t
      full join (
        select location_id, room_type, count(*) as items, sum(quantity) as units, sum(quantity * average_cost * coalesce(step * 0.0001, 1)) as worth
        from inventory_items i join product_variants v on v.id = i.variant_id group by 1, 2
        union all select location_id, 'any', count(*), 0, 0 from stock_levels group by 1) c using (location_id, room_type)
      where (t.items, t.units, t.worth) is distinct from (c.items, c.units, c.worth)`,
    'kept totals of a variant that are not those of the stock': sql`
      select * from (
        select entity_id, variant_id, sum(units) as units, sum(worth) as worth
        from (select * from variant_stock
          union all select entity_id, variant_id, units, worth from stock_changes where variant_id is not null) t
        group by 1, 2 having sum(units) <> 0 or sum(worth) <> 0) t
      full join (
        select i.entity_id, variant_id, sum(quantity) as units, sum(quantity * average_cost * coalesce(step * 0.0001, 1)) as worth
        from inventory_items i join product_variants v on v.id = i.variant_id where quantity > 0 group by 1, 2) c using (entity_id, variant_id)
      where (t.units, t.worth) is distinct from (c.units, c.worth)`,
    'kept totals of a category that are not those of the stock': sql`
      select * from (
        select location_id, room_type, category, sum(items) as items
        from (select location_id, room_type, category, items from stock_categories
          union all select location_id, room_type, category, items from stock_changes) t
        group by 1, 2, 3 having sum(items) <> 0) t
      full join (
        select location_id, room_type, p.category, count(*) as items
        from inventory_items i join products p on p.id = i.product_id group by 1, 2, 3
        union all select location_id, 'any', p.category, count(*)
        from stock_levels s join products p on p.id = s.product_id group by 1, 3) c using (location_id, room_type, category)
      where t.items is distinct from c.items`,
    'kept flows that are not those of the stock and its ledger': sql`
      select * from (
        select location_id, room_type, sum(worth) as worth, sum(sold_units) as sold
        from (select location_id, room_type, worth, sold_units from stock_flows
          union all select location_id, room_type, worth, sold_units from stock_changes where room_type <> 'any') f
        group by 1, 2 having sum(worth) <> 0 or sum(sold_units) <> 0) f
      full join (
        select i.location_id, i.room_type, sum(i.quantity * i.average_cost * coalesce(v.step * 0.0001, 1)) as worth, sum(coalesce(m.sold, 0)) as sold
        from inventory_items i join product_variants v on v.id = i.variant_id left join (
          select item_id, -sum(delta) as sold from inventory_movements where reason_code = 'SALE' group by 1) m
          on m.item_id = i.id
        group by 1, 2 having sum(i.quantity * i.average_cost) <> 0 or sum(coalesce(m.sold, 0)) <> 0
      ) c using (location_id, room_type)
      where (f.worth, f.sold) is distinct from (c.worth, c.sold)`,
    'lots and batches that the wrong businesses may read': sql.unsafe(
      new PgDialect().sqlToQuery(wrongReach.build()).sql,
    ),
    'variants in stock that are not those of the levels': sql`
      select * from (
        select entity_id, variant_id, sum(levels) as levels
        from (select * from variants_in_stock union all select entity_id, variant_id, levels from variant_changes) k
        group by 1, 2 having sum(levels) <> 0) k
      full join (
        select s.entity_id, s.variant_id, count(*) as levels
        from stock_levels s join product_variants v on v.id = s.variant_id and v.entity_id = s.entity_id
        where s.available > s.blocked group by 1, 2) c using (entity_id, variant_id)
      where k.levels is distinct from c.levels`,
  };
  // In turn, on one connection: it keeps their plans.
  for (const [what, rows] of Object.entries(wrong)) expect(await rows, what).toEqual([]);
}

/**
 * Each order's money is the exact sum of its lines, its tax that of its tax lines, or its rate of what is left after discounts, and
 * each line's price is its ladder's, or was given.
 */
export async function expectOrdersAddUp(sql: postgres.Sql): Promise<void> {
  const wrong = await sql`
    select o.id, o.subtotal_cents, x.sum, o.discount_cents, x.shares from orders o
    join (select order_id, sum(total_cents)::bigint as sum, sum(discount_share_cents)::bigint as shares
      from order_items group by order_id) x on x.order_id = o.id
    where o.subtotal_cents <> x.sum or o.discount_cents <> x.shares or o.tax_cents <> case
      when o.tax_rules is null then ((x.sum - o.discount_cents) * o.tax_rate_bps + 5000) / 10000
      else (select coalesce(sum((t->>'amount')::numeric), 0) * 100 from jsonb_array_elements(o.tax_lines) t) end`;
  const prices = await sql`
    select x.id, x.unit_price_cents, x.price_source, k.price_cents from order_items x cross join lateral (
      select s.price_cents from jsonb_to_recordset(x.price_ladder) as s (min_steps int, price_cents bigint)
      where s.min_steps <= coalesce(x.break_steps, x.quantity) order by s.min_steps desc limit 1) k
    where x.price_source not in ('manual', 'sample') and x.unit_price_cents <> k.price_cents`;
  expect(prices, 'lines at prices that their ladders do not have').toEqual([]);
  expect(wrong, 'orders whose money does not add up').toEqual([]);
  const days = await sql`
    select * from (
      select entity_id, day, status, side, sum(orders) as orders, sum(units) as units, sum(cents) as cents from (
        select entity_id, day, status, side, orders, units, cents from order_days
        union all
        select c.entity_id, (c.placed_at at time zone e.timezone)::date, c.status, c.side, c.orders, c.units, c.cents
        from order_changes c join entities e on e.id = c.entity_id) d
      group by 1, 2, 3, 4 having sum(orders) <> 0 or sum(units) <> 0 or sum(cents) <> 0) d
    full join (
      select e.id as entity_id, (o.created_at at time zone e.timezone)::date as day, o.status,
        case when e.id = o.retailer_id then 'buying' else 'selling' end as side, count(*) as orders,
        sum(x.units) as units, sum(o.total_cents) as cents
      from orders o join entities e on e.id in (o.wholesaler_id, o.retailer_id)
        join lateral (select coalesce(sum(quantity), 0) as units from order_items where order_id = o.id) x on true
      group by 1, 2, 3, 4
    ) c using (entity_id, day, status, side)
    where (d.orders, d.units, d.cents) is distinct from (c.orders, c.units, c.cents)`;
  expect(days, 'kept totals of days that are not those of the orders').toEqual([]);
  const sales = await sql`
    select * from (
      select entity_id, day, product_id, side, sum(units) as units, sum(cents) as cents from (
        select entity_id, day, product_id, side, units, cents from product_sales
        union all
        select c.entity_id, (c.placed_at at time zone e.timezone)::date, c.product_id, c.side, c.units, c.cents
        from sales_changes c join entities e on e.id = c.entity_id) s
      group by 1, 2, 3, 4 having sum(units) <> 0 or sum(cents) <> 0) s
    full join (
      select e.id as entity_id, (o.created_at at time zone e.timezone)::date as day, x.product_id,
        case when e.id = o.retailer_id then 'buying' else 'selling' end as side, sum(x.quantity) as units,
        sum(x.total_cents) as cents
      from orders o join entities e on e.id in (o.wholesaler_id, o.retailer_id) join order_items x on x.order_id = o.id
      where o.status <> 'cancelled' group by 1, 2, 3, 4) c using (entity_id, day, product_id, side)
    where (s.units, s.cents) is distinct from (c.units, c.cents)`;
  const windows = await sql.unsafe(new PgDialect().sqlToQuery(PRODUCT_WINDOWS.wrong.build()).sql);
  const purchases = await sql.unsafe(new PgDialect().sqlToQuery(PURCHASES.wrong.build()).sql);
  for (const rollup of [VARIANT_SALES, BUYER_SALES, SALES_YEARS, PURCHASE_YEARS]) {
    const figures = await sql.unsafe(new PgDialect().sqlToQuery(rollup.wrong.build()).sql);
    expect(figures, `${rollup.name} that are not those of the lines`).toEqual([]);
  }
  expect(purchases, 'purchases that are not those of their lines').toEqual([]);
  expect(windows, 'windows of sales that do not add up').toEqual([]);
  expect(sales, 'sales of products that are not those of their lines').toEqual([]);
}

/**
 * Every event carries what the catalog and with it the published document say, nothing else, and no sequence stands
 * twice or is left out within a business.
 * @param after the id of an event: the contents of later ones alone are checked
 */
export async function expectEventsAsPublished(sql: postgres.Sql, after: string = NIL): Promise<void> {
  const events = await sql<
    { id: string; type: EventType; data: unknown }[]
  >`select id, type, data from events where id > ${after}`;
  const faults = events.flatMap(({ id, type, data }) => {
    const { error } = STRICT[type].safeParse(data);
    return error ? [{ id, type, data, issues: error.issues }] : [];
  });
  expect(faults.slice(0, 3), `${faults.length} events that are not as published`).toEqual([]);
  const gaps = await sql`
    select entity_id, count(*)::int as n, min(sequence)::int as first, max(sequence)::int as last from events
    where sequence is not null group by entity_id
    having count(*) <> max(sequence) or count(distinct sequence) <> count(*)`;
  expect(gaps, 'businesses whose sequences have gaps').toEqual([]);
}

const STRICT = Object.fromEntries(
  Object.entries<{ schema: z.ZodObject }>(CATALOG).map(([type, { schema }]) => [
    type,
    z.strictObject(schema.shape),
  ]),
) as Record<EventType, z.ZodObject>;
