import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { users } from '../tables';

/** The owners of an entity, and one member of it. */
export const ownersAnd = statement(
  [[ID, ID]],
  (entityId: string, userId: string) => sql<{ id: string }>`
    select u.id from ${users} u
    where u.entity_id = ${entityId} and u.removed_at is null and (u.team_role = 'owner' or u.id = ${userId})
    order by u.id`,
);
