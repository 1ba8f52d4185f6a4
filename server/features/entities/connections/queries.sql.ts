import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { partnerTypes } from '../../../kernel/sides';
import { allOf, iso, texts } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { connections, entities } from '../tables';
import type { Connection, ListConnections } from './schema';

export type ConnectionView = z.infer<typeof Connection>;

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

interface ConnectionRow extends Omit<ConnectionView, 'entity'> {
  entity_id: string;
  name: string;
  type: ConnectionView['entity']['type'];
}

/** Condition for the connections (alias `c`) of an entity on either side. All reads go through it. */
export const mine = (me: string) => sql`(c.requester_id = ${me} or c.target_id = ${me})`;

const partner = (me: string) =>
  sql`case when c.requester_id = ${me} then c.target_id else c.requester_id end`;

/** SQL: the connections (alias `c`) of a business that a list's filters leave. */
export function matching(
  { entity }: Pick<Actor, 'entity'>,
  { status, side, entity_id }: Pick<z.infer<typeof ListConnections>, 'status' | 'side' | 'entity_id'>,
): SQL {
  return allOf([
    mine(entity.id),
    status ? sql`c.status = ${status}` : undefined,
    entity_id ? sql`(c.requester_id = ${entity_id} or c.target_id = ${entity_id})` : undefined,
    // Those who aren't on board sell nothing, and may be many.
    side === 'buying' ? sql`not c.managed` : undefined,
    side &&
      sql`exists (select from ${entities} p where p.id = ${partner(entity.id)} and p.type = any(${texts(partnerTypes(entity.type, side))}))`,
  ]);
}

export const lockConnectionRow = statement(
  [[ID, ID]],
  (id: string, entityId: string) =>
    sql`select c.id from ${connections} c where c.id = ${id} and ${mine(entityId)} for update`,
);

export const connectionsFrom = statement(
  [[sql``, ID, sql`${connections} c`, sql`where ${mine(ID)}`]],
  (more: SQL, me: string, from: SQL, tail: SQL) => sql<ConnectionRow>`
    select ${more} c.id, e.id as entity_id, e.name, e.type, case when c.requester_id = ${me} then 'outgoing' else 'incoming' end as direction,
      c.status, c.message, ${iso(sql`c.created_at`)} as created_at, ${iso(sql`c.updated_at`)} as updated_at,
      ${iso(sql`c.responded_at`)} as responded_at
    from ${from}
    join ${entities} e on e.id = ${partner(me)}
    ${tail}`,
);
