import { KIND_RULES, NOTICE_KINDS, type NoticeKind } from '../../kernel/notices';
import { isId } from '../../kernel/params';
import type { TokenSigner } from '../../kernel/signer';
import type { Db } from '../../platform/db/client';
import { turnMailOff } from './mail.sql';

/** Mails stay in mailboxes for long. */
const LINK_SECONDS = 400 * 86_400;
const DIGEST = 'daily';

export type Unsubscribable = NoticeKind | typeof DIGEST;

/** The link in a mail that ends mails of a kind, or the daily digest, without signing in. */
export async function unsubscribeLink(
  { signer, publicUrl }: { signer: TokenSigner; publicUrl: string },
  userId: string,
  what: Unsubscribable,
): Promise<string> {
  const claims = { sessionId: userId, tokenId: what };
  return `${publicUrl}/unsubscribe/${await signer.sign('unsubscribe', claims, new Date(), LINK_SECONDS)}`;
}

/** What a link ends; null for one that is malformed, forged or expired. */
export async function readUnsubscribe(
  signer: TokenSigner,
  token: string,
): Promise<{ userId: string; what: Unsubscribable } | null> {
  const claims = await signer.verify('unsubscribe', token).catch(() => null);
  if (!claims || !isId(claims.sessionId)) return null;
  const what = claims.tokenId as Unsubscribable;
  return what === DIGEST || NOTICE_KINDS.includes(what) ? { userId: claims.sessionId, what } : null;
}

/** Turns the mails off that a link is about. @returns false for a link that is no longer valid */
export async function unsubscribe(db: Db, signer: TokenSigner, token: string): Promise<boolean> {
  const link = await readUnsubscribe(signer, token);
  if (!link) return false;
  const kinds = NOTICE_KINDS.filter((kind) => !KIND_RULES[kind].required)
    .filter((kind) => link.what === DIGEST || link.what === kind)
    .map((kind) => ({ kind, mail: KIND_RULES[kind].mail }));
  await turnMailOff(db, link.userId, kinds, link.what === DIGEST);
  return true;
}
