import type { Mailer } from '../../../kernel/mail';
import { dollarText } from '../../../kernel/money';
import { plainName, subjectName } from '../../../kernel/quotation';
import type { TokenSigner } from '../../../kernel/signer';
import type { Tasks } from '../../../kernel/tasks';
import type { Db } from '../../../platform/db/client';
import { type Letter, messageOf, Quotation } from '../../../platform/mail/letter';
import { type PrintedInvoice, printedInvoice } from '../../billing/invoices/queries';
import { contactOf } from '../../billing/statements/queries.sql';
import { sellersMailsLink, sellersMailsReason } from '../../entities/outreach/queries';
import { drawn } from './drawn';
import { invoiceSheet } from './invoice-sheet';
import { day } from './parts';
import { logoUrlOf } from './queries';

interface MailContext {
  db: Db;
  mailer: Mailer;
  signer: TokenSigner;
  publicUrl: string;
}

/** Mails an invoice, as it is when the mail leaves, to the contact of its buyer. */
export async function mailInvoice(ctx: MailContext, { invoice_id }: Tasks['mail_invoice']): Promise<void> {
  const { db, mailer, publicUrl } = ctx;
  const printed = await printedInvoice(db, invoice_id);
  if (!printed) return;
  const { seller, buyer, number } = printed.invoice;
  const [contact] = await contactOf(db, { sellerId: seller.id, buyerId: buyer.id });
  if (!contact) return;
  const unsubscribe = await sellersMailsLink(ctx, seller.id, contact.email);
  if (!unsubscribe) return;
  const sheet = invoiceSheet(printed, { logoUrl: await logoUrlOf(ctx, seller.id) });
  const content = await drawn({ db, actor: { entity: { id: seller.id } } }, [sheet]);
  const message = await messageOf(contact.email, invoiceLetter(printed, unsubscribe), publicUrl);
  await mailer.send({
    ...message,
    attachments: [{ filename: `invoice-${number}.pdf`, content, contentType: 'application/pdf' }],
  });
}

interface Mailed {
  invoice: Pick<PrintedInvoice['invoice'], 'seller' | 'number' | 'total' | 'balance' | 'due_on' | 'overdue'>;
  parties: { remittance: string | null } | null;
}

export function invoiceLetter({ invoice, parties }: Mailed, unsubscribe: string): Letter {
  const { seller, number, total, balance, due_on, overdue } = invoice;
  const remittance = parties?.remittance;
  return {
    subject: `Invoice ${plainName(number)} of ${subjectName(seller.name)}`,
    business: seller.name,
    body: (
      <>
        <p>
          Invoice {plainName(number)} of {plainName(seller.name)} over {dollarText(total)} is attached.
        </p>
        <p>
          {balance > 0
            ? `${dollarText(balance)} ${overdue ? 'was' : 'is'} due on ${day(due_on)}.`
            : 'It is paid. Thank you.'}
        </p>
        {balance > 0 && remittance && (
          <>
            <p>How to pay:</p>
            <Quotation text={remittance} />
          </>
        )}
      </>
    ),
    reason: sellersMailsReason(seller.name),
    unsubscribe,
  };
}
