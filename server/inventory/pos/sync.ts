import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Db } from '../../db/client';
import type { RequestInfo } from '../../kernel/actor';
import type { EventType } from '../../kernel/events';
import { enqueue } from '../../outbox/enqueue';
import { runUnitOfWork } from '../../trpc/unit-of-work';
import type { LedgerContext } from '../ledger';
import { applyPage, fault, type StepResult, setCounts } from './apply-page';
import { openConnector, type PosConnector } from './connector';
import {
  findAbandoned,
  type LeasedRun,
  LeaseLost,
  postpone,
  takeLease,
  updateLeased,
  whileLeased,
} from './lease';
import { PosError } from './pos-error';
import { findSyncRun } from './queries';
import { MAX_ERRORS, type SyncError } from './schema';

/** Tries of a run in all, with a growing pause between them. */
const ATTEMPTS = 4;
/** A run that ends the process so often is not taken up again. */
const TAKEOVERS = 10;
const PAUSES_SECONDS = [2, 6, 15];
const ZERO_BATCH = 200;

/** What a run emits in the end and on its way. */
export const SYNC_EVENTS: readonly EventType[] = [
  'inventory.updated',
  'inventory.low_stock',
  'inventory.sync.completed',
];

type RunError = z.infer<typeof SyncError>;

interface SyncContext {
  db: Db;
  log: Logger;
}

/** A run that cannot succeed, however often it is tried. */
class RunFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Does a run, or goes on with one that another process left: each page's effect, how far the run is and its figures are
 * one transaction. What fails is tried again; a run that fails for good ends as `failed`, with its event.
 */
