import { sql } from 'drizzle-orm';
import { existing } from '../../../kernel/errors';
import type { Unit } from '../../../operation/unit-of-work';
import { readJobs } from '../jobs/queries.sql';
import { JOB_UPDATED, type JobStatus } from '../words';
import { inUnit, type TellContext } from './context';
import { type DueJob, type Settled, settleJob } from './jobs.sql';

/** Tells subscribers what a job is now. */
export async function announceJob(
  { db, emit }: Pick<Unit, 'db' | 'emit'>,
  { id, entityId }: { id: string; entityId: string },
): Promise<void> {
  const view = await existing(readJobs(db, sql`j.id = ${id}`));
  emit(JOB_UPDATED, entityId, view);
}

/**
 * Records what became of a try, with its event. A job that was changed meanwhile stays.
 * @param also what is written with it
 */
export async function settle(
  { db }: Pick<TellContext, 'db'>,
  job: DueJob,
  from: JobStatus,
  settled: Settled,
  also?: (unit: Unit) => Promise<void>,
): Promise<boolean> {
  return inUnit(db, async (unit) => {
    const [row] = await settleJob(unit.db, job.id, from, settled);
    if (!row) return false;
    await also?.(unit);
    if (settled.status !== from) await announceJob(unit, job);
    return true;
  });
}
