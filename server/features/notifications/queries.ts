import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { KIND_RULES, NOTICE_KINDS, type NoticeKind } from '../../kernel/notices';
import type { ReadContext } from '../../operation/context';
import { openWalk } from '../../platform/db/walk';
import { choicesOf, countUnread, listed, NOTIFICATIONS, readNotifications } from './queries.sql';
import type {
  ListNotifications,
  NotificationList,
  NotificationPreferences,
  UnreadNotifications,
} from './schema';
import { notifications } from './tables';

/** What the caller's bell lists, newest first. */
export async function listNotifications(
  ctx: ReadContext,
  input: z.infer<typeof ListNotifications>,
): Promise<z.infer<typeof NotificationList>> {
  const { db, actor } = ctx;
  const walk = await openWalk(db, NOTIFICATIONS, actor.userId, input);
  const where = listed(actor, input);
  const from = (page: SQL) => sql`${page} join ${notifications} n on n.id = page.id ${walk.order}`;
  const [{ data, pagination }, unread] = await Promise.all([
    walk.read(where, (page) => readNotifications(db, from(page))),
    countOwnUnread(ctx),
  ]);
  return { data, pagination, ...unread };
}

export async function countOwnUnread({
  db,
  actor,
}: ReadContext): Promise<z.infer<typeof UnreadNotifications>> {
  const [row] = await countUnread(db, actor);
  return { unread_count: row?.unread ?? 0, unread_groups: row?.groups ?? 0 };
}

/** The kinds that the caller's role and business type have. */
export function kindsOf({ permissions, key, entity, locationLimit }: Actor): NoticeKind[] {
  return NOTICE_KINDS.filter((kind) => {
    const { permissions: needed, types, whole } = KIND_RULES[kind];
    if (whole && locationLimit) return false;
    if (types && !types.includes(entity.type)) return false;
    return needed.length > 0 ? needed.some((one) => permissions.includes(one)) : key === null;
  });
}

export async function getPreferences({
  db,
  actor,
}: ReadContext): Promise<z.infer<typeof NotificationPreferences>> {
  const chosen = new Map((await choicesOf(db, actor.userId)).map((row) => [row.kind, row]));
  return {
    preferences: kindsOf(actor).map((kind) => {
      const { mail, required = false } = KIND_RULES[kind];
      const own = chosen.get(kind);
      return { kind, bell: own?.bell ?? true, mail: required ? mail : (own?.mail ?? mail), required };
    }),
    amounts_in_subjects: chosen.get('new_order')?.amounts ?? true,
  };
}
