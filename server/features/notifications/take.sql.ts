import { sql } from 'drizzle-orm';
import type { EventType } from '../../kernel/events';
import type { Notice, NoticeKind } from '../../kernel/notices';
import { uuids } from '../../platform/db/listing';
import { ID, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { mailsLeft } from '../../platform/outbox/mail-allowance.sql';
import { NOTIFIED } from './mail.sql';

/** Notices that one transaction writes. */
export const BATCH = 50;

export interface TakenNotice {
  id: string;
  entity_id: string;
  created_at: string;
  /** Null for an event. */
  notice: Notice | null;
  /** Null where the event is no longer kept. */
  type: EventType | null;
  data: Record<string, unknown> | null;
  location_ids: string[] | null;
}

/** Takes waiting notices, oldest first; those that another process takes are skipped. */
export const takeNotices = statement(
  [[]],
  () => sql<TakenNotice>`
    with taken as (
      delete from notices where id in (select id from notices order by id limit ${BATCH} for update skip locked)
      returning id, entity_id, created_at, notice
    )
    select t.id, t.entity_id, t.created_at::text as created_at, t.notice, e.type, e.data - 'items' as data, e.location_ids
    from taken t left join events e on e.id = t.id and t.notice is null
    order by t.id`,
);

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
    from order_history where order_id = any(${uuids(orderIds)}) and action = 'moved'
    order by order_id, to_status, id desc`,
);

export const locationNames = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<{ id: string; name: string }>`
    select id, name from locations where id = any(${uuids(ids)})`,
);

export interface Addressed {
  id: string;
  entity_id: string;
  created_at: string;
  kind: NoticeKind;
  permission: string | null;
  user_id: string | null;
  actor_id: string | null;
  location_ids: readonly string[] | null;
  object_type: string;
  object_id: string;
  object_name: string;
  summary: string;
  mailed: boolean;
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
  location_ids: null,
  object_type: 'order',
  object_id: ID,
  object_name: 'x',
  summary: 'x',
  mailed: false,
  roles: [],
  default_mail: 'off',
  required: false,
};

/**
 * Writes a notification for each member whom a notice concerns and who wants it; each once. What the limits of mails at once
 * have no room for joins the digest, as it would when its mail is about to be sent: a busy day needs no job for each.
 */
export const writeNotifications = statement(
  [[[SAMPLE]]],
  (notices: readonly Addressed[]) => sql<{ id: string; entity_id: string }>`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n (id uuid, entity_id uuid,
        created_at timestamptz, kind text, permission text, user_id uuid, actor_id uuid, location_ids uuid[],
        object_type text, object_id uuid, object_name text, summary text, mailed boolean, roles text[],
        default_mail text, required boolean)
    ), wanted as (
      select n.*, u.id as member_id, u.email, coalesce(p.bell, true) as bell,
        case when n.mailed then 'none' when n.required then 'at_once'
          else replace(coalesce(p.mail, n.default_mail), 'off', 'none') end as mail
      from told n
        join entities e on e.id = n.entity_id and e.deleted_at is null
        join users u on u.entity_id = e.id and u.removed_at is null and u.id = coalesce(n.user_id, u.id)
        left join notification_preferences p on p.user_id = u.id and p.kind = n.kind
      where (n.user_id is not null or (u.team_role = any(n.roles) and u.id is distinct from n.actor_id))
        and (n.location_ids is null or u.all_locations or n.location_ids <@ array(
          select m.location_id from member_locations m where m.user_id = u.id))
    ), placed as (
      select w.*, w.mail = 'at_once' and not w.required as limited,
        row_number() over (partition by w.member_id, w.mail = 'at_once' and not w.required order by w.id) as place
      from wanted w
    ), spare as (
      select m.member_id, ${mailsLeft(sql`m.entity_id`, sql`m.email`, NOTIFIED)} - (
        select count(*) from notifications n where n.user_id = m.member_id and n.mail = 'at_once') as mails
      from (select distinct member_id, entity_id, email from placed where limited) m
    ), written as (
      insert into notifications (id, user_id, entity_id, event_id, kind, permission, location_ids, object_type,
        object_id, object_name, summary, bell, mail, created_at)
      select gen_random_uuid(), p.member_id, p.entity_id, p.id, p.kind, p.permission, p.location_ids, p.object_type,
        p.object_id, p.object_name, p.summary, p.bell, case when p.limited and p.place > s.mails then 'daily' else p.mail end,
        p.created_at
      from placed p left join spare s on s.member_id = p.member_id
      where p.bell or p.mail <> 'none' order by p.member_id, p.id
      on conflict do nothing returning id, entity_id, mail
    )
    select id, entity_id from written where mail = 'at_once'`,
);
