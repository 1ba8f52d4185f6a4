import { type SQL, sql } from 'drizzle-orm';
import { inventoryItems, inventoryLots, inventoryMovements } from '../inventory/tables';
import { receipts } from '../orders/parts/tables';
import { receiptLines, returnLines, returns } from '../orders/receipts/tables';
import { orderAllocations, orders as ordersTable } from '../orders/tables';
import { recallResponses } from './tables';

/** SQL: a sum of units as the whole number of a field; 0 for none. */
export const units = (sum: SQL) => sql`least(coalesce(${sum}, 0), 2147483647)::int`;

/**
 * SQL: units of the allocations `a` of an order `o` to a lot `l` that its buyer kept: what was shipped less what it sent back and what
 * never arrived. They are its own without a row of stock where the order's `buyer_stock` is false.
 */
export const keptUnits = sql`greatest(0, sum(a.quantity) - coalesce((select sum(y.quantity) from ${returns} t
  join ${returnLines} y on y.return_id = t.id where t.order_id = o.id and y.lot_id = l.id), 0)
  - coalesce((select sum(u.short) from ${receipts} r
  join ${receiptLines} u on u.receipt_id = r.id where r.order_id = o.id and u.lot_id = l.id), 0))`;

/** What a row of facts adds to the account of a `head`, a holder on the page; what it leaves out is 0. */
const SUMS = [
  ...([
    'on_hand',
    'reserved',
    'in_transit',
    'not_arrived',
    'going_back',
    'returned',
    'destroyed',
    'sold',
    'consumed',
    'lost',
  ] as const),
  ...([
    'shipped',
    'added',
    'passed_on',
    'own_units',
    'loose_units',
    'sold_since',
    'buyers',
    'buyers_responded',
  ] as const),
];

type Facts = Partial<Record<(typeof SUMS)[number], SQL>>;

/** SQL: the columns of a row of facts, in the order of `SUMS`. */
const factsOf = (facts: Facts): SQL =>
  sql.join(
    SUMS.map((name) => sql`(${facts[name] ?? sql`0`})::numeric as ${sql.raw(name)}`),
    sql`, `,
  );

/**
 * SQL: CTEs that say where the units of each holder on a page are (decision 402). They read `marked` (`recall_id`,
 * `lot_id`, `opened`), the lots of recalls, `variants` of them, and `page`, rows of recall_responses with `owner`;
 * `accounted` has a row for each holder. Whatever the other places don't explain is `unknown`, so the places add up to
 * what was shipped plus what was added.
 * @param whole for the product's owner: with what a reseller passed on, wherever that is; its own row is without
 */
