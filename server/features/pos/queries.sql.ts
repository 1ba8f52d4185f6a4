import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { among, equals, filter } from '../../platform/db/collection';
import { paged } from '../../platform/db/paged.sql';
import { rowsWhere } from '../../platform/db/rows.sql';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { syncRun } from './resource';
import { OnlyLocation, SyncStatus } from './schema';
import { posConnections, syncRuns } from './tables';

type Viewer = Pick<Actor, 'entity' | 'locationIds'>;

/** Condition for the runs (alias `r`) that a member may see: those of their entity, in their locations. */
export function visibleRuns({ entity, locationIds }: Viewer): SQL {
  const own = sql`r.entity_id = ${entity.id}`;
  return locationIds === null
    ? own
    : sql`${own} and r.location_id = any(${`{${locationIds.join(',')}}`}::uuid[])`;
}

/** Condition for the latest run of each POS of an entity, where it failed. */
const failingOf = (entityId: string): SQL => sql`r.status = 'failed' and r.id in (
  select latest.id from ${posConnections} c cross join lateral (
    select s.id from ${syncRuns} s where s.connection_id = c.id order by s.created_at desc limit 1
  ) latest where c.entity_id = ${entityId})`;

export const RUNS = paged(syncRun, {
  visible: (actor: Viewer) => visibleRuns(actor),
  sorts: {
    created_at: sql`r.created_at`,
    finished_at: sql`r.finished_at`,
    status: sql`r.status`,
    sync_type: sql`r.sync_type`,
  },
  order: sql`r.created_at desc nulls last`,
  filters: {
    location_id: equals(sql`r.location_id`, OnlyLocation, ID),
    status: among(sql`r.status`, SyncStatus.meta({ description: 'Only syncs in this status' })),
    failing: filter(
      z.boolean().meta({
        description: '`true` for the latest sync of each connected location, where it failed',
      }),
      true,
      (failing, { entity }: Viewer) => (failing ? failingOf(entity.id) : sql`true`),
    ),
  },
  viewers: [OWNER, LIMITED],
});
export const readRuns = rowsWhere(syncRun, [[sql`r.id = ${ID} and ${visibleRuns(LIMITED)}`]]);
