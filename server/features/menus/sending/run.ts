// Other features import this file.
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tasks } from '../../../kernel/tasks';
import type { Db } from '../../../platform/db/client';
import { enqueue } from '../../../platform/outbox/enqueue';
import { lockSenders, mailsAtOnce } from '../../../platform/outbox/mail-allowance';
import { insertCountedMail, menuRoom } from '../../../platform/outbox/mail-allowance.sql';
import {
  RECIPIENTS_AT_ONCE,
  SPREAD_SECONDS,
  UNVERIFIED_RECIPIENTS,
} from '../../../platform/outbox/mail-shares';
import { storeNotice } from '../../../platform/outbox/notices';
import { findUnsubscribed, isBounced, recipientsOf } from '../../../platform/outbox/outreach.sql';
import { senderStanding } from '../../entities/outreach/queries.sql';
import { entities } from '../../entities/tables';
import { menuLinkOf } from '../public/link.sql';
import { mailboxOf } from '../requests/queries.sql';
import { nextSend } from '../schedule';
import type { SkipReason } from '../state';
import { menus } from '../tables';
import { dueMenus, finishSend, overdueRecipients } from './queries.sql';
import { segmentOf, settle, startSend } from './service';
import { menuRecipients, menuSends } from './tables';

/** Decides for each recipient of a run whether and when its mail leaves. */
export async function runMenuSend(
  { db }: { db: Db },
  { send_id: id }: Tasks['run_menu_send'],
): Promise<void> {
  const [send] = await db.select().from(menuSends).where(eq(menuSends.id, id));
  if (!send) return;
  const waiting = await db
    .select({ customerId: menuRecipients.customerId })
    .from(menuRecipients)
    .where(and(eq(menuRecipients.sendId, id), eq(menuRecipients.status, 'waiting')));
  for (const { customerId } of waiting) {
    await db.transaction((tx) => admit(tx, { sendId: id, sellerId: send.entityId, customerId }));
  }
  await finishSend(db, id);
}

interface Recipient {
  sendId: string;
  sellerId: string;
  customerId: string;
}

async function admit(db: Db, { sendId, sellerId, customerId }: Recipient): Promise<void> {
  const skip = (reason: SkipReason) => settle(db, sendId, customerId, { status: 'skipped', reason });
  const [mailbox] = await mailboxOf(db, sellerId, customerId);
  const to = mailbox?.email;
  if (!to) return skip('no_email');
  if ((await isBounced(db, to)).length > 0) return skip('bounced');
  if ((await findUnsubscribed(db, sellerId, to)).length > 0) return skip('unsubscribed');
  const mail = { entityId: sellerId, to, share: 'menu' as const, causeId: null };
  await lockSenders(db, mail);
  const [sender] = await senderStanding(db, sellerId);
  const [day] = await recipientsOf(db, sellerId, to, UNVERIFIED_RECIPIENTS);
  const { total = 0, included = false, seconds = null } = day ?? {};
  const isClosed = !sender || sender.review || (!sender.verified && !included && seconds !== null);
  const [room] = await menuRoom(db, sellerId, to);
  if (isClosed || !room?.room) return skip('limit');
  await insertCountedMail(db, mail);
  const beyond = included ? 0 : total - RECIPIENTS_AT_ONCE + 1;
  const runAt = beyond > 0 ? { runAt: new Date(Date.now() + beyond * SPREAD_SECONDS * 1_000) } : {};
  const options = { maxAttempts: 5, limit: mailsAtOnce(sellerId), ...runAt };
  // A run that begins again decides nothing twice.
  await db
    .update(menuRecipients)
    .set({ status: 'queued' })
    .where(and(eq(menuRecipients.sendId, sendId), eq(menuRecipients.customerId, customerId)));
  await enqueue(db, 'mail_menu', { send_id: sendId, customer_id: customerId }, options);
}

/** Starts the runs of schedules that are due; where the menu can't be seen, its seller is notified instead. */
export async function sendDueMenus({ db }: { db: Db }): Promise<void> {
  for (const { send_id, customer_id } of await overdueRecipients(db))
    await settle(db, send_id, customer_id, { status: 'skipped', reason: 'bounced' });
  for (const { id } of await dueMenus(db)) await db.transaction((tx) => sendDue(tx, id));
}

async function sendDue(db: Db, id: string): Promise<void> {
  const [found] = await db
    .select({ menu: menus, timezone: entities.timezone })
    .from(menus)
    .innerJoin(entities, eq(entities.id, menus.entityId))
    .where(and(eq(menus.id, id), isNull(menus.deletedAt), sql`${menus.nextSendAt} <= now()`))
    .for('no key update', { of: menus, skipLocked: true });
  const schedule = found?.menu.schedule;
  if (!found || !schedule) return;
  const { menu, timezone } = found;
  await db
    .update(menus)
    .set({ nextSendAt: nextSend(schedule, timezone, new Date()) })
    .where(eq(menus.id, id));
  const [link] = await menuLinkOf(db, id);
  if (!link?.is_live) {
    await storeNotice(db, menu.entityId, {
      kind: 'menu',
      object: { type: 'menu', id, name: menu.name },
      summary: `The menu ${menu.name} was not mailed as scheduled: its link is off, over, or your business can't sell now`,
      permission: 'update:menus',
    });
    return;
  }
  const customers = await segmentOf(db, menu, schedule.segment ?? {});
  const { subject, message } = schedule;
  await startSend(db, menu, { customers, subject, message, actorId: null, actorName: 'Tallyleaf' });
}
