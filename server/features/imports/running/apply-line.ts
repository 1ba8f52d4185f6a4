import { isAppError } from '../../../kernel/errors';
import type { AuditEntry, WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { planOnce } from '../../../platform/db/plan.sql';
import {
  type AppliedLine,
  BATCH_MS,
  type LineKind,
  LineRejected,
  lineErrorOf,
  type Values,
} from '../lines/line';
import type { OpenLine } from '../queries';

type Write = (ctx: WriteContext, open: OpenLine) => Promise<Omit<AppliedLine, 'line' | 'errors'>>;

/** Applies lines in their order, each through a service. */
export const applyEach =
  (write: Write): LineKind['apply'] =>
  async (ctx, _leased, lines) => {
    return inTime(ctx.db, lines, (line) => applyLine(ctx, line, write));
  };

/**
 * Applies line after line, at least one, until a batch's time is up. Statements keep their plans: planned again for each line, reading
 * a product alone took 20 ms.
 */
export async function inTime(
  db: Db,
  lines: readonly OpenLine[],
  apply: (line: OpenLine) => Promise<AppliedLine>,
): Promise<AppliedLine[]> {
  await planOnce(db);
  const until = performance.now() + BATCH_MS;
  const applied: AppliedLine[] = [];
  for (const line of lines) {
    applied.push(await apply(line));
    if (performance.now() > until) break;
  }
  return applied;
}

/** Runs work whose failure rolls back nothing else; its audit rows and events count once it has succeeded. */
export async function inSavepoint<T>(ctx: WriteContext, work: (ctx: WriteContext) => Promise<T>): Promise<T> {
  const rows: AuditEntry[] = [];
  const events: Array<() => void> = [];
  const result = await ctx.db.transaction((tx) =>
    work({
      ...ctx,
      db: tx,
      audit: (row) => rows.push(row),
      emit: (...event) => events.push(() => ctx.emit(...event)),
    }),
  );
  for (const row of rows) ctx.audit(row);
  for (const emit of events) emit();
  return result;
}

/** An error rolls back only its own line. */
async function applyLine(ctx: WriteContext, open: OpenLine, write: Write): Promise<AppliedLine> {
  const { line, before, after, note } = open;
  try {
    const plan = await inSavepoint(ctx, (tx) => write(tx, open));
    return { line, errors: [], ...plan };
  } catch (error) {
    const rejected =
      error instanceof LineRejected ? error.error : isAppError(error) ? lineErrorOf(error) : null;
    if (!rejected) throw error;
    const shown = { before: before as Values | null, after: after as Values | null };
    return { line, outcome: 'error', ...shown, note, errors: [rejected] };
  }
}
