import type { Logger } from 'pino';
import type { Mailer } from '../../kernel/mail';
import type { TokenSigner } from '../../kernel/signer';
import type { Db } from '../../platform/db/client';
import { messageOf } from '../../platform/mail/letter';
import { lockSubject } from '../../platform/outbox/mail-allowance.sql';
import { recallContactLetter, recallLetter, recallsLetter } from './letters';
import {
  dropListed,
  enqueueContactMails,
  enqueueRecallMails,
  keepContactMails,
  listedRecalls,
  lockAndReleaseAll,
  lockAndReleaseDay,
  recallForContact,
  recallsForMail,
  senderOf,
  waitingSenders,
} from './mail.sql';
import { reportLink } from './reports/service';

/**
 * Adds a mail to each owner and admin of those notified at that time; recall mails need no room (decision 93). Mails to people who
 * aren't on board wait beyond twenty a day, where the operator hasn't verified the license of who recalls (decision 906).
 */
export async function announceRecall(
  { db, log }: { db: Db; log: Pick<Logger, 'warn'> },
  { recall_id, notified_at }: { recall_id: string; notified_at: string },
): Promise<void> {
  await enqueueRecallMails(db, recall_id, notified_at);
  const [sender] = await senderOf(db, recall_id);
  if (!sender) return;
  if (sender.verified) {
    await enqueueContactMails(db, recall_id, notified_at);
    return;
  }
  await db.transaction(async (tx) => {
    await lockWaiting(tx, sender.entity_id);
    await keepContactMails(tx, recall_id, notified_at);
    await lockAndReleaseDay(tx, sender.entity_id);
  });
  const [after] = await senderOf(db, recall_id);
  if (!after || after.waiting === 0) return;
  log.warn(
    { recallId: recall_id, entityId: after.entity_id, waiting: after.waiting },
    'mails of a recall wait: the license of the business is not verified. Run release-mails RECALL_ID, or verify-license ENTITY_ID',
  );
}

/** Sends mails to contacts that wait: twenty a day of each business, all of one that was verified meanwhile. */
export async function releaseRecallMails({ db }: { db: Db }): Promise<void> {
  for (const { entity_id, verified } of await waitingSenders(db)) {
    await db.transaction(async (tx) => {
      await lockWaiting(tx, entity_id);
      await (verified ? lockAndReleaseAll(tx, { entityId: entity_id }) : lockAndReleaseDay(tx, entity_id));
    });
  }
}

/** Sends all mails to contacts that wait, of a recall or a business, in the transaction of `db`. @returns how many */
export async function releaseWaiting(
  db: Db,
  of: { recallId: string } | { entityId: string },
): Promise<number> {
  return (await lockAndReleaseAll(db, of)).length;
}

/** Lets mails of one business to contacts be counted in turns. */
const lockWaiting = (db: Db, entityId: string) => lockSubject(db, `recall-mails:${entityId}`);

interface MailContext {
  db: Db;
  mailer: Mailer;
  signer: TokenSigner;
  publicUrl: string;
}

/** Mails a recall to the contact of customers that aren't on board: their seller responds for them. */
export async function mailRecallContact(
  ctx: MailContext,
  { recall_id, seller_id, email }: { recall_id: string; seller_id: string; email: string },
): Promise<void> {
  const rows = await recallForContact(ctx.db, recall_id, seller_id, email);
  const [first] = rows;
  if (!first) return;
  const letter = recallContactLetter(first, rows, await reportLink(ctx, recall_id, email));
  await ctx.mailer.send(await messageOf(first.email, letter, ctx.publicUrl));
}

/** Mails a recall to a member of a business that it concerns. */
export async function mailRecall(
  { db, mailer, publicUrl }: MailContext,
  { recall_id, user_id }: { recall_id: string; user_id: string },
): Promise<void> {
  const [row] = await recallsForMail(db, user_id, [recall_id]);
  if (!row) return;
  await mailer.send(await messageOf(row.email, recallLetter(row), publicUrl));
}

/** One mail about the recalls of an hour that are not mailed one by one. */
export async function mailRecalls(
  { db, mailer, publicUrl }: MailContext,
  { user_id }: { user_id: string },
): Promise<void> {
  const ids = (await listedRecalls(db, user_id)).map((row) => row.recall_id);
  const rows = await recallsForMail(db, user_id, ids);
  const [first] = rows;
  if (first) {
    await mailer.send(await messageOf(first.email, recallsLetter(rows, publicUrl), publicUrl));
  }
  await dropListed(db, user_id, ids);
}
