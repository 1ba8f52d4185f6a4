import { VendorError } from '../../integrations/vendor-error';
import { PAGE, read } from '../metrc/call';
import { adjustmentIn, pageIn, type SeenPackage, shipmentIn } from '../metrc/shapes';
import { markOf } from '../outbox/adjustment';
import type { Problem } from '../words';
import type { Site, TellContext } from './context';
import { proposeFinish } from './finish';
import type { DueJob, Quantities, Settled } from './jobs.sql';
import { findPackage } from './packages';
import { settle } from './settle';

/** When an outcome that is unknown is looked for, in seconds after sending. */
export const LOOK_SECONDS = [10, 30, 120, 300, 900, 3600] as const;
/** What isn't there by then was not applied: a slow server may still be at it before. */
export const NOT_BEFORE_MS = 5 * 60_000;
/** Pause in seconds after a look that failed. */
const AGAIN_SECONDS = 15;
const MAX_PAGES = 50;
const EPSILON = 1e-6;

type Seen =
  | { outcome: 'applied'; remoteId?: string | null; quantities?: Quantities | null }
  | { outcome: 'unchanged' | 'unclear'; quantities?: Quantities | null };

/**
 * Looks whether Metrc has what was sent without a response. Nothing is sent again before this.
 * @throws VendorError where nothing more is to be asked for this license now
 */
export async function lookUp(ctx: TellContext, site: Site, job: DueJob): Promise<void> {
  const seen = await see(ctx, site, job).catch(async (error) => {
    if (!(error instanceof VendorError)) throw error;
    await settle(ctx, job, 'unknown', {
      ...{ status: 'unknown', again: { seconds: AGAIN_SECONDS, from: 'now' as const } },
      attempt: attempt(error.code, error.message),
    });
    if (error.code === 'vendor_unauthorized' || error.code === 'vendor_rate_limited') throw error;
    return null;
  });
  if (!seen) return;
  const { quantities } = seen;
  if (seen.outcome === 'applied') {
    const { remoteId } = seen;
    const settled = {
      status: 'confirmed' as const,
      remoteId,
      quantities,
      attempt: attempt('confirmed', 'Metrc has it.'),
    };
    const left = quantities?.found ?? null;
    await settle(ctx, job, 'unknown', settled, (unit) => proposeFinish(unit, site, job, left));
    return;
  }
  if (seen.outcome === 'unchanged' && (job.sentAgo ?? 0) >= NOT_BEFORE_MS) {
    const settled: Settled = {
      status: 'ready',
      looks: 0,
      quantities,
      attempt: attempt('not_applied', 'Metrc does not have it.'),
    };
    await settle(ctx, job, 'unknown', { ...settled, again: { seconds: 0, from: 'now' } });
    return;
  }
  await settle(ctx, job, 'unknown', undecided(job, seen));
}

const attempt = (outcome: string, message: string) => ({
  step: 'look' as const,
  outcome,
  status: null,
  message,
});

const UNDECIDED: Problem = {
  field: null,
  code: 'outcome_unknown',
  message: 'What Metrc shows doesn’t say whether it has it. Look there, then say so.',
};

function undecided(job: DueJob, { outcome, quantities }: Seen): Settled {
  const looks = job.looks + 1;
  const said = attempt(
    outcome,
    outcome === 'unclear' ? 'What Metrc shows fits neither.' : 'Metrc does not have it yet.',
  );
  const seconds = LOOK_SECONDS[looks];
  if (seconds === undefined)
    return { status: 'review', looks, problems: [UNDECIDED], quantities, attempt: said };
  return { status: 'unknown', looks, quantities, again: { seconds, from: 'sent' }, attempt: said };
}

function see(ctx: TellContext, site: Site, job: DueJob): Promise<Seen> {
  if (job.kind === 'package_adjustment') return seeAdjustment(ctx, site, job);
  if (job.kind === 'package_finish') return seeFinish(ctx, site, job);
  return seeTemplate(ctx, site, job);
}

