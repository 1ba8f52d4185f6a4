import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { TEAM_ROLES, type TeamRole } from '../../../kernel/permissions';
import { byName, iso, orderBy, type SortOf, slice, texts } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { users } from '../../auth/tables';
import { entities, memberLocations } from '../tables';
import type { TeamMember } from './schema';
import { invitations } from './tables';

export type MemberView = z.infer<typeof TeamMember>;

/** Condition for an open invitation (alias `i`), including an expired one, which can be sent again. */
const PENDING = sql`i.accepted_at is null and i.revoked_at is null`;

/** Members and invitees of an entity, as `t`. All reads go through it. */
export const teamOf = (entityId: string | SQL) => sql`(
  select u.id as user_id, u.email, u.name, u.team_role as role,
    array(select m.location_id::text from ${memberLocations} m where m.user_id = u.id order by m.location_id) as locations,
    u.all_locations, 'active' as status, u.mfa_enabled_at is not null as mfa_enabled, i.created_at as invited_at,
    u.created_at as joined_at
  from ${users} u left join ${invitations} i on i.id = u.id
  where u.entity_id = ${entityId} and u.removed_at is null
  union all
  select i.id, i.email, null, i.team_role, i.location_ids::text[], i.all_locations, 'invited', false, i.created_at, null
  from ${invitations} i where i.entity_id = ${entityId} and ${PENDING}) t`;

const COLUMNS = sql`t.user_id, t.email, t.name, t.role, t.locations, t.all_locations, t.status, t.mfa_enabled,
  ${iso(sql`t.invited_at`)} as invited_at, ${iso(sql`t.joined_at`)} as joined_at`;

const SORT_COLUMNS = {
  name: byName(sql`t.name`),
  email: sql`t.email`,
  role: sql`array_position(${texts(TEAM_ROLES)}, t.role)`,
  status: sql`t.status`,
  invited_at: sql`t.invited_at`,
  joined_at: sql`t.joined_at`,
};

export const countTeam = statement([[ID]], (entityId: string) => {
  const team = teamOf(entityId);
  return sql<{ total: number }>`select count(*)::int as total from ${team}`;
});

export const teamPage = statement(
  [
    [ID, '-name', 1, 1],
    [ID, undefined, 1, 1],
  ],
  (entityId: string, sort: SortOf<typeof SORT_COLUMNS>, page: number, limit: number) => {
    const team = teamOf(entityId);
    const order = orderBy(sort, SORT_COLUMNS, sql`coalesce(t.invited_at, t.joined_at)`, sql`t.user_id`);
    return sql<MemberView>`select ${COLUMNS} from ${team} ${order} ${slice({ page, limit })}`;
  },
);

export const teamMember = statement(
  [
    [ID, sql`t.user_id = ${ID}`],
    [ID, sql`t.email = ${'a@example.com'}`],
  ],
  (entityId: string, where: SQL) =>
    sql<MemberView>`select ${COLUMNS} from ${teamOf(entityId)} where ${where}`,
);

/** Of an invitation that is still open; no row otherwise. */
export const replaceInvitationToken = statement(
  [[ID, 'x']],
  (id: string, tokenHash: string) => sql<{ email: string; role: TeamRole; entity: string }>`
    update ${invitations} i set token_hash = ${tokenHash}
    from ${entities} e
    where i.id = ${id} and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
      and e.id = i.entity_id and e.deleted_at is null
    returning i.email, i.team_role as role, e.name as entity`,
);
