import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { pageOf } from '../../../platform/db/listing';
import { users } from '../../auth/tables';
import type { MemberView } from './queries.sql';
import { countTeam, teamMember, teamPage } from './queries.sql';
import type { ListTeam, TeamList } from './schema';

export type { MemberView } from './queries.sql';

/** Lists members and invitees, oldest first (decision 38). */
export async function listTeam(
  { db, actor }: ReadContext,
  { page, limit, sort }: z.infer<typeof ListTeam>,
): Promise<z.infer<typeof TeamList>> {
  const [rows, [counted]] = await Promise.all([
    teamPage(db, actor.entity.id, sort, page, limit),
    countTeam(db, actor.entity.id),
  ]);
  return { data: [...rows], pagination: pageOf({ page, limit }, counted?.total) };
}

/** @throws AppError NOT_FOUND when absent, removed or of another business */
export async function getMember(ctx: ReadContext, userId: string): Promise<MemberView> {
  const member = await findMember(ctx, sql`t.user_id = ${userId}`);
  if (!member) throw notFound();
  return member;
}

/** Finds the member or invitee with the email in the caller's entity. */
export async function findByEmail(ctx: ReadContext, email: string): Promise<MemberView | null> {
  return findMember(ctx, sql`t.email = ${email}`);
}

async function findMember({ db, actor }: ReadContext, where: SQL): Promise<MemberView | null> {
  const [row] = await teamMember(db, actor.entity.id, where);
  return row ?? null;
}

const ownersOf = (entityId: string) =>
  and(eq(users.entityId, entityId), eq(users.teamRole, 'owner'), isNull(users.removedAt));

export async function countOwners({ db, actor }: ReadContext): Promise<number> {
  return db.$count(users, ownersOf(actor.entity.id));
}

/** Whether the entity has an owner who is not limited to locations. */
export async function hasUnlimitedOwner({ db, actor }: ReadContext): Promise<boolean> {
  return (await db.$count(users, and(ownersOf(actor.entity.id), users.allLocations))) > 0;
}
