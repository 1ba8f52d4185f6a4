import type { Mailer } from '../../kernel/mail';
import type { Db } from '../../platform/db/client';
import { enqueue } from '../../platform/outbox/enqueue';
import { mailsAtOnce, mayMail } from '../../platform/outbox/mail-allowance';
import { adminsOfEndpoint, disabledEndpoint } from './health.sql';
import type { DisabledReason } from './schema';

/**
 * Enqueues a mail to each owner and admin of the endpoint's entity, in the transaction that disables it (decision 67).
 */
export async function announceDisabled(db: Db, endpointId: string): Promise<void> {
  const admins = await adminsOfEndpoint(db, endpointId);
  for (const { id, email, entity_id } of admins) {
    if (!(await mayMail(db, { entityId: entity_id, to: email }))) continue;
    const limit = mailsAtOnce(entity_id);
    await enqueue(db, 'mail_webhook_disabled', { endpoint_id: endpointId, user_id: id }, { limit });
  }
}

interface MailContext {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
}

const WHY: Record<DisabledReason, string> = {
  gone: 'it responded with 410 Gone',
  failing: 'every attempt of the last five days failed',
  manual: 'a member of your team disabled it',
};

/** Notifies a member that an endpoint was disabled, unless it is active again. */
export async function mailWebhookDisabled(
  { db, mailer, publicUrl }: MailContext,
  { endpoint_id, user_id }: { endpoint_id: string; user_id: string },
): Promise<void> {
  const [row] = await disabledEndpoint(db, user_id, endpoint_id);
  if (!row) return;
  await mailer.send({
    to: row.email,
    subject: 'A webhook endpoint was disabled',
    text: [
      'Hello,',
      '',
      'we no longer send events to this endpoint of yours:',
      '',
      row.url,
      '',
      `The reason: ${WHY[row.reason]}.`,
      '',
      'Nothing is lost: events are kept for 30 days. Enable the endpoint and replay what failed here:',
      '',
      `${publicUrl}/settings/api/webhooks/${endpoint_id}`,
      '',
    ].join('\n'),
  });
}
