import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { notFound } from '../../kernel/errors';
import type { Page } from '../../kernel/params';
import type { WriteContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { pageOf } from '../../platform/db/listing';
import type { SessionList } from './schema';
import { endSessionsOf } from './service';
import { sessions } from './tables';
import { IDLE_SECONDS } from './tokens';

const live = sql`ended_at is null and expires_at > now() and rotated_at > now() - make_interval(secs => ${IDLE_SECONDS})`;

interface SessionRow extends Record<string, unknown> {
  id: string;
  created_at: string;
  last_seen: string;
  address: string;
  user_agent: string | null;
  current: boolean;
}

/** Lists a member's live sessions. `last_seen` is the last refresh, so it may be up to an hour old. */
export async function listSessions(
  { db, actor }: { db: Db; actor: Actor },
  { page, limit }: Page,
): Promise<z.infer<typeof SessionList>> {
  const iso = (column: string) =>
    sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
  const mine = sql`user_id = ${actor.userId} and ${live}`;
  const [data, [counted]] = await Promise.all([
    db.execute<SessionRow>(sql`
      select id, ${iso('created_at')} as created_at,
        case when id = ${actor.sessionId} then ${iso('now()')} else ${iso('rotated_at')} end as last_seen,
        address, user_agent, id = ${actor.sessionId} as current
      from sessions where ${mine} order by sessions.created_at, id
      limit ${limit} offset ${(page - 1) * limit}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from sessions where ${mine}`),
  ]);
  return { data: [...data], pagination: pageOf({ page, limit }, counted?.total) };
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
