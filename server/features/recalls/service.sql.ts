import { sql } from 'drizzle-orm';
import { iso, uuids } from '../../platform/db/listing';
import { ID, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { countsAsMade } from '../lots/queries.sql';
import { batchesOf, units } from './queries.sql';

/** Every batch made from a batch, directly or by way of others. */
export const derivedOf = statement(
  [[ID]],
  (batchId: string) => sql<{ id: string }>`
    with recursive made (id) as (
      select ${batchId}::uuid
      union
      select y.batch_id from made m join lots l on l.batch_id = m.id join lot_sources s on s.source_lot_id = l.id
        join lots y on y.id = s.lot_id and ${countsAsMade(sql`y`)}
    )
    select id from made where id <> ${batchId} order by id`,
);

export const lockBatchesToHold = statement(
  [[[ID]]],
  (ids: readonly string[]) =>
    sql<{ id: string }>`select id from batches where id = any(${uuids(ids)}) order by id for no key update`,
);

/** Holds batches for everyone; one that another open recall holds stays with that recall. */
export const holdRecalled = statement(
  [[ID, [ID], 'x']],
  (recallId: string, batchIds: readonly string[], reason: string) => sql`
    update batches set recall_id = ${recallId}, held_at = coalesce(held_at, now()), hold_reason = ${reason}
    where id = any(${uuids(batchIds)}) and recall_id is null`,
);

/** The batches of a closed recall stay on hold; their product's owner may release those of no other open recall. */
export const letGo = statement(
  [[ID]],
  (recallId: string) => sql`
    update batches b set recall_id = (
      select r.id from recall_batches x join recalls r on r.id = x.recall_id
      where x.batch_id = b.id and x.confirmed_at is not null and r.closed_at is null order by r.id limit 1)
    where b.recall_id = ${recallId}`,
);

export const listDerived = statement(
  [[ID, [ID], true]],
  (recallId: string, batchIds: readonly string[], confirmed: boolean) => sql`
    insert into recall_batches (recall_id, batch_id, confirmed_at)
    select ${recallId}, id, case when ${confirmed} then now() end from unnest(${uuids(batchIds)}) as d (id)
    on conflict do nothing`,
);

export const confirmListed = statement(
  [[ID, [ID]]],
  (recallId: string, batchIds: readonly string[]) => sql<{ batch_id: string }>`
    update recall_batches set confirmed_at = now()
    where recall_id = ${recallId} and batch_id = any(${uuids(batchIds)}) and confirmed_at is null returning batch_id`,
);

/**
 * Adds everyone who has, had or was shipped units of the batches to the holders of a recall; the product's owner only
 * while it has some. A holder that is one already has more to respond about, and responds again.
 */
export const registerHolders = statement(
  [[ID, [ID]]],
  (recallId: string, batchIds: readonly string[]) => sql<{ notified_at: string }>`
    insert into recall_responses (recall_id, entity_id, held)
    select r.id, h.entity_id, ${units(sql`sum(h.units)`)} from recalls r cross join (
      select x.entity_id, x.quantity as units from lots l join inventory_lots x on x.lot_id = l.id
      where l.batch_id = any(${uuids(batchIds)})
      union all
      select o.retailer_id, 0 from lots l join order_allocations a on a.lot_id = l.id and a.shipped_at is not null
        join orders o on o.id = a.order_id where l.batch_id = any(${uuids(batchIds)})
    ) h join entities e on e.id = h.entity_id and e.deleted_at is null
    where r.id = ${recallId} group by r.id, h.entity_id, r.entity_id
    having h.entity_id <> r.entity_id or sum(h.units) > 0
    on conflict (recall_id, entity_id) do update set held = ${units(sql`recall_responses.held::bigint + excluded.held`)}, created_at = now(),
      quarantined = null, destroyed = null, returned = null, already_sold = null, notes = null, actor_id = null,
      actor_name = null, responded_at = null
    returning ${iso(sql`recall_responses.created_at`)} as notified_at`,
);

/** Who is notified that a batch is recalled: the product's owner, and all who have, had or were shipped units of it. */
export const partiesOfRecalled = statement(
  [[ID, [ID]]],
  (recallId: string, batchIds: readonly string[]) => sql<{
    entity_id: string;
    batch: string;
    batch_id: string;
    product_id: string;
    product_name: string;
    quantity: number;
  }>`
    select h.entity_id, b.id as batch, b.batch_id, b.product_id, p.name as product_name, ${units(sql`sum(h.units)`)} as quantity
    from (
      select l.batch_id, x.entity_id, x.quantity as units from lots l join inventory_lots x on x.lot_id = l.id
      where l.batch_id = any(${uuids(batchIds)})
      union all
      select l.batch_id, o.retailer_id, 0 from lots l
        join order_allocations a on a.lot_id = l.id and a.shipped_at is not null join orders o on o.id = a.order_id
      where l.batch_id = any(${uuids(batchIds)})
      union all
      select d.id, r.entity_id, 0 from recalls r cross join unnest(${uuids(batchIds)}) as d (id) where r.id = ${recallId}
    ) h join entities e on e.id = h.entity_id and e.deleted_at is null
      join batches b on b.id = h.batch_id join products p on p.id = b.product_id
    group by h.entity_id, b.id, p.name order by h.entity_id, b.id`,
);

/** Holders that still have to respond. */
export const missingResponses = statement(
  [[ID]],
  (recallId: string) => sql<{ missing: number }>`
    select count(*)::int as missing from recall_responses where recall_id = ${recallId} and responded_at is null`,
);

/** Rows of stock with units of a recall's batches. */
export const recalledStock = statement(
  [[ID, ID]],
  (recallId: string, entityId: string) => sql<{
    id: string;
    location_id: string;
    room_type: string;
    variant_id: string;
    quantity: number;
    unit_cost_cents: number;
    average_cost: number;
  }>`
    select i.id, i.location_id, i.room_type, i.variant_id, i.quantity, i.unit_cost_cents::float8 as unit_cost_cents,
      i.average_cost::float8 as average_cost
    from inventory_items i where i.entity_id = ${entityId} and i.id in (
      select x.inventory_item_id from lots l join inventory_lots x on x.lot_id = l.id
      where l.batch_id in ${batchesOf(sql`${recallId}::uuid`)} and x.entity_id = ${entityId} and x.quantity > 0)
    order by i.id`,
);

export const batchIdsOf = statement(
  [[ID]],
  (recallId: string) =>
    sql<{ id: string }>`select x.batch_id as id from ${batchesOf(sql`${recallId}::uuid`)} x order by 1`,
);

/** A mail to each owner and admin of the holders that were notified at a time. */
export const enqueueRecallMails = statement(
  [[ID, TIME]],
  (recallId: string, notifiedAt: string) => sql`
    select graphile_worker.add_job(
      identifier => 'mail_recall', payload => json_build_object('recall_id', h.recall_id, 'user_id', u.id),
      queue_name => 'mail:' || u.entity_id || ':1', job_key => 'recall:' || h.recall_id || ':' || u.id)
    from recall_responses h join users u on u.entity_id = h.entity_id
    where h.recall_id = ${recallId} and h.created_at = ${notifiedAt}::timestamptz
      and u.team_role in ('owner', 'admin') and u.removed_at is null`,
);

export const recallForMail = statement(
  [[ID, ID]],
  (recallId: string, userId: string) => sql<{
    email: string;
    owner: string;
    product_name: string;
    batch_id: string;
    class: string;
    reason: string;
    instructions: string;
    held: number;
    derived: string[] | null;
  }>`
    select u.email, e.name as owner, p.name as product_name, b.batch_id, r.class, r.reason, r.instructions, h.held,
      (select array_agg(d.batch_id order by d.batch_id) from recall_batches x join batches d on d.id = x.batch_id
        where x.recall_id = r.id and x.confirmed_at is not null and exists (
          select from lots l join inventory_lots y on y.lot_id = l.id
          where l.batch_id = d.id and y.entity_id = u.entity_id)) as derived
    from recalls r join recall_responses h on h.recall_id = r.id join users u on u.entity_id = h.entity_id
      join batches b on b.id = r.batch_id join products p on p.id = b.product_id join entities e on e.id = r.entity_id
    where r.id = ${recallId} and u.id = ${userId} and u.removed_at is null`,
);
