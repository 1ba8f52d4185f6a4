import { sql } from 'drizzle-orm';
import type { RequestInfo } from '../../../kernel/actor';
import type { EventType } from '../../../kernel/events';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { pipelined } from '../../../platform/db/pipelined';
import { planForMany } from '../../../platform/db/plan.sql';
import { enqueue } from '../../../platform/outbox/enqueue';
import type { LedgerContext } from '../../inventory/ledger/ledger';
import { STOCK_EVENTS } from '../../inventory/ledger/ledger';
import { BATCH_EVENTS } from '../../lots/service';
import { readRuns } from '../queries.sql';
import { forgetSales } from '../sales/sales';
import type { SyncError } from '../schema';
import { type LeasedRun, nextQueued } from './leased-run';
import { addProgress, completeRun, failRun, type Progress, storeReached } from './leased-run.sql';
import {
  confirmListings,
  countFailure,
  deleteStalePackages,
  deleteStaleUnmatched,
  lockConnectionRow,
  lockOpenLocation,
  storeCursor,
} from './step.sql';

/** Events of a run. */
export const SYNC_EVENTS: readonly EventType[] = [
  ...BATCH_EVENTS,
  ...STOCK_EVENTS,
  'inventory.sync.completed',
];

/** A run that would fail on every retry (decision 146). */
export class RunFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

type Reached = Pick<LeasedRun, 'stage' | 'pageToken' | 'pages'>;

/** One transaction of a run: an effect together with the run's progress. */
export async function step(
  db: Db,
  run: LeasedRun,
  reached: Reached,
  effect: (ctx: LedgerContext) => Promise<Progress>,
): Promise<void> {
  await inUnit(db, run, async (ctx) => {
    // Runs first, so that two processes never apply the same page.
    await storeReached(ctx.db, run, reached.stage, reached.pageToken, reached.pages);
    await pipelined([planForMany(ctx.db), holdLocation(ctx.db, run)]);
    await addProgress(ctx.db, run, await effect(ctx));
  });
  Object.assign(run, reached, { attempts: 1 });
}

/** Locks the location while a page is applied; a deleted one accepts nothing. */
async function holdLocation(db: Db, { locationId }: LeasedRun): Promise<void> {
  const rows = await lockOpenLocation(db, locationId);
  if (rows.length === 0)
    throw new RunFailure('location_deleted', 'The location was deleted during the sync.');
}

/** Ends the run and emits its event, in one transaction. */
export async function finish(
  db: Db,
  run: LeasedRun,
  status: 'completed' | 'failed',
  error: SyncError | null,
): Promise<void> {
  const { id: connectionId } = run.connection;
  await inUnit(db, run, async (ctx) => {
    if (status === 'completed') {
      await completeRun(ctx.db, run);
      await confirmListings(ctx.db, connectionId, run.id);
      await keepCursor(ctx.db, run);
      await forgetSales(ctx.db, run);
    } else {
      await failRun(ctx.db, run, error);
      await countFailure(ctx.db, connectionId);
    }
    await wakeQueued(ctx.db, run.entityId);
    const [view] = await readRuns(ctx.db, sql`r.id = ${run.id}`);
    if (view) ctx.emit('inventory.sync.completed', run.entityId, view);
  });
}

/** Adds jobs for the entity's next queued runs, in the transaction that freed their slots. */
export async function wakeQueued(db: Db, entityId: string): Promise<void> {
  for (const id of await nextQueued(db, entityId)) {
    await enqueue(db, 'run_sync', { run_id: id }, { key: `wake_sync:${id}`, maxAttempts: 1 });
  }
}

/** Cursor of the next incremental run; null (a full run) when mappings changed during this one. */
async function keepCursor(db: Db, run: LeasedRun): Promise<void> {
  const { id: connectionId } = run.connection;
  await lockConnectionRow(db, connectionId);
  await storeCursor(db, run.id, run.nextCursor, connectionId);
  if (run.since !== null) return;
  await deleteStalePackages(db, connectionId, run.id);
  await deleteStaleUnmatched(db, connectionId, run.id);
}

/** Runs a unit of work on behalf of the member who requested the run. */
function inUnit<T>(db: Db, run: LeasedRun, effect: (ctx: LedgerContext) => Promise<T>): Promise<T> {
  const request: RequestInfo = { id: run.requestId, address: '', userAgent: null, transport: 'job' };
  return runUnitOfWork({ db, actor: null, request }, SYNC_EVENTS, (unit) =>
    effect({ ...unit, actor: run.actor, request }),
  );
}
