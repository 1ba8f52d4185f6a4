import { sql } from 'drizzle-orm';
import { texts, uuids } from '../../platform/db/listing';
import { ID, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { apiKeys } from './tables';

interface Changes {
  id: string;
  name: string;
  permissions: readonly string[];
  limit: readonly string[] | null;
  expiresAt: string | null;
}

export const changeKey = statement(
  [
    [{ id: ID, name: 'x', permissions: ['x'], limit: [ID], expiresAt: TIME }],
    [{ id: ID, name: 'x', permissions: ['x'], limit: null, expiresAt: null }],
  ],
  ({ id, name, permissions, limit, expiresAt }: Changes) => {
    const values = sql`${name}, ${texts(permissions)}, ${limit ? uuids(limit) : sql`null::uuid[]`}, ${expiresAt}::timestamptz`;
    return sql`
      update ${apiKeys} k set (name, permissions, location_ids, expires_at, updated_at) = (select v.*,
          case when (k.name, k.permissions, k.location_ids, k.expires_at) is not distinct from
            (v.name, v.permissions, v.location_ids, v.expires_at) then k.updated_at else now() end
        from (values (${values})) v (name, permissions, location_ids, expires_at))
      where k.id = ${id}`;
  },
);

export const changeSecret = statement(
  [['x', 24, ID]],
  (hash: string, overlapHours: number, id: string) => sql`
    update ${apiKeys} set previous_hash = secret_hash, previous_until = now() + make_interval(hours => ${overlapHours}),
      secret_hash = ${hash}, issued_at = now(), updated_at = now()
    where id = ${id}`,
);

/** The member's keys whose secrets are at most seven days old: what a thief of their password could have made. */
export const revokeRecent = statement(
  [[ID]],
  (userId: string) => sql<{ id: string; name: string; permissions: string[]; location_ids: string[] | null }>`
    delete from ${apiKeys} where user_id = ${userId} and issued_at > now() - interval '7 days'
    returning id, name, permissions, location_ids`,
);

/** The member's keys that work, oldest first. */
export const workingKeys = statement(
  [[ID]],
  (userId: string) => sql<{ name: string }>`
    select name from ${apiKeys} where user_id = ${userId} and (expires_at is null or expires_at > now())
    order by created_at, id`,
);

export const forgetLocation = statement(
  [[ID, ID]],
  (locationId: string, entityId: string) => sql`
    update ${apiKeys} set location_ids = array_remove(location_ids, ${locationId}::uuid)
    where entity_id = ${entityId} and ${locationId}::uuid = any(location_ids)`,
);

/** Skips keys that another process notes, or a member changes, at the moment: their next use is noted. */
export const noteUse = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql`
    update ${apiKeys} set last_used_at = now()
    where id in (select id from ${apiKeys} where id = any(${uuids(ids)})
      and (last_used_at is null or last_used_at < now() - interval '1 minute') for no key update skip locked)`,
);
