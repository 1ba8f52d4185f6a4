import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { notFound } from '../../../kernel/errors';
import type { Page } from '../../../kernel/params';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { iso, readPage } from '../../../platform/db/listing';
import { lifetimesOf } from '../factors/factors.sql';
import type { SessionList } from '../schema';
import { endSessionsOf } from '../service';
import { sessions } from '../tables';
import { NO_LIFETIME } from '../tokens';

/** By the rules of their business as they are now (decision 441). */
async function liveOf(db: Db, userId: string) {
  const [{ session_days: days, idle_hours: hours } = NO_LIFETIME] = await lifetimesOf(db, userId);
  return and(
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, sql`now()`),
    gt(sessions.createdAt, sql`now() - make_interval(days => ${days})`),
    gt(sessions.rotatedAt, sql`now() - make_interval(hours => ${hours})`),
  );
}

/** Lists a member's live sessions (decision 101). `last_seen` is the last refresh, so it may be up to an hour old. */
export async function listSessions(
  { db, actor }: { db: Db; actor: Actor },
  page: Page,
): Promise<z.infer<typeof SessionList>> {
  const mine = and(eq(sessions.userId, actor.userId), await liveOf(db, actor.userId));
  const current = sql<boolean>`${sessions.id} = ${actor.sessionId}`;
  const lastSeen = sql`case when ${current} then now() else ${sessions.rotatedAt} end`;
  return readPage(
    page,
    db
      .select({
        id: sessions.id,
        created_at: sql<string>`${iso(sql`${sessions.createdAt}`)}`,
        last_seen: sql<string>`${iso(lastSeen)}`,
        address: sessions.address,
        user_agent: sessions.userAgent,
        signed_in_with: sessions.signedInWith,
        current,
      })
      .from(sessions)
      .where(mine)
      .orderBy(sessions.createdAt, sessions.id),
    db.$count(sessions, mine),
    (row) => row,
  );
}

/** @throws AppError NOT_FOUND for a session of another member, or one that has ended */
export async function endOwnSession({ db, actor, audit }: WriteContext, id: string): Promise<void> {
  const ended = await db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.id, id), eq(sessions.userId, actor.userId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw notFound();
  audit({ action: 'session.ended', objectId: actor.userId, after: { session_id: id } });
}

export async function endOtherSessions({ db, actor, audit }: WriteContext): Promise<void> {
  await endSessionsOf(db, actor.userId, actor.sessionId);
  audit({ action: 'user.other_sessions_ended', objectId: actor.userId });
}
