import { sql } from 'drizzle-orm';
import { texts, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities } from '../../entities/tables';
import { isRecalled } from '../../lots/queries.sql';
import type { TEST_STATUSES } from '../../lots/schema';
import { batches, batchHolds, batchNotes, lots } from '../../lots/tables';
import { orderAllocations, orders } from '../../orders/tables';
import { inventoryLots } from '../tables';

/** Of receipts that name the same tag or reference, one goes on; the others wait in the order of the names. */
export const lockNames = statement(
  [[ID, ['x']]],
  (entityId: string, names: readonly string[]) => sql`
    select pg_advisory_xact_lock(hashtextextended(${entityId}::text || '/' || g.name, 942))
    from unnest(${texts(names)}) with ordinality as g (name, n) order by g.n`,
);

/** Of tags, those of packages that a business has units of. */
export const tagsInStock = statement(
  [[ID, ['x']]],
  (entityId: string, tags: readonly string[]) => sql<{ tag: string }>`
    select distinct l.package_tag as tag from ${lots} l
    where l.package_tag = any(${texts(tags)}) and exists (
      select from ${inventoryLots} x where x.lot_id = l.id and x.entity_id = ${entityId} and x.quantity > 0)`,
);

/** Of tags, those of packages that an order under way brings to a business, the one placed last. */
export const tagsOnOrder = statement(
  [[ID, ['x']]],
  (entityId: string, tags: readonly string[]) => sql<{ tag: string; order_id: string; order_number: string }>`
    select distinct on (l.package_tag) l.package_tag as tag, o.id as order_id, o.order_number
    from ${lots} l join ${orderAllocations} a on a.lot_id = l.id and a.quantity > 0 join ${orders} o on o.id = a.order_id
    where l.package_tag = any(${texts(tags)}) and o.retailer_id = ${entityId}
      and o.status in ('pending', 'accepted', 'preparing', 'shipped')
    order by l.package_tag, o.created_at desc, o.id`,
);

/** What keeps units of a lot from being sold by a business, and what its batch says. */
export interface LotState {
  lot_id: string;
  batch: string;
  batch_id: string;
  held: boolean;
  recalled: boolean;
  expired: boolean;
  failed: boolean;
  /** The day on which they expire for the business. */
  last_day: string | null;
  harvested_on: string | null;
  packaged_on: string | null;
  expires_on: string | null;
  test_status: (typeof TEST_STATUSES)[number];
}

export const lotStates = statement(
  [[ID, [ID]]],
  (entityId: string, lotIds: readonly string[]) => sql<LotState>`
    select l.id as lot_id, b.id as batch, b.batch_id, b.held_at is not null or h.entity_id is not null as held,
      ${isRecalled} as recalled, coalesce(least(b.expires_on, w.expires_on) < (now() at time zone e.timezone)::date, false) as expired,
      b.test_status = 'failed' or coalesce(w.test_status = 'failed', false) as failed,
      least(b.expires_on, w.expires_on)::text as last_day, b.harvested_on::text as harvested_on,
      b.packaged_on::text as packaged_on, b.expires_on::text as expires_on, b.test_status
    from ${lots} l join ${batches} b on b.id = l.batch_id join ${entities} e on e.id = ${entityId}
      left join ${batchHolds} h on h.batch_id = b.id and h.entity_id = e.id
      left join ${batchNotes} w on w.batch_id = b.id and w.entity_id = e.id
    where l.id = any(${uuids(lotIds)})`,
);
