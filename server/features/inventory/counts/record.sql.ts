import { type SQL, sql } from 'drizzle-orm';
import { texts, uuids } from '../../../platform/db/listing';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { lots } from '../../lots/tables';
import { productVariants } from '../../products/tables';
import { lastMovement } from '../snapshot/queries.sql';
import { inventoryItems, inventoryLots } from '../tables';
import { SHEET } from './queries.sql';
import { stockCountEntries, stockCountLines } from './tables';

type Counter = { userId: string | null; name: string };

/** Entries of a count that were recorded before. */
export const entriesKnown = statement(
  [[ID, [ID]]],
  (id: string, entryIds: readonly string[]) => sql<{ entry_id: string; item_id: string }>`
    select e.entry_id, e.item_id from ${stockCountEntries} e
    where e.count_id = ${id} and e.entry_id = any(${uuids(entryIds)})`,
);

/** Of these items, the ones of the count's room. */
export const itemsOfRoom = statement(
  [[ID, [ID]]],
  (id: string, itemIds: readonly string[]) => sql<{ id: string }>`
    select i.id from ${SHEET} where c.id = ${id} and i.id = any(${uuids(itemIds)})`,
);

/** SQL: codes that were scanned, as rows `s`. */
const scanned = (codes: readonly string[]) => sql`unnest(${texts(codes)}) as s (code)`;
/** Variants that one code may mean are few, or it is ambiguous. */
const FEW = sql`limit 20`;

interface Meant {
  code: string;
  variant_id: string;
  here: boolean;
}

/** Variants that a scanned SKU may mean: in stock anywhere in the business, else in its own catalog. */
export const variantsOfSkus = statement(
  [[ID, ['x'], ID, 'vault']],
  (entityId: string, codes: readonly string[], locationId: string, roomType: string) => sql<Meant>`
    select s.code, x.variant_id, x.here from ${scanned(codes)} cross join lateral (
      select i.variant_id, bool_or(i.location_id = ${locationId} and i.room_type = ${roomType}) as here
      from ${inventoryItems} i join ${productVariants} v on v.id = i.variant_id
      where i.entity_id = ${entityId} and i.sku = s.code and (v.deleted_at is null or i.quantity > 0)
      group by i.variant_id
      union
      select v.id, false from ${productVariants} v
      where v.entity_id = ${entityId} and v.sku = s.code and v.deleted_at is null and not exists (
        select from ${inventoryItems} i where i.entity_id = ${entityId} and i.variant_id = v.id)
      ${FEW}) x`,
);

/** Variants of the packages of the business that have a scanned tag. */
export const variantsOfTags = statement(
  [[ID, ['x'], ID, 'vault']],
  (entityId: string, codes: readonly string[], locationId: string, roomType: string) => sql<Meant>`
    select s.code, x.variant_id, x.here from ${scanned(codes)} cross join lateral (
      select i.variant_id, bool_or(i.location_id = ${locationId} and i.room_type = ${roomType}) as here
      from ${lots} l join ${inventoryLots} h on h.lot_id = l.id and h.entity_id = ${entityId}
        join ${inventoryItems} i on i.id = h.inventory_item_id
      where l.package_tag = s.code group by i.variant_id ${FEW}) x`,
);

/** Locks the lines of items, opening those that have none: what is read of their entries afterwards is complete. */
export const lockLines = statement(
  [[ID, [ID], OWNER]],
  (id: string, itemIds: readonly string[], { userId, name }: Counter) => sql`
    insert into ${stockCountLines} (count_id, item_id, counted, expected, actor_id, actor_name)
    select ${id}, i.id, 0, 0, ${userId}, ${name} from unnest(${uuids(itemIds)}) as i (id) order by i.id
    on conflict (count_id, item_id) do update set item_id = excluded.item_id`,
);

/** SQL: entries `e` of the count for the item `i`. */
const entriesOf = (id: string) => sql`${stockCountEntries} e where e.count_id = ${id} and e.item_id = i.id`;
const LATEST: SQL = sql`order by e.counted_at desc, e.position desc limit 1`;

/**
 * Makes lines of their entries, in the order in which they were counted: the last number, and the units added after it. The
 * expected quantity is the ledger's at the last entry.
 */
export const settleLines = statement(
  [[ID, [ID]]],
  (id: string, itemIds: readonly string[]) => sql`
    with made as materialized (
      select i.id as item_id, n.counted, a.units, e.counted_at, e.actor_id, e.actor_name, m.quantity_after
      from unnest(${uuids(itemIds)}) as i (id)
        cross join lateral (select e.* from ${entriesOf(id)} ${LATEST}) e
        left join lateral (select e.counted, e.counted_at, e.position from ${entriesOf(id)} and e.added is null ${LATEST}) n
          on true
        left join lateral (select sum(e.added) as units from ${entriesOf(id)} and e.added is not null
          and (n.position is null or (e.counted_at, e.position) > (n.counted_at, n.position))) a on true
        left join lateral (${lastMovement(sql`e.counted_at + interval '1 millisecond'`)}) m on true
    ), cleared as (
      delete from ${stockCountLines} l using made
      where l.count_id = ${id} and l.item_id = made.item_id and num_nonnulls(made.counted, made.units) = 0
    )
    update ${stockCountLines} l set
      counted = least(2000000000, coalesce(made.counted, 0) + coalesce(made.units, 0)), expected = coalesce(made.quantity_after, 0),
      actor_id = made.actor_id, actor_name = made.actor_name, counted_at = made.counted_at
    from made where l.count_id = ${id} and l.item_id = made.item_id and num_nonnulls(made.counted, made.units) > 0`,
);

/** What a count holds, which its limits bound. */
export const countSize = statement(
  [[ID]],
  (id: string) => sql<{ lines: number; entries: number }>`
    select (select count(*)::int from ${stockCountLines} l where l.count_id = ${id}) as lines,
      (select count(*)::int from ${stockCountEntries} e where e.count_id = ${id}) as entries`,
);