export async function runSync(ctx: SyncContext, runId: string): Promise<void> {
  const run = await takeLease(ctx.db, runId);
  if (!run) return;
  try {
    await whileLeased(ctx.db, run, () => work(ctx.db, run)).catch((error) => {
      if (error instanceof LeaseLost) throw error;
      return giveUpOrPostpone(ctx, run, error);
    });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
}

/** Adds jobs for the runs that nobody works on any more. */
export async function resumeSyncs({ db }: SyncContext): Promise<void> {
  for (const id of await findAbandoned(db)) {
    await enqueue(db, 'run_sync', { run_id: id }, { key: `resume_sync:${id}`, maxAttempts: 1 });
  }
}

async function work(db: Db, run: LeasedRun): Promise<void> {
  if (run.attempts > TAKEOVERS) throw new RunFailure('interrupted', 'The sync was interrupted too often.');
  const pos = openConnector(db, run.connection);
  await pos.health();
  if (run.nextCursor === null) {
    run.nextCursor = await pos.cursor();
    await updateLeased(db, run, sql`next_cursor = ${run.nextCursor}`);
  }
  if (run.stage === 'list') await takeList(db, run, pos);
  if (run.syncType === 'full') await zeroUnlisted(db, run);
  await finish(db, run, 'completed', null);
}

/** Page after page of what the point of sale has, or of what changed there. */
async function takeList(db: Db, run: LeasedRun, pos: PosConnector): Promise<void> {
  const { cursor } = run.connection;
  for (;;) {
    const page =
      run.syncType === 'full' || cursor === null
        ? await pos.listItems(run.pageToken)
        : await pos.listChanges(cursor, run.pageToken);
    await step(
      db,
      run,
      { stage: page.next === null ? 'zero' : 'list', pageToken: page.next },
      async (ctx) => ({
        ...(await applyPage(ctx, run, page.items)),
        total: page.total,
      }),
    );
    if (page.next === null) return;
  }
}

/** Sets to zero what an earlier completed run had listed and this one has not. */
async function zeroUnlisted(db: Db, run: LeasedRun): Promise<void> {
  await requireListed(db, run);
  for (;;) {
    const rows = await db.execute<{ id: string; sku: string }>(sql`
      select i.id, i.sku from pos_listings l join inventory_items i on i.id = l.item_id
      where l.connection_id = ${run.connection.id} and l.confirmed and l.run_id <> ${run.id} and i.quantity > 0
        and (${run.pageToken}::uuid is null or i.id > ${run.pageToken}::uuid)
      order by i.id limit ${ZERO_BATCH}`);
    const last = rows.at(-1)?.id;
    if (last === undefined) return;
    const counts = rows.map(({ id, sku }) => ({ itemId: id, sku, quantity: 0, unitCostCents: null }));
    await step(db, run, { stage: 'zero', pageToken: last }, async (ctx) => {
      const errors: StepResult['errors'] = [];
      const updated = await setCounts(ctx, run, counts, errors);
      return { processed: 0, created: 0, updated, errors, total: null };
    });
  }
}

/** A point of sale that suddenly has nothing, or nothing that we know, is broken rather than sold out. */
async function requireListed(db: Db, run: LeasedRun): Promise<void> {
  const [row] = await db.execute<{ listed: boolean }>(sql`
    select exists (select 1 from pos_listings where connection_id = ${run.connection.id} and run_id = ${run.id})
      as listed`);
  if (row?.listed) return;
  throw new RunFailure(
    'nothing_listed',
    'The point of sale lists nothing that is known here, so nothing was set to zero.',
  );
}

/** One transaction of a run: an effect, and with it how far the run is. */
async function step(
  db: Db,
  run: LeasedRun,
  reached: { stage: LeasedRun['stage']; pageToken: string | null },
  effect: (ctx: LedgerContext) => Promise<StepResult & { total: number | null }>,
): Promise<void> {
  await inUnit(db, run, async (ctx) => {
    // First of all, so that two processes never apply the same page.
    await updateLeased(ctx.db, run, sql`stage = ${reached.stage}, page_token = ${reached.pageToken}`);
    await holdLocation(ctx.db, run);
    const { processed, created, updated, errors, total } = await effect(ctx);
    await updateLeased(
      ctx.db,
      run,
      sql`processed = processed + ${processed}, created = created + ${created}, updated = updated + ${updated},
        total = greatest(${total ?? 0}, total, processed + ${processed}), ${failures(errors)}`,
    );
  });
  Object.assign(run, reached);
}

/** The location stays while a page is taken over; one that was deleted takes nothing in any more. */
async function holdLocation(db: Db, { locationId }: LeasedRun): Promise<void> {
  const rows = await db.execute(
    sql`select 1 from locations where id = ${locationId} and deleted_at is null for key share`,
  );
  if (rows.length === 0) throw new RunFailure('location_deleted', 'The location was deleted meanwhile.');
}

/** SQL: counts errors, and keeps the first of them. */
function failures(errors: ReadonlyArray<RunError>) {
  const kept = JSON.stringify(errors.slice(0, MAX_ERRORS));
  return sql`failed = failed + ${errors.length}, errors = case when jsonb_array_length(errors) >= ${MAX_ERRORS}
    then errors else jsonb_path_query_array(errors || ${kept}::text::jsonb, '$[0 to 99]') end`;
}

/** The run's end, with its event, in one transaction. */
async function finish(
  db: Db,
  run: LeasedRun,
  status: 'completed' | 'failed',
  error: RunError | null,
): Promise<void> {
  await inUnit(db, run, async (ctx) => {
    if (status === 'completed') {
      await updateLeased(ctx.db, run, sql`status = 'completed', total = processed, finished_at = now()`);
      await ctx.db.execute(sql`
        update pos_listings set confirmed = true
        where connection_id = ${run.connection.id} and run_id = ${run.id} and not confirmed`);
      await ctx.db.execute(sql`
        update pos_connections set cursor = ${run.nextCursor} where id = ${run.connection.id}`);
    } else {
      // The run's own failure stands first, whatever its items' were.
      const kept = JSON.stringify(error ? [error] : []);
      await updateLeased(
        ctx.db,
        run,
        sql`status = 'failed', finished_at = now(),
          errors = jsonb_path_query_array(${kept}::text::jsonb || errors, '$[0 to 99]')`,
      );
    }
    const view = await findSyncRun(ctx.db, run.id);
    if (view) ctx.emit('inventory.sync.completed', run.entityId, view);
  });
}

async function giveUpOrPostpone({ db, log }: SyncContext, run: LeasedRun, error: unknown): Promise<void> {
  const lasting = error instanceof RunFailure || (error instanceof PosError && error.lasting);
  if (!lasting && run.attempts < ATTEMPTS) {
    const seconds = PAUSES_SECONDS[run.attempts - 1] ?? PAUSES_SECONDS.at(-1) ?? 0;
    log.warn({ err: error, run: run.id }, 'a sync is tried again');
    await postpone(db, run, seconds);
    const runAt = new Date(Date.now() + seconds * 1000);
    await enqueue(db, 'run_sync', { run_id: run.id }, { runAt, maxAttempts: 1 });
    return;
  }
  const told = error instanceof RunFailure || error instanceof PosError;
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

/** A unit of work on behalf of the member who asked for the run. */
function inUnit<T>(db: Db, run: LeasedRun, effect: (ctx: LedgerContext) => Promise<T>): Promise<T> {
  const request: RequestInfo = { id: run.requestId, address: '', userAgent: null, transport: 'job' };
  return runUnitOfWork({ db, actor: null, request }, SYNC_EVENTS, (unit) =>
    effect({ ...unit, actor: run.actor, request }),
  );
}
