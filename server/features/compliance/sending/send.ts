import { VendorError } from '../../integrations/vendor-error';
import { listsLicense } from '../connections/license';
import { judgeJob } from '../jobs/judge';
import { ask, faultOf, type MetrcAnswer, NoAnswer } from '../metrc/call';
import { refusalIn, type SeenPackage, writtenIn } from '../metrc/shapes';
import type { AdjustmentFacts, Judged } from '../outbox/adjustment';
import { quantityIn } from '../outbox/measure';
import type { Problem, ProblemCode } from '../words';
import { inUnit, type Site, type TellContext } from './context';
import { proposeFinish } from './finish';
import { beginSending, type DueJob, type Quantities, type Settled } from './jobs.sql';
import { LOOK_SECONDS } from './look';
import { findPackage } from './packages';
import { announceJob, settle } from './settle';

/** Seconds before a request that certainly wasn't applied is sent again, by how often it was tried. */
const LATER_SECONDS = [2, 4, 8, 15, 30, 60];
const later = (tries: number) => LATER_SECONDS[Math.min(tries, LATER_SECONDS.length - 1)] ?? 60;

/** What a job needs before it is sent. */
interface Prepared extends Judged {
  quantities: Quantities | null;
  /** Whether it has nothing to do any more. */
  isOver?: boolean;
}

/**
 * Sends a job: what it needs is read first, that it is being sent is committed next.
 * @throws VendorError where nothing more is to be asked for this license now: it rejects the keys, or limits the rate
 */
export async function sendJob(ctx: TellContext, site: Site, job: DueJob): Promise<void> {
  const prepared = await prepare(ctx, site, job).catch((error) => postponed(ctx, job, error));
  if (!prepared) return;
  const { request, problems, quantities, isOver } = prepared;
  const looked = (outcome: string, message: string) => ({
    step: 'look' as const,
    outcome,
    status: null,
    message,
  });
  if (isOver) {
    const attempt = looked('superseded', 'Metrc has no template to change.');
    await settle(ctx, job, 'ready', { status: 'superseded', attempt });
    return;
  }
  if (problems.length > 0 || !request) {
    const attempt = looked('needs_data', problems[0]?.message ?? 'Data are missing.');
    await settle(ctx, job, 'ready', { status: 'needs_data', problems, quantities, attempt });
    return;
  }
  const begun = await inUnit(ctx.db, async (unit) => {
    const [row] = await beginSending(unit.db, job.id, job.edits, request, quantities);
    if (row) await announceJob(unit, job);
    return row;
  });
  if (!begun) return;
  const { method, path, body } = request;
  const answer = await ask(ctx, site.opened, { method, path, ...(body !== null && { body }) }).catch(
    (error) => {
      if (error instanceof NoAnswer) return error;
      throw error;
    },
  );
  await record(ctx, site, { ...job, quantities }, method, answer);
}

async function prepare(ctx: TellContext, site: Site, job: DueJob): Promise<Prepared> {
  const known = { ...site, state: site.config.state, transferType: site.config.transfer_type };
  if (job.kind === 'package_adjustment' || job.kind === 'package_finish') {
    const found = await findPackage(ctx, site, job.subject);
    const judged = judgeJob(job, known, { unit: found?.unit ?? null });
    return {
      ...judged,
      problems: [...packageProblems(job, found), ...judged.problems],
      quantities: quantitiesOf(job, found),
    };
  }
  const isNew = job.kind === 'transfer_template';
  const judged = judgeJob(job, known, { templateId: job.templateId });
  return { ...judged, quantities: null, isOver: !isNew && job.templateId === null };
}

function packageProblems(job: DueJob, found: SeenPackage | null): Problem[] {
  const problem = (code: ProblemCode, message: string): Problem[] => [
    { field: 'package_tag', code, message },
  ];
  if (!found) return problem('package_unknown', `Metrc knows no package ${job.subject} at this license.`);
  if (found.finished) return problem('package_finished', `Package ${job.subject} is finished in Metrc.`);
  if (found.held) return problem('package_on_hold', `Package ${job.subject} is on hold in Metrc.`);
  if (job.knownState === 'intransit' && job.knownChange === found.modified) {
    return problem('package_in_transit', `Package ${job.subject} is in transit in Metrc.`);
  }
  return [];
}

function quantitiesOf(job: DueJob, found: SeenPackage | null): Quantities | null {
  if (!found) return null;
  const { units, measure } = job.facts as Partial<AdjustmentFacts>;
  const change = units !== undefined && measure ? quantityIn(units, measure, found.unit) : null;
  return { unit: found.unit, before: found.quantity, change, found: null, modified: found.modified };
}

