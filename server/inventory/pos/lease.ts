import { type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Db } from '../../db/client';
import type { PosConnection } from './connector';

/** How long a run stays with who works on it after their last sign of life. */
const LEASE = sql`interval '15 seconds'`;
const RENEW_MS = 4000;

/** A run while one process works on it. */
export interface LeasedRun {
  id: string;
  token: string;
  entityId: string;
  locationId: string;
  syncType: 'full' | 'incremental';
  stage: 'list' | 'zero';
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

/** Takes a run to work on; null when it has ended, or another process works on it. */
export async function takeLease(db: Db, runId: string): Promise<LeasedRun | null> {
  const token = v7();
  const [row] = await db.execute<LeasedRow>(sql`
    update sync_runs r set status = 'running', attempts = r.attempts + 1, lease_token = ${token},
      lease_until = now() + ${LEASE}
    from pos_connections c
    where r.id = ${runId} and c.id = r.connection_id and r.status in ('queued', 'running')
      and (r.lease_token is null or r.lease_until < now())
    returning r.entity_id, r.location_id, r.sync_type, r.stage, r.page_token, r.next_cursor, r.since, r.pages,
      r.restarts, r.attempts, r.actor_id, r.actor_name, r.request_id, c.id as connection_id, c.provider, c.config,
      c.credentials, c.cursor`);
  if (!row) return null;
  return {
    id: runId,
    token,
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
  await db.execute(sql`
    update sync_runs set lease_token = null, lease_until = now() + make_interval(secs => ${seconds})
    where id = ${run.id} and lease_token = ${run.token} and status = 'running'`);
}

/** The runs that nobody works on any more: their process ended, or their job was lost. */
export async function findAbandoned(db: Db): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select id from sync_runs where status in ('queued', 'running') and lease_until < now() - interval '3 seconds'`);
  return rows.map((row) => row.id);
}
