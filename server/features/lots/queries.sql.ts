import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { CalendarDate, Id, Search, text } from '../../kernel/params';
import { among, byId, collection, filter } from '../../platform/db/collection';
import { byName, contains, instant, uuids } from '../../platform/db/listing';
import type { TextRow } from '../../platform/db/resource';
import { pageOf, rowsWhere } from '../../platform/db/rows.sql';
import { DAY, ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { byExternalId } from '../entities/external-ids/resource';
import { entities } from '../entities/tables';
import { inventoryItems, inventoryLots } from '../inventory/tables';
import { orderItems } from '../orders/tables';
import { foundProducts } from '../products/search/queries.sql';
import { products, productVariants } from '../products/tables';
import { recallBatches, recalls } from '../recalls/tables';
import { type BatchView, batch, hasCertificateFor, type Viewer } from './resource';
import { TestStatus, type UnitsByLocation } from './schema';
import { batches, batchHolds, batchNotes, batchReach, lotReach, lots, mergedBatches } from './tables';

export { certifiesBatch, hasCertificate, hasCertificateFor, ofBatch } from './resource';

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

/** SQL: whether the batch `b` is on hold since a recall, open or closed. */
export const isRecalled = sql`b.held_at is not null and (b.recall_id is not null or exists (select from ${recalls} c where c.batch_id = b.id)
  or exists (select from ${recallBatches} c where c.batch_id = b.id and c.confirmed_at is not null))`;

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

/** SQL: whether a business reads the batch `b` whatever its number says. */
export const isRead = (entityId: SQL): SQL => sql`(b.entity_id = ${entityId}
  or exists (select from ${batchReach} z where z.entity_id = ${entityId} and z.batch_id = b.id))`;

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

/** SQL: the batches of which a business has units, in the locations that a member is limited to. All of them are in reach. */
export function batchesOnHand({ entity, locationIds }: Viewer): SQL {
  const within =
    locationIds === null
      ? sql``
      : sql`join ${inventoryItems} i on i.id = x.inventory_item_id and i.location_id = any(${uuids(locationIds)})`;
  return sql`select l.batch_id from ${inventoryLots} x join ${lots} l on l.id = x.lot_id ${within}
    where x.entity_id = ${entity.id} and x.quantity > 0`;
}

/** SQL: the few batches on hold for a business, which indexes find. */
export const heldBatches = (entityId: string): SQL => sql`z.id = any(array(
  select x.id from ${batches} x where x.held_at is not null
  union all select h.batch_id from ${batchHolds} h where h.entity_id = ${entityId}))`;

/** SQL: whether a business has units of the batch `b` at a location, one that the member may see. */
function unitsAt({ entity, locationIds }: Viewer, locationId: string): SQL {
  if (locationIds !== null && !locationIds.includes(locationId)) return sql`false`;
  return sql`exists (select from ${lots} l join ${inventoryLots} x on x.lot_id = l.id
      join ${inventoryItems} i on i.id = x.inventory_item_id
    where l.batch_id = b.id and x.entity_id = ${entity.id} and x.quantity > 0 and i.location_id = ${locationId})`;
}

/** A filter by yes or no. */
const whether = (description: string, where: (asked: boolean, viewer: Viewer) => SQL) =>
  filter(z.boolean().meta({ description }), true, where);

/** Batches in reach, as rows `z`, with themselves as `b`. */
export const BATCHES = collection(batch, {
  name: 'batches',
  from: sql`(select entity_id, batch_id as id, batch_number, expires_on, created_at, updated_at from ${batchReach}) z
    join ${batches} b on b.id = z.id`,
  id: sql`z.id`,
  visible: ({ entity }: Viewer) => sql`z.entity_id = ${entity.id}`,
  sorts: {
    created_at: sql`z.created_at`,
    expires_on: sql`z.expires_on`,
    batch_id: byName(sql`z.batch_number`),
  },
  keys: { created_at: 'timestamptz' },
  fallback: '-created_at',
  nullable: ['expires_on'],
  changed: (moment, viewer) => batchesSince(viewer, moment),
  filters: {
    product_id: byId(sql`b.product_id`, 'Only batches of this product'),
    external_id: byExternalId<Viewer>('batch', sql`z.id`),
    batch_id: filter(
      text(100).meta({ description: 'Only batches with this number, however it is spelled' }),
      'x',
      (number) => sql`b.number_key = batch_number_key(${number})`,
    ),
    location_id: filter(
      Id.meta({ description: 'Only batches with units on hand at this location of yours' }),
      ID,
      (locationId, viewer: Viewer) => unitsAt(viewer, locationId),
    ),
    expires_before: filter(
      CalendarDate.meta({ description: 'Only batches that expire before this day' }),
      DAY,
      (date) => sql`z.expires_on < ${date}::date`,
    ),
    test_status: among(
      sql`b.test_status`,
      TestStatus.meta({ description: 'Only batches with this test result' }),
    ),
    held: whether(
      '`true` for batches on hold, by the owner or your business; `false` for the others',
      (held, { entity }) =>
        held
          ? heldBatches(entity.id)
          : sql`not (b.held_at is not null or exists (
              select from ${batchHolds} h where h.batch_id = b.id and h.entity_id = ${entity.id}))`,
    ),
    has_coa: whether(
      '`true` for batches with a certificate of analysis, `false` for those that lack one',
      (wanted, { entity }: Viewer) => {
        const has = hasCertificateFor(sql`${entity.id}::uuid`);
        return wanted ? has : sql`not ${has}`;
      },
    ),
    on_hand: whether(
      '`true` for batches of which your business has units on hand, `false` for the others',
      (wanted, viewer) => sql`z.id ${sql.raw(wanted ? 'in' : 'not in')} (${batchesOnHand(viewer)})`,
    ),
    search: filter(
      Search.meta({ description: 'Words: part of the batch number, or those that find the product' }),
      'x',
      (asked, { entity }: Viewer) => {
        const isReached = (
          _: SQL,
          productId: SQL,
        ) => sql`exists (select from ${batchReach} r join ${batches} m on m.id = r.batch_id
          where r.entity_id = ${entity.id} and m.product_id = ${productId})`;
        return sql`b.id in (select n.id from ${batches} n where ${contains(sql`n.batch_id`, asked)}
          union select n.id from ${batches} n where n.product_id in ${foundProducts(asked, isReached)})`;
      },
    ),
  },
});
export const batchPage = pageOf(BATCHES, OWNER, LIMITED);
/** Batches as the resource. */
export const readBatches = rowsWhere(batch, [
  [sql`b.id = ${batchNow(ID)} and ${visibleBatches(OWNER)}`, OWNER],
]);

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

/** A batch as a business sees it, with the locations where its units are. */
export type PartyBatch = BatchView & { locations: z.infer<typeof UnitsByLocation> };

/** Batches as each of their holders sees them, and their creator and the product's owner. */
export const batchesOfParties = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<TextRow & { entity_id: string; locations: PartyBatch['locations'] }>`
    select e.id as entity_id, ${batch.text} as text, ${batch.proven} as proven, coalesce((
        select json_agg(json_build_object('location_id', u.location_id, 'quantity', u.quantity) order by u.location_id)
        from (select i.location_id, sum(x.quantity)::float8 as quantity from ${lots} l
            join ${inventoryLots} x on x.lot_id = l.id join ${inventoryItems} i on i.id = x.inventory_item_id
          where l.batch_id = b.id and x.entity_id = e.id and x.quantity > 0 group by 1) u), '[]') as locations
    from ${batch.from}
      cross join lateral (
        select b.entity_id as id
        union select o.entity_id from ${products} o where o.id = b.product_id and b.adopted
        union select x.entity_id from ${lots} l join ${inventoryLots} x on x.lot_id = l.id
          where l.batch_id = b.id and x.quantity > 0
      ) y join (select id, null::uuid[] as locations from ${entities} where deleted_at is null) e on e.id = y.id
      ${batch.joins(null)}
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
