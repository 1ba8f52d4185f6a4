import type { Db } from '../../../platform/db/client';
import { LeaseLost } from '../../../platform/lease/lease';
import { noteFailure, noteSuccess } from '../../integrations/service';
import { VendorError } from '../../integrations/vendor-error';
import { openLicense } from '../connections/license';
import { enqueueSite } from '../enqueue';
import { keyName } from '../metrc/call';
import { readState } from '../reading/read';
import { inUnit, type Site, type TellContext } from './context';
import { type DueJob, dueJobs, recoverSending } from './jobs.sql';
import { lookUp } from './look';
import { sendJob } from './send';
import { announceJob } from './settle';
import {
  endPauses,
  idleSites,
  lockSitesOfKey,
  nextWork,
  pauseSite,
  releaseSite,
  siteLeases,
  takeSite,
} from './site.sql';

/** Requests of a license in flight. */
const AT_ONCE = 4;
/** Jobs that are read at a time. */
const BATCH = 40;
/** A license makes room for others of its business after so long, in ms. */
const TURN_MS = 20_000;
/** Seconds until another process is tried that holds the license, or others of its key. */
const AGAIN_SECONDS = 1;
const LONGEST_PAUSE_SECONDS = 15 * 60;

/**
 * Works on a license for a while: what a dead process was sending becomes unknown, what is due is sent and looked up, and lists
 * are read. One process at a time does so.
 */
export async function tellState(ctx: TellContext, connectionId: string): Promise<void> {
  const row = await ctx.db.transaction(async (tx) => {
    await lockSitesOfKey(tx, connectionId);
    return takeSite(tx, connectionId);
  });
  if (row) {
    try {
      const site: Site = { ...row, opened: openLicense(ctx.cipher, row) };
      await siteLeases.whileHeld(ctx.db, site, () => work(ctx, site));
    } catch (error) {
      await stop(ctx, row, error);
    } finally {
      await releaseSite(ctx.db, row);
    }
  }
  await plan(ctx.db, connectionId, row === null);
}

/** Adds jobs for licenses with work that no process is at. */
export async function resumeTelling({ db }: { db: Db }): Promise<void> {
  for (const site of await idleSites(db)) await enqueueSite(db, site, new Date());
}

async function plan(db: Db, id: string, isBusy: boolean): Promise<void> {
  const [next] = await nextWork(db, id);
  if (!next || next.wait_ms === null) return;
  const ms = Math.max(next.wait_ms, isBusy ? AGAIN_SECONDS * 1000 : 0);
  await enqueueSite(db, { id, entityId: next.entityId }, new Date(Date.now() + ms));
}

async function work(ctx: TellContext, site: Site): Promise<void> {
  const { environment, state } = site.config;
  if (ctx.metrcKeys[keyName(state, environment)] === undefined) {
    throw new VendorError(
      'vendor_misconfigured',
      'The operator has no key of Metrc for this state and environment.',
    );
  }
  await recover(ctx, site);
  const until = Date.now() + TURN_MS;
  const isOver = () => ctx.stopping.aborted || Date.now() > until;
  await sendDue(ctx, site, isOver);
  if (site.isReadDue && !isOver()) await readState(ctx, site, isOver);
  await noteSuccess(ctx.db, site.id);
  if (site.pauses > 0) await endPauses(ctx.db, site);
}

async function recover(ctx: TellContext, site: Site): Promise<void> {
  await inUnit(ctx.db, async (unit) => {
    for (const { id } of await recoverSending(unit.db, site.id)) {
      await announceJob(unit, { id, entityId: site.entityId });
    }
  });
}

/** Has jobs done, four at a time, until none is due. @throws the first failure, once those under way have ended */
async function sendDue(ctx: TellContext, site: Site, isOver: () => boolean): Promise<void> {
  const running = new Map<string, Promise<void>>();
  let failure: unknown;
  let waiting: DueJob[] = [];
  for (;;) {
    if (waiting.length === 0 && !isOver() && failure === undefined) {
      waiting = [...(await dueJobs(ctx.db, site.id, [...running.keys()], BATCH))];
    }
    const isStopping = isOver() || failure !== undefined;
    if (isStopping || waiting.length === 0) {
      if (running.size === 0) break;
      await Promise.race(running.values());
      continue;
    }
    if (running.size >= AT_ONCE) {
      await Promise.race(running.values());
      continue;
    }
    const job = waiting.shift() as DueJob;
    const done = (job.status === 'unknown' ? lookUp(ctx, site, job) : sendJob(ctx, site, job))
      .catch((error) => {
        failure ??= error;
      })
      .finally(() => running.delete(job.id));
    running.set(job.id, done);
  }
  if (failure !== undefined) throw failure;
}

/** Records why a license is left alone for a while. @throws what is no fault of the state's or of another process */
async function stop(ctx: TellContext, site: { id: string; token: string }, error: unknown): Promise<void> {
  if (error instanceof LeaseLost) return;
  if (!(error instanceof VendorError)) throw error;
  if (error.lasting) {
    await inUnit(ctx.db, (unit) => noteFailure(unit, ctx.vendorHosts, site.id, error));
    return;
  }
  const asked = error.retryAfter && (error.retryAfter.getTime() - Date.now()) / 1000;
  await pauseSite(ctx.db, site, asked && Math.min(Math.max(asked, 1), LONGEST_PAUSE_SECONDS)).catch(
    (lost) => {
      if (!(lost instanceof LeaseLost)) throw lost;
    },
  );
}
