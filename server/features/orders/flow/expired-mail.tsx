import type { Mailer } from '../../../kernel/mail';
import { plainName } from '../../../kernel/quotation';
import type { Db } from '../../../platform/db/client';
import { Bullets, type Letter, messageOf } from '../../../platform/mail/letter';
import { enqueue } from '../../../platform/outbox/enqueue';
import { mailsAtOnce, mayMail } from '../../../platform/outbox/mail-allowance';
import { adminsToNotify, expiredOrders } from './expire.sql';

/** Orders that expire within this time share a mail. */
const GATHER_MS = 60_000;

/** One message to each owner and admin of both parties about what expired in this hour, in the order's transaction. */
export async function announceExpired(db: Db, partyIds: readonly string[]): Promise<void> {
  const admins = await adminsToNotify(db, partyIds);
  const runAt = new Date(Date.now() + GATHER_MS);
  for (const { id, email, entity_id, hour } of admins) {
    if (!(await mayMail(db, { entityId: entity_id, to: email, share: 'notice' }))) continue;
    const options = { key: `orders_expired:${id}`, runAt, limit: mailsAtOnce(entity_id) };
    await enqueue(db, 'mail_orders_expired', { user_id: id, hour }, options);
  }
}

interface MailContext {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
}

/** Tells a member which orders of their business expired in an hour. */
export async function mailOrdersExpired(
  { db, mailer, publicUrl }: MailContext,
  { user_id, hour }: { user_id: string; hour: string },
): Promise<void> {
  const rows = await expiredOrders(db, user_id, hour);
  const [first] = rows;
  if (!first) return;
  await mailer.send(await messageOf(first.email, expiredLetter(rows, first.total), publicUrl));
}

/** @param total how many expired; `rows` are the first of them */
export function expiredLetter(
  rows: readonly { order_number: string; partner: string }[],
  total: number,
): Letter {
  const listed = rows.map((row) => `${row.order_number} (${plainName(row.partner)})`);
  return {
    subject: total === 1 ? `Order ${rows[0]?.order_number} expired` : `${total} orders expired`,
    body: (
      <>
        <p>These orders were pending for too long and were canceled. Their stock is available again:</p>
        <Bullets items={listed} />
        {total > rows.length && <p>… and {total - rows.length} more</p>}
      </>
    ),
    action: { label: 'See your orders', path: '/orders?status=cancelled' },
  };
}
