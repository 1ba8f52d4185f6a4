import { eq, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type Db, isUnreachable } from '../db/client';
import { beatPool, deadPools, unlockWorkers } from './rescue.sql';
import { workerPools } from './tables';

const BEAT_MS = 4_000;

/**
 * Writes the heartbeat of a worker pool and frees the jobs of dead pools: graphile-worker itself would wait four hours.
 * Stop it after the pool's last job: whatever is still locked then could not be marked as done.
 */
export function startRescue(db: Db, log: Logger, poolId: string): { stop(): Promise<void> } {
  let beating = beat();
  const timer = setInterval(() => {
    beating = beat();
  }, BEAT_MS);

  async function beat(): Promise<void> {
    try {
      await beatPool(db, poolId);
      await freeAbandonedJobs(db);
    } catch (error) {
      if (!isUnreachable(error)) log.error({ err: error }, 'abandoned jobs could not be freed');
    }
  }

  return {
    async stop() {
      clearInterval(timer);
      await beating;
      try {
        await unlock(db, [poolId]);
        await db.delete(workerPools).where(eq(workerPools.id, poolId));
      } catch (error) {
        // The heartbeat has stopped, so other pools free the jobs.
        if (!isUnreachable(error)) log.error({ err: error }, 'jobs that were left over could not be freed');
      }
    },
  };
}

/** Frees the jobs that pools hold. */
async function unlock(db: Db, poolIds: readonly string[]): Promise<void> {
  await unlockWorkers(db, poolIds);
}

/** Frees the jobs of dead pools, including a pool that was killed before its first heartbeat. */
export async function freeAbandonedJobs(db: Db): Promise<void> {
  const dead = await deadPools(db);
  const deadIds = dead.map(({ id }) => id);
  if (deadIds.length > 0) await unlock(db, deadIds);
  await db.delete(workerPools).where(lt(workerPools.seenAt, sql`now() - interval '1 day'`));
}
