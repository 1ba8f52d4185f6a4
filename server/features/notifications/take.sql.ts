import { type SQL, sql } from 'drizzle-orm';
import { CAUSED_APART, type NoticeKind } from '../../kernel/notices';
import { uuids } from '../../platform/db/listing';
import { ID, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { causedLeft, mailsLeft } from '../../platform/outbox/mail-allowance.sql';
import type { MailShare } from '../../platform/outbox/mail-shares';
import { users } from '../auth/tables';
import { entities, locations, memberLocations } from '../entities/tables';
import { orderHistory } from '../orders/parts/tables';
import { notificationPreferences, notifications } from './tables';

/** Who took the latest step of each order to its status; the user is null for Tallyleaf itself. */
export const moversOf = statement(
  [[[ID]]],
  (orderIds: readonly string[]) => sql<{
    order_id: string;
    to_status: string;
    actor_id: string | null;
    actor_entity_id: string;
  }>`
    select distinct on (order_id, to_status) order_id, to_status, actor_id, actor_entity_id
    from ${orderHistory} where order_id = any(${uuids(orderIds)}) and action = 'moved'
    order by order_id, to_status, id desc`,
);

/** Who placed each order by hand: what an API key does has the name of the key. */
export const placersOf = statement(
  [[[ID]]],
  (orderIds: readonly string[]) => sql<{ order_id: string; actor_id: string }>`
    select h.order_id, h.actor_id from ${orderHistory} h join ${users} u on u.id = h.actor_id and u.name = h.actor_name
    where h.order_id = any(${uuids(orderIds)}) and h.action = 'created'`,
);

export const locationNames = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<{ id: string; name: string }>`
    select id, name from ${locations} where id = any(${uuids(ids)})`,
);

export interface Addressed {
  id: string;
  entity_id: string;
  created_at: string;
  kind: NoticeKind;
  permission: string | null;
  user_id: string | null;
  actor_id: string | null;
  cause_id: string | null;
  /** What counts those beyond the ones by themselves: `{} more orders from …`. */
  further: string | null;
  location_ids: readonly string[] | null;
  object_type: string;
  object_id: string;
  object_name: string;
  summary: string;
  mailed: boolean;
  /** Whether the bell leaves it out, and whether members who are limited to locations don't get it. */
  mail_only: boolean;
  whole: boolean;
  /** The roles that have the permission. */
  roles: readonly string[];
  /** What holds for members who chose nothing. */
  default_mail: string;
  required: boolean;
}

const SAMPLE: Addressed = {
  id: ID,
  entity_id: ID,
  created_at: TIME,
  kind: 'comment',
  permission: null,
  user_id: ID,
  actor_id: null,
  cause_id: null,
  further: null,
  location_ids: null,
  object_type: 'order',
  object_id: ID,
  object_name: 'x',
  summary: 'x',
  mailed: false,
  mail_only: false,
  whole: false,
  roles: [],
  default_mail: 'off',
  required: false,
};

/** SQL: a value of each share of the mails that notifications use, by that of the row `w`. */
const byShare = (of: (share: MailShare) => SQL) =>
  sql`case when w.kind = 'new_order' then ${of('order')} else ${of('notice')} end`;

/** SQL: notifications of the member of `w` that wait to be mailed at once, of its share. */
const toMail = sql`select count(*) from ${notifications} n
  where n.user_id = w.member_id and n.mail = 'at_once' and (n.kind = 'new_order') = (w.kind = 'new_order')`;

/** SQL: those by themselves that the member of `w` got of its kind, cause and hour, up to as many as there can be. */
const apartOf = (which: SQL) => sql`(select count(*) from (
  select from ${notifications} n where n.user_id = w.member_id and ${which} and n.kind = w.kind and n.cause_id = w.cause_id
    and n.created_at >= w.hour and n.created_at < w.hour + interval '1 hour' and n.counted_hour is null
  limit ${CAUSED_APART}) n)`;

/**
 * Writes a notification for each member whom a notice concerns and who wants it; each once. What the limits of mails at
 * once have no room for joins the digest, as it would when its mail is about to be sent: a busy day needs no job for each
 * (decision 337). Beyond `CAUSED_APART` of one kind and cause within an hour, one counts the others.
 *
 * What groups of rows have in common is found at the first of each and spread by windows: PostgreSQL expects one row of each of these
 * steps, and would join two of them row by row, 20,000 times 20,000 for fifty notices to four hundred members.
 */
