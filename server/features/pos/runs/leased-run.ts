import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import type { Leased } from '../../../platform/lease/lease';
import type { LeasedRun as ResumedRun } from '../../../platform/lease/resumable-run';
import { syncRuns } from '../tables';
import type { PosConnection } from '../vendors/connector';
import {
  abandonedRuns,
  lockRunsOf,
  nextQueuedOf,
  type RunRow,
  releaseRun,
  stalledEntities,
  takeRunRow,
} from './leased-run.sql';

/** A run that pauses for longer is queued again, so that it holds up no other of its entity. */
const LONGEST_HELD_SECONDS = 30;

/** A run while one process works on it. */
export interface LeasedRun extends ResumedRun {
  entityId: string;
  locationId: string;
  syncType: RunRow['sync_type'];
  stage: RunRow['stage'];
  pageToken: string | null;
  nextCursor: string | null;
  /** The cursor of an incremental run; null for a full one. */
  since: string | null;
  pages: number;
  restarts: number;
  actor: { userId: string | null; name: string };
  requestId: string;
  connection: PosConnection;
}

/**
 * Takes a run; null when it has ended, another process works on it, or its entity already has two active runs: it then
 * stays queued until one of them ends.
 */
export async function takeRun(db: Db, runId: string): Promise<LeasedRun | null> {
  return db.transaction(async (tx) => {
    const [run] = await tx
      .select({ entityId: syncRuns.entityId })
      .from(syncRuns)
      .where(eq(syncRuns.id, runId));
    if (!run) return null;
    // The count is a statement of its own, so that it sees what the previous holder took.
    await lockRunsOf(tx, run.entityId);
    const row = await takeRunRow(tx, runId);
    return row && leasedRun(row);
  });
}

function leasedRun(row: RunRow & Leased): LeasedRun {
  return {
    id: row.id,
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
      entityId: row.entity_id,
      locationId: row.location_id,
      provider: row.provider,
      config: row.config,
      credentials: row.credentials,
      cursor: row.cursor,
    },
  };
}

/** Releases the run and schedules a job to take it in `seconds`. */
export async function postpone(db: Db, run: LeasedRun, seconds: number): Promise<void> {
  const status = seconds > LONGEST_HELD_SECONDS ? 'queued' : 'running';
  await releaseRun(db, run, seconds, status);
}

/** Lists active runs without a process. */
export async function findAbandoned(db: Db): Promise<string[]> {
  const rows = await abandonedRuns(db);
  return rows.map((row) => row.id);
}

/** Lists entities with a queued run and a free slot. */
export async function findStalledEntities(db: Db): Promise<string[]> {
  const rows = await stalledEntities(db);
  return rows.map((row) => row.id);
}

/** Lists the oldest queued runs of an entity that may start now, up to its free slots. */
export async function nextQueued(db: Db, entityId: string): Promise<string[]> {
  const rows = await nextQueuedOf(db, entityId);
  return rows.map((row) => row.id);
}
