import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import type { Page } from '../../../kernel/params';
import { iso, slice } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities } from '../../entities/tables';
import { soldAsLot } from '../../lots/resource';
import { batches, lotSources, lots } from '../../lots/tables';
import { receipts } from '../../orders/parts/tables';
import { receiptLines, returnLines, returns } from '../../orders/receipts/tables';
import { orderAllocations, orders } from '../../orders/tables';
import { inUnits } from '../../products/resource';
import { goodsReceipts } from '../goods-receipts/tables';
import { visibleItems } from '../queries.sql';
import { inventoryItems, inventoryLots, inventoryMovements } from '../tables';
import type { Trace } from './schema';

type Step = z.infer<typeof Trace>['data'][number];

type Viewer = Pick<Actor, 'entity' | 'locationIds'>;

/** One page of the steps; a page without any has one row with the total alone. */
export const readTrace = statement(
  [
    [OWNER, ID, { page: 1, limit: 1 }],
    [LIMITED, ID, { page: 1, limit: 1 }],
  ],
  (actor: Viewer, batchId: string, page: Page) => sql<Step & { total: number }>`
    with steps as materialized (${stepsOf(actor, batchId)})
    select direction, kind, state, ${iso(sql`at`)} as at, lot_id, package_tag, quantity::float8 as quantity,
      case when v.same then ${inUnits(sql`quantity::float8`)} end as amount, case when v.same then v.unit end as unit,
      case when v.same then v.step::float8 / 10000 end as step, reference_id, reference, party, location_id, total
    from (select count(*)::int as total from steps) counted left join (
      select * from steps order by direction, at, kind, lot_id, reference_id, state ${slice(page)}
    ) s on true
      -- Units of a source are counted in its own steps.
      left join lateral (select l.variant_id, l.batch_id from ${lots} l
        where l.id = case kind when 'source' then reference_id else lot_id end) l on true
      left join ${batches} b on b.id = l.batch_id left join lateral ${soldAsLot} v on true
    order by direction, at, kind, lot_id, reference_id, state`,
);

/** SQL: what a movement `m` belongs to: those of one cause that cancel each other out moved no unit in or out. */
const CAUSE = sql`partition by source_type, coalesce(source_id, id), case source_type when 'recall' then reason_code end`;

/**
 * SQL: every step as a row. Backward rows say what brought units in, forward rows where each of them is: a unit is in one
 * of these.
 */
