import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { byName, instant, iso, uuids } from '../../platform/db/listing';
import { ID, LATE, LIMITED, OWNER, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { readingsOf, type Walked, type WalkedList } from '../../platform/db/walk';
import { entities } from '../entities/tables';
import { inventoryItems, inventoryLots } from '../inventory/tables';
import { orderItems } from '../orders/tables';
import { productCoas, products, productVariants } from '../products/tables';
import type { BATCH_SORTS, Batch, UnitsByLocation } from './schema';
import { batches, batchHolds, batchNotes, batchReach, lotReach, lots, mergedBatches } from './tables';

export type BatchView = z.infer<typeof Batch>;

/** SQL: what the holder `e` had written of the batch `b` before its owner adopted it. */
const noted = (what: SQL): SQL => sql`exists (
  select from ${batchNotes} n where n.batch_id = b.id and n.entity_id = e.id and ${what})`;

/**
 * SQL: why units of the batch `b` can't be sold: `held`, `expired` or `failed`; null when they can.
 * The holder of the units, by whose calendar a batch expires and whose own note counts, is `e`, a row of entities.
 */
export function blockReason(): SQL {
  return sql`case
    when b.held_at is not null or exists (
      select from ${batchHolds} h where h.batch_id = b.id and h.entity_id = e.id) then 'held'
    when b.expires_on < (now() at time zone e.timezone)::date
      or ${noted(sql`n.expires_on < (now() at time zone e.timezone)::date`)} then 'expired'
    when b.test_status = 'failed' or ${noted(sql`n.test_status = 'failed'`)} then 'failed' end`;
}

/** SQL: whether the batch `b` has a certificate of its own; older certificates name it by its number alone. */
export const hasCertificate = sql`exists (select from ${productCoas} c
  where c.product_id = b.product_id and (c.batch = b.id or c.batch is null and c.batch_id = b.batch_id))`;

/**
 * SQL: the batches (alias `b`) that a member may read: those their business created; adopted ones of its own products, of
 * units it holds or has held, and of goods that were shipped to it; and those its lots were made from. Triggers keep them.
 */
export function visibleBatches({ entity }: Pick<Actor, 'entity'>): SQL {
  return sql`exists (select from ${batchReach} z where z.entity_id = ${entity.id} and z.batch_id = b.id)`;
}

/** SQL: whether a business has ever received units of a product, from its owner or from a seller of it. */
const hasReceived = (entityId: SQL, productId: SQL): SQL => sql`exists (
  select from ${productVariants} v join ${orderItems} x on x.variant_id = v.id
  where v.product_id = ${productId} and x.retailer_id = ${entityId} and x.received_quantity > 0)`;

/**
 * SQL: whether a business means the batch `b` by its printed number: its own; one that it reads; and the adopted one of its
 * own product or of a product of which it has received units. To any other its number says nothing (decision 419).
 */
export function isMeantBy(entityId: SQL): SQL {
  return sql`(b.entity_id = ${entityId} or b.adopted and (
    exists (select from ${batchReach} z where z.entity_id = ${entityId} and z.batch_id = b.id)
    or exists (select from ${products} p where p.id = b.product_id and p.entity_id = ${entityId})
    or ${hasReceived(entityId, sql`b.product_id`)}))`;
}

/** SQL: whether the owner adopts the batch `b` of a holder: it has or had units of it, or has received the product. */
export const isAdoptable = sql`(
  exists (select from ${lots} l join ${inventoryLots} x on x.lot_id = l.id where l.batch_id = b.id)
  or ${hasReceived(sql`b.entity_id`, sql`b.product_id`)})`;

/**
 * SQL: whether a lot's sources count as what it was made from: its maker, of `lot`, owns the product of its batch
 * (decision 414). Otherwise the row says nothing about the sources.
 */
export const countsAsMade = (lot: SQL): SQL => sql`exists (
  select from ${batches} w join ${products} o on o.id = w.product_id where w.id = ${lot}.batch_id and o.entity_id = ${lot}.entity_id)`;

/** SQL: whether batches `b` and `o` are one in writing: itself, or what holders recorded as another spelling of its number. */
export const SAME_BATCH = sql`o.product_id = b.product_id and o.number_key = b.number_key`;

/** SQL: the batch that an id leads to: its own, or the one that it was merged into. */
export const batchNow = (id: string): SQL =>
  sql`coalesce((select m.into_id from ${mergedBatches} m where m.id = ${id}::uuid), ${id}::uuid)`;

/** SQL: the lots (alias `l`) that a member may read: as above, by lot. */
export function visibleLots({ entity }: Pick<Actor, 'entity'>): SQL {
  return sql`exists (select from ${lotReach} z where z.entity_id = ${entity.id} and z.lot_id = l.id)`;
}

const RECENT_MS = 48 * 3_600_000;

/** Whether little has changed since: all changed batches are few then, else those of one business are fewer. */
export const isRecent = (moment: string): boolean => Date.now() - Date.parse(moment) < RECENT_MS;

/** SQL: the batches `z` that changed for a business at or after an instant, or that it came to read. */
export function batchesSince({ entity }: Pick<Actor, 'entity'>, moment: string): SQL {
  if (!isRecent(moment))
    return sql`(z.updated_at >= ${instant(moment)} or b.updated_at >= ${instant(moment)})`;
  return sql`z.id = any(array(
    select x.batch_id from ${batchReach} x where x.entity_id = ${entity.id} and x.updated_at >= ${instant(moment)}
    union all select x.id from ${batches} x where x.updated_at >= ${instant(moment)}))`;
}

/** The same batches as rows `z`, with themselves as `b`. */
export const BATCHES: WalkedList<(typeof BATCH_SORTS)[number]> = {
  name: 'batches',
  from: sql`(select entity_id, batch_id as id, batch_number, expires_on, created_at, updated_at from ${batchReach}) z
    join ${batches} b on b.id = z.id`,
  id: sql`z.id`,
  sorts: {
    created_at: sql`z.created_at`,
    expires_on: sql`z.expires_on`,
    batch_id: byName(sql`z.batch_number`),
  },
  keys: { created_at: 'timestamptz' },
  fallback: '-created_at',
  nullable: ['expires_on'],
};

type Viewer = Pick<Actor, 'entity' | 'locationIds'>;

/** SQL: units of the batch `b`, as `x`, that the entity `e` has, in the locations that a member is limited to. */
function unitsInReach(locationIds: Viewer['locationIds']): SQL {
  const within =
    locationIds === null
      ? sql``
      : sql`and x.inventory_item_id in (select i.id from ${inventoryItems} i where i.location_id = any(${uuids(locationIds)}))`;
  return sql`${lots} l join ${inventoryLots} x on x.lot_id = l.id
    where l.batch_id = b.id and x.entity_id = e.id and x.quantity > 0 ${within}`;
}

/** SQL: the batches of which a business has units, in the locations that a member is limited to. All of them are in reach. */
export function batchesOnHand({ entity, locationIds }: Viewer): SQL {
  const within =
    locationIds === null
      ? sql``
      : sql`join ${inventoryItems} i on i.id = x.inventory_item_id and i.location_id = any(${uuids(locationIds)})`;
  return sql`select l.batch_id from ${inventoryLots} x join ${lots} l on l.id = x.lot_id ${within}
    where x.entity_id = ${entity.id} and x.quantity > 0`;
}

/** SQL: batches as a member of the entity `e` sees them, from `b` and its product `p`. */
const batchColumns = (
  locationIds: Viewer['locationIds'],
) => sql`b.id, b.product_id, p.name as product_name, p.category, p.images[1] as image, b.batch_id,
  b.harvested_on::text as harvested_on, b.packaged_on::text as packaged_on, b.expires_on::text as expires_on, b.test_status,
  case when b.held_at is not null then 'owner' when h.held_at is not null then 'self' end as held,
  coalesce(b.hold_reason, h.reason) as hold_reason, ${iso(sql`coalesce(b.held_at, h.held_at)`)} as held_at, b.adopted,
  ${hasCertificate} as has_coa,
  coalesce((select sum(x.quantity) from ${unitsInReach(locationIds)}), 0)::int as quantity,
  ${iso(sql`b.created_at`)} as created_at, ${iso(sql`greatest(b.updated_at, z.updated_at)`)} as updated_at`;
/** SQL: what a batch `b` is to the entity `e` alone. */
const FOR_ENTITY = sql`left join ${batchHolds} h on h.batch_id = b.id and h.entity_id = e.id
  left join ${batchReach} z on z.batch_id = b.id and z.entity_id = e.id`;

export const readBatches = statement(
  readingsOf(BATCHES).flatMap(
    ({ page, order }): Array<[Viewer, SQL, SQL]> => [
      [OWNER, page(sql`z.entity_id = ${ID} and ${batchesSince(OWNER, TIME)}`), order],
      [LIMITED, page(sql`z.entity_id = ${ID} and ${batchesSince(OWNER, LATE)}`), order],
    ],
  ),
  (actor: Viewer, page: SQL, order: SQL) => sql<BatchView & Walked>`
    select page.walk_key, ${batchColumns(actor.locationIds)}
    from ${page} join ${batches} b on b.id = page.id join ${products} p on p.id = b.product_id
      join ${entities} e on e.id = ${actor.entity.id} left join ${batchHolds} h on h.batch_id = b.id and h.entity_id = e.id
      join (select entity_id, batch_id as id, batch_number, expires_on, created_at, updated_at from ${batchReach}) z
        on z.entity_id = e.id and z.id = b.id
    ${order}`,
);

export const countBatches = statement(
  [[sql`z.entity_id = ${ID}`]],
  (where: SQL) => sql<{ total: number }>`select count(*)::int as total from ${BATCHES.from} where ${where}`,
);

export const countBatchesOnHand = statement(
  [[OWNER], [LIMITED]],
  (actor: Viewer) =>
    sql<{
      total: number;
    }>`select count(*)::int as total from (select distinct n.batch_id from (${batchesOnHand(actor)}) n) d`,
);

export const countAllBatches = statement(
  [[ID]],
  (entityId: string) =>
    sql<{ total: number }>`select count(*)::int as total from ${batchReach} where entity_id = ${entityId}`,
);

export const readBatch = statement(
  [
    [OWNER, ID],
    [LIMITED, ID],
  ],
  (actor: Viewer, id: string) => sql<BatchView>`
    select ${batchColumns(actor.locationIds)} from ${batches} b join ${products} p on p.id = b.product_id
      join ${entities} e on e.id = ${actor.entity.id} ${FOR_ENTITY}
    where b.id = ${batchNow(id)} and ${visibleBatches(actor)}`,
);

/** A batch as a business sees it, with the locations where its units are. */
export type PartyBatch = BatchView & { locations: z.infer<typeof UnitsByLocation> };

/** Batches as each of their holders sees them, and their creator and the product's owner. */
export const batchesOfParties = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<PartyBatch & { entity_id: string }>`
    select e.id as entity_id, ${batchColumns(null)}, coalesce((
        select json_agg(json_build_object('location_id', u.location_id, 'quantity', u.quantity) order by u.location_id)
        from (select i.location_id, sum(x.quantity)::int as quantity from ${lots} l
            join ${inventoryLots} x on x.lot_id = l.id join ${inventoryItems} i on i.id = x.inventory_item_id
          where l.batch_id = b.id and x.entity_id = e.id and x.quantity > 0 group by 1) u), '[]') as locations
    from ${batches} b join ${products} p on p.id = b.product_id
      cross join lateral (
        select b.entity_id as id
        union select p.entity_id where b.adopted
        union select x.entity_id from ${lots} l join ${inventoryLots} x on x.lot_id = l.id
          where l.batch_id = b.id and x.quantity > 0
      ) y join ${entities} e on e.id = y.id and e.deleted_at is null
      ${FOR_ENTITY}
    where b.id = any(${uuids(ids)}) order by b.id, e.id`,
);

export const seenBatch = statement(
  [[LIMITED, ID]],
  (actor: Pick<Actor, 'entity'>, id: string) =>
    sql<{
      id: string;
    }>`select b.id from ${batches} b where b.id = ${batchNow(id)} and ${visibleBatches(actor)}`,
);

export const lockVisibleBatch = statement(
  [[OWNER, ID]],
  (actor: Pick<Actor, 'entity'>, id: string) => sql<{
    id: string;
    adopted: boolean;
    entity_id: string;
    owner: string;
    recall_id: string | null;
  }>`
    select b.id, b.adopted, b.entity_id, b.recall_id,
      (select p.entity_id from ${products} p where p.id = b.product_id) as owner
    from ${batches} b where b.id = ${batchNow(id)} and ${visibleBatches(actor)} for no key update of b`,
);
