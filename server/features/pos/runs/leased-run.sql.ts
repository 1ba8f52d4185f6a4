import { type SQL, sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { ABANDONED, Leases } from '../../../platform/lease/lease';
import { suspends } from '../../entities/queries.sql';
import { MAX_ERRORS, type PROVIDERS, type SyncError } from '../schema';
import { posConnections, syncRuns } from '../tables';

/** Runs of one entity at a time (decision 93). */
const RUNS_AT_ONCE = 2;

/** SQL: whether the entity of `t` has fewer runs under way than it may. */
const HAS_ROOM = sql`(select count(*) from ${syncRuns} o where o.entity_id = t.entity_id and o.status = 'running')
  < ${RUNS_AT_ONCE}`;

/** SQL: whether runs of the business of `t` wait until it is no longer suspended. */
const PAUSED = suspends(sql`t.entity_id`);

/** Takes turns per entity until the transaction ends. */
export const lockRunsOf = statement(
  [[ID]],
  (entityId: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`sync:${entityId}`}, 0))`,
);

export const abandonedRuns = statement(
  [[]],
  () =>
    sql<{
      id: string;
    }>`select t.id from ${syncRuns} t where t.status = 'running' and ${ABANDONED} and not ${PAUSED}`,
);

export const stalledEntities = statement(
  [[]],
  () => sql<{ id: string }>`
    select distinct t.entity_id as id from ${syncRuns} t
    where t.status = 'queued' and ${ABANDONED} and ${HAS_ROOM} and not ${PAUSED}`,
);

/** The oldest queued runs that may begin now. */
export const nextQueuedOf = statement(
  [[ID]],
  (entityId: string) => sql<{ id: string }>`
    select id from ${syncRuns}
    where entity_id = ${entityId} and status = 'queued' and (attempts = 0 or lease_until <= now())
      and created_at < now() - interval '1 second'
    order by created_at, id limit ${RUNS_AT_ONCE}`,
);

export interface RunRow {
  entity_id: string;
  location_id: string;
  sync_type: 'full' | 'incremental';
  stage: 'list' | 'count' | 'zero';
  page_token: string | null;
  next_cursor: string | null;
  /** The cursor of an incremental run; null for a full one. */
  since: string | null;
  pages: number;
  restarts: number;
  attempts: number;
  actor_id: string | null;
  actor_name: string;
  request_id: string;
  connection_id: string;
  provider: (typeof PROVIDERS)[number];
  config: unknown;
  credentials: string | null;
  cursor: string | null;
}

export const runLeases = new Leases(sql`${syncRuns}`, () => sql`t.status = 'running' and not ${PAUSED}`, {});

export const takeRunRow = runLeases.take({
  set: sql`status = 'running', attempts = t.attempts + 1`,
  from: sql`${posConnections} c`,
  where: sql`c.id = t.connection_id and not ${PAUSED} and (t.status = 'running' or t.status = 'queued' and ${HAS_ROOM})`,
  returning: sql<RunRow>`t.entity_id, t.location_id, t.sync_type, t.stage, t.page_token, t.next_cursor, t.since, t.pages,
    t.restarts, t.attempts, t.actor_id, t.actor_name, t.request_id, c.id as connection_id, c.provider, c.config,
    c.credentials, c.cursor`,
});

/** Fixes the mode and the cursors. */
export const beginRun = runLeases.change(
  [['x', 'x']],
  (nextCursor: string | null, since: string | null) => sql`next_cursor = ${nextCursor}, since = ${since}`,
);

export const restartList = runLeases.change(
  [['x', 1]],
  (since: string | null, restarts: number) =>
    sql`since = ${since}, page_token = null, restarts = ${restarts}`,
);

export const storeReached = runLeases.change(
  [['list', 'x', 1]],
  (stage: RunRow['stage'], pageToken: string | null, pages: number) =>
    sql`stage = ${stage}, page_token = ${pageToken}, pages = ${pages}, attempts = 1`,
);

export const endCount = runLeases.change([[]], () => sql`stage = 'zero', page_token = null`);

/** What a step did. */
export interface Progress {
  processed: number;
  created: number;
  updated: number;
  errors: readonly SyncError[];
  unmatched: readonly object[];
  /** How many items the POS has, when it says so. */
  total: number | null;
}

export const addProgress = runLeases.change(
  [[{ processed: 1, created: 1, updated: 1, errors: [], unmatched: [], total: 1 }]],
  ({ processed, created, updated, errors, unmatched, total }: Progress) => sql`
    processed = processed + ${processed}, created = created + ${created}, updated = updated + ${updated},
    total = greatest(${total ?? 0}, total, processed + ${processed}), failed = failed + ${errors.length},
    errors = ${appended(sql`errors`, errors)}, unmatched_count = unmatched_count + ${unmatched.length},
    unmatched = ${appended(sql`unmatched`, unmatched)}`,
);

/** SQL: appends to a list of the run, keeping its first entries. */
function appended(list: SQL, more: readonly object[]): SQL {
  const kept = JSON.stringify(more.slice(0, MAX_ERRORS));
  return sql`case when jsonb_array_length(${list}) >= ${MAX_ERRORS} then ${list}
    else jsonb_path_query_array(${list} || ${kept}::text::jsonb, '$[0 to 99]') end`;
}

export const completeRun = runLeases.change(
  [[]],
  () => sql`status = 'completed', total = processed, finished_at = now()`,
);

/** The run's own failure comes first, before those of its items. */
export const failRun = runLeases.change([[null]], (error: SyncError | null) => {
  const kept = JSON.stringify(error ? [error] : []);
  return sql`status = 'failed', finished_at = now(),
    errors = jsonb_path_query_array(${kept}::text::jsonb || errors, '$[0 to 99]')`;
});

export const releaseRun = runLeases.release(
  [[1, 'queued']],
  (seconds: number, status: 'queued' | 'running') => ({
    until: sql`now() + make_interval(secs => ${seconds})`,
    set: sql`status = ${status}`,
  }),
);
