import { isAppError } from '../../kernel/errors';
import type { AuditEntry, WriteContext } from '../../operation/context';
import { type AppliedLine, lineErrorOf, type Values } from './line';
import type { OpenLine } from './queries';

/** Applies a line through a service; an error rolls back only its own line. */
export async function applyLine(
  ctx: WriteContext,
  open: OpenLine,
  write: (ctx: WriteContext, open: OpenLine) => Promise<Omit<AppliedLine, 'line' | 'errors'>>,
): Promise<AppliedLine> {
  const { line, before, after, note } = open;
  const rows: AuditEntry[] = [];
  const events: Array<() => void> = [];
  try {
    const plan = await ctx.db.transaction((tx) =>
      write(
        {
          ...ctx,
          db: tx,
          audit: (row) => rows.push(row),
          emit: (...event) => events.push(() => ctx.emit(...event)),
        },
        open,
      ),
    );
    for (const row of rows) ctx.audit(row);
    for (const emit of events) emit();
    return { line, errors: [], ...plan };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const shown = { before: before as Values | null, after: after as Values | null };
    return { line, outcome: 'error', ...shown, note, errors: [lineErrorOf(error)] };
  }
}
