import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { allOf, iso } from '../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { ListSyncRuns, SyncRun } from './schema';
import { posConnections, syncRuns } from './tables';

export type SyncRunView = z.infer<typeof SyncRun>;

/** Condition for the runs (alias `r`) that a member may see: those of their entity, in their locations. */
export function visibleRuns({ entity, locationIds }: Pick<Actor, 'entity' | 'locationIds'>): SQL {
  const own = sql`r.entity_id = ${entity.id}`;
  return locationIds === null
    ? own
    : sql`${own} and r.location_id = any(${`{${locationIds.join(',')}}`}::uuid[])`;
}

const runColumns = sql`r.id, r.location_id, r.sync_type, r.status, r.processed, r.total, r.created, r.updated, r.failed,
  r.errors, r.unmatched, r.unmatched_count, ${iso(sql`r.created_at`)} as created_at, ${iso(sql`r.finished_at`)} as finished_at`;

/** Condition for the latest run of each POS of an entity, where it failed. */
const failingOf = (entityId: string): SQL => sql`r.status = 'failed' and r.id in (
  select latest.id from ${posConnections} c cross join lateral (
    select s.id from ${syncRuns} s where s.connection_id = c.id order by s.created_at desc limit 1
  ) latest where c.entity_id = ${entityId})`;

export function runConditions(
  actor: Actor,
  { location_id, status, failing }: Pick<z.infer<typeof ListSyncRuns>, 'location_id' | 'status' | 'failing'>,
): SQL {
  return allOf([
    visibleRuns(actor),
    location_id ? sql`r.location_id = ${location_id}` : undefined,
    status ? sql`r.status = ${status}` : undefined,
    failing ? failingOf(actor.entity.id) : undefined,
  ]);
}

export const countRuns = statement(
  [
    [runConditions(OWNER, { location_id: ID, status: 'queued', failing: true })],
    [runConditions(LIMITED, {})],
  ],
  (where: SQL) => sql<{ total: number }>`select count(*)::int as total from ${syncRuns} r where ${where}`,
);

export const runsFrom = statement(
  [[runConditions(LIMITED, { location_id: ID, status: 'queued', failing: true }), sql``]],
  (where: SQL, tail: SQL) => sql<SyncRunView>`select ${runColumns} from ${syncRuns} r where ${where} ${tail}`,
);