export function accountingOf(whole: boolean): SQL {
  const all = sql.raw(String(whole));
  // By keys and a list of ids: CTEs, of whose size the planner knows nothing, would be compared row by row.
  const head = whole ? sql`coalesce(h.supplier_id, h.entity_id)` : sql`h.entity_id`;
  const onPage = (head: SQL) => sql`${head} = any(array(select entity_id from page))`;
  const isHead = sql`h.entity_id = ${head}`;
  const isOwners = sql`(not ${all} or f.seller = f.owner)`;
  const within = sql`(${all} and f.seller = ${head} and not ${isHead})`;
  const left = sql`k.units - k.destroyed - k.returned - k.sold`;
  const folded = sql`(f.seller <> f.owner and not (${all} and b.supplier_id is not distinct from f.seller))`;
  return sql`
    ${changed}, ${orders}, ${unbooked}, facts as (
      select h.recall_id, ${head} as head, ${factsOf({
        on_hand: sql`x.quantity - x.reserved_quantity`,
        reserved: sql`x.reserved_quantity`,
        own_units: sql`case when ${isHead} then x.quantity end`,
      })}
      from marked n join ${inventoryLots} x on x.lot_id = n.lot_id and x.quantity > 0
        join ${recallResponses} h on h.recall_id = n.recall_id and h.entity_id = x.entity_id where ${onPage(head)}
      union all
      select h.recall_id, ${head}, ${factsOf({
        ...{
          added: sql`f.added`,
          destroyed: sql`f.destroyed`,
          returned: sql`f.returned`,
          consumed: sql`f.consumed`,
        },
        sold: sql`f.sold + least(h.explained, f.lost)`,
        lost: sql`f.lost - least(h.explained, f.lost)`,
        sold_since: sql`case when ${isHead} then f.sold_since end`,
      })}
      from changed f join ${recallResponses} h on h.recall_id = f.recall_id and h.entity_id = f.entity_id
      where ${onPage(head)}
      union all
      select h.recall_id, ${head}, ${factsOf({
        ...{ in_transit: sql`f.in_transit`, not_arrived: sql`f.not_arrived`, going_back: sql`f.going_back` },
        shipped: sql`case when ${isHead} and ${isOwners} then f.shipped end`,
        added: sql`case when not ${isOwners} and not ${within} then f.shipped end`,
        returned: sql`case when not ${within} then f.came_back end`,
      })}
      from sent f join ${recallResponses} h on h.recall_id = f.recall_id and h.entity_id = f.buyer where ${onPage(head)}
      union all
      select h.recall_id, ${head}, ${factsOf({ destroyed: sql`f.destroyed_back` })}
      from sent f join ${recallResponses} h on h.recall_id = f.recall_id and h.entity_id = f.seller
      where f.destroyed_back > 0 and ${onPage(head)}
      union all
      select h.recall_id, h.entity_id, ${factsOf({
        passed_on: sql`f.shipped - f.came_back`,
        added: sql`case when f.seller = f.owner then f.came_back - f.shipped end`,
        in_transit: sql`case when ${folded} then f.in_transit end`,
        not_arrived: sql`case when ${folded} then f.not_arrived end`,
        going_back: sql`case when ${folded} then f.going_back end`,
        sold: sql`case when ${folded} then f.shipped - f.in_transit - f.not_arrived - f.sent_back end`,
      })}
      from sent f join ${recallResponses} h on h.recall_id = f.recall_id and h.entity_id = f.seller
        left join ${recallResponses} b on b.recall_id = f.recall_id and b.entity_id = f.buyer
      where ${onPage(sql`h.entity_id`)}
      union all
      select h.recall_id, ${head}, ${factsOf({
        on_hand: left,
        own_units: sql`case when ${isHead} then ${left} end`,
        destroyed: sql`k.destroyed`,
        returned: sql`k.returned`,
        sold: sql`k.sold`,
      })}
      from unbooked k join ${recallResponses} h on h.recall_id = k.recall_id and h.entity_id = k.buyer where ${onPage(head)}
      union all
      select v.recall_id, i.entity_id, ${factsOf({ loose_units: sql`i.quantity - i.lot_quantity` })}
      from variants v join ${inventoryItems} i on i.variant_id = v.id
      where ${onPage(sql`i.entity_id`)}
      union all
      select p.recall_id, p.entity_id, ${factsOf({
        buyers: sql`b.businesses`,
        buyers_responded: sql`b.responded`,
      })}
      from page p cross join lateral (
        select count(*) as businesses, count(h.responded_at) as responded from ${recallResponses} h
        where h.recall_id = p.recall_id and h.supplier_id = p.entity_id) b
    ), accounted as (
      select s.*, shipped + added
        - (on_hand + reserved + in_transit + not_arrived + going_back + returned + destroyed + sold + consumed + lost) as unexplained
      from (
        select recall_id, head, ${sql.join(
          SUMS.map((name) => sql`coalesce(sum(${sql.raw(name)}), 0) as ${sql.raw(name)}`),
          sql`, `,
        )} from facts group by recall_id, head
      ) s
    )`;
}

/**
 * SQL: what entered or left stock other than by orders, by holder. Movements of one cause count by what they come to: a
 * sync that moves units from one package to another, a transfer or a repacking changes nothing.
 */
const changed = sql`changed as (
  select recall_id, entity_id, sum(sold_since) as sold_since,
    ${placed('added')} as added, -${placed('destroyed')} as destroyed, -${placed('returned')} as returned,
    -${placed('sold')} as sold, -${placed('consumed')} as consumed, -${placed('lost')} as lost
  from (
    select *, case when net > 0 then 'added'
        when source_type = 'sync' or reason = 'SALE' then 'sold'
        when source_type in ('api', 'dashboard') and caused then 'consumed'
        when reason = 'RETURN' then 'returned'
        when source_type = 'recall' and reason = 'DAMAGE' then 'destroyed'
        when reason <> 'TRANSFER' then 'lost' end as place
    from (
      select n.recall_id, m.entity_id, m.source_type, min(m.reason_code) as reason, m.source_id is not null as caused,
        sum(m.delta) as net, greatest(0, -coalesce(sum(m.delta) filter (
          where m.source_type = 'sync' and m.created_at >= n.opened), 0)) as sold_since
      from marked n join ${inventoryMovements} m on m.lot_id = n.lot_id
      where m.delta <> 0 and m.source_type not in ('order', 'receipt', 'return', 'transfer')
      group by n.recall_id, m.entity_id, m.source_type, m.source_id is not null, coalesce(m.source_id, m.id),
        case when m.source_type = 'recall' then m.reason_code end
    ) by_cause
  ) by_place group by recall_id, entity_id
)`;