export const writeNotifications = statement(
  [[[SAMPLE]]],
  (notices: readonly Addressed[]) => sql<{ id: string; entity_id: string }>`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n (id uuid, entity_id uuid,
        created_at timestamptz, kind text, permission text, user_id uuid, actor_id uuid, cause_id uuid, further text,
        location_ids uuid[], object_type text, object_id uuid, object_name text, summary text, mailed boolean, mail_only boolean, whole boolean, roles text[],
        default_mail text, required boolean)
    ), wanted as (
      select n.*, u.id as member_id, u.email, not n.mail_only and coalesce(p.bell, true) as bell, date_trunc('hour', n.created_at) as hour,
        case when n.mailed then 'none' when n.required then 'at_once'
          else replace(coalesce(p.mail, n.default_mail), 'off', 'none') end as mail
      from told n
        join ${entities} e on e.id = n.entity_id and e.deleted_at is null
        join ${users} u on u.entity_id = e.id and u.removed_at is null and u.id = coalesce(n.user_id, u.id)
        left join ${notificationPreferences} p on p.user_id = u.id and p.kind = n.kind
      where (n.user_id is not null or (u.team_role = any(n.roles) and u.id is distinct from n.actor_id))
        and (u.all_locations or not n.whole)
        and (n.location_ids is null or u.all_locations or n.location_ids <@ array(
          select m.location_id from ${memberLocations} m where m.user_id = u.id))
    ), numbered as (
      select w.*, row_number() over (partition by w.member_id, w.kind, w.cause_id, w.hour order by w.id) as nth
      from wanted w where w.bell or w.mail <> 'none'
    ), apart as (
      select w.*, case when w.nth = 1 and w.cause_id is not null then
          ${apartOf(sql`n.bell`)} + case when w.bell then 0 else ${apartOf(sql`not n.bell`)} end end as notified
      from numbered w
    ), ranked as (
      select w.*, w.further is not null and not w.required and w.nth
        + coalesce(max(w.notified) over (partition by w.member_id, w.kind, w.cause_id, w.hour), 0) > ${CAUSED_APART} as is_further
      from apart w
    ), placed as (
      select w.*, row_number() over (partition by w.member_id, w.takes, w.kind = 'new_order' order by w.id) as place,
        row_number() over (partition by w.member_id, w.takes, w.kind = 'new_order', w.cause_id order by w.id) as caused
      from (select w.*, w.mail = 'at_once' and not w.required and not w.is_further as takes from ranked w) w
    ), spare as (
      select w.*, case when w.takes and w.place = 1 then
          ${byShare((share) => mailsLeft(sql`w.entity_id`, sql`w.email`, share))} - (${toMail}) end as mails,
        case when w.takes and w.caused = 1 and w.cause_id is not null then
          ${byShare((share) => causedLeft(sql`w.cause_id`, sql`w.email`, share))} - (${toMail} and n.cause_id = w.cause_id) end as by_cause
      from placed w
    ), settled as (
      select w.*, w.place > max(w.mails) over (partition by w.member_id, w.takes, w.kind = 'new_order')
        or w.caused > max(w.by_cause) over (partition by w.member_id, w.takes, w.kind = 'new_order', w.cause_id) as waits
      from spare w
    ), further as (
      select distinct on (w.member_id, w.kind, w.cause_id, w.hour) w.*,
        count(*) over (partition by w.member_id, w.kind, w.cause_id, w.hour)::int as more
      from ranked w where w.is_further order by w.member_id, w.kind, w.cause_id, w.hour, w.id desc
    ), counted as (
      update ${notifications} n set count = n.count + f.more, read_at = null, created_at = greatest(n.created_at, f.created_at),
        summary = replace(f.further, '{}', (n.count + f.more)::text), object_type = f.object_type,
        object_id = f.object_id, object_name = f.object_name
      from further f where n.user_id = f.member_id and n.kind = f.kind and n.cause_id = f.cause_id and n.counted_hour = f.hour
    ), counting as (
      insert into ${notifications} (id, user_id, entity_id, event_id, kind, permission, location_ids, object_type, object_id,
        object_name, summary, bell, mail, created_at, cause_id, count, counted_hour)
      select gen_random_uuid(), f.member_id, f.entity_id, f.id, f.kind, f.permission, f.location_ids,
        f.object_type, f.object_id, f.object_name, replace(f.further, '{}', f.more::text),
        f.bell, replace(f.mail, 'at_once', 'daily'), f.created_at, f.cause_id, f.more, f.hour
      from further f where not exists (select from ${notifications} n where n.user_id = f.member_id and n.kind = f.kind
        and n.cause_id = f.cause_id and n.counted_hour = f.hour)
      on conflict do nothing
    ), written as (
      insert into ${notifications} (id, user_id, entity_id, event_id, kind, permission, location_ids, object_type,
        object_id, object_name, summary, bell, mail, created_at, cause_id)
      select gen_random_uuid(), w.member_id, w.entity_id, w.id, w.kind, w.permission, w.location_ids, w.object_type,
        w.object_id, w.object_name, w.summary, w.bell,
        case when w.waits then 'daily' else w.mail end, w.created_at, w.cause_id
      from settled w where not w.is_further order by w.member_id, w.id
      on conflict do nothing returning id, entity_id, mail
    )
    select id, entity_id from written where mail = 'at_once'`,
);
