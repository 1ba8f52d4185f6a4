import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/client';
import { enqueue } from '../../platform/outbox/enqueue';
import { openConnector, type PosEnvironment } from './connector';
import { countListed } from './count-listed';
import {
  findAbandoned,
  findStalledEntities,
  type LeasedRun,
  LeaseLost,
  postpone,
  takeLease,
  updateLeased,
  whileLeased,
} from './lease';
import { PosError } from './pos-error';
import { fault } from './reported';
import { finish, RunFailure, wakeQueued } from './run-step';
import { takeList } from './take-list';
import { zeroUnlisted } from './zero-unlisted';

/** Tries in a row that bring nothing, with a growing pause between them. */
const ATTEMPTS = 4;
/** A run that ends the process so often is not taken up again. */
const TAKEOVERS = 10;
const PAUSES_SECONDS = [2, 6, 15];
/** A point of sale that asks for a longer pause gets this one. */
const LONGEST_PAUSE_SECONDS = 60 * 60;

interface SyncContext extends PosEnvironment {
  log: Logger;
  /** Aborted when the process is asked to stop: another one goes on with the run. */
  stopping: AbortSignal;
}

/** The process is asked to stop. */
class Stopped extends Error {}

/**
 * Does a run, or goes on with one that another process left: each page's effect, how far the run is and its figures are
 * one transaction. What fails is tried again; a run that fails for good ends as `failed`, with its event.
 */
export async function runSync(ctx: SyncContext, runId: string): Promise<void> {
  const run = await takeLease(ctx.db, runId);
  if (!run) return;
  try {
    await whileLeased(ctx.db, run, () => work(ctx, run)).catch((error) => {
      if (error instanceof LeaseLost) throw error;
      if (error instanceof Stopped) return tryAgain(ctx.db, run, 0);
      return giveUpOrPostpone(ctx, run, error);
    });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
}

/** Adds jobs for the runs that nobody works on any more. */
export async function resumeSyncs({ db }: { db: Db }): Promise<void> {
  for (const id of await findAbandoned(db)) {
    await enqueue(db, 'run_sync', { run_id: id }, { key: `resume_sync:${id}`, maxAttempts: 1 });
  }
  for (const id of await findStalledEntities(db)) await wakeQueued(db, id);
}

async function work(ctx: SyncContext, run: LeasedRun): Promise<void> {
  const { db, stopping } = ctx;
  if (run.attempts > TAKEOVERS) throw new RunFailure('interrupted', 'The sync was interrupted too often.');
  const pause = () => {
    if (stopping.aborted) throw new Stopped();
  };
  const pos = openConnector(ctx, run.connection);
  await pos.health();
  if (run.pages === 0 && run.restarts === 0) await begin(db, run, await pos.cursor());
  await takeList(db, run, pos, pause);
  await countListed(db, run, pause);
  if (run.syncType === 'full') await zeroUnlisted(db, run, pause);
  await finish(db, run, 'completed', null);
}

/** Fixes from where to where the run goes, before its first page. */
async function begin(db: Db, run: LeasedRun, nextCursor: string | null): Promise<void> {
  const since = run.syncType === 'full' ? null : run.connection.cursor;
  await updateLeased(db, run, sql`next_cursor = ${nextCursor}, since = ${since}`);
  Object.assign(run, { nextCursor, since });
}

async function giveUpOrPostpone({ db, log }: SyncContext, run: LeasedRun, error: unknown): Promise<void> {
  const told = error instanceof RunFailure || error instanceof PosError;
  const lasting = error instanceof RunFailure || (error instanceof PosError && error.lasting);
  if (!lasting && run.attempts < ATTEMPTS) {
    log.warn({ err: error, run: run.id }, 'a sync is tried again');
    const asked = error instanceof PosError ? error.retryAfter : null;
    return tryAgain(db, run, pauseBefore(run.attempts, asked));
  }
  if (!told) log.error({ err: error, run: run.id }, 'a sync failed');
  await finish(
    db,
    run,
    'failed',
    told
      ? fault(null, error.code, error.message)
      : fault(null, 'internal', 'Something went wrong on our side. Ask for the sync again.'),
  );
}

/** In seconds: growing with the tries, and no sooner than the point of sale asks for. */
function pauseBefore(attempts: number, asked: Date | null): number {
  const usual = PAUSES_SECONDS[attempts - 1] ?? PAUSES_SECONDS.at(-1) ?? 0;
  const wanted = asked ? Math.ceil((asked.getTime() - Date.now()) / 1000) : 0;
  return Math.min(Math.max(usual, wanted), LONGEST_PAUSE_SECONDS);
}

async function tryAgain(db: Db, run: LeasedRun, seconds: number): Promise<void> {
  await postpone(db, run, seconds);
  const runAt = new Date(Date.now() + seconds * 1000);
  await enqueue(db, 'run_sync', { run_id: run.id }, { runAt, maxAttempts: 1 });
  await wakeQueued(db, run.entityId);
}
