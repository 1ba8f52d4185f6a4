import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import { TEAM_ROLES } from '../../../kernel/permissions';
import type { ReadContext } from '../../../operation/context';
import { byName, iso, orderBy, pageOf, slice, texts } from '../../../platform/db/listing';
import type { ListTeam, TeamList, TeamMember } from './schema';

export type MemberView = z.infer<typeof TeamMember>;

/** SQL: an invitation (alias `i`) that waits to be accepted, even if it has expired: it can be sent again. */
const PENDING = sql`i.accepted_at is null and i.revoked_at is null`;

/** SQL: who belongs to a business or was asked to, as `t`. The only way to a row. */
const teamOf = (entityId: string) => sql`(
  select u.id as user_id, u.email, u.name, u.team_role as role,
    array(select m.location_id::text from member_locations m where m.user_id = u.id order by m.location_id) as locations,
    u.all_locations, 'active' as status, u.mfa_enabled_at is not null as mfa_enabled, i.created_at as invited_at,
    u.created_at as joined_at
  from users u left join invitations i on i.id = u.id
  where u.entity_id = ${entityId} and u.removed_at is null
  union all
  select i.id, i.email, null, i.team_role, i.location_ids::text[], i.all_locations, 'invited', false, i.created_at, null
  from invitations i where i.entity_id = ${entityId} and ${PENDING}) t`;

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

/** Members and those who were invited, oldest first (decision 38). */
export async function listTeam(
  { db, actor }: ReadContext,
  { page, limit, sort }: z.infer<typeof ListTeam>,
): Promise<z.infer<typeof TeamList>> {
  const team = teamOf(actor.entity.id);
  const order = orderBy(sort, SORT_COLUMNS, sql`coalesce(t.invited_at, t.joined_at)`, sql`t.user_id`);
  const [rows, [counted]] = await Promise.all([
    db.execute<MemberView & Record<string, unknown>>(
      sql`select ${COLUMNS} from ${team} ${order} ${slice({ page, limit })}`,
    ),
    db.execute<{ total: number }>(sql`select count(*)::int as total from ${team}`),
  ]);
  return { data: [...rows], pagination: pageOf({ page, limit }, counted?.total) };
}

/** @throws AppError NOT_FOUND when absent, removed or of another business */
export async function getMember(ctx: ReadContext, userId: string): Promise<MemberView> {
  const member = await findMember(ctx, sql`t.user_id = ${userId}`);
  if (!member) throw notFound();
  return member;
}

/** Who has the email in the caller's business, or was invited under it. */
export async function findByEmail(ctx: ReadContext, email: string): Promise<MemberView | null> {
  return findMember(ctx, sql`t.email = ${email}`);
}

async function findMember({ db, actor }: ReadContext, where: SQL): Promise<MemberView | null> {
  const [row] = await db.execute<MemberView & Record<string, unknown>>(
    sql`select ${COLUMNS} from ${teamOf(actor.entity.id)} where ${where}`,
  );
  return row ?? null;
}

export async function countOwners({ db, actor }: ReadContext): Promise<number> {
  const [row] = await db.execute<{ owners: number }>(sql`
    select count(*)::int as owners from users
    where entity_id = ${actor.entity.id} and team_role = 'owner' and removed_at is null`);
  return row?.owners ?? 0;
}
