import { sql } from 'drizzle-orm';
import { texts, uuids } from '../../platform/db/listing';
import { ID, TIME } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { users } from '../auth/tables';
import { apiKeys } from './tables';

interface Revoked {
  id: string;
  name: string;
  permissions: string[];
  location_ids: string[] | null;
}

interface Changes {
  id: string;
  name: string;
  permissions: readonly string[];
  limit: readonly string[] | null;
  expiresAt: string | null;
  personal: boolean;
}

export const changeKey = statement(
  [
    [{ id: ID, name: 'x', permissions: ['x'], limit: [ID], expiresAt: TIME, personal: true }],
    [{ id: ID, name: 'x', permissions: ['x'], limit: null, expiresAt: null, personal: false }],
  ],
  ({ id, name, permissions, limit, expiresAt, personal }: Changes) => {
    const values = sql`${name}, ${texts(permissions)}, ${limit ? uuids(limit) : sql`null::uuid[]`}, ${expiresAt}::timestamptz, ${personal}::boolean`;
    return sql`
      update ${apiKeys} k set (name, permissions, location_ids, expires_at, personal, updated_at) = (select v.*,
          case when (k.name, k.permissions, k.location_ids, k.expires_at, k.personal) is not distinct from
            (v.name, v.permissions, v.location_ids, v.expires_at, v.personal) then k.updated_at else now() end
        from (values (${values})) v (name, permissions, location_ids, expires_at, personal))
      where k.id = ${id}`;
  },
);

export const changeSecret = statement(
  [['x', 24, ID, ID]],
  (hash: string, overlapHours: number, id: string, userId: string) => sql`
    update ${apiKeys} set previous_hash = secret_hash, previous_until = now() + make_interval(hours => ${overlapHours}),
      secret_hash = ${hash}, issued_by = ${userId}, issued_at = now(), updated_at = now()
    where id = ${id}`,
);

/** SQL: whose secrets a member knows: those that they made or rotated. */
const issuedBy = (entityId: string, userId: string) =>
  sql`entity_id = ${entityId} and coalesce(issued_by, user_id) = ${userId}`;

/** Keys whose secrets a member issued in the last seven days: what a thief of their password could have made. */
export const revokeRecent = statement(
  [[ID, ID]],
  (entityId: string, userId: string) => sql<Revoked>`
    delete from ${apiKeys} where ${issuedBy(entityId, userId)} and issued_at > now() - interval '7 days'
    returning id, name, permissions, location_ids`,
);

/** Those of members who leave: of their own, and of the business whose secrets they know. */
export const revokeOf = statement(
  [
    [[ID], false],
    [[ID], true],
  ],
  (userIds: readonly string[], known: boolean) => sql<Revoked & { personal: boolean }>`
    delete from ${apiKeys} k using ${users} u
    where u.id = any(${uuids(userIds)}) and k.entity_id = u.entity_id
      and (k.personal and k.user_id = u.id${known ? sql` or not k.personal and coalesce(k.issued_by, k.user_id) = u.id` : sql``})
    returning k.id, k.name, k.permissions, k.location_ids, k.personal`,
);

/** Keys of the business whose secrets members know who leave, and that go on. */
export const keptOf = statement(
  [[[ID]]],
  (userIds: readonly string[]) => sql<{ name: string }>`
    select k.name from ${apiKeys} k join ${users} u on u.entity_id = k.entity_id and coalesce(k.issued_by, k.user_id) = u.id
    where u.id = any(${uuids(userIds)}) and (k.expires_at is null or k.expires_at > now()) order by k.created_at, k.id`,
);

/** The keys whose secrets a member knows and that work, oldest first. */
export const workingKeys = statement(
  [[ID, ID]],
  (entityId: string, userId: string) => sql<{ name: string }>`
    select name from ${apiKeys} where ${issuedBy(entityId, userId)} and (expires_at is null or expires_at > now())
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

/** Deletes the key behind a grant, with what it connected. */
export const deleteKeyOfGrant = statement(
  [[ID]],
  (keyId: string) => sql`delete from ${apiKeys} k where k.id = ${keyId}`,
);
