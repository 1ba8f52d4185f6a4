import type { Logger } from 'pino';
import type { Db } from '../../../platform/db/client';
import { Interrupted, resumeRun } from '../../../platform/lease/resumable-run';
import { enqueue } from '../../../platform/outbox/enqueue';
import { countListed } from '../lists/count-listed';
import { fault } from '../lists/reported';
import { takeList } from '../lists/take-list';
import { zeroUnlisted } from '../lists/zero-unlisted';
import type { PosEnvironment } from '../vendors/connector';
import { openConnector } from '../vendors/open-connector';
import { PosError } from '../vendors/pos-error';
import { findAbandoned, findStalledEntities, type LeasedRun, postpone, takeRun } from './leased-run';
import { beginRun, runLeases } from './leased-run.sql';
import { finish, RunFailure, wakeQueued } from './step';

/** Upper bound of a pause that a POS asks for. */
const LONGEST_PAUSE_SECONDS = 60 * 60;

interface SyncContext extends PosEnvironment {
  log: Logger;
  /** Aborted when the process is stopping: another process resumes the run. */
  stopping: AbortSignal;
}

/**
 * Runs a sync, or resumes one. Each page's effect, the progress and the figures are one transaction. Transient failures
 * are retried; a run that fails permanently ends as `failed`, with its event.
 */
export async function runSync(ctx: SyncContext, runId: string): Promise<void> {
  const taken = await takeRun(ctx.db, runId);
  if (!taken) return;
  await resumeRun(ctx, taken, {
    name: 'sync',
    leases: runLeases,
    work: (run, pause) => work(ctx, run, pause),
    isFinal: (error) => error instanceof RunFailure || (error instanceof PosError && error.lasting),
    pauseAfter: askedPause,
    postpone: (run, seconds) => tryAgain(ctx.db, run, seconds),
    fail: (run, error) => fail(ctx, run, error),
  });
}

/** Adds jobs for abandoned runs. */
export async function resumeSyncs({ db }: { db: Db }): Promise<void> {
  for (const id of await findAbandoned(db)) {
    await enqueue(db, 'run_sync', { run_id: id }, { key: `resume_sync:${id}`, maxAttempts: 1 });
  }
  for (const id of await findStalledEntities(db)) await wakeQueued(db, id);
}

async function work(ctx: SyncContext, run: LeasedRun, pause: () => void): Promise<void> {
  const { db } = ctx;
  const pos = openConnector(ctx, run.connection);
  try {
    await pos.health();
    if (run.pages === 0 && run.restarts === 0) await begin(db, run, await pos.cursor());
    await takeList(db, run, pos, pause);
  } finally {
    await pos.close?.();
  }
  await countListed(db, run, pause);
  if (run.syncType === 'full') await zeroUnlisted(db, run, pause);
  await finish(db, run, 'completed', null);
}

/** Fixes the run's mode and cursors before its first page. */
async function begin(db: Db, run: LeasedRun, nextCursor: string | null): Promise<void> {
  const since = run.syncType === 'full' ? null : run.connection.cursor;
  await beginRun(db, run, nextCursor, since);
  Object.assign(run, { nextCursor, since });
}

async function fail({ db, log }: SyncContext, run: LeasedRun, error: unknown): Promise<void> {
  const reported = reportOf(error);
  if (!reported) log.error({ err: error, run: run.id }, 'a sync failed');
  const internal = fault(null, 'internal', 'Something went wrong on our side. Start the sync again.');
  await finish(db, run, 'failed', reported ?? internal);
}

function reportOf(error: unknown) {
  if (error instanceof Interrupted) return fault(null, 'interrupted', 'The sync was interrupted too often.');
  const isKnown = error instanceof RunFailure || error instanceof PosError;
  return isKnown ? fault(null, error.code, error.message) : null;
}

/** The pause in seconds that the POS asks for. */
function askedPause(error: unknown): number {
  const until = error instanceof PosError ? error.retryAfter : null;
  if (!until) return 0;
  return Math.min(Math.ceil((until.getTime() - Date.now()) / 1000), LONGEST_PAUSE_SECONDS);
}

async function tryAgain(db: Db, run: LeasedRun, seconds: number): Promise<void> {
  await postpone(db, run, seconds);
  const runAt = new Date(Date.now() + seconds * 1000);
  await enqueue(db, 'run_sync', { run_id: run.id }, { runAt, maxAttempts: 1 });
  await wakeQueued(db, run.entityId);
}
