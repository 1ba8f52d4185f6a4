import type { Mailer } from '../../../kernel/mail';
import { centsText } from '../../../kernel/money';
import { plainName, subjectName } from '../../../kernel/quotation';
import type { TokenSigner } from '../../../kernel/signer';
import type { Tasks } from '../../../kernel/tasks';
import type { Db } from '../../../platform/db/client';
import { Bullets, type Letter, messageOf, Quotation } from '../../../platform/mail/letter';
import { sellersMailsLink, sellersMailsReason } from '../../entities/outreach/queries';
import { type Reminder, reminderOf } from './queries.sql';

interface MailContext {
  db: Db;
  mailer: Mailer;
  signer: TokenSigner;
  publicUrl: string;
}

/** Reminds a customer of what is overdue when the mail leaves; of nothing, none leaves. */
export async function mailReminder(
  ctx: MailContext,
  { seller_id, buyer_id, date }: Tasks['mail_reminder'],
): Promise<void> {
  const [reminder] = await reminderOf(ctx.db, { sellerId: seller_id, buyerId: buyer_id }, date);
  if (!reminder) return;
  const unsubscribe = await sellersMailsLink(ctx, seller_id, reminder.email);
  if (!unsubscribe) return;
  const letter = reminderLetter(reminder, unsubscribe);
  await ctx.mailer.send(await messageOf(reminder.email, letter, ctx.publicUrl));
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** @param reminder `named` are the first of `total` */
export function reminderLetter(
  { seller, cents, total, named, remittance }: Reminder,
  unsubscribe: string,
): Letter {
  const listed = named.map(
    (one) =>
      `${plainName(one.number)}, due ${days.format(new Date(`${one.due_on}T00:00:00Z`))}: ${centsText(one.cents)}`,
  );
  return {
    subject: `${centsText(cents)} overdue to ${subjectName(seller)}`,
    business: seller,
    body: (
      <>
        <p>
          {total === 1 ? 'This invoice' : 'These invoices'} of {plainName(seller)}{' '}
          {total === 1 ? 'is' : 'are'} overdue. If you have paid already, thank you.
        </p>
        <Bullets items={listed} />
        {total > named.length && <p>… and {total - named.length} more</p>}
        {remittance && (
          <>
            <p>How to pay:</p>
            <Quotation text={remittance} />
          </>
        )}
      </>
    ),
    reason: sellersMailsReason(seller),
    unsubscribe,
  };
}
