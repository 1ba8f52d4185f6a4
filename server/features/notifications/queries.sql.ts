import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { KIND_RULES, NOTICE_KINDS, type NoticeKind } from '../../kernel/notices';
import { allOf, iso, texts, uuids } from '../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { readingsOf, type Walked, type WalkedList } from '../../platform/db/walk';
import { type ListNotifications, MOST_UNREAD, type Notification } from './schema';
import { notificationPreferences, notifications } from './tables';

export type NotificationView = z.infer<typeof Notification>;

export const NOTIFICATIONS: WalkedList<'created_at'> = {
  name: 'notifications',
  from: sql`${notifications} n`,
  id: sql`n.id`,
  sorts: { created_at: sql`n.created_at` },
  keys: { created_at: 'timestamptz' },
  fallback: '-created_at',
};

const WHOLE_KINDS = NOTICE_KINDS.filter((kind) => KIND_RULES[kind].whole);

/**
 * SQL: the member's own notifications (alias `n`) that their role and locations still permit. An API key sees none that
 * concern the member alone. The only way to a row.
 */
export function ownNotifications(actor: Actor): SQL {
  const held = sql`n.permission = any(${texts(actor.permissions)})`;
  return allOf([
    sql`n.user_id = ${actor.userId}`,
    actor.key ? held : sql`(n.permission is null or ${held})`,
    actor.locationIds
      ? sql`(n.location_ids is null or n.location_ids <@ ${uuids(actor.locationIds)})`
      : undefined,
    actor.locationLimit ? sql`n.kind <> all(${texts(WHOLE_KINDS)})` : undefined,
  ]);
}

const IN_BELL = sql`n.bell`;
const UNREAD = sql`n.bell and n.read_at is null`;

/** SQL: the notifications of the bell that match the filters of a list. */
export function listed(
  actor: Actor,
  { unread, kind }: Omit<z.infer<typeof ListNotifications>, 'limit'>,
): SQL {
  return allOf([
    ownNotifications(actor),
    unread ? UNREAD : IN_BELL,
    unread === false ? sql`n.read_at is not null` : undefined,
    kind ? sql`n.kind = ${kind}` : undefined,
  ]);
}

const columns = sql`n.id, n.kind,
  json_build_object('type', n.object_type, 'id', n.object_id, 'name', n.object_name) as object, n.summary, n.count,
  ${iso(sql`n.created_at`)} as created_at, ${iso(sql`n.read_at`)} as read_at`;

export const readNotifications = statement(
  readingsOf(NOTIFICATIONS).map(({ page, order }): [SQL] => [
    sql`${page(listed(LIMITED, { unread: true, kind: 'comment' }))} join ${notifications} n on n.id = page.id ${order}`,
  ]),
  (from: SQL) => sql<NotificationView & Walked>`select page.walk_key, ${columns} from ${from}`,
);

export const countUnread = statement(
  [[OWNER], [LIMITED]],
  (actor: Actor) => sql<{ unread: number; groups: number }>`
    select count(*)::int as unread, count(distinct (n.kind, n.object_id))::int as groups
    from (select n.kind, n.object_id from ${notifications} n where ${ownNotifications(actor)} and ${UNREAD} limit ${MOST_UNREAD}) n`,
);

export const countOwn = statement(
  [[OWNER, [ID]]],
  (actor: Actor, ids: readonly string[]) => sql<{ found: number }>`
    select count(*)::int as found from ${notifications} n
    where n.id = any(${uuids(ids)}) and ${ownNotifications(actor)} and ${IN_BELL}`,
);

export const markRead = statement(
  [[OWNER, sql`n.id = any(${uuids([ID])})`]],
  (actor: Actor, which: SQL) => sql`
    update ${notifications} n set read_at = now() where ${ownNotifications(actor)} and ${UNREAD} and ${which}`,
);

export const choicesOf = statement(
  [[ID]],
  (userId: string) => sql<{
    kind: NoticeKind;
    bell: boolean;
    mail: 'off' | 'at_once' | 'daily';
    amounts: boolean;
  }>`
    select kind, bell, mail, amounts from ${notificationPreferences} where user_id = ${userId}`,
);
