import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type Db, isUnreachable } from '../db/client';
import { texts } from '../db/listing';

const BEAT_MS = 4_000;
/** A pool without a heartbeat for this long is dead. */
const DEAD = sql`interval '20 seconds'`;

/**
 * Writes the heartbeat of a worker pool and frees the jobs of dead pools: graphile-worker itself would wait four hours
 * for a killed process. Stop it when no job of the pool runs: what is still locked then could not be marked as done.
 */
export function startRescue(db: Db, log: Logger, poolId: string): { stop(): Promise<void> } {
  let beating = beat();
  const timer = setInterval(() => {
    beating = beat();
  }, BEAT_MS);

  async function beat(): Promise<void> {
    try {
      await db.execute(sql`
        insert into worker_pools (id) values (${poolId}) on conflict (id) do update set seen_at = now()`);
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
        await db.execute(sql`delete from worker_pools where id = ${poolId}`);
      } catch (error) {
        // The heartbeat has stopped, so other pools free the jobs.
        if (!isUnreachable(error)) log.error({ err: error }, 'jobs that were left over could not be freed');
      }
    },
  };
}

/** Frees the jobs that pools hold. */
async function unlock(db: Db, poolIds: readonly string[]): Promise<void> {
  await db.execute(sql`select graphile_worker.force_unlock_workers(${texts(poolIds)})`);
}

/** Frees the jobs of dead pools, including a pool that was killed before its first heartbeat. */
export async function freeAbandonedJobs(db: Db): Promise<void> {
  const dead = await db.execute<{ id: string }>(sql`
    select distinct j.locked_by as id from graphile_worker.jobs j
    left join worker_pools p on p.id = j.locked_by
    where j.locked_by is not null and coalesce(p.seen_at, j.locked_at) < now() - ${DEAD}`);
  const deadIds = dead.map(({ id }) => id);
  if (deadIds.length > 0) await unlock(db, deadIds);
  await db.execute(sql`delete from worker_pools where seen_at < now() - interval '1 day'`);
}
