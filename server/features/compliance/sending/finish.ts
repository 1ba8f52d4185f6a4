import { dateIn } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import type { Unit } from '../../../operation/unit-of-work';
import { judgeJob } from '../jobs/judge';
import { startOf } from '../outbox/adjustment';
import { capabilityOf } from '../states';
import { complianceJobs } from '../tables';
import type { Site } from './context';
import type { DueJob } from './jobs.sql';
import { announceJob } from './settle';

/** Nothing that can be sold: what is left of a sum of decimals. */
const EPSILON = 1e-6;

/** Proposes to end a package that an adjustment has emptied. */
export async function proposeFinish(
  unit: Unit,
  { id: connectionId, config, timezone, ...site }: Site,
  job: DueJob,
  left: number | null,
): Promise<void> {
  if (job.kind !== 'package_adjustment' || left === null || Math.abs(left) > EPSILON) return;
  if (!capabilityOf(config.state).packages) return;
  const id = newId();
  const facts = { tag: job.subject, day: dateIn(timezone) };
  const known = { ...site, state: config.state, transferType: config.transfer_type };
  const { request, problems } = judgeJob({ id, kind: 'package_finish', facts, edits: {} }, known);
  const added = await unit.db
    .insert(complianceJobs)
    .values({
      ...{ id, entityId: job.entityId, locationId: job.locationId, connectionId, subject: job.subject },
      ...{ kind: 'package_finish', sourceType: 'job', sourceId: job.id, facts, request, problems },
      status: startOf(problems, config.mode.package_finish),
    })
    .onConflictDoNothing()
    .returning({ id: complianceJobs.id });
  if (added.length > 0) await announceJob(unit, { id, entityId: job.entityId });
}
