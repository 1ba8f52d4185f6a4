import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import { type EntityType, permissionsOf, type TeamRole } from '../../kernel/permissions';
import type { Db } from '../../platform/db/client';
import { IDLE_SECONDS } from './tokens';

interface ActorRow extends Record<string, unknown> {
  user_id: string;
  email: string;
  name: string;
  team_role: TeamRole;
  mfa_enabled: boolean;
  all_locations: boolean;
  location_ids: string[] | null;
  entity_id: string;
  type: EntityType;
  entity_name: string;
  tier: Actor['entity']['tier'];
  timezone: string;
  low_stock_threshold: number;
}

/** SQL: a member, from `u`, with their business, `e`. */
const actorColumns = sql`u.id as user_id, u.email, u.name, u.team_role,
  u.mfa_enabled_at is not null as mfa_enabled, e.id as entity_id, e.type, e.name as entity_name, e.tier,
  e.timezone, e.low_stock_threshold, u.all_locations,
  case
    when not u.all_locations then array(select location_id::text from member_locations m where m.user_id = u.id)
    when exists (select from locations l where l.entity_id = e.id and l.deleted_at is not null)
      then array(select l.id::text from locations l where l.entity_id = e.id and l.deleted_at is null)
  end as location_ids`;

/**
 * The member behind a live session, with the rights that they have at this moment (decision 2).
 * Null when the session has ended or expired, or the member or business is gone.
 */
export async function loadActor(db: Db, sessionId: string): Promise<Actor | null> {
  const [row] = await db.execute<ActorRow>(sql`
    select ${actorColumns}
    from sessions s
    join users u on u.id = s.user_id and u.removed_at is null
    join entities e on e.id = u.entity_id and e.deleted_at is null
    where s.id = ${sessionId} and s.ended_at is null and s.expires_at > now()
      and s.rotated_at > now() - make_interval(secs => ${IDLE_SECONDS})`);
  return row ? toActor(row, sessionId) : null;
}

/** A member with the rights that they have at this moment, for work that they asked for; null when they are gone. */
export async function loadMember(db: Db, userId: string, sessionId: string): Promise<Actor | null> {
  const [row] = await db.execute<ActorRow>(sql`
    select ${actorColumns}
    from users u join entities e on e.id = u.entity_id and e.deleted_at is null
    where u.id = ${userId} and u.removed_at is null`);
  return row ? toActor(row, sessionId) : null;
}

function toActor(row: ActorRow, sessionId: string): Actor {
  return {
    userId: row.user_id,
    sessionId,
    email: row.email,
    name: row.name,
    role: row.team_role,
    mfaEnabled: row.mfa_enabled,
    permissions: permissionsOf(row.team_role, row.type),
    locationIds: row.location_ids,
    locationLimit: row.all_locations ? null : row.location_ids,
    entity: {
      id: row.entity_id,
      type: row.type,
      name: row.entity_name,
      tier: row.tier,
      timezone: row.timezone,
      lowStockThreshold: row.low_stock_threshold,
    },
  };
}

interface Member extends Record<string, unknown> {
  id: string;
  entity_id: string;
  email: string;
  name: string;
  password_hash: string;
  team_role: TeamRole;
  type: EntityType;
  /** Sealed; pending while `mfa_enabled` is false. */
  mfa_secret: string | null;
  mfa_enabled: boolean;
}

const MEMBERS = sql`
  select u.id, u.entity_id, u.email, u.name, u.password_hash, u.team_role, u.mfa_secret,
    u.mfa_enabled_at is not null as mfa_enabled, e.type
  from users u join entities e on e.id = u.entity_id and e.deleted_at is null
  where u.removed_at is null`;

/** What sign-in compares against; null when nobody has the email. */
export async function findCredentials(db: Db, email: string): Promise<Member | null> {
  const [row] = await db.execute<Member>(sql`${MEMBERS} and u.email = ${email}`);
  return row ?? null;
}

/** The same of a member that is known already; null once they or their business are gone. */
export async function findMember(db: Db, userId: string): Promise<Member | null> {
  const [row] = await db.execute<Member>(sql`${MEMBERS} and u.id = ${userId}`);
  return row ?? null;
}
