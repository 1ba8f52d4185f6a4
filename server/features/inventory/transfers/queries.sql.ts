import { type SQL, sql } from 'drizzle-orm';
import { Id } from '../../../kernel/params';
import { filter, newestFirst } from '../../../platform/db/collection';
import { instant, uuids } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import type { Viewer } from '../../lots/resource';
import { transferRecord, transferSummary } from './resource';

/** SQL: the transfers (alias `t`) that a member may read: all of the business, or those at one of their locations. */
function visibleTransfers({ entity, locationIds }: Viewer): SQL {
  const own = sql`t.entity_id = ${entity.id}`;
  return locationIds === null ? own : sql`${own} and t.location_ids && ${uuids(locationIds)}`;
}

/** SQL: the transfers from or to a location that a member may see: of another one they learn nothing. */
function at(locationId: string, { locationIds }: Viewer): SQL {
  if (locationIds !== null && !locationIds.includes(locationId)) return sql`false`;
  return sql`t.location_ids @> ${uuids([locationId])}`;
}

/** Transfers; what a limited member sees of each is what it did at their locations. */
export const TRANSFERS = newestFirst(transferSummary, {
  name: 'transfers',
  visible: visibleTransfers,
  created: sql`t.created_at`,
  changed: (moment) => sql`t.created_at >= ${instant(moment)}`,
  filters: {
    location_id: filter(Id.meta({ description: 'Only transfers from or to this location' }), ID, at),
  },
});
export const transferPage = pageOf(TRANSFERS, OWNER, LIMITED);
/** Transfers with their movements, as the resource. */
export const readTransfers = rowsWhere(transferRecord, [[sql`t.id = ${ID} and t.entity_id = ${ID}`, OWNER]]);
