import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { readList } from '../../../platform/db/text-list';
import { checkIssued } from '../range';
import { creditPage, creditsOf, type ListCredits, readCredits, visibleCredits } from './queries.sql';
import type { CreditNoteList, CreditNoteView } from './resource';

/** Credit notes of the caller's business on either side. @throws AppError INVALID_REQUEST for a range upside down */
export function listCredits(
  ctx: ReadContext,
  input: z.infer<typeof ListCredits>,
): Promise<z.infer<typeof CreditNoteList>> {
  checkIssued(input);
  return readList(ctx, creditsOf(ctx.actor, input), creditPage, input);
}

/** @throws AppError NOT_FOUND */
export async function getCredit({ db, actor }: ReadContext, id: string): Promise<CreditNoteView> {
  const [found] = await readCredits(db, sql`c.id = ${id} and ${visibleCredits(actor)}`, actor);
  if (!found) throw notFound();
  return found;
}
