import { type SQL, sql } from 'drizzle-orm';
import { Id, text } from '../../../kernel/params';
import { byId, equals, filter, newestFirst } from '../../../platform/db/collection';
import { instant } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { byExternalId } from '../../entities/external-ids/resource';
import { isRecent, visibleLots } from '../../lots/queries.sql';
import type { Viewer } from '../../lots/resource';
import { batches, lotReach, lots } from '../../lots/tables';
import { visibleItems } from '../queries.sql';
import { inventoryItems, inventoryLots } from '../tables';
import { lot } from './resource';
import { PackageTag } from './schema';

/** SQL: the lots `z` that changed at or after an instant, with their batch, or that a business came to read. */
export function lotsSince({ entity }: Viewer, moment: string): SQL {
  const since = instant(moment);
  if (!isRecent(moment)) {
    return sql`(z.updated_at >= ${since} or l.updated_at >= ${since}
      or exists (select from ${batches} c where c.id = l.batch_id and c.updated_at >= ${since}))`;
  }
  return sql`z.id = any(array(
    select x.lot_id from ${lotReach} x where x.entity_id = ${entity.id} and x.updated_at >= ${since}
    union all select x.id from ${lots} x where x.updated_at >= ${since}
    union all select x.id from ${batches} c join ${lots} x on x.batch_id = c.id where c.updated_at >= ${since}))`;
}

/** Lots in reach, as rows `z`, with themselves as `l`. */
export const LOTS = newestFirst(lot, {
  name: 'lots',
  from: sql`(select entity_id, lot_id as id, created_at, updated_at from ${lotReach}) z join ${lots} l on l.id = z.id`,
  id: sql`z.id`,
  visible: ({ entity }: Viewer) => sql`z.entity_id = ${entity.id}`,
  created: sql`z.created_at`,
  changed: (moment, viewer) => lotsSince(viewer, moment),
  filters: {
    batch: byId(sql`l.batch_id`, 'Only lots of the batch with this id'),
    external_id: byExternalId<Viewer>('lot', sql`z.id`),
    batch_id: filter(
      text(100).meta({ description: 'Only lots of batches with this number, however it is spelled' }),
      'x',
      (number) =>
        sql`l.batch_id in (select b.id from ${batches} b where b.number_key = batch_number_key(${number}))`,
    ),
    package_tag: equals(
      sql`l.package_tag`,
      PackageTag.meta({ description: 'Only the lot with exactly this tag' }),
      'x',
    ),
    location_id: filter(
      Id.meta({ description: 'Only lots with units at this location of yours' }),
      ID,
      (locationId, viewer: Viewer) =>
        sql`l.id in (select x.lot_id from ${inventoryItems} i join ${inventoryLots} x on x.inventory_item_id = i.id
          where i.location_id = ${locationId} and ${visibleItems(viewer)} and x.quantity > 0)`,
    ),
  },
});
export const lotPage = pageOf(LOTS, OWNER, LIMITED);
/** Lots as the resource. */
export const readLots = rowsWhere(lot, [
  [sql`l.id = ${ID} and ${visibleLots(OWNER)}`, OWNER],
  [sql`l.id = ${ID} and ${visibleLots(LIMITED)}`, LIMITED],
]);

export const countAllLots = statement(
  [[ID]],
  (entityId: string) =>
    sql<{ total: number }>`select count(*)::int as total from ${lotReach} where entity_id = ${entityId}`,
);
