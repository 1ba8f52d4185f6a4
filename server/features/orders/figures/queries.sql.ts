import { type SQL, sql } from 'drizzle-orm';
import { allOf, instant, iso, uuids } from '../../../platform/db/listing';
import { ID, TIME } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { survivorOf } from '../../entities/customers/service.sql';
import { OPEN, PARTIES } from '../queries.sql';
import { type OrderSide, PARTY_OF, type Side } from '../shapes/flow.schema';
import { orders } from '../tables';
import { orderChanges, orderDays, productSales, purchases, salesChanges } from './tables';

/** SQL: rows of a kept total of a business, on either side or on one. */
export const keptOf = (entityId: string, side: OrderSide | undefined): SQL =>
  allOf([sql`entity_id = ${entityId}`, side && sql`side = ${side}`]);

/** SQL: rows (`day`, `status`, `orders`, `units`, `cents`) to add up for a business, by day in its timezone. */
export function dayRows(entityId: string, timezone: string, side?: OrderSide): SQL {
  const mine = keptOf(entityId, side);
  return sql`(
    select day, status, orders, units, cents from ${orderDays} where ${mine}
    union all
    select (placed_at at time zone ${timezone})::date, status, orders, units, cents from ${orderChanges} where ${mine})`;
}

/**
 * SQL: rows (`product_id`, `units`, `cents`) to add up for orders since the beginning of a day, canceled ones left out:
 * what is folded in, and what isn't yet.
 * @param timezone of the business
 */
export function soldRows(entityId: string, startDay: string, timezone: string, side?: OrderSide): SQL {
  return sql`(
    select product_id, units, cents from ${productSales} where ${keptOf(entityId, side)} and day >= ${startDay}::date
    union all
    ${unfoldedSales(entityId, startDay, timezone, side)})`;
}

/** SQL: of these, the rows that aren't folded in. */
export function unfoldedSales(entityId: string, startDay: string, timezone: string, side?: OrderSide): SQL {
  return sql`
    select product_id, units, cents from ${salesChanges}
    where ${keptOf(entityId, side)} and placed_at >= (${startDay}::timestamp at time zone ${timezone})`;
}

/** SQL: whether a retailer has ordered a variant, canceled orders aside: what is folded in, corrected by what waits. */
export function hasBought(buyerId: string, variantId: SQL): SQL {
  const waiting = (comparison: SQL) => sql`
    select c.variant_id from ${salesChanges} c
      left join ${purchases} k on k.entity_id = c.entity_id and k.variant_id = c.variant_id
    where c.entity_id = ${buyerId} group by c.variant_id, k.lines
    having sum(c.lines) + coalesce(k.lines, 0) ${comparison} 0`;
  return sql`(${variantId} in (
      select b.variant_id from ${purchases} b where b.entity_id = ${buyerId} and b.lines > 0)
    and ${variantId} <> all(array(${waiting(sql`<=`)})) or ${variantId} = any(array(${waiting(sql`>`)})))`;
}

/** SQL: a value of the latest of two parties' orders, in the order of their index. */
const latestOf = (value: SQL, from: SQL) =>
  sql`select ${value} from ${from} and o.status <> 'cancelled' order by o.created_at desc nulls last, o.id limit 1`;

/**
 * Trade with one partner in both directions, bounded however long it lasts: open orders, the last one, and those since an
 * instant, each by an index of both parties.
 */
export const tradeWith = statement(
  [
    [ID, ID, TIME],
    [ID, ID, TIME, 'selling'],
  ],
  (entityId: string, partnerId: string, start: string, side?: OrderSide) => {
    const placed = ({ own, other }: (typeof PARTIES)[Side]) =>
      sql`${orders} o where ${own} = ${entityId} and ${other} = ${partnerId}`;
    const ofSides = (read: (placed: SQL) => SQL) =>
      side
        ? read(placed(PARTIES[PARTY_OF[side]]))
        : sql`(${read(placed(PARTIES.wholesaler))}) union all (${read(placed(PARTIES.retailer))})`;
    const both = sql`(${ofSides((from) => sql`select o.* from ${from}`)}) o where true`;
    const latest = ofSides((from) => latestOf(sql`o.created_at`, from));
    return sql<{ open_orders: number; orders: number; cents: number; last_ordered_at: string | null }>`
      select (select count(*)::int from ${both} and ${OPEN}) as open_orders, recent.orders, recent.cents,
        (select ${iso(sql`max(l.created_at)`)} from (${latest}) l) as last_ordered_at
      from (select count(*)::int as orders, coalesce(sum(o.total_cents), 0)::float8 as cents
        from ${both} and o.status <> 'cancelled' and o.created_at >= ${instant(start)}) recent`;
  },
);

/**
 * The same with each of several partners, with the value of each week since the instant. Each partner's orders of that time are
 * read by the index of both parties, and open orders by the index of their statuses.
 */
export const tradeWithEach = statement(
  [[ID, [ID], TIME, 'selling', 13]],
  (entityId: string, partners: readonly string[], start: string, side: OrderSide, weeks: number) => {
    const { own, other } = PARTIES[PARTY_OF[side]];
    const placed = sql`${orders} o where ${own} = ${entityId} and ${other} = p.id`;
    // The last week is whole, and the first has the days that are left. The clock may be put back in one of them.
    const week = sql`least(floor(extract(epoch from o.created_at - ${instant(start)}) / 604800 + 1.0 / 7), ${weeks - 1}::int)::int`;
    return sql<{
      id: string;
      open_orders: number;
      orders: number;
      last_ordered_at: string | null;
      weeks: Record<string, number>;
    }>`
      with p as materialized (
        select i.id as asked, i.place, ${survivorOf(entityId, sql`i.id`)} as id
        from unnest(${uuids(partners)}) with ordinality i (id, place)
      ), open as materialized (
        select ${other} as id, count(*)::int as orders from ${orders} o
        where ${own} = ${entityId} and ${OPEN} and ${other} = any(array(select p.id from p)) group by 1
      )
      select p.asked as id, coalesce(open.orders, 0) as open_orders, recent.orders, recent.weeks,
        (${latestOf(iso(sql`o.created_at`), placed)}) as last_ordered_at
      from p left join open on open.id = p.id
        cross join lateral (
          select coalesce(sum(w.orders), 0)::int as orders, coalesce(json_object_agg(w.week, w.cents), '{}') as weeks
          from (select ${week} as week, count(*) as orders, sum(o.total_cents)::float8 as cents
            from ${placed} and o.status <> 'cancelled' and o.created_at >= ${instant(start)} group by 1) w
        ) recent
      order by p.place`;
  },
);
