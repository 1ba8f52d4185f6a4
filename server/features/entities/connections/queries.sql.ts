import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { Id } from '../../../kernel/params';
import { partnerTypes, SIDES, type TradeSide } from '../../../kernel/sides';
import { among, collection, filter } from '../../../platform/db/collection';
import { instant, texts } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { survivorOf } from '../customers/service.sql';
import { connections, entities } from '../tables';
import { connection, partner } from './resource';
import { CONNECTION_STATUSES } from './schema';

export const lockPresent = statement(
  [[ID, ID]],
  (me: string, otherId: string) => sql<{ id: string; status: string; requester_id: string }>`
    select c.id, c.status, c.requester_id from ${connections} c
    where least(c.requester_id, c.target_id) = least(${me}::uuid, ${otherId}::uuid)
      and greatest(c.requester_id, c.target_id) = greatest(${me}::uuid, ${otherId}::uuid) and c.status <> 'rejected'
    for update`,
);

export const acceptedBetween = statement(
  [[ID, ID]],
  (one: string, other: string) => sql<{ id: string }>`
    select c.id from ${connections} c
    where least(c.requester_id, c.target_id) = least(${one}::uuid, ${other}::uuid)
      and greatest(c.requester_id, c.target_id) = greatest(${one}::uuid, ${other}::uuid) and c.status = 'accepted'`,
);

/** Connections of any status, in either direction. */
export const anyBetween = statement(
  [[ID, ID]],
  (one: string, other: string) => sql<{ id: string }>`
    select c.id from ${connections} c
    where least(c.requester_id, c.target_id) = least(${one}::uuid, ${other}::uuid)
      and greatest(c.requester_id, c.target_id) = greatest(${one}::uuid, ${other}::uuid) limit 1`,
);

export const secondsUntilRetry = statement(
  [[ID, ID]],
  (entityId: string, targetId: string) => sql<{ seconds: number }>`
    select ceil(extract(epoch from max(responded_at) + interval '24 hours' - clock_timestamp()))::int as seconds
    from ${connections}
    where requester_id = ${entityId} and target_id = ${targetId} and status = 'rejected'`,
);

export const countWaiting = statement(
  [[ID]],
  (entityId: string) => sql<{ total: number }>`
    select count(*)::int as total from ${connections} where requester_id = ${entityId} and status = 'pending'`,
);

/** Condition for the connections (alias `c`) of an entity on either side. All reads go through it. */
export const mine = (me: string) => sql`(c.requester_id = ${me} or c.target_id = ${me})`;

export const lockConnectionRow = statement(
  [[ID, ID]],
  (id: string, entityId: string) =>
    sql`select c.id from ${connections} c where c.id = ${id} and ${mine(entityId)} for update`,
);

/** SQL: the connections with those who can be the other side of a trade. */
function onSide(side: TradeSide, { entity }: Pick<Actor, 'entity'>): SQL {
  const others = sql`exists (select from ${entities} p
    where p.id = ${partner(sql`${entity.id}`)} and p.type = any(${texts(partnerTypes(entity.type, side))}))`;
  // Those who aren't on board sell nothing, and may be many.
  return side === 'buying' ? sql`not c.managed and ${others}` : others;
}

/** Newest first (decision 38). */
export const CONNECTIONS = collection(connection, {
  name: 'connections',
  visible: ({ entity }: Pick<Actor, 'entity'>) => mine(entity.id),
  sorts: { created_at: sql`c.created_at`, responded_at: sql`c.responded_at`, status: sql`c.status` },
  keys: { created_at: 'timestamptz' },
  fallback: '-created_at',
  nullable: ['responded_at'],
  changed: (moment) => sql`c.updated_at >= ${instant(moment)}`,
  filters: {
    status: among(
      sql`c.status`,
      z.enum(CONNECTION_STATUSES).meta({ description: 'Only connections with this status' }),
    ),
    side: filter(
      z.enum(SIDES).meta({
        description:
          'Only businesses that yours can buy from (`buying`), or that can buy from yours (`selling`); all when absent',
      }),
      'buying',
      onSide,
    ),
    entity_id: filter(
      Id.meta({ description: 'Only connections with this business' }),
      ID,
      (id, { entity }: Pick<Actor, 'entity'>) =>
        sql`${survivorOf(entity.id, id)} in (c.requester_id, c.target_id)`,
    ),
  },
});
export const connectionPage = pageOf(CONNECTIONS, OWNER);
/** Connections as the resource. */
export const readConnections = rowsWhere(connection, [
  [sql`c.id = ${ID} and ${mine(ID)}`, OWNER],
  [sql`${mine(ID)} and not c.managed`, OWNER],
]);
