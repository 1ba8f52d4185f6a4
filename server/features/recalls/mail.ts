import type { Mailer } from '../../kernel/mail';
import type { Db } from '../../platform/db/client';
import { enqueueRecallMails, recallForMail } from './service.sql';

/** Adds a mail to each owner and admin of the holders notified at that time; recall mails have no limit (decision 93). */
export async function announceRecall(
  { db }: { db: Db },
  { recall_id, notified_at }: { recall_id: string; notified_at: string },
): Promise<void> {
  await enqueueRecallMails(db, recall_id, notified_at);
}

interface MailContext {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
}

/** Mails a recall to a member of a holder. */
export async function mailRecall(
  { db, mailer, publicUrl }: MailContext,
  { recall_id, user_id }: { recall_id: string; user_id: string },
): Promise<void> {
  const [row] = await recallForMail(db, recall_id, user_id);
  if (!row) return;
  const { email, owner, product_name, batch_id, reason, instructions, held, derived } = row;
  await mailer.send({
    to: email,
    subject: `Class ${row.class} recall: ${product_name}, batch ${batch_id}`,
    text: [
      'Hello,',
      '',
      `${owner} has recalled ${product_name}, batch ${batch_id} (class ${row.class}).`,
      '',
      `Reason: ${reason}`,
      '',
      `What to do: ${instructions}`,
      '',
      `You had ${held} ${held === 1 ? 'unit' : 'units'} on hand. Units of the batch are on hold in every location.`,
      ...(derived ? [`Batches made from it are recalled too: ${derived.join(', ')}.`] : []),
      'Check units without a batch by hand.',
      '',
      `See the recall and respond: ${publicUrl}/recalls/${recall_id}`,
      '',
    ].join('\n'),
  });
}
