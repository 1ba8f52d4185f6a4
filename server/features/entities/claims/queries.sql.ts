import { type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../../kernel/params';
import type { EntityType } from '../../../kernel/permissions';
import { iso, slice } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { orders } from '../../orders/tables';
import { entities } from '../tables';
import { type ClaimStatus, MAX_CLAIMS, QUARANTINE_HOURS } from './state';
import { claimants, claims } from './tables';

/** What a claimant says of their business. */
export interface Claimed {
  email: string;
  licenseNumber: string;
  type: EntityType;
  state: string;
  /** The customer that a seller invited, if it did. */
  invited: string | null;
}

/** A customer that isn't on board, and what of the claimant is as its seller entered it. */
export interface Candidate {
  id: string;
  seller_id: string;
  email: boolean;
  license: boolean;
  type: boolean;
}

/** SQL: what claims of a person with an email wait for: each acceptance says again what the business is. */
const waitingOf = (
  email: string,
) => sql`select c.entity_id from ${claims} c join ${claimants} k on k.id = c.claimant_id
  where k.email = ${email} and k.entity_id is null and c.status = 'waiting'`;

/**
 * Customers that aren't on board and have the email, or the license with state and type, or are claimed by the person already; the
 * invited one first, then what matches most, oldest first.
 */
export const candidates = statement(
  [[{ email: 'x', licenseNumber: 'x', type: 'retailer', state: 'x', invited: ID }]],
  ({ email, licenseNumber, type, state, invited }: Claimed) => sql<Candidate>`
    select c.id, c.seller_id, c.type, c.license, c.email from (select e.id, e.managed_by as seller_id, e.type = ${type} as type, e.created_at,
      license_form(e.license_number) = f.form and f.form <> '' as license,
      case when e.contact_email is null then coalesce(e.id = ${invited}::uuid or e.id in (${waitingOf(email)} and c.email_matches), false)
        else lower(e.contact_email) = ${email} end as email
    from (select license_form(${licenseNumber}) as form) f, ${entities} e
    where e.managed_by is not null and e.deleted_at is null and (e.id = ${invited}::uuid or e.id = any(array(${waitingOf(email)})) or lower(e.contact_email) = ${email}
      or (license_form(e.license_number) = f.form and f.form <> '' and postal_state(e.state) = postal_state(${state}) and e.type = ${type}))) c
    order by c.id is not distinct from ${invited}::uuid desc, (c.license and c.type) desc, c.email desc, c.created_at, c.id limit ${MAX_CLAIMS}`,
);

/** Keeps a customer that isn't on board until the transaction ends; no row once it is claimed or deleted. */
export const lockUnclaimed = statement(
  [[ID]],
  (id: string) => sql<{ seller_id: string; name: string }>`
    select e.managed_by as seller_id, e.name from ${entities} e
    where e.id = ${id} and e.managed_by is not null and e.deleted_at is null for update`,
);

export interface ClaimRow {
  id: string;
  role: 'seller' | 'claimant';
  entity_id: string;
  name: string;
  seller_id: string;
  seller_name: string;
  seller_type: EntityType;
  orders: number;
  claimant_id: string | null;
  claimant_entity: string | null;
  claimant_email: string | null;
  claimant_name: string | null;
  claimant_license: string | null;
  claimant_type: EntityType | null;
  email_matches: boolean;
  license_matches: boolean;
  type_matches: boolean;
  status: ClaimStatus;
  confirmable_at: string;
  is_early: boolean;
  created_at: string;
  expires_at: string;
}

/** SQL: when the seller can confirm a claim `c`. */
const CONFIRMABLE = sql`case when c.email_matches then c.created_at
  else c.created_at + make_interval(hours => ${sql.raw(String(QUARANTINE_HOURS))}) end`;

/** SQL: which claims `c` a business sees, a condition for each side: those of its customers, and those offered to it. No claim meets both. */
export function visibleClaims(me: string, asSeller: boolean, asClaimant: boolean): SQL[] {
  const own = sql`c.seller_id = ${me}`;
  // By the claimant's id, so that each side has its index.
  const offered = sql`c.claimant_id = (select o.id from ${claimants} o where o.entity_id = ${me})
    and c.seller_id <> ${me} and (c.offered_at is not null or c.status = 'confirmed')`;
  const sides = [...(asSeller ? [own] : []), ...(asClaimant ? [offered] : [])];
  return sides.length > 0 ? sides : [sql`false`];
}

/** SQL: a claim tells of its customer: to the seller always, to a claimant until it has lost, when it may be another's business. */
const isCurrent = (me: string) =>
  sql`(c.seller_id = ${me} or c.status in ('offered', 'merging', 'confirmed'))`;

const NEWEST = sql`order by c.created_at desc, c.id desc`;

/** SQL: claims `c` of several sides. @param tail SQL: order and limit of each side */
const ofSides = (sides: readonly SQL[], tail: SQL) =>
  sql`(${sql.join(
    sides.map((where) => sql`(select * from ${claims} c where ${where} ${tail})`),
    sql` union all `,
  )}) c`;

/** Newest first, chosen before the rest is read: of each side by its index, as many as the page may have of it. */
export const claimsOf = statement(
  [[ID, [sql`true`, sql`true`], { page: 1, limit: 1 }]],
  (me: string, sides: readonly SQL[], page: Page) => sql<ClaimRow>`
    select c.id, case when c.seller_id = ${me} then 'seller' else 'claimant' end as role, c.entity_id,
      case when ${isCurrent(me)} then e.name else coalesce(b.name, k.form -> 'business' ->> 'name', '') end as name,
      s.id as seller_id, s.name as seller_name, s.type as seller_type,
      case when ${isCurrent(me)} then (select count(*)::int from ${orders} o
        where o.retailer_id = c.entity_id and o.wholesaler_id = c.seller_id) else 0 end as orders,
      k.id as claimant_id, k.entity_id as claimant_entity, k.email as claimant_email,
      coalesce(b.name, k.form -> 'business' ->> 'name') as claimant_name,
      coalesce(b.license_number, k.form -> 'business' ->> 'license_number') as claimant_license,
      coalesce(b.type, k.form -> 'business' ->> 'type') as claimant_type,
      c.email_matches, c.license_matches, c.type_matches, c.status, ${iso(CONFIRMABLE)} as confirmable_at,
      ${CONFIRMABLE} > now() as is_early, ${iso(sql`c.created_at`)} as created_at, ${iso(sql`c.expires_at`)} as expires_at
    from (select * from ${ofSides(sides, sql`${NEWEST} limit ${page.page * page.limit}`)} ${NEWEST} ${slice(page)}) c
      join ${entities} e on e.id = c.entity_id join ${entities} s on s.id = c.seller_id
      left join ${claimants} k on k.id = c.claimant_id left join ${entities} b on b.id = k.entity_id
    ${NEWEST}`,
);

export const countClaims = statement(
  [[[sql`true`, sql`true`]]],
  (sides: readonly SQL[]) =>
    sql<{ total: number }>`select count(*)::int as total from ${ofSides(sides, sql``)}`,
);

/** Claims whose time is over, with their claimants. */
export const overdueClaims = statement(
  [[1]],
  (limit: number) => sql<{ id: string }>`
    select c.id from ${claims} c where c.status in ('waiting', 'offered') and c.expires_at <= now()
    order by c.expires_at limit ${limit}`,
);
