import { sql } from 'drizzle-orm';
import type { Mailer } from '../../kernel/mail';
import type { Db } from '../../platform/db/client';
import { iso, uuids } from '../../platform/db/listing';
import { enqueue } from '../../platform/outbox/enqueue';
import { mailsAtOnce, mayMail } from '../../platform/outbox/mail-allowance';

/** A mail names this many orders; the rest are counted. */
const NAMED = 20;
/** Orders that expire within this time share a mail. */
const GATHER_MS = 60_000;

/** One message to each owner and admin of both parties about what expired in this hour, in the order's transaction. */
export async function announceExpired(db: Db, partyIds: readonly string[]): Promise<void> {
  const admins = await db.execute<{ id: string; email: string; entity_id: string; hour: string }>(sql`
    select u.id, u.email, u.entity_id, ${iso(sql`date_trunc('hour', now())`)} as hour from users u
    where u.entity_id = any(${uuids(partyIds)}) and u.team_role in ('owner', 'admin') and u.removed_at is null
      and not exists (select from graphile_worker.jobs j
        where j.key = 'orders_expired:' || u.id and j.locked_at is null)
    order by u.email`);
  const runAt = new Date(Date.now() + GATHER_MS);
  for (const { id, email, entity_id, hour } of admins) {
    if (!(await mayMail(db, { entityId: entity_id, to: email }))) continue;
    const options = { key: `orders_expired:${id}`, runAt, limit: mailsAtOnce(entity_id) };
    await enqueue(db, 'mail_orders_expired', { user_id: id, hour }, options);
  }
}

interface MailContext {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
}

interface Row extends Record<string, unknown> {
  email: string;
  order_number: string;
  partner: string;
  total: number;
}

/** Tells a member which orders of their business expired in an hour. */
export async function mailOrdersExpired(
  { db, mailer, publicUrl }: MailContext,
  { user_id, hour }: { user_id: string; hour: string },
): Promise<void> {
  const rows = await db.execute<Row>(sql`
    select u.email, o.order_number, p.name as partner, count(*) over ()::int as total
    from users u
    join orders o on u.entity_id in (o.wholesaler_id, o.retailer_id)
    join entities p on p.id in (o.wholesaler_id, o.retailer_id) and p.id <> u.entity_id
    where u.id = ${user_id} and u.removed_at is null and o.status = 'cancelled' and exists (
      select from order_history h where h.order_id = o.id and h.to_status = 'cancelled' and h.actor_id is null
        and h.created_at >= ${hour}::timestamptz and h.created_at < ${hour}::timestamptz + interval '1 hour')
      and o.updated_at >= ${hour}::timestamptz
    order by o.id limit ${NAMED}`);
  const [first] = rows;
  if (!first) return;
  const { email, order_number, total } = first;
  const more = total > rows.length ? [`… and ${total - rows.length} more`] : [];
  await mailer.send({
    to: email,
    subject: total === 1 ? `Order ${order_number} expired` : `${total} orders expired`,
    text: [
      'Hello,',
      '',
      'These orders stayed pending for too long and were canceled. Their stock is available again:',
      '',
      ...rows.map((row) => `- ${row.order_number} (${row.partner})`),
      ...more,
      '',
      `See your orders: ${publicUrl}/orders?status=cancelled`,
      '',
    ].join('\n'),
  });
}
