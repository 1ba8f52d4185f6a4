import type { Logger } from 'pino';
import { KIND_NAMES, KIND_RULES, NOTICE_KINDS, type NoticeKind } from '../../kernel/notices';
import { isId } from '../../kernel/params';
import type { TokenSigner } from '../../kernel/signer';
import type { Db } from '../../platform/db/client';
import { insertUnsubscribed } from '../../platform/outbox/outreach.sql';
import { INVITATIONS } from '../entities/business-invitations/schema';
import { unsubscribeInvited } from '../entities/business-invitations/service';
import { SELLERS_MAILS } from '../entities/outreach/queries';
import { REPORTS, reportSender } from '../recalls/reports/service';
import { turnMailOff } from './mail.sql';

const DIGEST = 'daily';

/** Mails of a kind, the daily digest, invitations to businesses, a seller's to an address, or a report of a sender. */
export type Unsubscribable =
  | NoticeKind
  | typeof DIGEST
  | typeof INVITATIONS
  | `${typeof SELLERS_MAILS | typeof REPORTS}${string}`;

/** What the page calls that which a link ends; null for a report, which ends nothing. */
export function unsubscribableName(what: Unsubscribable): string | null {
  if (what === DIGEST) return 'Daily digest';
  if (isSellers(what)) return 'Reminders and statements of this seller';
  if (isReport(what)) return null;
  return what === INVITATIONS ? 'Invitations' : KIND_NAMES[what];
}

const isSellers = (what: Unsubscribable): what is `${typeof SELLERS_MAILS}${string}` =>
  what.startsWith(SELLERS_MAILS);
const isReport = (what: Unsubscribable): what is `${typeof REPORTS}${string}` => what.startsWith(REPORTS);

/** What a link ends, and for whom: a member, the address of an invitation, or a seller and an address; null for one that is malformed, forged or expired. */
export async function readUnsubscribe(
  signer: TokenSigner,
  token: string,
): Promise<{ subjectId: string; what: Unsubscribable } | null> {
  const claims = await signer.verify('unsubscribe', token).catch(() => null);
  if (!claims || !isId(claims.sessionId)) return null;
  const what = claims.tokenId as Unsubscribable;
  const isKnown =
    what === DIGEST ||
    what === INVITATIONS ||
    isSellers(what) ||
    isReport(what) ||
    NOTICE_KINDS.includes(what);
  return isKnown ? { subjectId: claims.sessionId, what } : null;
}

/** Turns the mails off that a link is about, or records its report. @returns false for a link that is no longer valid */
export async function unsubscribe(
  { db, signer, log }: { db: Db; signer: TokenSigner; log: Pick<Logger, 'warn'> },
  token: string,
): Promise<boolean> {
  const link = await readUnsubscribe(signer, token);
  if (!link) return false;
  if (link.what === INVITATIONS) return unsubscribeInvited(db, link.subjectId);
  if (isReport(link.what)) return reportSender(db, log, link.subjectId, link.what.slice(REPORTS.length));
  if (isSellers(link.what)) {
    await insertUnsubscribed(db, link.subjectId, link.what.slice(SELLERS_MAILS.length));
    return true;
  }
  const kinds = NOTICE_KINDS.filter((kind) => !KIND_RULES[kind].required)
    .filter((kind) => link.what === DIGEST || link.what === kind)
    .map((kind) => ({ kind, mail: KIND_RULES[kind].mail }));
  await turnMailOff(db, link.subjectId, kinds, link.what === DIGEST);
  return true;
}
