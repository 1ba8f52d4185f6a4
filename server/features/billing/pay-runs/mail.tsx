import type { Mailer } from '../../../kernel/mail';
import { centsText } from '../../../kernel/money';
import { plainName, subjectName } from '../../../kernel/quotation';
import type { Tasks } from '../../../kernel/tasks';
import type { Db } from '../../../platform/db/client';
import { Bullets, type Letter, messageOf } from '../../../platform/mail/letter';
import { enqueueAll } from '../../../platform/outbox/enqueue';
import { mailsAtOnce } from '../../../platform/outbox/mail-allowance';
import { paidBy, supplierContact } from './queries.sql';

/** Of one mail. */
const MOST_NAMED = 50;

interface Sent {
  runId: string;
  entityId: string;
  sellers: readonly string[];
}

/** Adds a mail to each supplier of a run that was sent, in its transaction. */
export async function enqueueMails(db: Db, { runId, entityId, sellers }: Sent): Promise<void> {
  const mails = sellers.map((seller_id) => ({ payload: { run_id: runId, buyer_id: entityId, seller_id } }));
  await enqueueAll(db, 'mail_pay_run', mails, mailsAtOnce(entityId));
}

/** Tells a supplier what a pay run pays. */
export async function mailPayRun(
  { db, mailer, publicUrl }: { db: Db; mailer: Mailer; publicUrl: string },
  { run_id, buyer_id, seller_id }: Tasks['mail_pay_run'],
): Promise<void> {
  const [contact] = await supplierContact(db, seller_id, buyer_id);
  if (!contact) return;
  const paid = (await paidBy(db, run_id)).filter((one) => one.seller_id === seller_id);
  await mailer.send(await messageOf(contact.email, payRunLetter(contact, paid), publicUrl));
}

export function payRunLetter(
  { seller, buyer }: { seller: string; buyer: string },
  paid: ReadonlyArray<{ number: string; cents: number }>,
): Letter {
  const total = centsText(paid.reduce((sum, { cents }) => sum + cents, 0));
  const listed = paid
    .slice(0, MOST_NAMED)
    .map(({ number, cents }) => `${plainName(number)}: ${centsText(cents)}`);
  return {
    subject: `${total} on its way from ${subjectName(buyer)}`,
    business: seller,
    body: (
      <>
        <p>
          {plainName(buyer)} has sent {total} to {plainName(seller)} through its bank.
        </p>
        <Bullets items={listed} />
        {paid.length > listed.length && <p>… and {paid.length - listed.length} more</p>}
        <p>Record it when the money arrives.</p>
      </>
    ),
    action: { label: 'See what was sent', path: '/payments' },
  };
}
