import { sql } from 'drizzle-orm';
import { statement } from '../../../platform/db/statement';
import { users } from '../../auth/tables';
import { entities } from '../tables';
import { setupLinks } from './tables';

/** Reads a link's state: `taken` once an entity has an owner, regardless of the token. */
export type SetupLinkState = 'open' | 'used' | 'expired' | 'taken' | 'unknown';

const OWNER_EXISTS = sql`exists (
  select 1 from ${users} u join ${entities} e on e.id = u.entity_id
  where u.team_role = 'owner' and u.removed_at is null and e.deleted_at is null)`;

export const setupLinkByHash = statement(
  [['x']],
  (tokenHash: string) => sql<{ state: SetupLinkState }>`
    select case
      when used_at is not null then 'used'
      when ${OWNER_EXISTS} then 'taken'
      when expires_at <= now() then 'expired'
      else 'open' end as state
    from ${setupLinks} where token_hash = ${tokenHash}`,
);

export const ownerExists = statement([[]], () => sql<{ found: boolean }>`select ${OWNER_EXISTS} as found`);
