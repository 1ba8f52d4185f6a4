import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import type { NoticeKind, NoticeObject } from '../../kernel/notices';
import type { WeightUnit } from '../../kernel/weights';
import { ID, LIMITED, OWNER, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { MailShare } from '../../platform/outbox/mail-shares';
import { users } from '../auth/tables';
import { connections, entities, locations } from '../entities/tables';
import { orderItems, orders } from '../orders/tables';
import { ownNotifications } from './queries.sql';
import { notificationPreferences, notifications } from './tables';

/** The share of the limits of mails that a kind uses. */
export const shareOf = (kind: NoticeKind): MailShare => (kind === 'new_order' ? 'order' : 'notice');

export interface ToMail {
  id: string;
  kind: NoticeKind;
  object_type: NoticeObject;
  object_id: string;
  object_name: string;
  summary: string;
  count: number;
}

const MAILED = sql`n.id, n.kind, n.object_type, n.object_id, n.object_name, n.summary, n.count`;

/** With what the subject of a mail of its own says. */
export interface ToMailAtOnce extends ToMail {
  /** The connected or managed business that caused it. */
  partner: string | null;
  /** Of a new order; null where its member wants no amounts in subjects. */
  total_cents: number | null;
  /** The order that an `order_placed` confirms; null of the other kinds. */
  confirmed: ConfirmedOrder | null;
}

export interface ConfirmedOrder {
  total_cents: number;
  delivery_date: string | null;
  location: string;
  /** The first of them. */
  lines: {
    product_name: string;
    sku: string;
    quantity: number;
    unit: WeightUnit | null;
    step: number | null;
    total_cents: number;
  }[];
  line_count: number;
}

/** A confirmation names this many lines; the rest are counted. */
const LINES = 30;

/** SQL: what the mail of a placed order says of it. */
const CONFIRMED = sql`(select json_build_object('total_cents', o.total_cents, 'delivery_date', o.delivery_date,
    'location', (select p.name from ${locations} p where p.id = o.receiving_location_id),
    'line_count', (select count(*) from ${orderItems} t where t.order_id = o.id),
    'lines', (select json_agg(json_build_object('product_name', t.product_name, 'sku', t.sku, 'quantity', t.quantity, 'unit', t.unit,
      'step', t.step, 'total_cents', t.total_cents) order by t.position, t.id)
      from (select * from ${orderItems} t where t.order_id = o.id order by t.position, t.id limit ${LINES}) t))
  from ${orders} o where n.kind = 'order_placed' and n.count = 1 and o.id = n.object_id)`;

export const lockForMail = statement(
  [[ID]],
  (id: string) => sql<{ user_id: string; cause_id: string | null; counted: boolean }>`
    select n.user_id, n.cause_id, n.mail = 'counted' as counted from ${notifications} n
    where n.id = ${id} and n.mail in ('at_once', 'counted') for no key update`,
);

/** A notification that its member may still read and hasn't read. */
export const stillToMail = statement(
  [[OWNER, ID]],
  (actor: Actor, id: string) => sql<ToMailAtOnce>`
    select ${MAILED},
      (select p.name from ${entities} p where p.id = n.cause_id and (p.managed_by = n.entity_id or exists (
        select from ${connections} c where c.status = 'accepted'
          and ((c.requester_id = n.entity_id and c.target_id = p.id) or (c.requester_id = p.id and c.target_id = n.entity_id))))
      ) as partner,
      (select o.total_cents::float8 from ${orders} o where n.kind = 'new_order' and o.id = n.object_id and not exists (
        select from ${notificationPreferences} c where c.user_id = n.user_id and c.kind = n.kind and not c.amounts)
      ) as total_cents, ${CONFIRMED} as confirmed
    from ${notifications} n where n.id = ${id} and ${ownNotifications(actor)} and n.read_at is null`,
);

/** When the digests of today went out, or are due: the latest 8:00 in the timezone of the entity `e`. */
const DIGEST_TIME = sql`(date_trunc('day', (now() at time zone e.timezone) - interval '8 hours') + interval '8 hours')
  at time zone e.timezone`;

/** Members with notifications for a digest that is due, by id. */
export const dueDigests = statement(
  [[null], [ID]],
  (after: string | null) => sql<{ user_id: string; entity_id: string; until: string }>`
    select n.user_id, u.entity_id, ${DIGEST_TIME}::text as until
    from ${notifications} n
      join ${users} u on u.id = n.user_id and u.removed_at is null
      join ${entities} e on e.id = u.entity_id and e.deleted_at is null and e.suspended_at is null
    where n.mail = 'daily' and n.created_at < ${DIGEST_TIME} and (${after}::uuid is null or n.user_id > ${after})
    group by n.user_id, u.entity_id, e.timezone order by n.user_id limit 500`,
);

const inDigest = (userId: string, until: string): SQL =>
  sql`n.user_id = ${userId} and n.mail = 'daily' and n.created_at < ${until}::timestamptz`;

/** The newest notifications of each kind for a digest, with how many there are. @param most of each kind */
export const digestOf = statement(
  [[LIMITED, TIME, 1]],
  (actor: Actor, until: string, most: number) => sql<ToMail & { total: number; place: number }>`
    select * from (
      select ${MAILED}, sum(n.count) over of_kind::int as total, (row_number() over (of_kind order by n.created_at desc))::int as place
      from ${notifications} n where ${inDigest(actor.userId, until)} and n.read_at is null and ${ownNotifications(actor)}
      window of_kind as (partition by n.kind)
    ) n where place <= ${most} order by kind, place`,
);

export const closeDigest = statement(
  [[ID, TIME]],
  (userId: string, until: string) => sql`
    update ${notifications} n set mail = 'sent' where ${inDigest(userId, until)}`,
);

/** Turns mail off for these kinds; with `dailyOnly` for those that are mailed daily. */
export const turnMailOff = statement(
  [[ID, [], true]],
  (userId: string, kinds: ReadonlyArray<{ kind: NoticeKind; mail: string }>, dailyOnly: boolean) => sql`
    insert into ${notificationPreferences} as p (user_id, kind, bell, mail)
    select u.id, k.kind, true, 'off'
    from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as k (kind text, mail text)
      join ${users} u on u.id = ${userId} and u.removed_at is null
      left join ${notificationPreferences} c on c.user_id = u.id and c.kind = k.kind
    where not ${dailyOnly}::boolean or coalesce(c.mail, k.mail) = 'daily' order by k.kind
    on conflict (user_id, kind) do update set mail = 'off'`,
);
