import { type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Db } from '../../platform/db/client';
import type { PosConnection } from './connector';

/** How long a run stays with who works on it after their last sign of life. */
const LEASE = sql`interval '15 seconds'`;
const RENEW_MS = 4000;
/** Runs of one entity at a time (decision 93). */
const RUNS_AT_ONCE = 2;
/** A run that pauses for longer is queued again, so that it holds up no other of its entity. */
const LONGEST_HELD_SECONDS = 30;

/** SQL: how many runs of the entity of `r` are running. */
const RUNNING = sql`(select count(*) from sync_runs o where o.entity_id = r.entity_id and o.status = 'running')`;

/** A run while one process works on it. */
export interface LeasedRun {
  id: string;
  token: string;
  entityId: string;
  locationId: string;
  syncType: 'full' | 'incremental';
  stage: 'list' | 'count' | 'zero';
  pageToken: string | null;
  nextCursor: string | null;
  /** The cursor from which it takes changes; null for everything. */
  since: string | null;
  pages: number;
  restarts: number;
  attempts: number;
  actor: { userId: string | null; name: string };
  requestId: string;
  connection: PosConnection;
}

interface LeasedRow extends Record<string, unknown> {
  token: string;
  entity_id: string;
  location_id: string;
  sync_type: LeasedRun['syncType'];
  stage: LeasedRun['stage'];
  page_token: string | null;
  next_cursor: string | null;
  since: string | null;
  pages: number;
  restarts: number;
  attempts: number;
  actor_id: string | null;
  actor_name: string;
  request_id: string;
  connection_id: string;
  provider: PosConnection['provider'];
  config: unknown;
  credentials: string | null;
  cursor: string | null;
}

/** Another process has taken the run over. */
export class LeaseLost extends Error {}

/**
 * Takes a run to work on; null when it has ended, another process works on it, or it is queued while its entity has two
 * running: it then stays queued, and whoever ends one of the two wakes it.
 */
export async function takeLease(db: Db, runId: string): Promise<LeasedRun | null> {
  const row = await db.transaction(async (tx) => {
    const [run] = await tx.execute<{ entity_id: string }>(
      sql`select entity_id from sync_runs where id = ${runId}`,
    );
    if (!run) return undefined;
    // One at a time counts what runs; the count is a statement of its own, so that it sees what the one before took.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sync:${run.entity_id}`}, 0))`);
    return leaseRow(tx, runId);
  });
  return row ? leasedRun(runId, row) : null;
}

async function leaseRow(db: Db, runId: string): Promise<LeasedRow | undefined> {
  const [row] = await db.execute<LeasedRow>(sql`
    update sync_runs r set status = 'running', attempts = r.attempts + 1, lease_token = ${v7()},
      lease_until = now() + ${LEASE}
    from pos_connections c
    where r.id = ${runId} and c.id = r.connection_id and r.status in ('queued', 'running')
      and (r.lease_token is null or r.lease_until < now())
      and (r.status = 'running' or ${RUNNING} < ${RUNS_AT_ONCE})
    returning r.lease_token as token, r.entity_id, r.location_id, r.sync_type, r.stage, r.page_token, r.next_cursor, r.since, r.pages,
      r.restarts, r.attempts, r.actor_id, r.actor_name, r.request_id, c.id as connection_id, c.provider, c.config,
      c.credentials, c.cursor`);
  return row;
}

function leasedRun(id: string, row: LeasedRow): LeasedRun {
  return {
    id,
    token: row.token,
    entityId: row.entity_id,
    locationId: row.location_id,
    syncType: row.sync_type,
    stage: row.stage,
    pageToken: row.page_token,
    nextCursor: row.next_cursor,
    since: row.since,
    pages: row.pages,
    restarts: row.restarts,
    attempts: row.attempts,
    actor: { userId: row.actor_id, name: row.actor_name },
    requestId: row.request_id,
    connection: {
      id: row.connection_id,
      locationId: row.location_id,
      provider: row.provider,
      config: row.config,
      credentials: row.credentials,
      cursor: row.cursor,
    },
  };
}

/**
 * Changes the run, in the transaction of what the change stands for, while it is still ours.
 * @throws LeaseLost
 */
export async function updateLeased(db: Db, run: LeasedRun, set: SQL): Promise<void> {
  const rows = await db.execute(sql`
    update sync_runs set ${set}, lease_until = now() + ${LEASE}
    where id = ${run.id} and lease_token = ${run.token} and status = 'running' returning id`);
  if (rows.length === 0) throw new LeaseLost();
}

/** Gives signs of life while `work` runs. */
export async function whileLeased<T>(db: Db, run: LeasedRun, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    // A renewal that fails is made up for by the next; when all do, the work itself finds out.
    updateLeased(db, run, sql`status = status`).catch(() => {});
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Puts the run down, to be taken up again by a job in `seconds`. */
export async function postpone(db: Db, run: LeasedRun, seconds: number): Promise<void> {
  const status = seconds > LONGEST_HELD_SECONDS ? 'queued' : 'running';
  await db.execute(sql`
    update sync_runs set status = ${status}, lease_token = null,
      lease_until = now() + make_interval(secs => ${seconds})
    where id = ${run.id} and lease_token = ${run.token} and status = 'running'`);
}

/** SQL: nobody has worked on the run since its process ended or its job was lost. */
const ABANDONED = sql`r.lease_until < now() - interval '3 seconds'`;

/** Running runs without a process. */
export async function findAbandoned(db: Db): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(
    sql`select r.id from sync_runs r where r.status = 'running' and ${ABANDONED}`,
  );
  return rows.map((row) => row.id);
}

/** Entities that could run a queued run and don't. */
export async function findStalledEntities(db: Db): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select distinct r.entity_id as id from sync_runs r
    where r.status = 'queued' and ${ABANDONED} and ${RUNNING} < ${RUNS_AT_ONCE}`);
  return rows.map((row) => row.id);
}

/** The oldest queued runs of an entity that may begin now, as many as may run. */
export async function nextQueued(db: Db, entityId: string): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select id from sync_runs
    where entity_id = ${entityId} and status = 'queued' and (attempts = 0 or lease_until <= now())
      and created_at < now() - interval '1 second'
    order by created_at, id limit ${RUNS_AT_ONCE}`);
  return rows.map((row) => row.id);
}
