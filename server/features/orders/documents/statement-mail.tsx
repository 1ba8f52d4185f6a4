import type { Mailer } from '../../../kernel/mail';
import { dollarText } from '../../../kernel/money';
import { plainName, subjectName } from '../../../kernel/quotation';
import type { TokenSigner } from '../../../kernel/signer';
import type { Tasks } from '../../../kernel/tasks';
import type { Db } from '../../../platform/db/client';
import { type Letter, messageOf } from '../../../platform/mail/letter';
import { type StatementView, statementToPrint } from '../../billing/statements/queries';
import { contactOf } from '../../billing/statements/queries.sql';
import { sellersMailsLink, sellersMailsReason } from '../../entities/outreach/queries';
import { day } from './parts';
import { statementPdf } from './statement-file';

interface MailContext {
  db: Db;
  mailer: Mailer;
  signer: TokenSigner;
  publicUrl: string;
}

/** Mails a statement, as it is when the mail leaves, to the contact of the customer. */
export async function mailStatement(
  ctx: MailContext,
  { seller_id, buyer_id, from, to }: Tasks['mail_statement'],
): Promise<void> {
  const { db, mailer, publicUrl } = ctx;
  const pair = { sellerId: seller_id, buyerId: buyer_id };
  const [contact] = await contactOf(db, pair);
  if (!contact) return;
  const unsubscribe = await sellersMailsLink(ctx, seller_id, contact.email);
  if (!unsubscribe) return;
  const printed = await statementToPrint(db, pair, { from, to });
  const content = await statementPdf({ db, publicUrl, actor: { entity: { id: seller_id } } }, printed);
  const message = await messageOf(contact.email, statementLetter(printed.statement, unsubscribe), publicUrl);
  const filename = `statement-${from}-${to}.pdf`;
  await mailer.send({ ...message, attachments: [{ filename, content, contentType: 'application/pdf' }] });
}

export function statementLetter({ seller, from, to, closing }: StatementView, unsubscribe: string): Letter {
  return {
    subject: `Statement of ${subjectName(seller.name)}`,
    business: seller.name,
    body: (
      <>
        <p>
          The statement of {plainName(seller.name)} from {day(from)} to {day(to)} is attached.
        </p>
        <p>{closing > 0 ? `Balance due: ${dollarText(closing)}` : 'Nothing is due.'}</p>
      </>
    ),
    reason: sellersMailsReason(seller.name),
    unsubscribe,
  };
}