function placed(place: string): SQL {
  return sql`coalesce(sum(net) filter (where place = ${sql.raw(`'${place}'`)}), 0)`;
}

/** SQL: what one business shipped to another, by order, and what became of it by the books of both. */
const orders = sql`sent as materialized (
  select s.*, coalesce(b.units, 0) as sent_back, coalesce(b.going_back, 0) as going_back, coalesce(b.came_back, 0) as came_back,
    coalesce(b.destroyed, 0) as destroyed_back, coalesce(c.short, 0) as not_arrived
  from (
    select n.recall_id, n.owner, o.id as order_id, o.wholesaler_id as seller, o.retailer_id as buyer, o.buyer_stock, sum(a.quantity) as shipped,
      coalesce(sum(a.quantity) filter (where o.status = 'shipped'), 0) as in_transit
    from marked n join ${orderAllocations} a on a.lot_id = n.lot_id and a.shipped_at is not null
      join ${ordersTable} o on o.id = a.order_id
    group by n.recall_id, n.owner, o.id
  ) s left join lateral (
    select sum(y.quantity) as units, sum(y.quantity) filter (where t.received_at is null) as going_back,
      sum(least(y.received, y.quantity)) filter (where t.received_at is not null) as came_back,
      sum(least(y.received, y.quantity)) filter (where y.condition = 'destroyed') as destroyed
    from ${returns} t join ${returnLines} y on y.return_id = t.id
    where t.order_id = s.order_id and y.lot_id in (select n.lot_id from marked n where n.recall_id = s.recall_id)
  ) b on true left join lateral (
    select sum(u.short) as short from ${receipts} r join ${receiptLines} u on u.receipt_id = r.id
    where r.order_id = s.order_id and u.lot_id in (select n.lot_id from marked n where n.recall_id = s.recall_id)
  ) c on true
)`;

/**
 * SQL: units that businesses were delivered without being booked there (decision 517), and what became of them as the response
 * says beyond what it moved.
 */
const unbooked = sql`unbooked as (
  select k.recall_id, k.buyer, k.units, d.units as destroyed, b.units as returned, s.units as sold
  from (
    select recall_id, buyer, greatest(0, sum(shipped - in_transit - not_arrived - sent_back)) as units from sent
    where not buyer_stock group by recall_id, buyer
  ) k join ${recallResponses} h on h.recall_id = k.recall_id and h.entity_id = k.buyer
    left join changed c on c.recall_id = k.recall_id and c.entity_id = k.buyer
    cross join lateral (select least(k.units, greatest(0, coalesce(h.destroyed, 0) - coalesce(c.destroyed, 0))) as units) d
    cross join lateral (select least(k.units - d.units, greatest(0, coalesce(h.returned, 0) - coalesce(c.returned, 0))) as units) b
    cross join lateral (select least(k.units - d.units - b.units, greatest(0, coalesce(h.already_sold, 0) - coalesce(c.sold, 0)))
      as units) s
)`;

/** SQL: the numbers of `accounted` (alias `a`) as JSON. */
export const accountJson = sql`json_build_object(
  'on_hand', ${units(sql`a.on_hand`)}, 'reserved', ${units(sql`a.reserved`)}, 'in_transit', ${units(sql`a.in_transit`)},
  'not_arrived', ${units(sql`a.not_arrived`)},
  'returning', ${units(sql`a.going_back`)}, 'returned', ${units(sql`a.returned`)}, 'destroyed', ${units(sql`a.destroyed`)},
  'sold', ${units(sql`a.sold`)}, 'consumed', ${units(sql`a.consumed`)}, 'passed_on', ${units(sql`a.passed_on`)},
  'lost', ${units(sql`a.lost`)}, 'unknown', ${units(sql`greatest(a.unexplained, 0)`)},
  'added', ${units(sql`a.added + greatest(-a.unexplained, 0)`)})`;
