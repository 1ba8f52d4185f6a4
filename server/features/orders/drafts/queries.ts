import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { readList } from '../../../platform/db/text-list';
import { DRAFTS, draftPage, type ListDrafts, lockDraftRow, readDrafts, visibleDrafts } from './queries.sql';
import type { DraftList, DraftView } from './resource';

/** Newest first (decision 38). */
export function listDrafts(
  ctx: ReadContext,
  input: z.infer<typeof ListDrafts>,
): Promise<z.infer<typeof DraftList>> {
  return readList(ctx, DRAFTS, draftPage, input);
}

/** @throws AppError NOT_FOUND for another business's draft, and for one that wasn't sent to the reader */
export async function getDraft({ db, actor }: ReadContext, id: string): Promise<DraftView> {
  const [found] = await readDrafts(db, sql`d.id = ${id} and ${visibleDrafts(actor)}`, actor);
  if (!found) throw notFound();
  return found;
}

/** The same, locked against other writers until the transaction ends. @throws AppError NOT_FOUND */
export async function lockDraft(ctx: ReadContext, id: string): Promise<DraftView> {
  await getDraft(ctx, id);
  await lockDraftRow(ctx.db, id);
  return getDraft(ctx, id);
}
