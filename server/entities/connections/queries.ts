import { and, count, desc, eq, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../db/client';
import type { Page } from '../../kernel/params';
import type { ReadContext } from '../../trpc/context';
import type { ConnectionList } from '../schema';
import { connections, entities } from '../tables';

export async function listConnections(
  { db, actor }: ReadContext,
  { page, limit }: Page,
): Promise<z.infer<typeof ConnectionList>> {
  const me = actor.entity.id;
  const mine = or(eq(connections.requesterId, me), eq(connections.targetId, me));
  const other = sql`case when ${connections.requesterId} = ${me} then ${connections.targetId} else ${connections.requesterId} end`;
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        connection: connections,
        entity: { id: entities.id, name: entities.name, type: entities.type },
      })
      .from(connections)
      .innerJoin(entities, eq(entities.id, other))
      .where(mine)
      .orderBy(desc(connections.createdAt), connections.id)
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(connections).where(mine),
  ]);
  const data = rows.map(({ connection, entity }) => ({
    id: connection.id,
    entity,
    direction: connection.requesterId === me ? ('outgoing' as const) : ('incoming' as const),
    status: connection.status,
    message: connection.message,
    created_at: connection.createdAt.toISOString(),
    responded_at: connection.respondedAt?.toISOString() ?? null,
  }));
  return { data, pagination: { page, limit, total: counted?.total ?? 0 } };
}

/** True when the two businesses have an accepted connection, whoever asked for it. */
export async function areConnected(db: Db, one: string, other: string): Promise<boolean> {
  const [row] = await db
    .select({ id: connections.id })
    .from(connections)
    .where(
      and(
        eq(connections.status, 'accepted'),
        or(
          and(eq(connections.requesterId, one), eq(connections.targetId, other)),
          and(eq(connections.requesterId, other), eq(connections.targetId, one)),
        ),
      ),
    );
  return row !== undefined;
}

/** SQL: the ids of all businesses that have an accepted connection with `entityId`. */
export function connectedEntityIds(entityId: string) {
  return sql`(
    select ${connections.targetId} from ${connections}
      where ${connections.requesterId} = ${entityId} and ${connections.status} = 'accepted'
    union all
    select ${connections.requesterId} from ${connections}
      where ${connections.targetId} = ${entityId} and ${connections.status} = 'accepted')`;
}
