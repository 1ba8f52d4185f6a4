import { type SQL, sql } from 'drizzle-orm';

/** SQL: a sum of units as the whole number of a field; 0 for none. */
export const units = (sum: SQL) => sql`least(coalesce(${sum}, 0), 2147483647)::int`;

/**
 * SQL: CTEs that say where the units of each holder on a page are. They read `marked` (`recall_id`, `lot_id`, `opened`), the
 * lots of recalls, and `page`, rows of recall_responses with `owner`; `accounts` has a row for each holder.
 * Whatever the other places don't explain is `unknown`, so the places add up to what was shipped plus what was added.
 * @param whole for the product's owner: with what a reseller passed on, wherever that is; its own row is without
 */
export function accountingOf(whole: boolean): SQL {
  const resold = whole
    ? sql`union all
      select p.recall_id, p.owner, p.entity_id, h.entity_id, h.explained, h.responded_at, h.unassigned
      from page p join recall_responses h on h.recall_id = p.recall_id and h.supplier_id = p.entity_id`
    : sql``;
  const fromOwner = whole ? sql`e.seller = m.owner` : sql`true`;
  return sql`
    members as materialized (
      select recall_id, owner, entity_id as head, entity_id, explained, responded_at, unassigned from page ${resold}
    ), present as (
      select n.recall_id, x.entity_id, sum(x.quantity) as units, sum(x.reserved_quantity) as reserved
      from marked n join inventory_lots x on x.lot_id = n.lot_id and x.quantity > 0
      where x.entity_id in (select entity_id from members) group by n.recall_id, x.entity_id
    ), ${changed}, ${edges}, places as (
      select m.recall_id, m.head, m.owner, sum(p.units - p.reserved) as on_hand, sum(p.reserved) as reserved, sum(c.added) as added,
        sum(c.destroyed) as destroyed, sum(c.returned) as returned, sum(c.consumed) as consumed,
        sum(c.sold + least(m.explained, c.lost)) as sold, sum(c.lost - least(m.explained, c.lost)) as lost,
        count(*) filter (where m.entity_id <> m.head) as buyers,
        count(*) filter (where m.entity_id <> m.head and m.responded_at is not null) as buyers_responded
      from members m left join present p on p.recall_id = m.recall_id and p.entity_id = m.entity_id
        left join changed c on c.recall_id = m.recall_id and c.entity_id = m.entity_id
      group by m.recall_id, m.head, m.owner
    ), incoming as (
      select m.recall_id, m.head, sum(e.in_transit) as in_transit, sum(e.going_back) as going_back,
        sum(e.shipped) filter (where m.entity_id = m.head and ${fromOwner}) as shipped,
        sum(e.shipped) filter (where not (${fromOwner}) and e.seller <> m.head) as added,
        sum(e.came_back) filter (where e.seller <> m.head) as returned
      from members m join edges e on e.recall_id = m.recall_id and e.buyer = m.entity_id
      group by m.recall_id, m.head
    ), outgoing as (
      select p.recall_id, p.head, sum(e.shipped - e.came_back) as passed_on,
        sum(e.in_transit) filter (where not e.within) as in_transit, sum(e.going_back) filter (where not e.within) as going_back,
        sum(e.shipped - e.in_transit - e.sent_back) filter (where not e.within) as sold
      from places p join lateral (
        select e.*, p.head = p.owner or exists (select from members m where m.recall_id = e.recall_id and m.head = p.head
            and m.entity_id = e.buyer) as within
        from edges e where e.recall_id = p.recall_id and e.seller = p.head
      ) e on true group by p.recall_id, p.head
    ), summed as (
      select p.recall_id, p.head, p.buyers, p.buyers_responded, coalesce(p.on_hand, 0) as on_hand, coalesce(p.reserved, 0) as reserved,
        coalesce(i.in_transit, 0) + coalesce(o.in_transit, 0) as in_transit,
        coalesce(i.going_back, 0) + coalesce(o.going_back, 0) as going_back,
        coalesce(p.returned, 0) + coalesce(i.returned, 0) as returned, coalesce(p.destroyed, 0) as destroyed,
        coalesce(p.sold, 0) + coalesce(o.sold, 0) as sold, coalesce(p.consumed, 0) as consumed,
        coalesce(o.passed_on, 0) as passed_on, coalesce(p.lost, 0) as lost, coalesce(i.shipped, 0) as shipped,
        coalesce(p.added, 0) + coalesce(i.added, 0) - case when p.head = p.owner then coalesce(o.passed_on, 0) else 0 end as added
      from places p left join incoming i on i.recall_id = p.recall_id and i.head = p.head
        left join outgoing o on o.recall_id = p.recall_id and o.head = p.head
    ), accounts as (
      select s.*, s.shipped + s.added
        - (on_hand + reserved + in_transit + going_back + returned + destroyed + sold + consumed + lost) as unexplained
      from summed s
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
        sum(m.delta) as net, coalesce(-sum(m.delta) filter (
          where m.source_type = 'sync' and m.delta < 0 and m.created_at >= n.opened), 0) as sold_since
      from marked n join inventory_movements m on m.lot_id = n.lot_id
      where m.delta <> 0 and m.source_type not in ('order', 'receipt', 'return', 'transfer')
        and m.entity_id in (select entity_id from members)
      group by n.recall_id, m.entity_id, m.source_type, m.source_id is not null, coalesce(m.source_id, m.id),
        case when m.source_type = 'recall' then m.reason_code end
    ) by_cause
  ) by_place group by recall_id, entity_id
)`;

function placed(place: string): SQL {
  return sql`coalesce(sum(net) filter (where place = ${sql.raw(`'${place}'`)}), 0)`;
}

/** SQL: what one business shipped to another, and what became of it by the books of both. */
const edges = sql`sent as materialized (
  select n.recall_id, o.id as order_id, o.wholesaler_id as seller, o.retailer_id as buyer, sum(a.quantity) as shipped,
    sum(a.quantity) filter (where o.status = 'shipped') as in_transit
  from marked n join order_allocations a on a.lot_id = n.lot_id and a.shipped_at is not null join orders o on o.id = a.order_id
  where o.retailer_id in (select entity_id from members) or o.wholesaler_id in (select entity_id from members)
  group by n.recall_id, o.id
), sent_back as (
  select s.recall_id, s.order_id, sum(y.quantity) as units, sum(y.quantity) filter (where t.received_at is null) as going_back,
    sum(least(y.received, y.quantity)) filter (where t.received_at is not null) as came_back
  from sent s join returns t on t.order_id = s.order_id join return_lines y on y.return_id = t.id
    join marked n on n.recall_id = s.recall_id and n.lot_id = y.lot_id
  group by s.recall_id, s.order_id
), edges as materialized (
  select s.recall_id, s.seller, s.buyer, sum(s.shipped) as shipped, coalesce(sum(s.in_transit), 0) as in_transit,
    coalesce(sum(b.units), 0) as sent_back, coalesce(sum(b.going_back), 0) as going_back,
    coalesce(sum(b.came_back), 0) as came_back
  from sent s left join sent_back b on b.recall_id = s.recall_id and b.order_id = s.order_id
  group by s.recall_id, s.seller, s.buyer
)`;

/** SQL: the numbers of `accounts` (alias `a`) as JSON. */
export const accountJson = sql`json_build_object(
  'on_hand', ${units(sql`a.on_hand`)}, 'reserved', ${units(sql`a.reserved`)}, 'in_transit', ${units(sql`a.in_transit`)},
  'returning', ${units(sql`a.going_back`)}, 'returned', ${units(sql`a.returned`)}, 'destroyed', ${units(sql`a.destroyed`)},
  'sold', ${units(sql`a.sold`)}, 'consumed', ${units(sql`a.consumed`)}, 'passed_on', ${units(sql`a.passed_on`)},
  'lost', ${units(sql`a.lost`)}, 'unknown', ${units(sql`greatest(a.unexplained, 0)`)},
  'added', ${units(sql`a.added + greatest(-a.unexplained, 0)`)})`;
