import type { Logger } from 'pino';
import type { Db } from '../db/client';
import { type Leased, LeaseLost, type Leases } from './lease';

/** Consecutive tries, with a growing pause between them. */
const ATTEMPTS = 4;
/** A run that has killed its process this often is not taken again. */
const TAKEOVERS = 10;
const PAUSES_SECONDS = [2, 6, 15];

/** A leased run. */
export interface LeasedRun extends Leased {
  /** How often it was taken since it last made progress. */
  attempts: number;
}

/** Work in steps. Each step is a transaction that records the progress, so that another process can continue. */
export interface ResumableRun<L extends LeasedRun> {
  /** Name in the log. */
  name: string;
  leases: Pick<Leases<NoInfer<L>>, 'whileHeld'>;
  /** Does the remaining work. Call `pause` between steps: it throws when the process is stopping. */
  work(run: L, pause: () => void): Promise<void>;
  /** Returns true for failures that a retry would repeat. */
  isFinal(error: unknown): boolean;
  /** Minimum seconds to wait after a failure. */
  pauseAfter?(error: unknown): number;
  /** Releases the run and adds a job that takes it in `seconds`. */
  postpone(run: L, seconds: number): Promise<void>;
  /** Ends the run as failed. @param error the thrown error, or `Interrupted` */
  fail(run: L, error: unknown): Promise<void>;
}

interface RunContext {
  db: Db;
  log: Logger;
  /** Aborted when the process is stopping. */
  stopping: AbortSignal;
}

/** The run killed its process too often. */
export class Interrupted extends Error {}

/** The process is stopping. */
class Stopping extends Error {}

/** Works on a leased run until it ends, fails, is postponed or is lost to another process. */
export async function resumeRun<L extends LeasedRun>(
  ctx: RunContext,
  run: L,
  how: ResumableRun<L>,
): Promise<void> {
  const pause = () => {
    if (ctx.stopping.aborted) throw new Stopping();
  };
  try {
    await how.leases
      .whileHeld(ctx.db, run, async () => {
        if (run.attempts > TAKEOVERS) throw new Interrupted();
        await how.work(run, pause);
      })
      .catch((error) => {
        if (error instanceof LeaseLost) throw error;
        return postponeOrFail(ctx, run, how, error);
      });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
}

async function postponeOrFail<L extends LeasedRun>(
  { log }: RunContext,
  run: L,
  how: ResumableRun<L>,
  error: unknown,
): Promise<void> {
  if (error instanceof Stopping) return how.postpone(run, 0);
  const isFinal = error instanceof Interrupted || how.isFinal(error);
  if (isFinal || run.attempts >= ATTEMPTS) return how.fail(run, error);
  log.warn({ err: error, run: run.id }, `the ${how.name} is tried again`);
  const usual = PAUSES_SECONDS[run.attempts - 1] ?? PAUSES_SECONDS.at(-1) ?? 0;
  await how.postpone(run, Math.max(usual, how.pauseAfter?.(error) ?? 0));
}
