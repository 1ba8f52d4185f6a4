import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import type { PlacedAction } from '../../../kernel/audit-actions';
import { dateIn } from '../../../kernel/clock';
import { AppError, existing, invalidRequest, isAppError } from '../../../kernel/errors';
import type { Context, WriteContext } from '../../../operation/context';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import { enqueueSite } from '../enqueue';
import { type AdjustmentFacts, type Judged, startOf } from '../outbox/adjustment';
import type { ComplianceJobView } from '../resource';
import type { ApproveJobs, JobApprovals, ResolveJob, SkipJob, UpdateJob } from '../schema';
import { NOT_BEFORE_MS } from '../sending/look';
import { complianceJobs } from '../tables';
import { JOB_UPDATED, type JobStatus, type Problem, UNSENT } from '../words';
import { judgeJob } from './judge';
import { otherLot } from './lots.sql';
import { getJob } from './queries';
import { type LockedJob, lockJob } from './queries.sql';

export const JOB_EVENTS = [JOB_UPDATED] as const;

/** @throws AppError NOT_FOUND */
const lock = (ctx: WriteContext, id: string): Promise<LockedJob> => existing(lockJob(ctx.db, id, ctx.actor));

function wrongStatus({ status }: LockedJob, what: string): AppError {
  return new AppError('CONFLICT', `A job that is ${status} can't be ${what}.`, {
    reason: 'wrong_status',
    status,
  });
}

/** What a job is now, as what is known of its license decides; a job without a connection isn't sent. */
function judged(job: LockedJob): Judged {
  if (job.state === null) {
    const problem: Problem = {
      field: null,
      code: 'license_missing',
      message: 'The location is connected with Metrc no more.',
    };
    return { request: null, problems: [problem] };
  }
  const { state, reasons, vendor_reasons: vendorReasons, transfer_type, transfer_types } = job;
  const site = { state, reasons, vendorReasons, transferType: transfer_type, transferTypes: transfer_types };
  return judgeJob(job, site, { unit: job.package_unit });
}

/** Whether nothing of a job was applied for certain, so that it may still be changed. */
const isOpen = ({ status, undecided }: LockedJob) => UNSENT.includes(status) && !undecided;

type Change = Partial<typeof complianceJobs.$inferInsert>;

/** Stores a change of a locked job, with its audit row and event. */
async function store(
  ctx: WriteContext,
  job: LockedJob,
  change: Change,
  { action, after }: { action: PlacedAction; after: Record<string, unknown> },
): Promise<ComplianceJobView> {
  const isReviewed = action !== 'compliance_job.updated';
  const { userId, name } = ctx.actor;
  await ctx.db
    .update(complianceJobs)
    .set({ ...change, ...(isReviewed && { reviewerId: userId, reviewerName: name }) })
    .where(eq(complianceJobs.id, job.id));
  const view = await getJob(ctx, job.id);
  ctx.audit({
    action,
    objectId: job.id,
    locationIds: [job.location_id],
    before: { status: job.status },
    after: { status: view.status, ...after },
  });
  ctx.emit(JOB_UPDATED, job.entity_id, view);
  if (view.status === 'ready' && job.connection_id) {
    await enqueueSite(ctx.db, { id: job.connection_id, entityId: job.entity_id });
  }
  return view;
}

/**
 * Changes reason, note, day or package of a job that wasn't sent.
 * @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT `wrong_status`
 */
export async function updateJob(
  ctx: WriteContext,
  { id, package_tag: tag, ...edits }: z.infer<typeof UpdateJob>,
): Promise<ComplianceJobView> {
  const job = await lock(ctx, id);
  const given = Object.fromEntries(Object.entries(edits).filter(([, value]) => value !== undefined));
  if (tag === undefined && Object.keys(given).length === 0) {
    throw invalidRequest([{ path: '', code: 'empty_patch', message: 'Send at least one field to change.' }]);
  }
  if (!isOpen(job)) throw wrongStatus(job, 'changed');
  if (edits.date && edits.date > dateIn(ctx.actor.entity.timezone)) {
    throw invalidRequest([{ path: 'date', code: 'date_in_future', message: 'must not be in the future' }]);
  }
  const facts = tag === undefined ? job.facts : await ofOther(ctx, job, tag);
  const changed = { ...job, facts, edits: { ...job.edits, ...given }, subject: tag ?? job.subject };
  const { request, problems } = judged(changed);
  const status = startOf(problems, job.mode ?? 'review');
  const change: Change = {
    facts,
    edits: changed.edits,
    subject: changed.subject,
    request,
    problems,
    status,
    nextAttemptAt: null,
  };
  const after = { ...given, ...(tag !== undefined && { package_tag: tag }) };
  return store(ctx, job, change, { action: 'compliance_job.updated', after });
}

