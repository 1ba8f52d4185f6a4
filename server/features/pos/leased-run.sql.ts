import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { ABANDONED } from '../../platform/lease/lease';

/** Runs of one entity at a time (decision 93). */
const RUNS_AT_ONCE = 2;

/** SQL: whether the entity of `t` has fewer runs under way than it may. */
export const HAS_ROOM = sql`(select count(*) from sync_runs o where o.entity_id = t.entity_id and o.status = 'running')
  < ${RUNS_AT_ONCE}`;

/** Takes turns per entity until the transaction ends. */
export const lockRunsOf = statement(
  [[ID]],
  (entityId: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`sync:${entityId}`}, 0))`,
);

export const abandonedRuns = statement(
  [[]],
  () => sql<{ id: string }>`select t.id from sync_runs t where t.status = 'running' and ${ABANDONED}`,
);

export const stalledEntities = statement(
  [[]],
  () => sql<{ id: string }>`
    select distinct t.entity_id as id from sync_runs t
    where t.status = 'queued' and ${ABANDONED} and ${HAS_ROOM}`,
);

/** The oldest queued runs that may begin now. */
export const nextQueuedOf = statement(
  [[ID]],
  (entityId: string) => sql<{ id: string }>`
    select id from sync_runs
    where entity_id = ${entityId} and status = 'queued' and (attempts = 0 or lease_until <= now())
      and created_at < now() - interval '1 second'
    order by created_at, id limit ${RUNS_AT_ONCE}`,
);
