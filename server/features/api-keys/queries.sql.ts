import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import type { Permission, TeamRole } from '../../kernel/permissions';
import { byName } from '../../platform/db/listing';
import { paged } from '../../platform/db/paged.sql';
import { rowsWhere } from '../../platform/db/rows.sql';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { type ActorRow, actorColumns } from '../auth/queries.sql';
import { users } from '../auth/tables';
import { withinLimit } from '../entities/locations/queries.sql';
import { entities, locations, memberLocations } from '../entities/tables';
import { apiKey } from './resource';
import { apiKeys } from './tables';

/** SQL: the keys (alias `k`) that a member may see. */
export const visibleKeys = (actor: Pick<Actor, 'entity' | 'locationLimit'>) =>
  sql`${withinLimit('k', actor)} and not k.of_grant`;

export const KEYS = paged(apiKey, {
  visible: visibleKeys,
  sorts: { created_at: sql`k.created_at`, name: byName(sql`k.name`) },
  order: sql`k.created_at`,
  filters: {},
  viewers: [OWNER, LIMITED],
});
export const keysWhere = rowsWhere(apiKey, [
  [sql`k.id = ${ID} and ${visibleKeys(OWNER)}`],
  [sql`k.id = ${ID} and ${visibleKeys(LIMITED)}`],
]);

export const lockKeyRow = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (id: string, actor: Actor) => sql<{ role: TeamRole; location_limit: string[] | null }>`
    select u.team_role as role, case when not u.all_locations
        then array(select m.location_id::text from ${memberLocations} m where m.user_id = u.id) end as location_limit
    from ${apiKeys} k join ${users} u on u.id = k.user_id
    where k.id = ${id} and ${visibleKeys(actor)} for no key update of k`,
);

/** A key with its creator, as they are now. */
export interface KeyActorRow extends ActorRow {
  key_id: string;
  key_name: string;
  key_permissions: Permission[];
  key_location_ids: string[] | null;
  personal: boolean;
  /** Those of the business, once it has deleted one. */
  remaining_ids: string[] | null;
  secret_hash: string;
  /** Null once the overlap of a rotation is over. */
  previous_hash: string | null;
  expired: boolean;
  /** Its last use was noted more than a minute ago. */
  unnoted: boolean;
}

/** SQL: a key and who it stands for. */
export const keyActor = (where: SQL) => sql<KeyActorRow>`
  select ${actorColumns}, k.id as key_id, k.name as key_name, k.permissions as key_permissions,
    k.location_ids as key_location_ids, k.personal, case when not k.personal
      and exists (select from ${locations} l where l.entity_id = e.id and l.deleted_at is not null)
        then array(select l.id::text from ${locations} l where l.entity_id = e.id and l.deleted_at is null) end as remaining_ids,
    k.secret_hash,
    case when k.previous_until > now() then k.previous_hash end as previous_hash,
    coalesce(k.expires_at <= now(), false) as expired,
    coalesce(k.last_used_at < now() - interval '1 minute', true) as unnoted
  from ${apiKeys} k
  join ${users} u on u.id = k.user_id and (u.removed_at is null or not k.personal)
  join ${entities} e on e.id = u.entity_id and e.deleted_at is null
  where ${where}`;

export const actorOfLookup = statement([['x']], (lookup: string) => keyActor(sql`k.lookup = ${lookup}`));
export const actorOfKey = statement([[ID]], (id: string) => keyActor(sql`k.id = ${id}`));