/** Another package of the same row of stock, where the lot was inferred. @throws AppError INVALID_REQUEST, CONFLICT */
async function ofOther(ctx: WriteContext, job: LockedJob, tag: string): Promise<AdjustmentFacts> {
  if (job.kind !== 'package_adjustment') throw wrongStatus(job, 'moved to another package');
  const facts = job.facts as AdjustmentFacts;
  const [lot] = await otherLot(ctx.db, facts.item_id, tag);
  if (!lot) {
    throw invalidRequest([
      { path: 'package_tag', code: 'unknown_value', message: 'is no package of the same stock' },
    ]);
  }
  return { ...facts, tag, inferred: false };
}

/** @throws AppError NOT_FOUND, CONFLICT `wrong_status` or `needs_data` with `details.problems` */
export async function approveJob(ctx: WriteContext, id: string): Promise<ComplianceJobView> {
  return approve(ctx, await lock(ctx, id));
}

async function approve(ctx: WriteContext, job: LockedJob): Promise<ComplianceJobView> {
  if (job.status === 'ready') return getJob(ctx, job.id);
  if (!isOpen(job) || job.status === 'rejected') throw wrongStatus(job, 'approved');
  return ready(ctx, job, 'compliance_job.approved');
}

async function ready(ctx: WriteContext, job: LockedJob, action: PlacedAction): Promise<ComplianceJobView> {
  const { request, problems } = judged(job);
  if (problems.length > 0) {
    throw new AppError('CONFLICT', problems[0]?.message ?? 'Data are missing.', {
      reason: 'needs_data',
      problems,
    });
  }
  const change = { request, problems, status: 'ready' as const, nextAttemptAt: null };
  return store(ctx, job, change, { action, after: {} });
}

/** Approves several jobs, each in a transaction of its own. */
export async function approveJobs(
  ctx: Context & { actor: Actor },
  { ids }: z.infer<typeof ApproveJobs>,
): Promise<z.infer<typeof JobApprovals>> {
  const results: z.infer<typeof JobApprovals>['results'] = [];
  for (const id of ids) {
    try {
      const { status } = await runUnitOfWork({ ...ctx, keyed: null }, JOB_EVENTS, (unit) =>
        approveJob({ ...ctx, ...unit } as WriteContext, id),
      );
      results.push({ id, status, error: null });
    } catch (error) {
      if (!isAppError(error)) throw error;
      const { reason } = (error.details ?? {}) as { reason?: string };
      const code = error.code === 'NOT_FOUND' ? 'not_found' : (reason ?? error.code.toLowerCase());
      results.push({ id, status: null, error: { code, message: error.message } });
    }
  }
  return { results };
}

/** Sends a job again that Metrc rejected. @throws AppError NOT_FOUND, CONFLICT `wrong_status` or `needs_data` */
export async function retryJob(ctx: WriteContext, id: string): Promise<ComplianceJobView> {
  const job = await lock(ctx, id);
  if (job.status !== 'rejected') throw wrongStatus(job, 'retried');
  return ready(ctx, job, 'compliance_job.retried');
}

/** Ends a job that wasn't sent: it is not told. @throws AppError NOT_FOUND, CONFLICT `wrong_status` */
export async function skipJob(
  ctx: WriteContext,
  { id, reason }: z.infer<typeof SkipJob>,
): Promise<ComplianceJobView> {
  const job = await lock(ctx, id);
  if (!isOpen(job)) throw wrongStatus(job, 'skipped');
  const change = { status: 'skipped' as const, nextAttemptAt: null };
  return store(ctx, job, change, { action: 'compliance_job.skipped', after: { reason } });
}

/**
 * Says what became of a job that was sent without a response: five minutes after it was sent at the earliest, as Metrc may still
 * be at it.
 * @throws AppError NOT_FOUND, CONFLICT `wrong_status` or `too_early` with `details.until`
 */
export async function resolveJob(
  ctx: WriteContext,
  { id, outcome, note }: z.infer<typeof ResolveJob>,
): Promise<ComplianceJobView> {
  const job = await lock(ctx, id);
  if (!(job.status === 'unknown' || job.undecided) || job.sent_at === null)
    throw wrongStatus(job, 'resolved');
  if ((job.sent_ago ?? 0) < NOT_BEFORE_MS) {
    const until = new Date(Date.parse(job.sent_at) + NOT_BEFORE_MS).toISOString();
    throw new AppError(
      'CONFLICT',
      'It was sent less than five minutes ago, and Metrc may still apply it. Try again then.',
      {
        reason: 'too_early',
        until,
      },
    );
  }
  const status: JobStatus = outcome === 'applied' ? 'confirmed' : 'ready';
  const change = { status, problems: [], nextAttemptAt: null, looks: 0 };
  return store(ctx, job, change, {
    action: 'compliance_job.resolved',
    after: { outcome, ...(note && { note }) },
  });
}