function stepsOf(actor: Viewer, batchId: string): SQL {
  const me = actor.entity.id;
  const partyOf = sql`(select e.name from ${entities} e
    where e.id = case o.wholesaler_id when ${me} then o.retailer_id else o.wholesaler_id end)`;
  const cause = sql`case when w.source_type in ('api', 'dashboard') then null else w.source_id end`;
  return sql`
    with moved as (
      select m.id, l.id as lot_id, l.package_tag, m.item_id, i.location_id, m.created_at as at, m.delta, m.reason_code,
        -- A receipt and its corrections are one step of their order.
        case m.source_type when 'receipt' then 'order' else m.source_type end as source_type,
        coalesce(r.order_id, t.order_id, m.source_id) as source_id
      from ${lots} l join ${inventoryMovements} m on m.lot_id = l.id join ${inventoryItems} i on i.id = m.item_id
        left join ${receipts} r on m.source_type = 'receipt' and r.id = m.source_id
        left join ${returns} t on m.source_type = 'return' and t.id = m.source_id
      where l.batch_id = ${batchId} and m.delta <> 0 and ${visibleItems(actor)}
    ), crossed as (
      select *, greatest(0, least(delta, sum(greatest(delta, 0)) over (${CAUSE} order by lot_id, id)
          - sum(greatest(-delta, 0)) over (${CAUSE}))) as came,
        greatest(0, least(-delta, sum(greatest(-delta, 0)) over (${CAUSE} order by lot_id, id)
          - sum(greatest(delta, 0)) over (${CAUSE}))) as went
      from moved
    ), free as (
      select l.id as lot_id, l.package_tag, i.id as item_id, i.location_id, x.quantity - x.reserved_quantity as units
      from ${lots} l join ${inventoryLots} x on x.lot_id = l.id join ${inventoryItems} i on i.id = x.inventory_item_id
      where l.batch_id = ${batchId} and x.quantity > x.reserved_quantity and ${visibleItems(actor)}
    ), carried as (
      -- Units that are still where the latest transfers brought them.
      select lot_id, item_id, source_id, at, greatest(0, least(brought, units - before)) as units from (
        select f.lot_id, f.item_id, w.source_id, min(w.at) as at, sum(w.delta) as brought, f.units,
          sum(sum(w.delta)) over (partition by f.lot_id, f.item_id order by min(w.at) desc, w.source_id) - sum(w.delta) as before
        from free f join moved w on w.lot_id = f.lot_id and w.item_id = f.item_id and w.delta > 0
          and (w.source_type = 'transfer' or w.source_type = 'recall' and w.reason_code = 'TRANSFER')
        group by f.lot_id, f.item_id, w.source_id, f.units
      ) brought
    ), ordered as (
      select o.id as order_id, o.order_number, o.retailer_id, o.status, l.id as lot_id, l.package_tag,
        coalesce(min(a.shipped_at), o.created_at) as at, coalesce(sum(a.quantity) filter (where a.shipped_at is null), 0) as reserved,
        coalesce(sum(a.quantity) filter (where a.shipped_at is not null), 0) as shipped
      from ${lots} l join ${orderAllocations} a on a.lot_id = l.id join ${orders} o on o.id = a.order_id
      where l.batch_id = ${batchId} and o.wholesaler_id = ${me} group by o.id, l.id
    ), sold as (
      -- Destroyed units came back into no stock.
      select s.*, coalesce(b.units, 0) as sent_back, coalesce(b.came_back, 0) as came_back, coalesce(c.short, 0) as short
      from ordered s left join lateral (
        select sum(n.quantity) as units,
          sum(least(n.received, n.quantity)) filter (
            where t.received_at is not null and n.condition is distinct from 'destroyed') as came_back
        from ${returns} t join ${returnLines} n on n.return_id = t.id where t.order_id = s.order_id and n.lot_id = s.lot_id
      ) b on true left join lateral (
        select sum(n.short) as short from ${receipts} r join ${receiptLines} n on n.receipt_id = r.id
        where r.order_id = s.order_id and n.lot_id = s.lot_id
      ) c on true
    )
    select 'backward' as direction, case w.source_type when 'order' then 'receipt' when 'api' then 'adjustment'
        when 'dashboard' then 'adjustment' when 'recall' then 'adjustment' when 'goods_receipt' then 'receipt' else w.source_type end as kind,
      case w.source_type when 'return' then 'returned' else 'received' end as state,
      min(w.at) as at, w.lot_id, w.package_tag, sum(w.came) as quantity, ${cause} as reference_id,
      coalesce(o.order_number, g.number) as reference, coalesce(${partyOf}, g.supplier_name) as party, w.location_id
    from crossed w left join ${orders} o on o.id = w.source_id and w.source_type in ('order', 'return')
      left join ${goodsReceipts} g on g.id = w.source_id and w.source_type = 'goods_receipt' where w.came > 0
    group by w.source_type, w.source_id, w.lot_id, w.package_tag, w.location_id, o.order_number, o.wholesaler_id,
      o.retailer_id, g.number, g.supplier_name
    union all
    select 'backward', 'source', 'consumed', l.created_at, l.id, l.package_tag, s.quantity, y.id, z.batch_id, null, null
    from ${lots} l join ${lotSources} s on s.lot_id = l.id join ${lots} y on y.id = s.source_lot_id
      join ${batches} z on z.id = y.batch_id
    where l.batch_id = ${batchId} and l.entity_id = ${me}
    union all
    select 'forward', 'item', 'on_hand', now(), f.lot_id, f.package_tag, f.units - coalesce(sum(c.units), 0), f.item_id,
      null, null, f.location_id
    from free f left join carried c on c.lot_id = f.lot_id and c.item_id = f.item_id
    group by f.lot_id, f.package_tag, f.item_id, f.location_id, f.units having f.units > coalesce(sum(c.units), 0)
    union all
    select 'forward', 'transfer', 'on_hand', c.at, f.lot_id, f.package_tag, c.units, c.source_id, null, null, f.location_id
    from carried c join free f on f.lot_id = c.lot_id and f.item_id = c.item_id where c.units > 0
    union all
    select 'forward', 'order', y.state, s.at, s.lot_id, s.package_tag, y.units, s.order_id, s.order_number,
      (select e.name from ${entities} e where e.id = s.retailer_id), null
    from sold s cross join lateral (values ('reserved', s.reserved),
      (case s.status when 'shipped' then 'shipped' else 'received' end, s.shipped - s.sent_back - s.short),
      -- Units that never arrived stay with the shipment.
      ('shipped', s.short), ('returned', s.sent_back - s.came_back)) as y (state, units)
    where y.units > 0
    union all
    select 'forward', 'removal', case w.reason_code when 'RETURN' then 'returned' else 'consumed' end, min(w.at), w.lot_id,
      w.package_tag, sum(w.went), ${cause}, null, null, w.location_id
    from crossed w where w.went > 0 and w.source_type <> 'order' and not exists (
      select from ${lotSources} s where s.lot_id = w.source_id and s.source_lot_id = w.lot_id)
    group by w.source_type, w.source_id, w.lot_id, w.package_tag, w.location_id,
      case w.reason_code when 'RETURN' then 'returned' else 'consumed' end
    union all
    select 'forward', 'lot', 'consumed', y.created_at, l.id, l.package_tag, s.quantity, y.id, z.batch_id, null, null
    from ${lots} l join ${lotSources} s on s.source_lot_id = l.id join ${lots} y on y.id = s.lot_id
      join ${batches} z on z.id = y.batch_id
    where l.batch_id = ${batchId} and y.entity_id = ${me}`;
}
