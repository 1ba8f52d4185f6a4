import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { ints, uuids } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { locations } from '../../entities/tables';
import { visibleProducts } from '../../products/queries.sql';
import { products, productVariants } from '../../products/tables';
import { inventoryItems, stockLevels } from '../tables';
import { type PlaceOf, placesOf } from './queries.sql';
import { levelsWanted } from './tables';

/** Holds locations of a business, so that none is deleted meanwhile. @returns those that it has */
export const lockOwnLocations = statement(
  [[ID, [ID]]],
  (entityId: string, ids: readonly string[]) => sql<{ id: string }>`
    select l.id from ${locations} l where l.entity_id = ${entityId} and l.id = any(${uuids(ids)}) and l.deleted_at is null
    order by l.id for key share`,
);

/** Holds variants that a business sees in a catalog or has in stock. @returns those that it has */
export const lockSeenVariants = statement(
  [
    [OWNER, [ID]],
    [LIMITED, [ID]],
  ],
  (actor: Actor, ids: readonly string[]) => sql<{ id: string }>`
    select v.id from ${productVariants} v join ${products} p on p.id = v.product_id
    where v.id = any(${uuids(ids)}) and ((v.deleted_at is null and ${visibleProducts(actor)})
      or exists (select from ${inventoryItems} i where i.variant_id = v.id and i.entity_id = ${actor.entity.id} and i.quantity > 0))
    order by v.id for key share of v`,
);

/** What was wanted at places; parallel changes of one wait for each other, in the order of its key. */
export const lockWanted = statement(
  [[[{ variant_id: ID, location_id: ID }]]],
  (places: readonly PlaceOf[]) => sql<PlaceOf & { reorder_point: number | null; par: number | null }>`
    select w.variant_id, w.location_id, w.reorder_point, w.par from ${levelsWanted} w
    where (w.location_id, w.variant_id) in (select a.location_id, a.variant_id from ${placesOf(places)})
    order by w.location_id, w.variant_id for update`,
);

/** A place with what is wanted there, in steps. */
export interface Level extends PlaceOf {
  reorder_point: number | null;
  par: number | null;
}
const LEVEL: Level = { variant_id: ID, location_id: ID, reorder_point: 1, par: null };

export const writeWanted = statement(
  [[ID, [LEVEL], [LEVEL]]],
  (entityId: string, levels: readonly Level[], opening: readonly PlaceOf[]) => {
    const column = (of: (level: Level) => number | null) => ints(levels.map((level) => of(level) ?? -1));
    return sql`
      insert into ${levelsWanted} (entity_id, location_id, variant_id, reorder_point, par, opened)
      select ${entityId}, a.location_id, a.variant_id, nullif(n.point, -1), nullif(n.par, -1),
        (a.variant_id, a.location_id) in (select a.variant_id, a.location_id from ${placesOf(opening)})
      from ${placesOf(levels)} join unnest(${column((level) => level.reorder_point)}, ${column((level) => level.par)})
        with ordinality as n (point, par, place) using (place)
      order by a.location_id, a.variant_id
      on conflict (location_id, variant_id) do update set reorder_point = excluded.reorder_point, par = excluded.par`;
  },
);

/** Nothing is wanted of places any more; a row that opened one of stock stays, empty. */
export const dropWanted = statement(
  [[[{ variant_id: ID, location_id: ID }]]],
  (places: readonly PlaceOf[]) => sql`
    with emptied as (
      update ${levelsWanted} w set reorder_point = null, par = null from ${placesOf(places)}
      where w.location_id = a.location_id and w.variant_id = a.variant_id and w.opened
    )
    delete from ${levelsWanted} w using ${placesOf(places)}
    where w.location_id = a.location_id and w.variant_id = a.variant_id and not w.opened`,
);

/** Of places those where the variant has never been in stock. */
export const neverStocked = statement(
  [[[{ variant_id: ID, location_id: ID }]]],
  (places: readonly PlaceOf[]) => sql<PlaceOf>`
    select a.variant_id, a.location_id from ${placesOf(places)} where not exists (
      select from ${stockLevels} s where s.location_id = a.location_id and s.variant_id = a.variant_id)`,
);
