import { sql } from 'drizzle-orm';
import type { EntityType } from '../../kernel/permissions';
import { iso } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { sessions, users } from '../auth/tables';
import { entities } from '../entities/tables';
import { apiRequests } from '../usage/tables';

/** A business as the operator lists it. */
export interface TenantRow {
  id: string;
  name: string;
  type: EntityType;
  state: string;
  members: number;
  /** The last request or use of a session; null without one. */
  active_at: string | null;
  suspended_at: string | null;
  suspension_reason: string | null;
}

/** Every business on board, by name. @param after the name and id of the last row of the page before */
export const tenantsAfter = statement(
  [[null], [{ name: 'x', id: ID }]],
  (after: Pick<TenantRow, 'name' | 'id'> | null) => sql<TenantRow>`
    select e.id, e.name, e.type, e.state, ${iso(sql`e.suspended_at`)} as suspended_at, e.suspension_reason,
      (select count(*)::int from ${users} u where u.entity_id = e.id and u.removed_at is null) as members,
      ${iso(sql`greatest(
        (select max(s.rotated_at) from ${users} u join ${sessions} s on s.user_id = u.id where u.entity_id = e.id),
        (select r.created_at from ${apiRequests} r where r.entity_id = e.id order by r.id desc limit 1)
      )`)} as active_at
    from ${entities} e
    where e.deleted_at is null and e.managed_by is null
      and (${after === null} or (e.name, e.id) > (${after?.name ?? ''}, ${after?.id ?? null}::uuid))
    order by e.name, e.id limit 500`,
);
