import type { Actor } from '../../kernel/actor';
import { permissionsOf } from '../../kernel/permissions';
import type { Db } from '../../platform/db/client';
import {
  type ActorRow,
  actorOfMember,
  actorOfSession,
  type Member,
  memberByEmail,
  memberById,
} from './queries.sql';

/**
 * The member behind a live session, with the rights that they have at this moment (decision 2).
 * Null when the session has ended or expired, or the member or business is gone.
 */
export async function loadActor(db: Db, sessionId: string): Promise<Actor | null> {
  const [row] = await actorOfSession(db, sessionId);
  return row ? toActor(row, sessionId) : null;
}

/** A member with the rights that they have at this moment, for work that they asked for; null when they are gone. */
export async function loadMember(db: Db, userId: string, sessionId: string): Promise<Actor | null> {
  const [row] = await actorOfMember(db, userId);
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

/** What sign-in compares against; null when nobody has the email. */
export async function findCredentials(db: Db, email: string): Promise<Member | null> {
  const [row] = await memberByEmail(db, email);
  return row ?? null;
}

/** The same of a member that is known already; null once they or their business are gone. */
export async function findMember(db: Db, userId: string): Promise<Member | null> {
  const [row] = await memberById(db, userId);
  return row ?? null;
}
