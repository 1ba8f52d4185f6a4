import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { hashOf, newLinkToken } from '../../../kernel/mailed-link';
import type { Context, WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { isBeyond } from '../../../platform/rate-limit/hourly';
import { networkOf } from '../../../platform/rate-limit/network';
import { BOTH } from '../queries.sql';
import { checkSender } from './checks';
import { checkMove } from './machine';
import { lockDraft } from './queries';
import { readDrafts } from './queries.sql';
import type { DraftView } from './resource';
import type { QuoteLink } from './schema';
import { drafts } from './tables';

/** Links that don't exist, of one network and hour: what sign-ins allow in five minutes (decision 57). */
const MOST_UNKNOWN = 100;
/** The form of a token, so that nothing else is looked up. */
const TOKEN = /^[\w-]{43}$/;

/**
 * Makes the one link that shows a sent quote to who has it, in place of an earlier one.
 * @returns its address, which is stored nowhere, and the last day on which it shows the quote
 * @throws AppError NOT_FOUND, FORBIDDEN for its buyer, INVALID_TRANSITION unless it is sent
 */
export async function linkQuote(
  ctx: WriteContext & Pick<Context, 'publicUrl'>,
  id: string,
): Promise<z.infer<typeof QuoteLink>> {
  const draft = await lockDraft(ctx, id);
  checkSender(ctx, draft);
  checkMove(draft, 'withdrawn');
  const token = newLinkToken();
  await ctx.db
    .update(drafts)
    .set({ linkHash: hashOf(token) })
    .where(eq(drafts.id, id));
  ctx.audit({ action: 'draft.linked', objectId: id, after: { valid_until: draft.valid_until } });
  return { url: `${ctx.publicUrl}/quote/${token}`, valid_until: draft.valid_until ?? '' };
}

/** Ends the link of a quote, if it has one. @throws AppError NOT_FOUND, FORBIDDEN for its buyer */
export async function unlinkQuote(ctx: WriteContext, id: string): Promise<void> {
  const draft = await lockDraft(ctx, id);
  checkSender(ctx, draft);
  const ended = await ctx.db
    .update(drafts)
    .set({ linkHash: null })
    .where(sql`${drafts.id} = ${id} and ${drafts.linkHash} is not null`)
    .returning({ id: drafts.id });
  if (ended.length > 0) ctx.audit({ action: 'draft.unlinked', objectId: id });
}

/**
 * The quote of a link, until the end of `valid_until` and while it is neither withdrawn nor decided.
 * @param address of the client: guesses of one network are counted, and only those
 * @returns null for any other token, `limited` beyond what a network may guess
 */
export async function readQuoteLink(
  db: Db,
  token: string,
  address: string,
): Promise<DraftView | 'limited' | null> {
  const found = TOKEN.test(token)
    ? await readDrafts(
        db,
        sql`d.link_hash = ${hashOf(token)} and d.status = 'sent' and d.expires_at > now()`,
        BOTH,
      )
    : [];
  if (found[0]) return found[0];
  return (await isBeyond(db, `quote-link:${networkOf(address)}`, MOST_UNKNOWN)) ? 'limited' : null;
}
