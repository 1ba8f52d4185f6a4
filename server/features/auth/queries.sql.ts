import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import type { EntityType, TeamRole } from '../../kernel/permissions';
import { askedIds, iso } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { schemaGeneration } from '../../platform/db/tables';
import { entities, locations, memberLocations } from '../entities/tables';
import { passkeys } from './passkeys/tables';
import { sessions, users } from './tables';

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

/** What a session has shown of its member. */
export interface StandingRow {
  recent: boolean;
  by_device: boolean;
  due: string | null;
  restricted: Actor['restricted'];
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

/** SQL: how long a session (`s`) of a business (`e`) has to be without use to have its next use recorded. */
const RECORDED_EVERY = sql`least(interval '1 hour', make_interval(hours => e.session_idle_hours) / 4)`;

/** SQL: whether a session needs a second factor that it hasn't shown; one from after it was turned on has. */
const OWES = sql`e.mfa_required_since is not null and s.mfa_verified_at is null
    and (u.mfa_enabled_at is null or u.mfa_enabled_at > s.created_at)`;
/** SQL: when it needs that. */
const DUE = sql`e.mfa_required_since + make_interval(days => e.mfa_grace_days)`;

/** SQL: whether a session lasts, by the rules of its business as they are now. */
export const lasting = sql`s.ended_at is null and s.expires_at > now()
  and s.created_at > now() - make_interval(days => e.session_days)
  and s.rotated_at > now() - make_interval(hours => e.session_idle_hours)`;

/** SQL: a member confirmed themselves recently if it was after this (decision 101). */
const RECENT_SINCE = sql`now() - interval '10 minutes'`;

/**
 * SQL: what each call needs of its session, and of whom it is; from `s`, `u` and `e`. Ends with whether they did so with the second
 * factor that they have, of which a passkey, for the id that follows, may be the only one (decision 903).
 */
const CALLER = sql`s.id as session_id, ${actorColumns},
      coalesce(s.device_verified_at > ${RECENT_SINCE}, false) as by_device, ${OWES} as owes,
      s.channel = 'browser' and s.rotated_at < now() - ${RECORDED_EVERY} as is_unrecorded,
      (select generation from ${schemaGeneration}) as generation,
      coalesce(s.authenticated_at > ${RECENT_SINCE} and (s.mfa_verified_at > ${RECENT_SINCE}
        or u.mfa_enabled_at is null
          and not exists (select from ${passkeys} p where p.user_id = u.id and p.rp_id = `;
const OF_ASKED = sql`join ${sessions} s on s.id = asked.id
    join ${users} u on u.id = s.user_id and u.removed_at is null
    join ${entities} e on e.id = u.entity_id and e.deleted_at is null
    where ${lasting}`;
const SOME_IDS: [string[], string[], string[]] = [[ID], [ID, ID], Array(9).fill(ID)];

export const actorsOfSessions = statement(
  SOME_IDS.map((ids): [string[], string] => [ids, 'x']),
  (sessionIds: readonly string[], rpId: string) =>
    sql<
      ActorRow & {
        session_id: string;
        recent: boolean;
        by_device: boolean;
        owes: boolean;
        is_unrecorded: boolean;
        generation: number;
      }
    >`select ${CALLER}${rpId})), false) as recent from ${askedIds(sessionIds)} ${OF_ASKED}`,
);

/** Of sessions that owe a second factor: until when, and what their members may do meanwhile. Nothing of one that owes none any more. */
export const dueOfSessions = statement(
  SOME_IDS.map((ids): [string[], string] => [ids, 'x']),
  (sessionIds: readonly string[], rpId: string) => sql<
    { session_id: string } & Pick<StandingRow, 'due' | 'restricted'>
  >`
    select s.id as session_id, case when ${OWES} then ${iso(sql`(${DUE})`)} end as due,
      case when not (${OWES}) or ${DUE} > now() then null
        when u.mfa_enabled_at is not null
          or exists (select from ${passkeys} p where p.user_id = u.id and p.rp_id = ${rpId}) then 'confirm'
        else 'enroll' end as restricted
    from ${askedIds(sessionIds)} ${OF_ASKED}`,
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

/** Whose credentials are read. */
export type Account = { email: string } | { userId: string };

const MEMBERS = sql`
  select u.id, u.entity_id, u.email, u.name, u.password_hash, u.team_role, u.mfa_secret,
    u.mfa_enabled_at is not null as mfa_enabled, e.type, e.name as business,
    case when e.suspended_at is not null then e.suspension_reason end as suspension
  from ${users} u join ${entities} e on e.id = u.entity_id and e.deleted_at is null
  where u.removed_at is null`;

export const memberOf = statement([[{ email: 'x' }], [{ userId: ID }]], (account: Account) =>
  'email' in account
    ? sql<Member>`${MEMBERS} and u.email = ${account.email}`
    : sql<Member>`${MEMBERS} and u.id = ${account.userId}`,
);
