import { inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { invalidRequest, notFound } from '../../kernel/errors';
import { KIND_RULES } from '../../kernel/notices';
import type { WriteContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { instant, uuids } from '../../platform/db/listing';
import { countOwnUnread, getPreferences, kindsOf } from './queries';
import { countOwn, markRead } from './queries.sql';
import type { MarkRead, NotificationPreferences, UnreadNotifications, UpdatePreferences } from './schema';
import { notificationPreferences, notifications } from './tables';

/** @throws AppError NOT_FOUND when an id is not one of the caller's notifications; nothing is marked then */
export async function markNotificationsRead(
  ctx: WriteContext,
  { ids, until }: z.infer<typeof MarkRead>,
): Promise<z.infer<typeof UnreadNotifications>> {
  const { db, actor } = ctx;
  if (ids) {
    const [own] = await countOwn(db, actor, ids);
    if (own?.found !== ids.length) throw notFound();
    await markRead(db, actor, sql`n.id = any(${uuids(ids)})`);
  } else {
    await markRead(db, actor, until ? sql`n.created_at <= ${instant(until)}` : sql`true`);
  }
  return countOwnUnread(ctx);
}

/** @throws AppError INVALID_REQUEST for a kind that the caller doesn't have */
export async function updatePreferences(
  ctx: WriteContext,
  { preferences = [], amounts_in_subjects }: z.infer<typeof UpdatePreferences>,
): Promise<z.infer<typeof NotificationPreferences>> {
  const { db, actor } = ctx;
  const own = kindsOf(actor);
  const faults = preferences.flatMap(({ kind }, index) =>
    own.includes(kind)
      ? []
      : [
          {
            path: `preferences[${index}].kind`,
            code: 'unknown_value' as const,
            message: 'is not a kind that you have',
          },
        ],
  );
  if (faults.length > 0) throw invalidRequest(faults);
  // In one order, so that parallel changes of a member don't deadlock.
  for (const { kind, bell, mail } of preferences.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))) {
    if (bell === undefined && mail === undefined) continue;
    await db
      .insert(notificationPreferences)
      .values({ userId: actor.userId, kind, bell: bell ?? true, mail: mail ?? KIND_RULES[kind].mail })
      .onConflictDoUpdate({
        target: [notificationPreferences.userId, notificationPreferences.kind],
        set: {
          bell: bell ?? sql`${notificationPreferences}.bell`,
          mail: mail ?? sql`${notificationPreferences}.mail`,
        },
      });
  }
  if (amounts_in_subjects !== undefined) {
    const { mail } = KIND_RULES.new_order;
    const set = { amounts: amounts_in_subjects };
    await db
      .insert(notificationPreferences)
      .values({ userId: actor.userId, kind: 'new_order', bell: true, mail, ...set })
      .onConflictDoUpdate({
        target: [notificationPreferences.userId, notificationPreferences.kind],
        set,
      });
  }
  return getPreferences(ctx);
}

/** Deletes the notifications and preferences of members who leave. */
export async function deleteNotificationsOfMembers(
  db: Db,
  { userIds }: { userIds: readonly string[] },
): Promise<void> {
  await db.delete(notifications).where(inArray(notifications.userId, [...userIds]));
  await db.delete(notificationPreferences).where(inArray(notificationPreferences.userId, [...userIds]));
}