/** Puts off what couldn't be prepared: nothing was sent. @throws VendorError where the license is to be left alone */
async function postponed(ctx: TellContext, job: DueJob, error: unknown): Promise<null> {
  if (!(error instanceof VendorError)) throw error;
  const isWhole = error.code === 'vendor_unauthorized' || error.code === 'vendor_rate_limited';
  const attempt = { step: 'look' as const, outcome: error.code, status: null, message: error.message };
  const again = { seconds: later(job.tries), from: 'now' as const };
  if (error.code === 'vendor_misconfigured') {
    const problems = [{ field: null, code: 'not_permitted' as const, message: error.message }];
    await settle(ctx, job, 'ready', { status: 'rejected', problems, attempt });
  } else await settle(ctx, job, 'ready', { status: 'ready', again, attempt });
  if (isWhole) throw error;
  return null;
}

/** Records what a write came to. @throws VendorError as `sendJob` */
async function record(
  ctx: TellContext,
  site: Site,
  job: DueJob,
  method: string,
  answer: MetrcAnswer | NoAnswer,
): Promise<void> {
  if (answer instanceof NoAnswer) {
    await settle(
      ctx,
      job,
      'sending',
      answer.sent ? unknown(null, answer.message) : again(job, null, answer.message),
    );
    return;
  }
  const { status, json } = answer;
  if (status >= 200 && status < 300) return recordSuccess(ctx, site, job, method, answer);
  if (status === 401) return recordUnauthorized(ctx, site, job);
  if (status === 429) {
    await settle(ctx, job, 'sending', again(job, status, 'Metrc limits the rate of requests.'));
    throw faultOf(answer);
  }
  if (status >= 500) {
    await settle(ctx, job, 'sending', unknown(status, `Metrc responded with ${status}.`));
    return;
  }
  if (job.kind === 'transfer_template_delete' && status === 404) {
    const attempt = {
      step: 'send' as const,
      outcome: 'confirmed',
      status,
      message: 'Metrc has no such template any more.',
    };
    await settle(ctx, job, 'sending', { status: 'confirmed', attempt });
    return;
  }
  const code = [403, 404, 413].includes(status) ? 'unsupported_here' : 'rejected_by_metrc';
  const message = refusalIn(json) || `Metrc responded with ${status}.`;
  await settle(ctx, job, 'sending', rejected(status, code, message));
}

async function recordSuccess(
  ctx: TellContext,
  site: Site,
  job: DueJob,
  method: string,
  { status, json }: MetrcAnswer,
): Promise<void> {
  const mayBeEmpty = method !== 'POST';
  const written = json === undefined || (json === null && !mayBeEmpty) ? null : writtenIn(json);
  if (!written) {
    await settle(ctx, job, 'sending', unknown(status, "The response of Metrc can't be read."));
    return;
  }
  const { quantities } = job;
  const left = quantities && quantities.before !== null ? quantities.before + (quantities.change ?? 0) : null;
  const attempt = { step: 'send' as const, outcome: 'confirmed', status, message: 'Metrc confirmed it.' };
  const remoteId = written.ids[0] ?? (job.kind === 'transfer_template_change' ? job.templateId : null);
  await settle(
    ctx,
    job,
    'sending',
    { status: 'confirmed', remoteId, warnings: written.warnings, attempt },
    (unit) => proposeFinish(unit, site, job, left),
  );
}

/** A 401 of one job's kind only is that job's; else the keys are no longer accepted. */
async function recordUnauthorized(ctx: TellContext, site: Site, job: DueJob): Promise<void> {
  const listed = await listsLicense(ctx, site.opened).catch((error) => {
    if (error instanceof VendorError) return error;
    throw error;
  });
  if (listed === true) {
    await settle(
      ctx,
      job,
      'sending',
      rejected(401, 'not_permitted', 'The user key may not do this in Metrc.'),
    );
    return;
  }
  await settle(ctx, job, 'sending', again(job, 401, 'Metrc rejected the keys.'));
  throw listed instanceof VendorError && !listed.lasting
    ? listed
    : new VendorError('vendor_unauthorized', 'Metrc rejected the keys. Enter the user key again.');
}

const unknown = (status: number | null, message: string): Settled => ({
  status: 'unknown',
  looks: 0,
  again: { seconds: LOOK_SECONDS[0], from: 'sent' },
  attempt: { step: 'send', outcome: 'unknown', status, message },
});
const again = (job: DueJob, status: number | null, message: string): Settled => ({
  status: 'ready',
  again: { seconds: later(job.tries), from: 'now' },
  attempt: { step: 'send', outcome: 'not_sent', status, message },
});
const rejected = (status: number, code: ProblemCode, message: string): Settled => ({
  status: 'rejected',
  problems: [{ field: null, code, message }],
  attempt: { step: 'send', outcome: 'rejected', status, message },
});
