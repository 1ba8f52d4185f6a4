import type { Mailer } from '../../kernel/mail';
import type { Db } from '../../platform/db/client';
import { messageOf } from '../../platform/mail/letter';
import { recallContactLetter, recallLetter, recallsLetter } from './letters';
import {
  dropListed,
  enqueueContactMails,
  enqueueRecallMails,
  listedRecalls,
  recallForContact,
  recallsForMail,
} from './mail.sql';

/** Adds a mail to each owner and admin of those notified at that time; recall mails need no room (decision 93). */
export async function announceRecall(
  { db }: { db: Db },
  { recall_id, notified_at }: { recall_id: string; notified_at: string },
): Promise<void> {
  await enqueueRecallMails(db, recall_id, notified_at);
  await enqueueContactMails(db, recall_id, notified_at);
}

interface MailContext {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
}

/** Mails a recall to the contact of customers that aren't on board: their seller responds for them. */
export async function mailRecallContact(
  { db, mailer, publicUrl }: MailContext,
  { recall_id, seller_id, email }: { recall_id: string; seller_id: string; email: string },
): Promise<void> {
  const rows = await recallForContact(db, recall_id, seller_id, email);
  const [first] = rows;
  if (!first) return;
  await mailer.send(await messageOf(first.email, recallContactLetter(first, rows), publicUrl));
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
