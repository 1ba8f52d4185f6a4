import type { Actor } from '../../kernel/actor';
import { permissionsOf } from '../../kernel/permissions';
import type { Db } from '../../platform/db/client';
import {
  type ActorRow,
  actorOfMember,
  actorsOfSessions,
  dueOfSessions,
  type Member,
  memberOf,
  type StandingRow,
} from './queries.sql';

/** Who a live session belongs to. */
export interface SessionActor {
  actor: Actor;
  /** True when it is time to record that a browser uses it. */
  isUnrecorded: boolean;
}

/**
 * Reads the members of live sessions with their current permissions (decision 2), in the order of the ids. Null where the
 * session has ended or expired, or the member or entity no longer exists.
 * @param rpId the host whose passkeys count as a second factor
 */
export async function loadActors(
  db: Db,
  sessionIds: readonly string[],
  rpId: string,
  note: (generation: number) => void,
): Promise<Array<SessionActor | null>> {
  const rows = await actorsOfSessions(db, [...new Set(sessionIds)], rpId);
  if (rows[0]) note(rows[0].generation);
  const bySession = new Map(rows.map((row) => [row.session_id, row]));
  const owing = rows.filter(({ owes }) => owes).map(({ session_id }) => session_id);
  const dues = owing.length > 0 ? await dueOfSessions(db, owing, rpId) : [];
  const dueBySession = new Map(dues.map((row) => [row.session_id, row]));
  return sessionIds.map((id) => {
    const row = bySession.get(id);
    const owed = row?.owes ? dueBySession.get(id) : NO_SESSION;
    // Nothing is known of a session that ended between the two.
    if (!row || !owed) return null;
    const { due, restricted } = owed;
    const standing = { recent: row.recent, by_device: row.by_device, due, restricted };
    return { actor: toActor(row, id, standing), isUnrecorded: row.is_unrecorded };
  });
}

/** Reads a member with their current permissions, for work that they requested; null when they no longer exist. */
export async function loadMember(db: Db, userId: string, sessionId: string): Promise<Actor | null> {
  const [row] = await actorOfMember(db, userId);
  return row ? toActor(row, sessionId) : null;
}

/** Where no session acts, nothing was confirmed and no second factor is due. */
const NO_SESSION: StandingRow = { recent: false, by_device: false, due: null, restricted: null };

export function toActor(row: ActorRow, sessionId: string, standing: StandingRow = NO_SESSION): Actor {
  return {
    userId: row.user_id,
    sessionId,
    email: row.email,
    name: row.name,
    key: null,
    role: row.team_role,
    mfaEnabled: row.mfa_enabled,
    recent: standing.recent,
    byDevice: standing.by_device,
    secondFactorDue: standing.due,
    restricted: standing.restricted,
    permissions: permissionsOf(row.team_role, row.type, !row.all_locations),
    locationIds: row.location_ids,
    locationLimit: row.all_locations ? null : row.location_ids,
    entity: {
      id: row.entity_id,
      type: row.type,
      name: row.entity_name,
      tier: row.tier,
      timezone: row.timezone,
      lowStockThreshold: row.low_stock_threshold,
      suspension: row.suspension,
    },
  };
}

/** Reads a sign-in's stored credentials; null for an unknown email. */
export async function findCredentials(db: Db, email: string): Promise<Member | null> {
  const [row] = await memberOf(db, { email });
  return row ?? null;
}

/** Reads the credentials of a known member; null when they or their entity no longer exist. */
export async function findMember(db: Db, userId: string): Promise<Member | null> {
  const [row] = await memberOf(db, { userId });
  return row ?? null;
}
