import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { allOf, iso } from '../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { SyncRun } from './schema';

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

export function runConditions(actor: Actor, locationId: string | undefined, status: string | undefined): SQL {
  return allOf([
    visibleRuns(actor),
    locationId ? sql`r.location_id = ${locationId}` : undefined,
    status ? sql`r.status = ${status}` : undefined,
  ]);
}

export const countRuns = statement(
  [[runConditions(OWNER, ID, 'queued')], [runConditions(LIMITED, undefined, undefined)]],
  (where: SQL) => sql<{ total: number }>`select count(*)::int as total from sync_runs r where ${where}`,
);

export const runsFrom = statement(
  [[runConditions(LIMITED, ID, 'queued'), sql``]],
  (where: SQL, tail: SQL) => sql<SyncRunView>`select ${runColumns} from sync_runs r where ${where} ${tail}`,
);
