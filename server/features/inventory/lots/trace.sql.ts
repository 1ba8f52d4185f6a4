import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import type { Page } from '../../../kernel/params';
import { iso, slice } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { visibleItems } from '../queries.sql';
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
    select direction, kind, ${iso(sql`at`)} as at, lot_id, package_tag, quantity::float8 as quantity, reference_id,
      reference, party, location_id, total
    from (select count(*)::int as total from steps) counted left join (
      select * from steps order by direction, at, kind, lot_id, reference_id ${slice(page)}
    ) s on true order by direction, at, kind, lot_id, reference_id`,
);

/** SQL: whether a movement `m` is within a business: a transfer, or into quarantine for a recall. */
const WITHIN = sql`(m.source_type = 'transfer' or m.source_type = 'recall' and m.reason_code = 'TRANSFER')`;

/** SQL: every step as a row. */
function stepsOf(actor: Viewer, batchId: string): SQL {
  const me = actor.entity.id;
  // A receipt and its corrections are one step of their order.
  const moved = sql`select l.id as lot_id, l.package_tag, i.location_id, m.created_at as at, m.delta,
      case m.source_type when 'receipt' then 'order' else m.source_type end as source_type,
      coalesce(r.order_id, t.order_id, m.source_id) as source_id
    from lots l join inventory_movements m on m.lot_id = l.id join inventory_items i on i.id = m.item_id
      left join receipts r on m.source_type = 'receipt' and r.id = m.source_id
      left join returns t on m.source_type = 'return' and t.id = m.source_id
    where l.batch_id = ${batchId} and m.delta <> 0 and ${visibleItems(actor)}`;
  const orderOf = sql`left join orders o on o.id = w.source_id and w.source_type in ('order', 'return')`;
  return sql`
    select 'backward' as direction, case w.source_type when 'order' then 'receipt' when 'api' then 'adjustment'
        when 'dashboard' then 'adjustment' when 'recall' then 'adjustment' else w.source_type end as kind,
      min(w.at) as at, w.lot_id, w.package_tag, sum(w.delta) as quantity,
      case when w.source_type in ('api', 'dashboard') then null else w.source_id end as reference_id,
      o.order_number as reference, (select e.name from entities e
        where e.id = case o.wholesaler_id when ${me} then o.retailer_id else o.wholesaler_id end) as party, w.location_id
    from (${moved} and (m.delta > 0 or m.source_type = 'receipt') and not ${WITHIN}) w ${orderOf}
    group by w.source_type, w.source_id, w.lot_id, w.package_tag, w.location_id, o.order_number, o.wholesaler_id,
      o.retailer_id
    having sum(w.delta) <> 0
    union all
    select 'backward', 'source', l.created_at, l.id, l.package_tag, s.quantity, y.id, z.batch_id, null, null
    from lots l join lot_sources s on s.lot_id = l.id join lots y on y.id = s.source_lot_id
      join batches z on z.id = y.batch_id
    where l.batch_id = ${batchId} and l.entity_id = ${me}
    union all
    select 'forward', 'item', now(), l.id, l.package_tag, x.quantity, i.id, null, null, i.location_id
    from lots l join inventory_lots x on x.lot_id = l.id join inventory_items i on i.id = x.inventory_item_id
    where l.batch_id = ${batchId} and x.quantity > 0 and ${visibleItems(actor)}
    union all
    select 'forward', 'order', coalesce(min(r.shipped_at), o.created_at), l.id, l.package_tag, sum(r.quantity), o.id,
      o.order_number, (select e.name from entities e where e.id = o.retailer_id), null
    from lots l join order_allocations r on r.lot_id = l.id join orders o on o.id = r.order_id
    where l.batch_id = ${batchId} and o.wholesaler_id = ${me}
    group by o.id, o.order_number, o.retailer_id, o.created_at, l.id, l.package_tag
    union all
    select 'forward', 'transfer', min(w.at), w.lot_id, w.package_tag, sum(w.delta), w.source_id, null, null, w.location_id
    from (${moved} and m.delta > 0 and ${WITHIN}) w
    group by w.source_id, w.lot_id, w.package_tag, w.location_id
    union all
    select 'forward', 'removal', min(w.at), w.lot_id, w.package_tag, -sum(w.delta),
      case when w.source_type in ('api', 'dashboard') then null else w.source_id end, null, null, w.location_id
    from (${moved} and m.delta < 0 and m.source_type not in ('order', 'receipt') and not ${WITHIN}) w
    group by w.source_type, w.source_id, w.lot_id, w.package_tag, w.location_id
    union all
    select 'forward', 'lot', y.created_at, l.id, l.package_tag, s.quantity, y.id, z.batch_id, null, null
    from lots l join lot_sources s on s.source_lot_id = l.id join lots y on y.id = s.lot_id
      join batches z on z.id = y.batch_id
    where l.batch_id = ${batchId} and y.entity_id = ${me}`;
}
