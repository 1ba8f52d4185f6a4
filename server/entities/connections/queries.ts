import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../db/client';
import { iso, orderBy, slice } from '../../db/listing';
import { notFound } from '../../kernel/errors';
import type { ReadContext } from '../../trpc/context';
import { connections } from '../tables';
import type { Connection, ConnectionList, ListConnections } from './schema';

export type ConnectionView = z.infer<typeof Connection>;

interface ConnectionRow extends Record<string, unknown>, Omit<ConnectionView, 'entity'> {
  entity_id: string;
  name: string;
  type: ConnectionView['entity']['type'];
}

/** SQL: the connections (alias `c`) of a business, whichever side it stands on. The only way to a row. */
const mine = (me: string) => sql`(c.requester_id = ${me} or c.target_id = ${me})`;

const SORT_COLUMNS = {
  created_at: sql`c.created_at`,
  responded_at: sql`c.responded_at`,
  status: sql`c.status`,
};

/** Newest first (decision 38). */
export async function listConnections(
  { db, actor }: ReadContext,
  { page, limit, sort }: z.infer<typeof ListConnections>,
): Promise<z.infer<typeof ConnectionList>> {
  const me = actor.entity.id;
  const order = orderBy(sort, SORT_COLUMNS, sql`c.created_at desc`, sql`c.id`);
  const [data, [counted]] = await Promise.all([
    selectConnections(db, me, sql`true`, sql`${order} ${slice({ page, limit })}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from connections c where ${mine(me)}`),
  ]);
  return { data, pagination: { page, limit, total: counted?.total ?? 0 } };
}

/** @throws AppError NOT_FOUND when absent or between other businesses */
export async function getConnection({ db, actor }: ReadContext, id: string): Promise<ConnectionView> {
  const [connection] = await selectConnections(db, actor.entity.id, sql`c.id = ${id}`, sql``);
  if (!connection) throw notFound();
  return connection;
}

/** The same, its row locked until the transaction ends. @throws AppError NOT_FOUND */
export async function lockConnection(ctx: ReadContext, id: string): Promise<ConnectionView> {
  await ctx.db.execute(
    sql`select c.id from connections c where c.id = ${id} and ${mine(ctx.actor.entity.id)} for update`,
  );
  return getConnection(ctx, id);
}

async function selectConnections(db: Db, me: string, where: SQL, tail: SQL): Promise<ConnectionView[]> {
  const rows = await db.execute<ConnectionRow>(sql`
    select c.id, e.id as entity_id, e.name, e.type, case when c.requester_id = ${me} then 'outgoing' else 'incoming' end as direction,
      c.status, c.message, ${iso(sql`c.created_at`)} as created_at, ${iso(sql`c.responded_at`)} as responded_at
    from connections c
    join entities e on e.id = case when c.requester_id = ${me} then c.target_id else c.requester_id end
    where ${mine(me)} and ${where} ${tail}`);
  return rows.map(({ id, entity_id, name, type, ...rest }) => ({
    id,
    entity: { id: entity_id, name, type },
    ...rest,
  }));
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
