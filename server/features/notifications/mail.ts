import { eq } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import type { Mailer } from '../../kernel/mail';
import { KIND_RULES } from '../../kernel/notices';
import type { TokenSigner } from '../../kernel/signer';
import { unsubscribeLink } from '../../kernel/unsubscribe-link';
import type { Db } from '../../platform/db/client';
import { enqueue } from '../../platform/outbox/enqueue';
import { mailsAtOnce, mayMail } from '../../platform/outbox/mail-allowance';
import { loadMember } from '../auth/queries';
import {
  closeDigest,
  digestOf,
  dueDigests,
  lockForMail,
  shareOf,
  stillToMail,
  type ToMailAtOnce,
} from './mail.sql';
import { digestMessage, notificationMessage } from './message';
import { notifications } from './tables';

interface MailContext {
  db: Db;
  mailer: Mailer;
  signer: TokenSigner;
  publicUrl: string;
}

/** A digest names this many notifications of each kind; the rest are counted. */
const NAMED = 10;

const addresseeOf = ({ email, name, entity }: Actor) => ({
  email,
  name,
  business: entity.type,
  company: entity.name,
});

/**
 * Mails one notification, unless its member has read it or may no longer read it. Above the share of the mail limits that
 * notifications have, it joins the daily digest.
 */
export async function mailNotification(
  ctx: MailContext,
  { notification_id: id }: { notification_id: string },
): Promise<void> {
  const ready = await ctx.db.transaction((tx) => claim(tx, id));
  if (!ready) return;
  const { actor, row } = ready;
  const unsubscribe = KIND_RULES[row.kind].required
    ? null
    : await unsubscribeLink(ctx, actor.userId, row.kind);
  const links = { publicUrl: ctx.publicUrl, unsubscribe };
  await ctx.mailer.send(await notificationMessage(row, addresseeOf(actor), links));
  await ctx.db.update(notifications).set({ mail: 'sent' }).where(eq(notifications.id, id));
}

/** A mail is counted once, however often sending it is tried. */
async function claim(db: Db, id: string): Promise<{ actor: Actor; row: ToMailAtOnce } | null> {
  const [locked] = await lockForMail(db, id);
  if (!locked) return null;
  const setMail = (mail: 'none' | 'daily' | 'counted') =>
    db.update(notifications).set({ mail }).where(eq(notifications.id, id));
  const actor = await loadMember(db, locked.user_id, locked.user_id);
  // It waits for the digest after the suspension.
  if (actor && actor.entity.suspension !== null) return null;
  const [row] = actor ? await stillToMail(db, actor, id) : [];
  if (!actor || !row) {
    await setMail('none');
    return null;
  }
  if (!locked.counted && !KIND_RULES[row.kind].required) {
    const { email: to, entity } = actor;
    if (
      !(await mayMail(db, { entityId: entity.id, to, share: shareOf(row.kind), causeId: locked.cause_id }))
    ) {
      await setMail('daily');
      return null;
    }
  }
  await setMail('counted');
  return { actor, row };
}

/** Adds a job for each digest that is due: at 8:00 in the timezone of the business. */
export async function sendDigests(db: Db): Promise<void> {
  for (let after: string | null = null; ; ) {
    const due: Awaited<ReturnType<typeof dueDigests>> = await dueDigests(db, after);
    for (const { user_id, entity_id, until } of due) {
      const options = { key: `digest:${user_id}`, limit: mailsAtOnce(entity_id), maxAttempts: 3 };
      await enqueue(db, 'mail_digest', { user_id, until }, options);
    }
    const last = due.at(-1);
    if (!last) return;
    after = last.user_id;
  }
}

/** Mails a member what came in for the digest and is unread. One a day needs no limit. */
export async function mailDigest(
  ctx: MailContext,
  { user_id, until }: { user_id: string; until: string },
): Promise<void> {
  const actor = await loadMember(ctx.db, user_id, user_id);
  if (actor && actor.entity.suspension !== null) return;
  const rows = actor ? await digestOf(ctx.db, actor, until, NAMED) : [];
  if (actor && rows.length > 0) {
    const unsubscribe = await unsubscribeLink(ctx, user_id, 'daily');
    const links = { publicUrl: ctx.publicUrl, unsubscribe };
    await ctx.mailer.send(await digestMessage(rows, addresseeOf(actor), links));
  }
  await closeDigest(ctx.db, user_id, until);
}
