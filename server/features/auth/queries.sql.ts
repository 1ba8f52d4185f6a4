import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import type { EntityType, TeamRole } from '../../kernel/permissions';
import { askedIds } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { schemaGeneration } from '../../platform/db/tables';
import { entities, locations, memberLocations } from '../entities/tables';
import { sessions, users } from './tables';
import { IDLE_SECONDS } from './tokens';

export interface ActorRow {
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
  suspension: string | null;
}

/** Columns of a member (`u`) with their entity (`e`). */
export const actorColumns = sql`u.id as user_id, u.email, u.name, u.team_role,
  u.mfa_enabled_at is not null as mfa_enabled, e.id as entity_id, e.type, e.name as entity_name, e.tier,
  e.timezone, e.low_stock_threshold, case when e.suspended_at is not null then e.suspension_reason end as suspension, u.all_locations,
  case
    when not u.all_locations then array(select location_id::text from ${memberLocations} m where m.user_id = u.id)
    when exists (select from ${locations} l where l.entity_id = e.id and l.deleted_at is not null)
      then array(select l.id::text from ${locations} l where l.entity_id = e.id and l.deleted_at is null)
  end as location_ids`;

/** SQL: a browser's use of its session is recorded once it was last recorded before this. */
export const RECORDED_BEFORE = sql`now() - interval '1 hour'`;

/** SQL: a member confirmed their password recently if it was after this (decision 101). */
const RECENT_SINCE = sql`now() - interval '10 minutes'`;

export const actorsOfSessions = statement(
  [[[ID]], [[ID, ID]], [Array(9).fill(ID)]],
  (sessionIds: readonly string[]) => sql<
    ActorRow & { session_id: string; recent: boolean; is_unrecorded: boolean; generation: number }
  >`
    select s.id as session_id, ${actorColumns}, s.authenticated_at > ${RECENT_SINCE} as recent,
      s.channel = 'browser' and s.rotated_at < ${RECORDED_BEFORE} as is_unrecorded,
      (select generation from ${schemaGeneration}) as generation
    from ${askedIds(sessionIds)} join ${sessions} s on s.id = asked.id
    join ${users} u on u.id = s.user_id and u.removed_at is null
    join ${entities} e on e.id = u.entity_id and e.deleted_at is null
    where s.ended_at is null and s.expires_at > now()
      and s.rotated_at > now() - make_interval(secs => ${IDLE_SECONDS})`,
);

export const actorOfMember = statement(
  [[ID]],
  (userId: string) => sql<ActorRow>`
    select ${actorColumns}
    from ${users} u join ${entities} e on e.id = u.entity_id and e.deleted_at is null
    where u.id = ${userId} and u.removed_at is null`,
);

export interface Member {
  id: string;
  entity_id: string;
  email: string;
  name: string;
  password_hash: string;
  team_role: TeamRole;
  type: EntityType;
  /** Name of the business. */
  business: string;
  /** Sealed; pending while `mfa_enabled` is false. */
  mfa_secret: string | null;
  mfa_enabled: boolean;
  /** Why the operator has suspended the business; null when it isn't. */
  suspension: string | null;
}

const MEMBERS = sql`
  select u.id, u.entity_id, u.email, u.name, u.password_hash, u.team_role, u.mfa_secret,
    u.mfa_enabled_at is not null as mfa_enabled, e.type, e.name as business,
    case when e.suspended_at is not null then e.suspension_reason end as suspension
  from ${users} u join ${entities} e on e.id = u.entity_id and e.deleted_at is null
  where u.removed_at is null`;

export const memberByEmail = statement(
  [['x']],
  (email: string) => sql<Member>`${MEMBERS} and u.email = ${email}`,
);

export const memberById = statement([[ID]], (userId: string) => sql<Member>`${MEMBERS} and u.id = ${userId}`);
