import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { users } from '../../auth/tables';
import { entities, locations } from '../../entities/tables';
import { ssoAttempts, ssoConnections, ssoDomains, ssoIdentities } from '../tables';

/** SQL: proven, and found by the daily check within the last 7 days. */
const joins = sql`d.verified_at is not null
  and (d.missing_since is null or d.missing_since > now() - interval '7 days')`;

interface AttemptRow {
  entity_id: string;
  nonce: string;
  verifier: string;
  issuer: string;
  client_id: string;
  return_to: string;
}

/** Ends an attempt and returns it: of parallel callbacks one gets it, and none from another browser. */
export const takeAttempt = statement(
  [['x', 'x']],
  (stateHash: string, browserHash: string) => sql<AttemptRow>`
    delete from ${ssoAttempts} where state_hash = ${stateHash} and browser_hash = ${browserHash} and expires_at > now()
    returning entity_id, nonce, verifier, issuer, client_id, return_to`,
);

/** The business whose provider signs in members of a domain: of several the one that proved it first. */
export const connectionOfDomain = statement(
  [['x']],
  (domain: string) => sql<{ entity_id: string }>`
    select c.entity_id from ${ssoDomains} d
    join ${ssoConnections} c on c.entity_id = d.entity_id
    join ${entities} e on e.id = d.entity_id and e.deleted_at is null
    where d.domain = ${domain} and d.verified_at is not null order by d.verified_at, d.id limit 1`,
);

/** Whether an unknown person of a domain may be linked to a member of the business. */
export const provesDomain = statement(
  [[ID, 'x']],
  (entityId: string, domain: string) => sql<{ id: string }>`
    select d.id from ${ssoDomains} d where d.entity_id = ${entityId} and d.domain = ${domain} and ${joins}`,
);

/** Domains of a business that another one proved before it: no one of them joins by its provider. */
export const takenDomains = statement(
  [[ID]],
  (entityId: string) => sql<{ domain: string }>`
    select d.domain from ${ssoDomains} d
    where d.entity_id = ${entityId} and d.verified_at is not null and exists (
      select from ${ssoDomains} o join ${entities} e on e.id = o.entity_id and e.deleted_at is null
      where o.domain = d.domain and o.entity_id <> d.entity_id and (o.verified_at, o.id) < (d.verified_at, d.id))
    order by d.domain`,
);

interface LinkedRow {
  user_id: string;
  removed: boolean;
}

/** Whom a subject was linked to, also one who was removed. */
export const linkedUser = statement(
  [[ID, 'x', 'x']],
  (entityId: string, issuer: string, subject: string) => sql<LinkedRow>`
    select i.user_id, u.removed_at is not null as removed
    from ${ssoIdentities} i join ${users} u on u.id = i.user_id
    where i.entity_id = ${entityId} and i.issuer = ${issuer} and i.subject = ${subject}`,
);

interface AddressedRow {
  id: string;
  entity_id: string;
  removed: boolean;
  linked: boolean;
}

/** Members of any business with an address, and those of this one who had it before they were removed. */
export const usersOfAddress = statement(
  [[ID, 'x', 'x']],
  (entityId: string, issuer: string, email: string) => sql<AddressedRow>`
    select u.id, u.entity_id, u.removed_at is not null as removed,
      exists (select from ${ssoIdentities} i where i.user_id = u.id and i.issuer = ${issuer}) as linked
    from ${users} u where u.email = ${email} and (u.removed_at is null or u.entity_id = ${entityId})
    order by u.removed_at is not null, u.id limit 100`,
);

/** Which of these locations a business still has. */
export const liveLocations = statement(
  [[ID, [ID]]],
  (entityId: string, ids: readonly string[]) => sql<{ id: string }>`
    select l.id from ${locations} l
    where l.entity_id = ${entityId} and l.deleted_at is null and l.id = any(${`{${ids.join(',')}}`}::uuid[])`,
);
