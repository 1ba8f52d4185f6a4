import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, existing, invalidRequest, notFound } from '../../../../kernel/errors';
import type { ReadContext, WriteContext } from '../../../../operation/context';
import { rejectLimited } from '../../../../operation/limited';
import { readPaged } from '../../../../platform/db/paged.sql';
import { BANK_LINES, lockLine, ownLines, paymentsOfLine, readLines } from '../queries.sql';
import type { BankLineView } from '../resource';
import type { SetLineAside } from '../schema';
import { bankLines } from '../tables';
import type { LineStatus } from '../words';
import { propose } from './propose';

export const COUNTS = 'A bank line counts';

/** What a status may become; the void of its last payment opens a line again. */
export const NEXT: Readonly<Record<LineStatus, readonly LineStatus[]>> = {
  open: ['confirmed', 'set_aside'],
  set_aside: ['open'],
  confirmed: [],
};

/**
 * Lines with what open ones may be, as of now.
 * @throws AppError INVALID_REQUEST for a range upside down, FORBIDDEN for members limited to locations
 */
export async function listLines(ctx: ReadContext, input: z.infer<typeof BANK_LINES.input>) {
  rejectLimited(ctx.actor, COUNTS);
  if (input.from && input.to && input.from > input.to) {
    throw invalidRequest([{ path: 'to', code: 'range_upside_down', message: 'must not be before from' }]);
  }
  const { data, pagination } = await readPaged(ctx.db, BANK_LINES, ctx.actor, input);
  return { data: await propose(ctx, data), pagination };
}

/** @throws AppError NOT_FOUND, FORBIDDEN for members limited to locations */
export async function getLine(ctx: ReadContext, id: string): Promise<BankLineView> {
  rejectLimited(ctx.actor, COUNTS);
  const found = await existing(readLines(ctx.db, sql`b.id = ${id} and ${ownLines(ctx.actor)}`));
  const [line] = await propose(ctx, [found]);
  return line as BankLineView;
}

/** Sets a line aside that is no payment of a customer. @throws AppError NOT_FOUND, CONFLICT `already_confirmed`, INVALID_TRANSITION */
export async function setAside(
  ctx: WriteContext,
  { id, kind, note }: z.infer<typeof SetLineAside>,
): Promise<BankLineView> {
  await holdLine(ctx, id, 'set_aside');
  await ctx.db
    .update(bankLines)
    .set({ status: 'set_aside', asideKind: kind, asideNote: note || null })
    .where(eq(bankLines.id, id));
  ctx.audit({ action: 'bank_line.set_aside', objectId: id, after: { status: 'set_aside', kind } });
  return getLine(ctx, id);
}

/** Opens a line again that was set aside. @throws AppError NOT_FOUND, CONFLICT `already_confirmed`, INVALID_TRANSITION */
export async function reopen(ctx: WriteContext, id: string): Promise<BankLineView> {
  await holdLine(ctx, id, 'open');
  await ctx.db
    .update(bankLines)
    .set({ status: 'open', asideKind: null, asideNote: null })
    .where(eq(bankLines.id, id));
  ctx.audit({ action: 'bank_line.reopened', objectId: id, after: { status: 'open' } });
  return getLine(ctx, id);
}

/**
 * Locks a line of the caller's business that may become something.
 * @throws AppError NOT_FOUND, CONFLICT `already_confirmed`, INVALID_TRANSITION
 */
export async function holdLine({ db, actor }: WriteContext, id: string, to: LineStatus) {
  rejectLimited(actor, COUNTS);
  const [line] = await lockLine(db, id, actor.entity.id);
  if (!line) throw notFound();
  const from = line.status as LineStatus;
  if (NEXT[from].includes(to)) return line;
  if (from === 'confirmed') {
    const payments = await paymentsOfLine(db, id);
    throw new AppError('CONFLICT', 'The line was confirmed. Reload it to see its payments.', {
      reason: 'already_confirmed',
      payment_ids: payments.map(({ payment_id }) => payment_id),
    });
  }
  throw new AppError('INVALID_TRANSITION', `A line that is ${from} cannot become ${to}.`, {
    ...{ reason: 'invalid_transition', from, to, allowed: NEXT[from] },
  });
}
