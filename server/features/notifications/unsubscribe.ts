import { KIND_NAMES, KIND_RULES, NOTICE_KINDS, type NoticeKind } from '../../kernel/notices';
import { isId } from '../../kernel/params';
import type { TokenSigner } from '../../kernel/signer';
import type { Db } from '../../platform/db/client';
import { INVITATIONS } from '../entities/business-invitations/schema';
import { unsubscribeInvited } from '../entities/business-invitations/service';
import { turnMailOff } from './mail.sql';

const DIGEST = 'daily';

/** Mails of a kind, the daily digest, or invitations to businesses. */
export type Unsubscribable = NoticeKind | typeof DIGEST | typeof INVITATIONS;

/** What the page calls that which a link ends. */
export function unsubscribableName(what: Unsubscribable): string {
  if (what === DIGEST) return 'Daily digest';
  return what === INVITATIONS ? 'Invitations' : KIND_NAMES[what];
}

/** What a link ends, and for whom: a member, or the address of an invitation; null for one that is malformed, forged or expired. */
export async function readUnsubscribe(
  signer: TokenSigner,
  token: string,
): Promise<{ subjectId: string; what: Unsubscribable } | null> {
  const claims = await signer.verify('unsubscribe', token).catch(() => null);
  if (!claims || !isId(claims.sessionId)) return null;
  const what = claims.tokenId as Unsubscribable;
  const isKnown = what === DIGEST || what === INVITATIONS || NOTICE_KINDS.includes(what);
  return isKnown ? { subjectId: claims.sessionId, what } : null;
}

/** Turns the mails off that a link is about. @returns false for a link that is no longer valid */
export async function unsubscribe(db: Db, signer: TokenSigner, token: string): Promise<boolean> {
  const link = await readUnsubscribe(signer, token);
  if (!link) return false;
  if (link.what === INVITATIONS) return unsubscribeInvited(db, link.subjectId);
  const kinds = NOTICE_KINDS.filter((kind) => !KIND_RULES[kind].required)
    .filter((kind) => link.what === DIGEST || link.what === kind)
    .map((kind) => ({ kind, mail: KIND_RULES[kind].mail }));
  await turnMailOff(db, link.subjectId, kinds, link.what === DIGEST);
  return true;
}