async function seeAdjustment(ctx: TellContext, site: Site, job: DueJob): Promise<Seen> {
  const found = await findPackage(ctx, site, job.subject);
  const before = job.quantities;
  const quantities = before && { ...before, found: found?.quantity ?? null };
  if (!found || !before || before.before === null) return { outcome: 'unclear', quantities };
  const wanted = before.before + (before.change ?? 0);
  const hasChanged = isLater(found, before.modified ?? null);
  if (hasChanged && Math.abs(found.quantity - wanted) < EPSILON) return { outcome: 'applied', quantities };
  const isSame = !hasChanged && Math.abs(found.quantity - before.before) < EPSILON;
  if (isSame && (job.sentAgo ?? 0) < NOT_BEFORE_MS) return { outcome: 'unchanged', quantities };
  if (await isMarked(ctx, site, job)) return { outcome: 'applied', quantities };
  return { outcome: isSame ? 'unchanged' : 'unclear', quantities };
}

function isLater({ modified }: SeenPackage, before: string | null): boolean {
  if (modified === null || before === null) return modified !== before;
  return Date.parse(modified) > Date.parse(before);
}

/** Whether the state lists an adjustment with our mark, where it lists any. */
async function isMarked(ctx: TellContext, { opened }: Site, job: DueJob): Promise<boolean> {
  const from = new Date(Date.now() - (job.sentAgo ?? 0) - NOT_BEFORE_MS);
  const to = new Date(Math.min(Date.now(), from.getTime() + 24 * 3_600_000));
  const query = {
    lastModifiedStart: from.toISOString(),
    lastModifiedEnd: to.toISOString(),
    pageSize: String(PAGE),
  };
  const mark = markOf(job.id);
  for (let page = 1; page <= MAX_PAGES; page++) {
    const json = await read(ctx, opened, '/packages/v2/adjustments', {
      ...query,
      pageNumber: String(page),
    }).catch((error) => {
      if (error instanceof VendorError && error.code === 'vendor_misconfigured') return null;
      throw error;
    });
    const listed = pageIn(json);
    if (!listed) return false;
    if (listed.rows.some((row) => adjustmentIn(row).note?.includes(mark))) return true;
    if (page >= listed.pages) return false;
  }
  return false;
}

async function seeFinish(ctx: TellContext, site: Site, job: DueJob): Promise<Seen> {
  const found = await findPackage(ctx, site, job.subject);
  if (!found) return { outcome: 'unclear' };
  return { outcome: found.finished ? 'applied' : 'unchanged' };
}

/** Templates are found by their name, which is the order's number. */
async function seeTemplate(ctx: TellContext, { opened }: Site, job: DueJob): Promise<Seen> {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const json = await read(ctx, opened, '/transfers/v2/templates/outgoing', {
      ...{ pageSize: String(PAGE), pageNumber: String(page) },
    });
    const listed = pageIn(json);
    if (!listed) return { outcome: 'unclear' };
    const found = listed.rows
      .map(shipmentIn)
      .find(({ name, id }) => name === job.subject || id === job.templateId);
    if (found) return seenTemplate(job, found);
    if (page >= listed.pages) break;
  }
  return { outcome: job.kind === 'transfer_template_delete' ? 'applied' : 'unchanged' };
}

function seenTemplate(job: DueJob, { id, modified }: ReturnType<typeof shipmentIn>): Seen {
  if (job.kind === 'transfer_template_delete') return { outcome: 'unchanged' };
  if (job.kind === 'transfer_template') return { outcome: 'applied', remoteId: id };
  const isAfter = modified !== null && job.sentAt !== null && Date.parse(modified) >= job.sentAt - 1000;
  return isAfter ? { outcome: 'applied', remoteId: id } : { outcome: 'unchanged' };
}
