import { z } from 'zod';
import { isAppError } from '../../../../kernel/errors';
import type { MemberContext } from '../../../../operation/context';
import { inSlot } from '../../../../operation/groups';
import { runUnitOfWork } from '../../../../operation/unit-of-work';
import { BankLine, type BankLineView } from '../resource';
import type { ConfirmLines } from '../schema';
import { CONFIRMING_EVENTS, confirmLine } from './confirm';
import type { LineResult } from './confirm-many.schema';

const checked = z.compile(BankLine);
type Input = z.infer<typeof ConfirmLines>;

/**
 * Confirms several lines, each in a transaction of its own: one that fails leaves the others. With an Idempotency-Key what was confirmed
 * is returned, and what failed is tried.
 * @throws AppError IDEMPOTENCY_KEY_REUSED
 */
export async function confirmLines(ctx: MemberContext, input: Input): Promise<{ results: LineResult[] }> {
  const { keyed = null } = ctx;
  await inSlot(ctx, () => runUnitOfWork({ ...ctx, keyed }, [], async () => ({ lines: input.lines.length })));
  const results: LineResult[] = [];
  let isTried = false;
  for (const line of input.lines) {
    const own = keyed && { ...keyed, path: `${keyed.path}#${line.id}`, replayed: false, storedBytes: 0 };
    try {
      const confirmed = await inSlot(ctx, () =>
        runUnitOfWork<BankLineView>({ ...ctx, keyed: own }, CONFIRMING_EVENTS, async (unit) =>
          checked.parse(await confirmLine({ ...ctx, ...unit }, line)),
        ),
      );
      isTried ||= !own?.replayed;
      results.push({ id: line.id, line: confirmed });
    } catch (error) {
      if (!isAppError(error)) throw error;
      isTried = true;
      const { code, message, details } = error;
      results.push({ id: line.id, error: { code, message, details } });
    }
  }
  if (keyed) keyed.replayed &&= !isTried;
  return { results };
}
