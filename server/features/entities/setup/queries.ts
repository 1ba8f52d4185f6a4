import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';

/** Reads a link's state: `taken` once an entity has an owner, regardless of the token. */
export type SetupLinkState = 'open' | 'used' | 'expired' | 'taken' | 'unknown';

export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

export async function setupLinkState(db: Db, token: string): Promise<SetupLinkState> {
  const [row] = await db.execute<{ state: SetupLinkState }>(sql`
    select case
      when used_at is not null then 'used'
      when ${ownerExists} then 'taken'
      when expires_at <= now() then 'expired'
      else 'open' end as state
    from setup_links where token_hash = ${hashOf(token)}`);
  return row?.state ?? 'unknown';
}

export async function hasOwner(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ found: boolean }>(sql`select ${ownerExists} as found`);
  return row?.found ?? false;
}

const ownerExists = sql`exists (
  select 1 from users u join entities e on e.id = u.entity_id
  where u.team_role = 'owner' and u.removed_at is null and e.deleted_at is null)`;
