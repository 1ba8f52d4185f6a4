import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor';
import { existing } from '../../kernel/errors';
import { isForPeople, permissionsOf } from '../../kernel/permissions';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { toActor } from '../auth/queries';
import {
  actorOfKey,
  actorOfLookup,
  type KeyActorRow,
  keysWhere,
  lockKeyRow,
  visibleKeys,
} from './queries.sql';
import type { KeyView } from './resource';

/** @throws AppError NOT_FOUND when absent, another entity's, or outside the caller's locations */
export async function getKey({ db, actor }: ReadContext, id: string): Promise<KeyView> {
  return existing(keysWhere(db, sql`k.id = ${id} and ${visibleKeys(actor)}`));
}

/** The member for whom a key acts. */
export type Creator = Pick<Actor, 'role' | 'locationLimit'>;

/** Reads and locks a key until the transaction ends. @throws AppError NOT_FOUND */
export async function lockKey(ctx: ReadContext, id: string): Promise<KeyView & { creator: Creator }> {
  const locked = await existing(lockKeyRow(ctx.db, id, ctx.actor));
  const creator = { role: locked.role, locationLimit: locked.location_limit };
  return { ...(await getKey(ctx, id)), creator };
}

/** A key as the database holds it, and the caller that it authenticates. */
export interface StoredKey
  extends Pick<KeyActorRow, 'secret_hash' | 'previous_hash' | 'expired' | 'unnoted'> {
  actor: Actor;
}

/** Finds a key by its id part, in one statement. Null when there is none, or its creator no longer exists. */
export async function findKey(db: Db, lookup: string): Promise<StoredKey | null> {
  const [row] = await actorOfLookup(db, lookup);
  return row ? { ...row, actor: actorOf(row) } : null;
}

/** Reads a key for work that it requested; null when it was revoked or has expired, or its creator no longer exists. */
export async function loadKey(db: Db, id: string): Promise<Actor | null> {
  const [row] = await actorOfKey(db, id);
  return row && !row.expired ? actorOf(row) : null;
}

/** Who a key of the business is: itself, with what its type of business may do and it was given. */
function businessOf(row: KeyActorRow): Actor {
  const permissions = permissionsOf('owner', row.type, row.key_location_ids !== null);
  return {
    ...toActor(row, row.key_id),
    email: '',
    name: `${row.key_name} (API key)`,
    role: 'manager',
    mfaEnabled: false,
    key: { id: row.key_id, name: row.key_name, memberName: row.key_name, personal: false },
    permissions: permissions.filter((one) => row.key_permissions.includes(one) && !isForPeople(one)),
    locationIds: row.key_location_ids ?? row.remaining_ids,
    locationLimit: row.key_location_ids,
  };
}

/** Who a key stands for, with what it may do at the moment. */
export function actorOf(row: KeyActorRow): Actor {
  if (!row.personal) return businessOf(row);
  const member = toActor(row, row.key_id);
  // Limited like a member with these locations, whatever its creator may do in others.
  const isLimited = !row.all_locations || row.key_location_ids !== null;
  const permissions = permissionsOf(row.team_role, row.type, isLimited);
  return {
    ...member,
    name: `${member.name} (API key ${row.key_name})`,
    key: { id: row.key_id, name: row.key_name, memberName: member.name, personal: true },
    permissions: permissions.filter((one) => row.key_permissions.includes(one) && !isForPeople(one)),
    locationIds: within(member.locationIds, row.key_location_ids),
    locationLimit: within(member.locationLimit, row.key_location_ids),
  };
}

/** What is in both lists; null is everything. */
function within(members: readonly string[] | null, keys: readonly string[] | null): readonly string[] | null {
  if (members === null || keys === null) return members ?? keys;
  return keys.filter((id) => members.includes(id));
}
