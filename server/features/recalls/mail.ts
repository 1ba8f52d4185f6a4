import type { Mailer } from '../../kernel/mail';
import { plainName, quotationOf } from '../../kernel/quotation';
import type { Db } from '../../platform/db/client';
import {
  dropListed,
  enqueueContactMails,
  enqueueRecallMails,
  listedRecalls,
  recallForContact,
  recallsForMail,
} from './mail.sql';

/** Recalls that one mail lists in words; the rest is a number. */
const MOST_LISTED = 50;

type Row = Awaited<ReturnType<typeof recallsForMail>>[number];

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
  { db, mailer }: Omit<MailContext, 'publicUrl'>,
  { recall_id, seller_id, email }: { recall_id: string; seller_id: string; email: string },
): Promise<void> {
  const rows = await recallForContact(db, recall_id, seller_id, email);
  const [first] = rows;
  if (!first) return;
  const [named, seller] = [namesOf(first), plainName(first.seller)];
  const reach = [first.seller_email, first.seller_phone].flatMap((one) => one ?? []).map(plainName);
  await mailer.send({
    to: first.email,
    subject: `Class ${first.class} recall: ${named}`,
    text: [
      'Hello,',
      '',
      `${plainName(first.owner)} has recalled ${named} (class ${first.class}).`,
      '',
      `Reason given by ${plainName(first.owner)}:`,
      quotationOf(first.reason),
      '',
      `Instructions from ${plainName(first.owner)}:`,
      quotationOf(first.instructions),
      '',
      `${seller} delivered units of it to:`,
      ...rows.map(
        ({ customer, held }) => `- ${plainName(customer)}: ${held} ${held === 1 ? 'unit' : 'units'}`,
      ),
      '',
      `Stop selling them, and tell ${seller} how many you still have${reach.length > 0 ? ` (${reach.join(', ')})` : ''}.`,
      '',
    ].join('\n'),
  });
}

/** Mails a recall to a member of a business that it concerns. */
export async function mailRecall(
  { db, mailer, publicUrl }: MailContext,
  { recall_id, user_id }: { recall_id: string; user_id: string },
): Promise<void> {
  const [row] = await recallsForMail(db, user_id, [recall_id]);
  if (!row) return;
  const named = namesOf(row);
  await mailer.send({
    to: row.email,
    subject: `Class ${row.class} recall: ${named}`,
    text: [
      'Hello,',
      '',
      `${plainName(row.owner)} has recalled ${named} (class ${row.class}).`,
      '',
      `Reason given by ${plainName(row.owner)}:`,
      quotationOf(row.reason),
      '',
      `Instructions from ${plainName(row.owner)}:`,
      quotationOf(row.instructions),
      '',
      ...concerning(row),
      '',
      `See the recall and respond: ${publicUrl}/recalls/${recall_id}`,
      '',
    ].join('\n'),
  });
}

const namesOf = ({ product_name, batch_id }: Pick<Row, 'product_name' | 'batch_id'>) =>
  `${plainName(product_name)}, batch ${plainName(batch_id)}`;

/** What the recall has to do with the member's business. */
function concerning({ role, held, derived, made }: Row): string[] {
  const list = (batches: readonly string[]) => batches.map(plainName).join(', ');
  const ofMade = made
    ? [`Your batches made from it: ${list(made)}. They are not on hold. Recall them if they are affected.`]
    : [];
  if (role === 'made_from') return ofMade;
  const byHand = 'Check units without a batch by hand.';
  if (role === 'check') {
    return [
      'You have units of this product without a batch.',
      `${byHand} Then report how many are of this batch.`,
      ...ofMade,
    ];
  }
  return [
    `You had ${held} ${held === 1 ? 'unit' : 'units'} on hand. All units of the batch are on hold at your locations.`,
    ...(derived ? [`Batches made from it are recalled too: ${list(derived)}.`] : []),
    byHand,
    ...ofMade,
  ];
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
    const more = rows.length - MOST_LISTED;
    await mailer.send({
      to: first.email,
      subject:
        rows.length === 1 ? `Class ${first.class} recall: ${namesOf(first)}` : `${rows.length} recalls`,
      text: [
        'Hello,',
        '',
        'These batches were recalled. Open each recall to see which units are on hold and what to do:',
        '',
        ...rows
          .slice(0, MOST_LISTED)
          .flatMap((row) => [
            `- Class ${row.class}: ${namesOf(row)} (${plainName(row.owner)})`,
            `  ${publicUrl}/recalls/${row.id}`,
          ]),
        ...(more > 0 ? [`… and ${more} more`] : []),
        '',
        `See all recalls: ${publicUrl}/recalls`,
        '',
      ].join('\n'),
    });
  }
  await dropListed(db, user_id, ids);
}
